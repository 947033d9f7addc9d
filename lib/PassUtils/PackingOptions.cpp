//===- PackingOptions.cpp - Options of passes that pack arenas ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/PassUtils/PackingOptions.h"
#include "hlomem/Packing/Problem.h"
#include "hlomem/Pass/PipelineError.h"
#include "llvm/Support/FormatVariadic.h"
#include <string>

using namespace llvm;

namespace hlomem {

static Error makeNumberError(StringRef Pass, StringRef Text, StringRef Option,
                             uint64_t Least, uint64_t Most, uint64_t Found) {
  std::string Number = std::to_string(Found);
  return make_error<PipelineError>(
      "option '" + Option + "' of pass '" + Pass + "' expects a number from " +
          Twine(Least) + " to " + Twine(Most) + ", found '" + Number + "'",
      Text.find(Number, Text.find(Option)));
}

Error checkEffort(StringRef Pass, StringRef Text, unsigned Effort) {
  if (Effort <= PackingEffort::Highest)
    return Error::success();
  return makeNumberError(Pass, Text, "effort", 0, PackingEffort::Highest,
                         Effort);
}

Error checkAlignment(StringRef Pass, StringRef Text,
                     std::optional<uint64_t> Alignment) {
  if (!Alignment || (*Alignment != 0 && *Alignment < packing::MaxTotalSize))
    return Error::success();
  return makeNumberError(Pass, Text, "alignment", 1, packing::MaxTotalSize - 1,
                         *Alignment);
}

Bytes getAlignment(const ArenaBuffers &Arena, std::optional<uint64_t> Wanted) {
  return Wanted ? Bytes(*Wanted) : Arena.InferredAlignment;
}

std::string describeAdvice(PackingEffort Effort, size_t Buffers) {
  do {
    if (Effort.Level == PackingEffort::Highest)
      return "";
    ++Effort.Level;
  } while (!Effort.searches(Buffers));
  return formatv("; 'effort={0}' looks longer", Effort.Level);
}

} // namespace hlomem
