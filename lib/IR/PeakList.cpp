//===- PeakList.cpp - XLA's rules of the list of the peak -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/PeakList.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;

namespace hlomem {

bool isListedBefore(const PeakListEntry &A, const PeakListEntry &B) {
  if (A.Size != B.Size)
    return A.Size > B.Size;
  if (A.Definition.getName() != B.Definition.getName())
    return A.Definition.getName() < B.Definition.getName();
  return A.Definition.getIndex().getParts() <
         B.Definition.getIndex().getParts();
}

std::optional<Bytes> getListedSize(const Module &M,
                                   const NamedIndex &Definition, bool IsLeaf,
                                   const Value *V) {
  // Of an array or a tuple's own table the two are the same.
  ShapeIndex Index = IsLeaf ? Definition.getIndex() : ShapeIndex();
  if (V && V->isPlaced() && Definition.getIndex() == Index)
    return V->getShape().getLogicalSize();
  if (const Value *Listed = M.findValue(Definition.getName(), Index))
    return Listed->getShape().getLogicalSize();
  const InstructionDetails *I = V ? M.getInstruction(*V) : nullptr;
  const Shape *Type = I && I->Type ? I->Type->getSubshape(Index) : nullptr;
  return Type ? Type->getLogicalSize() : std::nullopt;
}

//===----------------------------------------------------------------------===//
// The time
//===----------------------------------------------------------------------===//

std::optional<Time> computePeakTime(const Module &M) {
  if (!M.hasLiveRanges() || !M.unlistedLiveRanges().empty())
    return std::nullopt;
  // Sums grow only where a range begins.
  struct Event {
    uint64_t At;
    bool IsEnd;
    uint64_t Size;
  };
  std::vector<Event> Events;
  for (const Value *V : M.liveRangeOrder()) {
    LiveRange R = *V->getLiveRange();
    std::optional<Bytes> Size =
        getListedSize(M, V->getDefinition(), /*IsLeaf=*/false, V);
    if (!Size || Size->isOverflow())
      return std::nullopt;
    if (Size->isZero())
      continue;
    Events.push_back({R.Begin, false, Size->count()});
    Events.push_back({uint64_t(R.End) + 1, true, Size->count()});
  }
  llvm::sort(Events, [](const Event &L, const Event &R) {
    return std::tuple(L.At, L.IsEnd) < std::tuple(R.At, R.IsEnd);
  });
  // 64 bits need not hold a sum of many sizes.
  unsigned __int128 Sum = 0, Largest = 0;
  Time At = 0;
  for (const Event &E : Events) {
    if (E.IsEnd) {
      Sum -= E.Size;
      continue;
    }
    Sum += E.Size;
    if (Sum > Largest) {
      Largest = Sum;
      At = E.At;
    }
  }
  return At;
}

//===----------------------------------------------------------------------===//
// The list
//===----------------------------------------------------------------------===//

/// The sizes that \p Peak claims, by what its form tells lines apart.
static DenseMap<DefinitionKey, Bytes>
getClaimedSizes(const std::optional<PrintedPeak> &Peak) {
  DenseMap<DefinitionKey, Bytes> Sizes;
  if (!Peak)
    return Sizes;
  for (const PeakListEntry &E : Peak->Entries)
    Sizes.try_emplace(Peak->Form.HasIndices
                          ? E.Definition.getKey()
                          : DefinitionKey(E.Definition.getName(), StringRef()),
                      E.Size);
  return Sizes;
}

PrintedPeak
makePeakList(const Module &M, Time At, PeakListForm Form,
             function_ref<Bytes(const NamedIndex &, const Value *)> GetSize) {
  const DenseMap<DefinitionKey, Bytes> ClaimedSizes =
      getClaimedSizes(M.getClaims().Peak);
  auto SizeOf = [&](const NamedIndex &N, const Value *V) {
    ShapeIndex Index = Form.HasIndices ? N.getIndex() : ShapeIndex();
    auto Claimed = ClaimedSizes.find({N.getName(), Index.getText()});
    if (Claimed != ClaimedSizes.end())
      return Claimed->second;
    std::optional<Bytes> Size = getListedSize(M, N, Form.HasIndices, V);
    return Size ? *Size : GetSize(N, V);
  };

  PrintedPeak Peak;
  Peak.At = At;
  Peak.Form = Form;
  const Module::UnlistedLiveRange *Unlisted = M.unlistedLiveRanges().begin();
  for (const Value *V : M.liveRangeOrder()) {
    const NamedIndex &N = V ? V->getDefinition() : Unlisted->Definition;
    LiveRange R = V ? *V->getLiveRange() : Unlisted++->Range;
    if (R.contains(At))
      Peak.Entries.push_back({N, SizeOf(N, V), std::nullopt});
  }
  if (!Form.HasRunningSums)
    return Peak;
  stable_sort(Peak.Entries, isListedBefore);
  Bytes Sum;
  for (PeakListEntry &E : Peak.Entries)
    E.Cumulative = Sum += E.Size;
  return Peak;
}

} // namespace hlomem
