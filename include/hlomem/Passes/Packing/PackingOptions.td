//===- PackingOptions.td - Options of passes that pack arenas -*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_PACKING_PACKINGOPTIONS_TD
#define HLOMEM_PASSES_PACKING_PACKINGOPTIONS_TD

include "hlomem/Pass/PassBase.td"

/// Declares an option for a PackingEffort.
class EffortOption : Option<"Effort", "effort", "unsigned", "1",
    "How long to look for better placements: 0 not at all, 1 some milliseconds "
    "in all, 2 about a second for a hard arena, 3 a minute"> {
  let range = [0, 3];
}

/// Declares an option for the alignment. The greatest number is
/// packing::MaxTotalSize - 1, since larger sums could overflow.
class AlignmentOption
    : Option<"Alignment", "alignment", "std::optional<uint64_t>", "",
             "What every offset is a multiple of; the default is inferred"> {
  let range = [1, 4611686018427387903];
  let unit = "bytes";
}

class ProfileOption<string helpText>
    : EnumOptionOf<"Profile", "profile", "::hlomem::PackingProfile",
                   "hlomem/Analysis/Arena/ArenaPacking.h", ["xla", "free"], "xla",
                   helpText>;

#endif // HLOMEM_PASSES_PACKING_PACKINGOPTIONS_TD
