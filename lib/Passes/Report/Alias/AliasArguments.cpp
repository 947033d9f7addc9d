//===- AliasArguments.cpp - Arguments, donated or not ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AliasReport.h"

#include "hlomem/Analysis/Program/InstructionIndex.h"
#include "hlomem/Passes/Selection/ValueSelection.h"
#include "hlomem/Passes/WhatIf/SpaceChange.h"
#include "hlomem/XlaSim/ReplayAnalysis.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace hlomem {

std::string AliasReport::describeTime(Time T) const {
  // Values that come from before the program begin at 0.
  return formatv("{0} {1}", T,
                 T < Live.getEndOfProgram() ? Live.schedule()[T] : "(end)");
}

static Bytes getSize(ArrayRef<const Argument *> List) {
  Bytes Size;
  for (const Argument *A : List)
    Size += A->Block->getSize();
  return Size;
}

Expected<std::optional<Donation>>
AliasReport::predict(ArrayRef<const Argument *> List) const {
  const auto &Replayed = AM.getResult<ReplayAnalysis>();
  if (Error E =
          checkPredictable(Replayed, AM.getResult<BackendAnalysis>().get(),
                           /*KeepsPresets=*/true))
    return E;
  SmallVector<uint64_t> Numbers;
  for (const Argument *A : List)
    Numbers.push_back(A->Block->getParameter()->Number);
  Expected<bool> ChangesAny =
      pairsResults(Replayed.Found->getRecord(), Numbers);
  if (!ChangesAny)
    return ChangesAny.takeError();
  if (!*ChangesAny)
    return std::nullopt;
  return predictDonation(*this, Numbers);
}

// Each assigns the whole program again, so that one for each row would be
// quadratic.
unsigned AliasReport::getMostPredictions() const {
  constexpr size_t Most = 64, Least = 8, AssignedValues = 4000000;
  return std::clamp(AssignedValues / std::max<size_t>(M.values().size(), 1),
                    Least, Most);
}

std::optional<Bytes> AliasReport::findSaving(ArrayRef<const Argument *> List) {
  // The rows for programs and those for people have most in common.
  auto [At, IsNew] = Savings.try_emplace(List.vec());
  if (!IsNew)
    return At->second;
  if (NumPredictions == getMostPredictions()) {
    HasUnpredicted = true;
    return std::nullopt;
  }
  ++NumPredictions;
  Expected<std::optional<Donation>> D = predict(List);
  if (!D) {
    consumeError(D.takeError());
    return std::nullopt;
  }
  At->second = Bytes(0);
  if (!*D)
    return At->second;
  const auto &Replayed = *AM.getResult<ReplayAnalysis>().Found;
  for (const SpaceVerdict &S :
       compareAssignments(Replayed.getRecord().allocations(), (*D)->Allocations)
           .Spaces)
    if (S.Space == List.front()->Block->getMemorySpace() &&
        S.ReplayedBytes < S.RecordedBytes)
      At->second = S.RecordedBytes - S.ReplayedBytes;
  return At->second;
}

// As donate<values=all> does it.
void AliasReport::reportSavings(bool TellsUnknown) {
  std::vector<const Argument *> All;
  for (const Argument &A : Arguments.arguments())
    All.push_back(&A);
  Expected<std::optional<Donation>> D = predict(All);
  if (!D) {
    std::string Why = toString(D.takeError());
    if (TellsUnknown)
      emit(remark::DonationSavingsUnknown{.Why = std::move(Why)});
    return;
  }
  if (!*D)
    return;
  const auto &Replayed = *AM.getResult<ReplayAnalysis>().Found;
  const auto &Backend = AM.getResult<BackendAnalysis>();
  for (const SpaceChange &S :
       findSpaceChanges(Replayed.getRecord(), (*D)->Allocations, Backend))
    if (S.isWorthTelling())
      emit(remark::DonationSavings{
          .Space = S.Space,
          .After = S.After,
          .Before = S.Before,
          .Difference = S.Difference,
          .Way = S.Way,
          .Precision = getPrecision(getPrediction(**D), Backend.get(),
                                    Replayed.getRecord(), S.Difference),
          .Presets = describePresets(Backend.get()).str()});
}

template <typename Headline, typename RowT, typename FillT>
void AliasReport::reportList(ArrayRef<const Argument *> List, FillT Fill) {
  if (List.empty())
    return;
  C.emit(List.front()->Block->getLoc(),
         Headline{.Count = List.size(), .Size = getSize(List)});
  auto GetItem = [](const Argument *A) {
    return FoldItem{A->Leaf, A->Block->getSize(),
                    static_cast<uint64_t>(A->State)};
  };
  // They are sorted by nothing.
  FoldedTable Table = makeTable(Options, Folding, List, GetItem, /*Top=*/0);
  Table.list(C, Options, [&](const TableRow &Of) {
    SmallVector<const Argument *> Members;
    for (size_t Member : Of.Names.Members)
      Members.push_back(List[Member]);
    const Argument &A = *Members.front();
    StringRef OpName = A.Leaf ? Names.findOpName(*A.Leaf) : "";
    RowT Row = {};
    Row.Size = Of.Size;
    Row.Saves = findSaving(Members);
    Row.Kind = Of.describeKind(*A.Block);
    Row.Argument = describeArgument(
        OpName.empty() ? "" : Of.getName(OpName.str()), Row.Kind);
    Row.StandsFor = Of.getName(A.Leaf ? Names.getName(*A.Leaf) : "");
    Row.OpName = OpName.str();
    C.emit(Fill(Row, A), Row, Of.Audience, Of.Fold);
  });
}

template <typename Headline, typename RowOfOne>
void AliasReport::reportDonations(ArrayRef<const Argument *> List) {
  reportList<Headline, RowOfOne>(List, [&](RowOfOne &Row, const Argument &A) {
    Row.Value = A.Leaf->getDefinition();
    Row.Shape = &A.Leaf->getShape();
    Row.Read = A.LastRead ? describeTime(*A.LastRead) : "never";
    Row.Result = toString(A.Output->getDefinition());
    Row.Written = formatv("{0} {1}", A.WrittenAt, A.Writer->getDefinition());
    return A.Leaf->getLoc();
  });
}

std::string AliasReport::explain(const Argument &A) const {
  switch (A.State) {
  case DonationState::NoOutput:
    return "no result of its padded size in its space";
  case DonationState::OtherSpace:
    return formatv("result {0} fits, but is in space {1}",
                   A.Output->getDefinition(),
                   A.Output->getAllocation().getMemorySpace());
  case DonationState::OtherShape:
    return formatv("result {0} has its size but another shape, {1}",
                   A.Output->getDefinition(),
                   toString(*A.OutputShape, /*WithLayout=*/false));
  case DonationState::OutputsTaken:
    return "other arguments take all results that would fit";
  case DonationState::ReadByWriter:
    return formatv("{0} ({1}) {2} result {3}", A.Writer->getInstructionName(),
                   A.WrittenAt,
                   Buffers.getInstructions().get(*A.Writer).Op == Opcode::Copy
                       ? "copies it in another layout to"
                       : "reads it last and writes",
                   A.Output->getDefinition());
  case DonationState::ReadLater:
    return formatv("read until {0}, but result {1} is written at {2} already",
                   describeTime(*A.LastRead), A.Output->getDefinition(),
                   A.WrittenAt);
  case DonationState::NoBytes:
    return "it has no bytes";
  case DonationState::Unknown:
    return "unknown";
  // Of donated arguments that XLA does not use.
  case DonationState::Possible:
  case DonationState::ConditionallyInPlace: {
    const std::string Result = "result " + toString(A.Output->getDefinition());
    if (!isSameShape(*A.OutputShape, A.Leaf->getShape(), /*WithLayout=*/true))
      return Result + " has another layout, " +
             toString(*A.OutputShape, /*WithLayout=*/true);
    if (A.State == DonationState::Possible)
      return Result + " fits, but XLA did not choose it";
    return (Result + " fits only if " + A.Writer->getInstructionName() +
            " writes in place")
        .str();
  }
  case DonationState::Done:
    llvm_unreachable("a result has its memory");
  }
  llvm_unreachable("no such state");
}

template <typename Headline>
void AliasReport::reportOthers(ArrayRef<const Argument *> List) {
  using RowT = remark::BlockedRow;
  reportList<Headline, RowT>(List, [&](RowT &Row, const Argument &A) {
    if (A.Leaf) {
      Row.Value = toString(A.Leaf->getDefinition());
      Row.Shape = toString(A.Leaf->getShape(), /*WithLayout=*/true);
    }
    Row.Why = explain(A);
    return A.Block->getLoc();
  });
}

// The largest part first, as everywhere.
void AliasReport::reportArguments() {
  ArrayRef<Argument> All = Arguments.arguments();
  if (All.empty())
    return;
  using ArgumentList = std::vector<const Argument *>;
  ArgumentList Donors, Done, Possible, IfInPlace, Blocked, Unknown;
  for (const Argument &A : All)
    (A.IsUnusedDonor                                  ? Donors
     : A.State == DonationState::Done                 ? Done
     : A.State == DonationState::Possible             ? Possible
     : A.State == DonationState::ConditionallyInPlace ? IfInPlace
     : A.State == DonationState::Unknown              ? Unknown
                                                      : Blocked)
        .push_back(&A);
  Bytes Size;
  for (const Argument &A : All)
    Size += A.Block->getSize();
  C.emit(All.front().Block->getLoc(),
         remark::ArgumentsFound{.Count = All.size(),
                                .Size = Size,
                                .Donated = Done.size(),
                                .DonatedSize = getSize(Done),
                                .Possible = Possible.size(),
                                .IfInPlace = IfInPlace.size(),
                                .Unused = Donors.size(),
                                .Blocked = Blocked.size(),
                                .Unknown = Unknown.size()});
  reportOthers<remark::DonorsUnused>(Donors);
  reportDonations<remark::DonationsPossible, remark::DonationRow>(Possible);
  reportDonations<remark::DonationsIfInPlace, remark::IfInPlaceRow>(IfInPlace);
  reportOthers<remark::ArgumentsBlocked>(Blocked);
  const bool CanDonate = !Possible.empty() || !IfInPlace.empty();
  if (CanDonate || !Blocked.empty())
    reportSavings(/*TellsUnknown=*/CanDonate);
  if (HasUnpredicted)
    emit(remark::DonationSavingsLimited{.Count = NumPredictions});
  if (CanDonate)
    emit(remark::DonationCondition{});
  reportOthers<remark::ArgumentsUnknown>(Unknown);
}

} // namespace hlomem
