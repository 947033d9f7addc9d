//===- ReplayPass.cpp - The pass 'replay' ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaReport.h"
#include "Replay/Replay.inc"
#include "hlomem/Passes/WhatIf/SpaceChange.h"
#include "llvm/ADT/Sequence.h"

using namespace llvm;

namespace hlomem {

namespace {

/// The remarks of one module that can be replayed.
class ReplayReport : public ReplayPass {
public:
  using ReplayPass::ReplayPass;

  void reportSpace(const SpaceVerdict &S);
  void noteOddities() const;
  void listDiffering();
  void listAll();
  void reportDonation();

private:
  std::string describeRules() const;
  Expected<SmallVector<uint64_t>> getDonated() const;
  void listValue(ValueId Value);

  /// Where a value lies: its allocation, and its slice there.
  struct Place {
    AllocationId Allocation;
    PlacedValue Slice;

    friend bool operator==(const Place &, const Place &) = default;
  };
  IdVector<ValueId, Place> getPlaces(ArrayRef<ReplayedAllocation> From) const;

  const RecordedAssignment &Record = ReplayPass::Replayed.Found->getRecord();
  const BestReplay &Best = ReplayPass::Replayed.Found->getBest();
  IdVector<ValueId, Place> Old = getPlaces(Record.allocations());
  IdVector<ValueId, Place> New = getPlaces(Best.Assignment.Allocations);
};

} // namespace

IdVector<ValueId, ReplayReport::Place>
ReplayReport::getPlaces(ArrayRef<ReplayedAllocation> From) const {
  IdVector<ValueId, Place> Places(Record.sizes().size());
  for (auto [I, A] : enumerate(From))
    for (const PlacedValue &M : A.Members)
      Places[M.Value] = {AllocationId(I), M};
  return Places;
}

/// The rules of several backends may give the same.
std::string ReplayReport::describeRules() const {
  std::string Name = hlomem::describeRules(*Best.How, Best.Assignment);
  if (Backend.get() == hlomem::Backend::Unknown)
    Name += ", perhaps of others: the dump does not tell its backend, which "
            "-backend names";
  return Name;
}

void ReplayReport::reportSpace(const SpaceVerdict &S) {
  NamedMemorySpace Space = Backend.name(S.Space);
  if (S.isExact())
    emit(remark::ReplayExact{.Space = Space,
                             .Count = S.Count,
                             .Size = S.RecordedBytes,
                             .Rules = describeRules()});
  else
    emit(remark::ReplayDiffers{
        .Space = Space,
        .Difference = absoluteDifference(S.ReplayedBytes, S.RecordedBytes),
        .Equal = S.EqualCount,
        .Count = S.Count,
        .Replayed = S.ReplayedBytes,
        .Recorded = S.RecordedBytes,
        .Rules = describeRules()});
  if (S.IsPreset)
    emit(remark::ReplayPresets{.Space = Space});
}

void ReplayReport::listValue(ValueId Value) {
  const Place &After = New[Value], &Before = Old[Value];
  if (!After.Allocation || !Before.Allocation)
    return;
  emit(remark::ReplayValue{.Value = Record.getName(Value),
                           .Allocation = After.Allocation.index(),
                           .Offset = After.Slice.Offset,
                           .Size = After.Slice.Size,
                           .DumpAllocation = Before.Allocation.index(),
                           .DumpOffset = Before.Slice.Offset,
                           .DumpSize = Before.Slice.Size});
}

void ReplayReport::listDiffering() {
  SmallVector<ValueId> Differing;
  for (ValueId V : Old.ids())
    if (Old[V] != New[V])
      Differing.push_back(V);
  if (Differing.empty())
    return;
  emit(remark::ReplayValues{.Count = Differing.size()});
  if (Options.Top != 0 && Differing.size() > Options.Top)
    Differing.truncate(Options.Top);
  for (ValueId V : Differing)
    listValue(V);
}

/// As the lines of a dump call it.
static std::string describeKind(const ReplayedAllocation &A,
                                const HloGraph &G) {
  SmallVector<std::string> Words;
  if (A.Parameter) {
    const GraphInstruction &I = G[A.Parameter->Instruction];
    raw_string_ostream OS(Words.emplace_back());
    OS << "parameter " << I.Number << ' ';
    I.Leaves->printIndex(A.Parameter->Leaf, OS);
  }
  if (A.IsConstant)
    Words.push_back("constant");
  if (A.IsThreadLocal)
    Words.push_back("thread-local");
  if (A.IsLiveOut)
    Words.push_back("live-out");
  return Words.empty() ? "temporary" : join(Words, ", ");
}

void ReplayReport::listAll() {
  emit(remark::ReplayAllocations{});
  for (auto [I, A] : enumerate(Best.Assignment.Allocations))
    emit(
        remark::ReplayAllocation{.Allocation = I,
                                 .Size = A.Size,
                                 .Space = Backend.name(A.Space),
                                 .Kind = describeKind(A, Record.getProgram())});
  emit(remark::ReplayAllValues{});
  for (ValueId V : Old.ids())
    listValue(V);
}

//===----------------------------------------------------------------------===//
// Donation
//===----------------------------------------------------------------------===//

Expected<SmallVector<uint64_t>> ReplayReport::getDonated() const {
  size_t Count = Record.getProgram().getEntry().Parameters.size();
  SmallVector<uint64_t> Numbers;
  for (StringRef Text : Options.Donate) {
    uint64_t Number = 0;
    if (Text == "all")
      append_range(Numbers, seq<uint64_t>(0, Count));
    else if (Text.getAsInteger(10, Number) || Number >= Count)
      return createStringError(
          "option 'donate' of pass 'replay' expects 'all' or the number of a "
          "parameter, of which the program has " +
          Twine(Count) + ", found '" + Text + "'");
    else
      Numbers.push_back(Number);
  }
  return Numbers;
}

void ReplayReport::reportDonation() {
  Expected<SmallVector<uint64_t>> Numbers = getDonated();
  if (!Numbers)
    return C.fail(Numbers.takeError());
  Expected<Donation> D = predictDonation(*this, *Numbers);
  if (D)
    hlomem::reportDonation<remark::ReplayDonation, remark::ReplayDonationCopies,
                           remark::ReplayDonationCopy,
                           remark::ReplayDonationRefused>(*this, Record, *D);
  else
    refuse<remark::ReplayDonationUnknown>(*this, D.takeError());
}

/// What of the program is not used, or not as its name says.
void ReplayReport::noteOddities() const {
  const HloGraph &G = Record.getProgram();
  if (ArrayRef Bad = G.badAliasingLists(); !Bad.empty())
    emit(remark::ReplayListIgnored{.Instruction = G[Bad.front().first].Name,
                                   .Why = Bad.front().second,
                                   .Count = Bad.size()});
  if (ArrayRef Bad = Record.getOwnRemat().Misnamed; !Bad.empty())
    emit(remark::ReplayMisnamed{.Instruction = G[Bad.front()].Name,
                                .Count = Bad.size()});
}

void ReplayPass::run() {
  if (!Replayed.Found) {
    if (reportArenas(*this, Options))
      C.emit(getLoc(M), remark::ReplayArenasOnly{.Why = Replayed.WhyNone});
    else
      emit(remark::ReplayNotApplicable{.Why = Replayed.WhyNone});
    return;
  }
  ReplayReport Report(*this, Options);
  const ReplayVerdict &Verdict = Replayed.Found->getBest().Verdict;
  for (const SpaceVerdict &S : Verdict.Spaces) {
    C.count(S.isExact() ? NumExact : NumDiffering);
    Report.reportSpace(S);
  }
  Report.noteOddities();
  if (Options.List == ReplayOptions::ListKind::All)
    Report.listAll();
  else if (Options.List == ReplayOptions::ListKind::Differing)
    Report.listDiffering();
  if (!Options.Donate.empty())
    Report.reportDonation();
}

HLOMEM_PASS(Replay, ReplayPass)

} // namespace hlomem
