//===- PackingOptions.h - Options of passes that pack arenas --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_PACKINGOPTIONS_H
#define HLOMEM_PASSUTILS_PACKINGOPTIONS_H

#include "hlomem/Analysis/Arena/ArenaPacking.h"
#include "hlomem/Packing/Problem.h"
#include "hlomem/Pass/PassOptions.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace hlomem {

/// Whether the ranges that PackingOptions.td declares are those of the packer.
constexpr bool isEffortRange(const PassOptionRange &Range) {
  return Range.Least == 0 && Range.Most == PackingEffort::Highest;
}
constexpr bool isAlignmentRange(const PassOptionRange &Range) {
  return Range.Least == 1 && Range.Most == packing::MaxTotalSize - 1;
}

/// What the offsets of \p Arena are multiples of: \p Wanted or what is
/// inferred.
Bytes getAlignment(const ArenaBuffers &Arena, std::optional<uint64_t> Wanted);

/// The profile that an EnumOption of "xla" and "free" names.
template <typename KindT> PackingProfile getProfile(KindT Profile) {
  return Profile == KindT::Xla ? PackingProfile::Xla : PackingProfile::Free;
}

/// To follow what is said of an arena whose best placement is not known: which
/// effort looks longer at that many buffers. Empty for the highest one.
std::string describeAdvice(llvm::StringRef Pass, PackingEffort Effort,
                           size_t Buffers);

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_PACKINGOPTIONS_H
