//===- AliasLoops.cpp - Loops, their copies, and conditionals -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AliasReport.h"
#include "hlomem/IR/AssignmentEdit.h"
#include "hlomem/Passes/Selection/ValueSelection.h"
#include "hlomem/Support/CountText.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace hlomem {

static std::string describeTrips(const Loop &L) {
  if (!L.TripCount)
    return "unknown number of iterations";
  return countText(*L.TripCount, "iteration");
}

/// Of the arrays that \p L carries, or of those in one state.
static Bytes getSize(const Loop &L,
                     std::optional<LeafState> State = std::nullopt) {
  Bytes Size;
  for (const CarriedLeaf &Leaf : L.Leaves)
    if (const Value *V = Leaf.getValue();
        V && !Leaf.IsTable && Leaf.State == State.value_or(Leaf.State))
      Size += V->getSize();
  return Size;
}

static std::string orUnknown(StringRef Name) {
  return Name.empty() ? "(unknown)" : Name.str();
}

/// The \p Top of \p All with the most bytes, in their order.
template <typename T, typename GetSizeT>
static std::vector<const T *> chooseLargest(ArrayRef<T> All, unsigned Top,
                                            GetSizeT GetSize) {
  std::vector<const T *> Chosen;
  for (const T &Element : All)
    Chosen.push_back(&Element);
  std::ranges::stable_sort(Chosen, std::greater(),
                           [&](const T *Element) { return GetSize(*Element); });
  Chosen.resize(countListed(Chosen.size(), Top));
  llvm::sort(Chosen);
  return Chosen;
}

void AliasReport::reportLoops() {
  ArrayRef<Loop> All = Loops.loops();
  if (!Loops.knowsComputations() &&
      (!All.empty() || !Loops.conditionals().empty()))
    emit(remark::ComputationsUnknown{});
  std::vector<const Loop *> Listed =
      chooseLargest(All, Options.Top, [](const Loop &L) { return getSize(L); });
  for (const Loop *L : Listed)
    reportLoop(*L);
  reportRest(C, Options, All.size() - Listed.size(), "loops");
}

std::string AliasReport::describeAround(const Loop &L) const {
  std::string Text;
  raw_string_ostream OS(Text);
  for (const Loop *At = &L; At->Parent;) {
    At = &Loops.loops()[*At->Parent];
    OS << ", in " << At->Name;
  }
  if (L.IsConditional)
    OS << ", in a branch";
  return Text;
}

void AliasReport::reportLoop(const Loop &L) {
  C.emit(SMLoc::getFromPointer(L.Name.data()),
         remark::LoopFound{.Loop = L.Name,
                           .Trips = describeTrips(L),
                           .Size = getSize(L),
                           .Count = L.countLeaves(),
                           .InPlace = L.countLeaves(LeafState::InPlace),
                           .Invariant = L.countLeaves(LeafState::Invariant),
                           .Copied = L.countLeaves(LeafState::Copied),
                           .Phis = L.PhiCount});
  reportLeaves(L);
  emit(remark::LoopParts{
      .Init = orUnknown(L.Init),
      .Condition = formatv("{0} (parameter {1})", orUnknown(L.ConditionName),
                           orUnknown(L.ConditionParameter)),
      .Body = formatv("{0} (parameter {1}, root {2})", orUnknown(L.BodyName),
                      orUnknown(L.BodyParameter), orUnknown(L.BodyRoot)),
      .Around = describeAround(L)});
  if (uint64_t Count = L.countLeaves(LeafState::Unknown)) {
    StringRef Why = "the dump lacks some of their values";
    if (L.BodyParameter.empty())
      Why = "it is not known which its computations are";
    else if (L.BodyRoot.empty())
      Why = "the root of its body is not known";
    emit(remark::LoopLeavesUnknown{.Count = Count,
                                   .Size = getSize(L, LeafState::Unknown),
                                   .Why = Why.str()});
  }
  reportCopies(L);
}

void AliasReport::reportLeaves(const Loop &L) {
  std::vector<const CarriedLeaf *> Leaves;
  for (const CarriedLeaf &Leaf : L.Leaves)
    if (!Leaf.IsTable && Leaf.getValue())
      Leaves.push_back(&Leaf);
  auto GetSize = [](const CarriedLeaf *Leaf) {
    return Leaf->getValue()->getSize();
  };
  std::ranges::stable_sort(Leaves, std::greater(), GetSize);
  listRows(C, Options, Leaves, GetSize, [&](const CarriedLeaf *Leaf) {
    const Value &V = *Leaf->getValue();
    C.emit(V.getLoc(),
           remark::LoopLeaf{
               .Size = V.getSize(),
               .Index = "{" + Leaf->Index + "}",
               .State = getName(Leaf->State).str(),
               .Slice = formatv("{0} at {1}", V.getAllocation().getIndex(),
                                V.getOffset().count()),
               .From = Leaf->Init ? toString(Leaf->Init->getDefinition())
                                  : "(unknown)",
               .Value = V.getDefinition(),
               .Shape = &V.getShape()});
  });
}

std::string AliasReport::explain(const LoopCopy &Copy) const {
  StringRef Writer = Copy.Writer->getInstructionName();
  const size_t Late = Copy.LateReaders.size();
  if (Late == 0 && !Copy.IsReadByWriter)
    return formatv(
        "kept after {0} ({1}), which writes the leaf; no reader is seen",
        Writer, Copy.WrittenAt);
  if (Late == 0)
    return formatv("{0} reads it while it writes the leaf at {1}", Writer,
                   Copy.WrittenAt);
  return formatv(
      "{0}{1} it after {2} writes the leaf at {3}{4}", Copy.LateReaders.front(),
      Late > 1 ? " and " + utostr(Late - 1) + " more read"
               : std::string(" reads"),
      Writer, Copy.WrittenAt, Copy.IsReadByWriter ? ", reading it" : "");
}

// Without the copy the leaf itself is read, up to the time at which it is
// written. Its slice may have another use by then, so that these bytes are
// counted where the copy is, which is free.
void AliasReport::reportCopies(const Loop &L) {
  if (L.Copies.empty())
    return;
  Bytes Size;
  for (const LoopCopy &Copy : L.Copies)
    Size += Copy.Copy->getSize();
  std::string Moved;
  if (L.Iterations)
    Moved = formatv(", {0} in {1} iterations",
                    toExactString(Size * *L.Iterations), *L.Iterations);
  else if (L.TripCount)
    Moved = formatv(", {0} in each {1} iterations",
                    toExactString(Size * *L.TripCount), *L.TripCount);
  else
    Moved = ", unknown how often";
  AssignmentEdit WithoutAny(M);
  removeLoopCopies(Live, L, WithoutAny);
  C.emit(SMLoc::getFromPointer(L.Name.data()),
         remark::LoopCopies{.Loop = L.Name,
                            .Count = L.Copies.size(),
                            .Size = Size,
                            .Moved = Moved,
                            .Cost = WhatIf.getDecrease(WithoutAny)});
  auto GetSize = [](const LoopCopy &Copy) { return Copy.Copy->getSize(); };
  listRows(C, Options, L.Copies, GetSize, [&](const LoopCopy &Copy) {
    const Value &V = *Copy.Copy;
    const SpaceTimeline &Space =
        Timeline.getSpace(V.getAllocation().getMemorySpace());
    std::optional<Bytes> InAll;
    if (L.Iterations)
      InAll = V.getSize() * *L.Iterations;
    AssignmentEdit Without(M);
    removeLoopCopy(Live, L, Copy, Without);
    C.emit(V.getLoc(),
           remark::LoopCopyRow{
               .Size = V.getSize(),
               .Moved = InAll,
               .Cost = WhatIf.getDecrease(Without),
               .AtPeak = Live.isLiveAt(V, Space.Peak.At) ? "yes" : "no",
               .Value = V.getDefinition(),
               .Leaf = toString(L.Leaves[Copy.Leaf].Body->getDefinition()),
               .Why = explain(Copy)});
  });
}

void AliasReport::reportConditionals() {
  ArrayRef<Conditional> All = Loops.conditionals();
  std::vector<const Conditional *> Listed = chooseLargest(
      All, Options.Top, [](const Conditional &C) { return C.InBranchesSize; });
  for (const Conditional *Conditional : Listed)
    reportConditional(*Conditional);
  reportRest(C, Options, All.size() - Listed.size(), "conditionals");
}

void AliasReport::reportConditional(const Conditional &Conditional) {
  SMLoc Loc = SMLoc::getFromPointer(Conditional.Name.data());
  if (Conditional.Branches.empty()) {
    C.emit(Loc, remark::ConditionalUnknown{.Conditional = Conditional.Name});
    return;
  }
  ArrayRef<UnsharedPair> Pairs = Conditional.Unshared;
  Bytes Unshared;
  for (const UnsharedPair &P : Pairs)
    Unshared += P.First->getSize();
  C.emit(Loc, remark::ConditionalFound{.Conditional = Conditional.Name,
                                       .Count = Conditional.Branches.size(),
                                       .Values = Conditional.InBranches,
                                       .Size = Conditional.InBranchesSize,
                                       .Pairs = Pairs.size(),
                                       .Unshared = Unshared});
  auto GetSize = [](const UnsharedPair &P) { return P.First->getSize(); };
  listRows(C, Options, Pairs, GetSize, [&](const UnsharedPair &P) {
    C.emit(P.First->getLoc(),
           remark::UnsharedRow{.Size = P.First->getSize(),
                               .Value = P.First->getDefinition(),
                               .Range = *Live.getRange(*P.First),
                               .Other = toString(P.Second->getDefinition()),
                               .OtherRange = *Live.getRange(*P.Second)});
  });
}

} // namespace hlomem
