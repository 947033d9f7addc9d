//===- PeakList.cpp - XLA's rules of the list of the peak -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/PeakList.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/Module.h"

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
                                   const HloPosition &Definition, bool IsLeaf,
                                   const Value *V) {
  // Of an array or a tuple's own table the two are the same.
  ShapeIndex Index = IsLeaf ? Definition.getIndex() : ShapeIndex();
  if (V && V->isAllocated() && Definition.getIndex() == Index)
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

namespace {

/// The sizes of whole results. Values that stand side by side often are parts
/// of one, which is then looked up once, and not at all if it stands there too.
class ResultSizes {
public:
  explicit ResultSizes(const Module &M) : M(M) {}

  /// Of the result that \p V is a part of, by what was met last of those with
  /// its name: a sound dump has one.
  std::optional<Bytes> get(const Value &V) {
    const HloPosition &N = V.getDefinition();
    if (N.getIndex().empty()) {
      Name = V.isAllocated() ? N.getName() : StringRef();
      Whole = &V;
    } else {
      if (N.getName() != Name) {
        Name = N.getName();
        Whole = M.findValue(Name, ShapeIndex());
      }
      if (Whole)
        return Whole->getShape().getLogicalSize();
    }
    return getListedSize(M, N, /*IsLeaf=*/false, &V);
  }

private:
  const Module &M;
  StringRef Name;
  const Value *Whole = nullptr;
};

/// A sum of many sizes, which 64 bits need not hold.
using Wide = unsigned __int128;

} // namespace

/// As computePeakTime(). \p Total is set to the sum of all sizes; the result is
/// right if \p SumT can hold it.
template <typename SumT>
static std::optional<Time> findLargestSum(const Module &M, Wide &Total) {
  // What is added to the sum at each time, modulo what the type holds: XLA adds
  // what begins before it takes off what has ended before.
  std::vector<SumT> Changes(size_t(M.getEndOfProgram()) + 3);
  ResultSizes Sizes(M);
  Total = 0;
  for (const Value *V : liveRangeOrder(M)) {
    std::optional<Bytes> Size = Sizes.get(*V);
    if (!Size || Size->isOverflow())
      return std::nullopt;
    LiveRange R = *V->getLiveRange();
    Changes[R.Begin] += Size->count();
    Changes[size_t(R.End) + 2] -= Size->count();
    Total += Size->count();
  }
  SumT Sum = 0, Largest = 0;
  Time At = 0;
  for (auto [T, Change] : enumerate(Changes)) {
    Sum += Change;
    if (Sum > Largest) {
      Largest = Sum;
      At = T;
    }
  }
  return At;
}

std::optional<Time> computePeakTime(const Module &M) {
  if (!M.hasLiveRanges() || !unlistedLiveRanges(M).empty())
    return std::nullopt;
  Wide Total = 0;
  std::optional<Time> At = findLargestSum<uint64_t>(M, Total);
  if (Total > std::numeric_limits<uint64_t>::max())
    At = findLargestSum<Wide>(M, Total);
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
             const std::optional<PrintedPeak> &Claimed,
             function_ref<Bytes(const HloPosition &, const Value *)> GetSize) {
  const DenseMap<DefinitionKey, Bytes> ClaimedSizes = getClaimedSizes(Claimed);
  auto SizeOf = [&](const HloPosition &N, const Value *V) {
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
  const UnlistedLiveRange *Unlisted = unlistedLiveRanges(M).begin();
  for (const Value *V : liveRangeOrder(M)) {
    const HloPosition &N = V ? V->getDefinition() : Unlisted->Definition;
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
