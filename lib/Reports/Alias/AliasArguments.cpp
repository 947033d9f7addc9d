//===- AliasArguments.cpp - Arguments, donated or not ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AliasReport.h"

#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Program/InstructionIndex.h"
#include "hlomem/PassUtils/ProgramSelection.h"
#include "hlomem/PassUtils/ReplayedChange.h"
#include "hlomem/PassUtils/ValueSelection.h"
#include "hlomem/Replay/Precision.h"
#include "hlomem/Replay/ReplayAnalysis.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace hlomem {

std::string AliasReport::describeTime(Time T) const {
  // Values that come from before the program begin at 0.
  return formatv("{0} {1}", T,
                 T < Live.getEndOfProgram() ? Live.schedule()[T] : "(end)");
}

static std::string toString(const Shape &S, bool WithLayout) {
  std::string Text;
  raw_string_ostream OS(Text);
  S.print(OS, WithLayout);
  return Text;
}

std::vector<const Argument *>
AliasReport::findArguments(function_ref<bool(Donation)> Is) const {
  std::vector<const Argument *> Found;
  for (const Argument &A : Arguments.arguments())
    if (Is(A.State) && !A.IsUnusedDonor)
      Found.push_back(&A);
  return Found;
}

std::vector<const Argument *> AliasReport::findUnusedDonors() const {
  std::vector<const Argument *> Found;
  for (const Argument &A : Arguments.arguments())
    if (A.IsUnusedDonor)
      Found.push_back(&A);
  return Found;
}

static bool isBlocked(Donation State) {
  switch (State) {
  case Donation::NoOutput:
  case Donation::OtherSpace:
  case Donation::OtherShape:
  case Donation::OutputsTaken:
  case Donation::ReadByWriter:
  case Donation::ReadLater:
  case Donation::NoBytes:
    return true;
  case Donation::Done:
  case Donation::Possible:
  case Donation::ConditionallyInPlace:
  case Donation::Unknown:
    return false;
  }
  llvm_unreachable("no such state");
}

static Bytes getSize(ArrayRef<const Argument *> List) {
  Bytes Size;
  for (const Argument *A : List)
    Size += A->Block->getSize();
  return Size;
}

Expected<replay::Donation>
AliasReport::predict(ArrayRef<const Argument *> List) const {
  const auto &Replayed = AM.getResult<ReplayAnalysis>();
  Backend Kind = AM.getResult<BackendAnalysis>().get();
  if (Error E = checkPredictable(Replayed, Kind, /*KeepsPresets=*/true))
    return E;
  SmallVector<uint64_t> Numbers;
  for (const Argument *A : List)
    Numbers.push_back(A->Block->getParameter()->Number);
  const replay::RecordedAssignment &Record = Replayed.Found->getRecord();
  Expected<replay::Donation> D =
      replay::donate(Record, Numbers, *Replayed.Found->getBest().How);
  if (!D)
    return D.takeError();
  if (Error E = replay::checkKnown(Record, *D))
    return E;
  return D;
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
  Expected<replay::Donation> D = predict(List);
  if (!D) {
    consumeError(D.takeError());
    return std::nullopt;
  }
  At->second = Bytes(0);
  const auto &Replayed = *AM.getResult<ReplayAnalysis>().Found;
  for (const replay::SpaceVerdict &S :
       replay::compareAssignments(Replayed.getRecord().allocations(),
                                  D->Allocations)
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
  Expected<replay::Donation> D = predict(All);
  if (!D) {
    std::string Why = toString(D.takeError());
    if (TellsUnknown)
      C.emit(SMLoc(), remark::DonationSavingsUnknown{.Why = std::move(Why)});
    return;
  }
  const auto &Replayed = *AM.getResult<ReplayAnalysis>().Found;
  if (D->getNewPairs(Replayed.getRecord()).empty())
    return;
  const auto &Backend = AM.getResult<BackendAnalysis>();
  for (const SpaceChange &S :
       findSpaceChanges(Replayed.getRecord(), D->Allocations, Backend))
    if (S.isWorthTelling())
      C.emit(SMLoc(), remark::DonationSavings{
                          .Space = S.Space,
                          .After = S.After,
                          .Before = S.Before,
                          .Difference = S.Difference,
                          .Way = S.Way,
                          .Precision = replay::getPrecision(
                              replay::getPrediction(*D), Backend.get(),
                              Replayed.getRecord(), S.Difference),
                          .Presets = describePresets(Backend.get()).str()});
}

/// "parameter 3"; of several the kind alone.
static std::string describeNumber(const TableRow &Row, const Argument &A) {
  return Row.Fold ? getKindName(*A.Block) : describeKind(*A.Block);
}

std::string AliasReport::describeRow(const TableRow &Row,
                                     const Argument &A) const {
  StringRef OpName = A.Leaf ? Names.findOpName(*A.Leaf) : "";
  return describeArgument(OpName.empty() ? "" : Row.getName(OpName.str()),
                          describeNumber(Row, A));
}

template <typename Headline>
void AliasReport::reportList(ArrayRef<const Argument *> List,
                             ArgumentRow Emit) {
  if (List.empty())
    return;
  C.emit(List.front()->Block->getLoc(),
         Headline{.Count = List.size(), .Size = getSize(List)});
  std::vector<FoldItem> Items;
  for (const Argument *A : List)
    Items.push_back(
        {A->Leaf, A->Block->getSize(), static_cast<uint64_t>(A->State)});
  // They are sorted by nothing.
  FoldedTable(getFolding(), std::move(Items), /*Top=*/0)
      .list(C, Options, [&](const TableRow &Of) {
        SmallVector<const Argument *> Members;
        for (size_t Member : Of.Names.Members)
          Members.push_back(List[Member]);
        Emit(*Members.front(), Of, findSaving(Members));
      });
}

template <typename Headline, typename RowOfOne>
void AliasReport::reportDonations(ArrayRef<const Argument *> List) {
  reportList<Headline>(List, [&](const Argument &A, const TableRow &Of,
                                 std::optional<Bytes> Saves) {
    C.emit(A.Leaf->getLoc(),
           RowOfOne{.Size = Of.Size,
                    .Saves = Saves,
                    .Argument = describeRow(Of, A),
                    .Kind = describeNumber(Of, A),
                    .StandsFor = Of.getName(Names.getName(*A.Leaf)),
                    .OpName = Names.findOpName(*A.Leaf).str(),
                    .Value = A.Leaf->getDefinition(),
                    .Shape = &A.Leaf->getShape(),
                    .Read = A.LastRead ? describeTime(*A.LastRead) : "never",
                    .Result = toString(A.Output->getDefinition()),
                    .Written = formatv("{0} {1}", A.WrittenAt,
                                       A.Writer->getDefinition())},
           Of.Audience, Of.Fold);
  });
}

std::string AliasReport::explain(const Argument &A) const {
  std::string Text;
  raw_string_ostream OS(Text);
  switch (A.State) {
  case Donation::NoOutput:
    OS << "no result of its padded size in its space";
    break;
  case Donation::OtherSpace:
    OS << "result " << A.Output->getDefinition() << " fits, but is in space "
       << A.Output->getAllocation().getMemorySpace();
    break;
  case Donation::OtherShape:
    OS << "result " << A.Output->getDefinition()
       << " has its size but another shape, "
       << toString(*A.OutputShape, /*WithLayout=*/false);
    break;
  case Donation::OutputsTaken:
    OS << "other arguments take all results that would fit";
    break;
  case Donation::ReadByWriter:
    OS << A.Writer->getInstructionName() << " (" << A.WrittenAt << ") ";
    if (Buffers.getInstructions().get(*A.Writer).Op == Opcode::Copy)
      OS << "copies it in another layout to result "
         << A.Output->getDefinition();
    else
      OS << "reads it last and writes result " << A.Output->getDefinition();
    break;
  case Donation::ReadLater:
    OS << "read until " << describeTime(*A.LastRead) << ", but result "
       << A.Output->getDefinition() << " is written at " << A.WrittenAt
       << " already";
    break;
  case Donation::NoBytes:
    OS << "it has no bytes";
    break;
  case Donation::Unknown:
    OS << "unknown";
    break;
  // Of donated arguments that XLA does not use.
  case Donation::Possible:
  case Donation::ConditionallyInPlace:
    OS << "result " << A.Output->getDefinition();
    if (!isSameShape(*A.OutputShape, A.Leaf->getShape(), /*WithLayout=*/true))
      OS << " has another layout, "
         << toString(*A.OutputShape, /*WithLayout=*/true);
    else if (A.State == Donation::Possible)
      OS << " fits, but XLA did not choose it";
    else
      OS << " fits only if " << A.Writer->getInstructionName()
         << " writes in place";
    break;
  case Donation::Done:
    llvm_unreachable("a result has its memory");
  }
  return Text;
}

template <typename Headline>
void AliasReport::reportOthers(ArrayRef<const Argument *> List) {
  reportList<Headline>(List, [&](const Argument &A, const TableRow &Of,
                                 std::optional<Bytes> Saves) {
    C.emit(A.Block->getLoc(),
           remark::BlockedRow{
               .Size = Of.Size,
               .Saves = Saves,
               .Argument = describeRow(Of, A),
               .Kind = describeNumber(Of, A),
               .StandsFor = Of.getName(A.Leaf ? Names.getName(*A.Leaf) : ""),
               .OpName = A.Leaf ? Names.findOpName(*A.Leaf).str() : "",
               .Value = A.Leaf ? toString(A.Leaf->getDefinition()) : "",
               .Shape = A.Leaf
                            ? toString(A.Leaf->getShape(), /*WithLayout=*/true)
                            : "",
               .Why = explain(A)},
           Of.Audience, Of.Fold);
  });
}

// The largest part first, as everywhere.
void AliasReport::reportArguments() {
  ArrayRef<Argument> All = Arguments.arguments();
  if (All.empty())
    return;
  auto Find = [this](Donation State) {
    return findArguments([State](Donation Of) { return Of == State; });
  };
  std::vector<const Argument *> Donors = findUnusedDonors(),
                                Done = Find(Donation::Done),
                                Possible = Find(Donation::Possible),
                                IfInPlace =
                                    Find(Donation::ConditionallyInPlace),
                                Blocked = findArguments(isBlocked),
                                Unknown = Find(Donation::Unknown);
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
    C.emit(SMLoc(), remark::DonationSavingsLimited{.Count = NumPredictions});
  if (CanDonate)
    C.emit(SMLoc(), remark::DonationCondition{});
  reportOthers<remark::ArgumentsUnknown>(Unknown);
}

} // namespace hlomem
