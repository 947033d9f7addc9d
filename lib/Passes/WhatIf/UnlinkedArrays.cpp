//===- UnlinkedArrays.cpp - What may scale without being linked -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/WhatIf/UnlinkedArrays.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/WhatIf/LivePeak.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;

namespace hlomem {

SmallVector<DimensionPlace> UnlinkedArrays::findOtherDimensions() const {
  const HloGraph &G = Record.getProgram();
  SmallVector<DimensionPlace> Known;
  for (InstructionId Parameter : G.getEntry().Parameters)
    for (auto [N, Of] : enumerate(G[Parameter].Type->getDimensions()))
      if (ValueId V = Record.getDataflow().getValueAt({Parameter, RootLeaf});
          V && !New.Types[V] && mayFollowFromExtent(Of.Extent))
        Known.push_back({{Parameter, RootLeaf}, static_cast<uint32_t>(N)});
  return Known;
}

bool UnlinkedArrays::isUnlinked(ValueId V) const {
  if (New.Types[V] || !Record.getShape(V).isArray())
    return false;
  HloPlace P = Record.getDataflow().definitions()[V];
  return any_of(enumerate(Record.getShape(V).getDimensions()),
                [&](const auto &Of) {
                  return mayFollowFromExtent(Of.value().Extent) &&
                         Others.getFactors(P, Of.index()).empty();
                });
}

UnlinkedArrays::Sizes UnlinkedArrays::sum(ArrayRef<ValueId> Live) const {
  Sizes Result;
  DenseSet<BufferId> Buffers;
  for (ValueId V : Live) {
    BufferId Buffer = Record.getBuffers().getBuffer(V);
    if (!Buffers.insert(Buffer).second)
      continue;
    ArrayRef<ValueId> Shared = Record.getBuffers().getValues(Buffer);
    // One that stays keeps the buffer as large as it is.
    if (any_of(Shared, [&](ValueId Of) { return isUnlinked(Of); })) {
      Result.Unlinked += Record.sizes()[V];
      ++Result.Count;
    } else if (any_of(Shared, [&](ValueId Of) { return New.Types[Of]; })) {
      Result.Linked += Record.sizes()[V];
    }
  }
  return Result;
}

UnlinkedArrays::Sizes UnlinkedArrays::sumAtPeak(const AssignerPolicy &P) const {
  std::optional<LivePeak> Peak =
      findLivePeak(Record, Record.allocations(), /*Space=*/0, P);
  if (!Peak)
    return {};
  return sum(findLiveTemporaries(Record, Record.allocations(), /*Space=*/0, P,
                                 Peak->At));
}

std::string UnlinkedArrays::describe(const Sizes &Found) const {
  constexpr uint64_t LeastPart = 20;
  if (Found.Unlinked < std::max(Found.Linked / LeastPart, Bytes(1)))
    return "";
  return "at the peak " + countText(Found.Count, "array") + " of " +
         toExactString(Found.Unlinked) + ", which nothing links to it, " +
         (Found.Count == 1 ? "has" : "have") + " a dimension of " +
         std::to_string(Extent) +
         " too, or one that may follow from it; recompile to know";
}

std::string UnlinkedArrays::describe(const AssignerPolicy &P) const {
  return describe(sumAtPeak(P));
}

std::string UnlinkedArrays::describe(const EditedAssignment &Edited,
                                     const AssignerPolicy &P) const {
  std::optional<LivePeak> Peak =
      findLivePeak(*Edited.After, Edited.Allocations, /*Space=*/0, P);
  if (!Peak)
    return "";
  SmallVector<ValueId> Live;
  for (ValueId V : findLiveTemporaries(*Edited.After, Edited.Allocations,
                                       /*Space=*/0, P, Peak->At))
    if (Edited.Values[V])
      Live.push_back(Edited.Values[V]);
  Sizes Found = sum(Live);
  Found.Linked = sumAtPeak(P).Linked;
  return describe(Found);
}

} // namespace hlomem
