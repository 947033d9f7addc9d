//===- PackingOptions.cpp - Options of passes that pack arenas ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/Packing/PackingOptions.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace hlomem {

Bytes getAlignment(const ArenaBuffers &Arena, std::optional<uint64_t> Wanted) {
  return Wanted ? Bytes(*Wanted) : Arena.InferredAlignment;
}

std::string describeAdvice(StringRef Pass, PackingEffort Effort,
                           size_t Buffers) {
  do {
    if (Effort.Level == PackingEffort::Highest)
      return "";
    ++Effort.Level;
  } while (!Effort.searches(Buffers));
  return formatv("; -passes='{0}<effort={1}>' searches longer", Pass,
                 Effort.Level);
}

} // namespace hlomem
