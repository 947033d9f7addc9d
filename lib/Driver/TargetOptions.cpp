//===- TargetOptions.cpp - What the command line says of the machine ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Driver/TargetOptions.h"
#include "hlomem/Pass/PipelineError.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace hlomem {

/// True if some backend has a space of this number or name.
static bool isMemorySpace(StringRef Text) {
  return any_of(KnownBackends, [Text](Backend B) {
    return findMemorySpace(B, Text).has_value();
  });
}

static Error reportUnknownSpace(StringRef Space) {
  SmallVector<StringRef> Names = {"default"};
  append_range(Names, memorySpaceSpellings());
  return createStringError("-limit: no backend has a memory space " +
                           quoteForMessage(Space) +
                           didYouMean(Space.lower(), Names) +
                           " (known: numbers, " + join(Names, ", ") + ")");
}

static Expected<MemoryLimit> readLimit(StringRef Text) {
  auto [Space, Size] = Text.split('=');
  Space = Space.trim();
  if (Space.empty() || !Text.contains('='))
    return createStringError("-limit: expected a memory space and a size, such "
                             "as 'hbm=16GiB', found " +
                             quoteForMessage(Text));
  if (!isMemorySpace(Space))
    return reportUnknownSpace(Space);
  std::optional<Bytes> Limit = parseBytes(Size);
  if (!Limit)
    return createStringError(
        "-limit: expected a number of bytes for " + Space.str() +
        ", such as '4096' or '1.5MiB', found " + quoteForMessage(Size));
  return MemoryLimit{Space.str(), *Limit};
}

Expected<Target> readTarget(Backend Device, ArrayRef<std::string> Limits) {
  Target Machine;
  if (Device != Backend::Unknown)
    Machine.Device = Device;
  for (StringRef Text : Limits) {
    Expected<MemoryLimit> Limit = readLimit(Text);
    if (!Limit)
      return Limit.takeError();
    if (any_of(Machine.Limits, [&](const MemoryLimit &L) {
          return StringRef(L.Space).equals_insensitive(Limit->Space);
        }))
      return createStringError("-limit: " + quoteForMessage(Limit->Space) +
                               " has two limits");
    Machine.Limits.push_back(std::move(*Limit));
  }
  if (!Machine.Device)
    return Machine;
  for (const MemoryLimit &L : Machine.Limits)
    if (!findMemorySpace(*Machine.Device, L.Space))
      return createStringError(
          "-limit: the backend " + backendName(*Machine.Device) +
          " has no memory space " + quoteForMessage(L.Space));
  return Machine;
}

} // namespace hlomem
