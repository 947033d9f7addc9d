//===- PlacementCheck.cpp - Whether a placement is valid ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/PlacementCheck.h"
#include "OverlapSweep.h"
#include <cassert>

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

std::optional<PlacementFault> findFault(const Problem &P,
                                        ArrayRef<uint64_t> Offsets) {
  assert(P.Buffers.size() == Offsets.size() && "an offset for each buffer");
  uint64_t Capacity = P.Capacity.value_or(UINT64_MAX);
  std::optional<PlacementFault> First;
  std::vector<Box> Boxes;
  Boxes.reserve(Offsets.size());
  for (size_t I = 0; I != Offsets.size(); ++I) {
    const Buffer &B = P.Buffers[I];
    Boxes.push_back({B.Begin, B.End, Offsets[I], B.Size});
    if (auto What = findOwnFault(B, Offsets[I], Capacity))
      if (!First || B.Begin < First->At)
        First = PlacementFault{*What, I, I, B.Begin};
  }
  std::optional<BoxOverlap> Overlap = findFirstOverlap(Boxes);
  if (Overlap && (!First || Overlap->At < First->At))
    First = PlacementFault{PlacementFault::Kind::Overlap, Overlap->Later,
                           Overlap->Earlier, Overlap->At};
  return First;
}

} // namespace hlomem::packing
