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
#include "hlomem/Support/SizeOption.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <tuple>

using namespace llvm;

namespace hlomem {

/// True if some backend has a space of this number or name.
static bool isMemorySpace(StringRef Text) {
  return any_of(KnownBackends, [Text](Backend B) {
    return findMemorySpace(B, Text).has_value();
  });
}

static Error reportUnknownSpace(Backend B, StringRef Space) {
  SmallVector<StringRef> Names = getMemorySpaceSpellings(B);
  return createStringError(
      "-memory-limit: " +
      (B == Backend::Unknown
           ? "no backend has a memory space "
           : "the backend " + backendName(B) + " has no memory space ") +
      quoteForMessage(Space) + didYouMean(Space.lower(), Names) +
      " (known: numbers, " + join(Names, ", ") + ")");
}

/// "hbm=16GiB", or "16GiB" for the default space.
static Expected<MemoryLimit> readLimit(StringRef Text) {
  StringRef Space = "default", Size = Text;
  if (Text.contains('=')) {
    std::tie(Space, Size) = Text.split('=');
    Space = Space.trim();
    if (!isMemorySpace(Space))
      return reportUnknownSpace(Backend::Unknown, Space);
  } else if (Text.empty() || !isDigit(Text.front())) {
    return createStringError("-memory-limit: expected a size, such as "
                             "'16GiB', or a memory space and its size, such "
                             "as 'hbm=16GiB', found " +
                             quoteForMessage(Text));
  }
  Expected<Bytes> Limit = readSizeOption("-memory-limit", Size.trim());
  if (!Limit)
    return Limit.takeError();
  return MemoryLimit{Space.str(), *Limit};
}

/// On \p Device, or on all that know both where that is inferred from dumps.
static bool isSameSpace(std::optional<Backend> Device, StringRef A,
                        StringRef B) {
  if (A.equals_insensitive(B))
    return true;
  bool IsSame = false;
  for (Backend D : KnownBackends) {
    std::optional<MemorySpace> First = findMemorySpace(D, A);
    std::optional<MemorySpace> Second = findMemorySpace(D, B);
    if ((Device && D != *Device) || !First || !Second)
      continue;
    if (*First != *Second)
      return false;
    IsSame = true;
  }
  return IsSame;
}

static Error reportTwoLimits(StringRef A, StringRef B) {
  if (A.equals_insensitive(B))
    return createStringError("-memory-limit: " + quoteForMessage(B) +
                             " has two limits; give one");
  return createStringError(
      "-memory-limit: " + quoteForMessage(A) + " and " + quoteForMessage(B) +
      " are one memory space, and have two limits; give one (a comma separates "
      "limits, not digits)");
}

Expected<Target> readTarget(Backend Device, ArrayRef<std::string> Limits) {
  Target Machine;
  if (Device != Backend::Unknown)
    Machine.GivenBackend = Device;
  for (StringRef Text : Limits) {
    Expected<MemoryLimit> Limit = readLimit(Text);
    if (!Limit)
      return Limit.takeError();
    for (const MemoryLimit &L : Machine.Limits)
      if (isSameSpace(Machine.GivenBackend, L.Space, Limit->Space))
        return reportTwoLimits(L.Space, Limit->Space);
    Machine.Limits.push_back(std::move(*Limit));
  }
  if (!Machine.GivenBackend)
    return Machine;
  for (const MemoryLimit &L : Machine.Limits)
    if (!findMemorySpace(*Machine.GivenBackend, L.Space))
      return reportUnknownSpace(*Machine.GivenBackend, L.Space);
  return Machine;
}

} // namespace hlomem
