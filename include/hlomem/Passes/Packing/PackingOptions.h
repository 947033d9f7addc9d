//===- PackingOptions.h - Options of passes that pack arenas --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_PACKING_PACKINGOPTIONS_H
#define HLOMEM_PASSES_PACKING_PACKINGOPTIONS_H

#include "hlomem/Analysis/Arena/ArenaPacking.h"
#include "hlomem/Packing/Problem.h"
#include "hlomem/Pass/PassOptions.h"

namespace hlomem {

/// Is true if \p Range, which PackingOptions.td declares, is that of the
/// packer.
constexpr bool isEffortRange(const PassOptionRange &Range) {
  return Range.Least == 0 && Range.Most == PackingEffort::Highest;
}
/// Is true if \p Range, which PackingOptions.td declares, is that of the
/// packer.
constexpr bool isAlignmentRange(const PassOptionRange &Range) {
  return Range.Least == 1 && Range.Most == packing::MaxTotalSize - 1;
}

/// Returns the alignment of offsets in \p Arena: \p Wanted, or the inferred
/// one.
Bytes getAlignment(const ArenaBuffers &Arena, std::optional<uint64_t> Wanted);

/// Returns advice to append to a message on an arena whose best placement is
/// not known: the next \p Effort of \p Pass that searches longer for this
/// number of \p Buffers. Empty for the highest effort.
std::string describeAdvice(StringRef Pass, PackingEffort Effort,
                           size_t Buffers);

} // namespace hlomem

#endif // HLOMEM_PASSES_PACKING_PACKINGOPTIONS_H
