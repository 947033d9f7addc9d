//===- PlacementCheck.cpp - Whether a placement is valid ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/PlacementCheck.h"
#include "FindOverlap.h"

using namespace llvm;

namespace hlomem::packing {

/// What is wrong with the offset of a buffer, wherever the others lie.
static std::optional<PlacementFault::Kind>
findOwnFault(const Buffer &B, uint64_t Offset, uint64_t Capacity) {
  using Kind = PlacementFault::Kind;
  if (B.FixedOffset && Offset != *B.FixedOffset)
    return Kind::Moved;
  if (Offset % B.Alignment != 0)
    return Kind::Misaligned;
  if (B.Size > Capacity || Offset > Capacity - B.Size)
    return Kind::OverCapacity;
  return std::nullopt;
}

/// Of the buffers that lie elsewhere than the first of their tie the one that
/// begins first.
static std::optional<PlacementFault> findUntied(const Problem &P,
                                                ArrayRef<uint64_t> Offsets) {
  std::vector<std::tuple<unsigned, Time, size_t>> Tied;
  for (size_t I = 0; I != Offsets.size(); ++I)
    if (const Buffer &B = P.Buffers[I]; B.Tie != 0)
      Tied.emplace_back(B.Tie, B.Begin, I);
  llvm::sort(Tied);
  std::optional<PlacementFault> First;
  size_t Leader = 0;
  unsigned TieOfLeader = 0;
  for (auto [Tie, Begin, I] : Tied) {
    if (Tie != TieOfLeader) {
      TieOfLeader = Tie;
      Leader = I;
    }
    if (Offsets[I] != Offsets[Leader] && (!First || Begin < First->At))
      First = {PlacementFault::Kind::Untied, std::max(I, Leader),
               std::min(I, Leader), Begin};
  }
  return First;
}

std::optional<PlacementFault> findFault(const Problem &P,
                                        ArrayRef<uint64_t> Offsets) {
  assert(P.Buffers.size() == Offsets.size() && "an offset for each buffer");
  uint64_t Capacity = P.Capacity.value_or(UINT64_MAX);
  std::optional<PlacementFault> First;
  for (size_t I = 0; I != Offsets.size(); ++I) {
    const Buffer &B = P.Buffers[I];
    if (auto What = findOwnFault(B, Offsets[I], Capacity))
      if (!First || B.Begin < First->At)
        First = PlacementFault{*What, I, I, B.Begin};
  }
  std::optional<Overlap> Shared = findFirstOverlap(P.Buffers, Offsets);
  if (Shared && (!First || Shared->At < First->At))
    First = PlacementFault{PlacementFault::Kind::Overlap, Shared->Later,
                           Shared->Earlier, Shared->At};
  std::optional<PlacementFault> Untied = findUntied(P, Offsets);
  if (Untied && (!First || Untied->At < First->At))
    First = Untied;
  return First;
}

} // namespace hlomem::packing
