//===- ReplayAnalysis.cpp - A module's assignment, made again -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/XlaSim/ReplayAnalysis.h"
#include "TextRecord.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Program/ProgramGraph.h"
#include "hlomem/Analysis/Target.h"
#include "hlomem/IR/Device.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/ProgramSource.h"
#include "hlomem/Proto/HloProtoSource.h"
#include "hlomem/Proto/ProtoModule.h"
#include "hlomem/Support/Unavailable.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace hlomem {

AnalysisKey ReplayAnalysis::Key;

/// What the names of a program are in.
struct Replay::Source {
  /// Null where Program is set.
  std::shared_ptr<const WholeHloProto> Proto;
  std::shared_ptr<const ProgramSource> Program;
  std::optional<RecordedAssignment> Record;
};

Replay::Replay(std::unique_ptr<Source> From, BestReplay Best)
    : From(std::move(From)), Best(std::move(Best)) {}
Replay::Replay(Replay &&) = default;
Replay &Replay::operator=(Replay &&) = default;
Replay::~Replay() = default;

const RecordedAssignment &Replay::getRecord() const { return *From->Record; }

std::shared_ptr<const ProgramSource> Replay::getProgramText() const {
  return From->Program;
}

std::shared_ptr<const WholeHloProto> Replay::getProto() const {
  return From->Proto;
}

/// The HloProto of \p M itself, or the one beside it; null where there is none.
static Expected<std::shared_ptr<const HloProtoSource>>
findProtoOf(const Module &M) {
  const ProtoProvenance *Proto = getProtoProvenance(M);
  if (Proto && !Proto->IsAssignmentAlone)
    return Proto->Source;
  const auto *Origin = dyn_cast_or_null<DumpProvenance>(M.getProvenance());
  if (!Origin || !Origin->LoadProto)
    return createStringError(NeedsProto);
  Expected<SourceText> Text = Origin->LoadProto();
  if (!Text)
    return Text.takeError();
  return std::make_shared<HloProtoSource>(std::move(*Text));
}

static bool isOf(const ReplayedAllocation &R, const Allocation &A,
                 IdArrayRef<ValueId, uint64_t> Ids) {
  if (R.Size != A.getSize() || R.Space != A.getMemorySpace() ||
      R.IsThreadLocal != A.isThreadLocal() ||
      R.Members.size() != A.values().size())
    return false;
  // Ids may be any number, which keys of a DenseMap may not.
  SmallVector<std::tuple<uint64_t, Bytes, Bytes>> Ours, Theirs;
  for (const PlacedValue &P : R.Members)
    Ours.push_back({Ids[P.Value], P.Offset, P.Size});
  for (const Value &V : A.values())
    Theirs.push_back({V.getId(), V.getOffset(), V.getSize()});
  llvm::sort(Ours);
  llvm::sort(Theirs);
  return Ours == Theirs;
}

/// A file beside a dump may be of another compilation.
static bool isOf(const RecordedAssignment &Record, const Module &M,
                 IdArrayRef<ValueId, uint64_t> Ids) {
  return Record.allocations().size() == M.allocations().size() &&
         all_of(zip_equal(Record.allocations(), M.allocations()),
                [&](auto Pair) {
                  return isOf(std::get<0>(Pair), std::get<1>(Pair), Ids);
                });
}

/// An error is empty where there is no text. Where the text of the program
/// stands beside the dump, it tells all but the order in which values are
/// numbered, and of several releases that print such a dump which it is: the
/// one that the replay is closest with.
Expected<Replay> Replay::createOfText(const Module &M, AnalysisManager &AM,
                                      const Device *OnDevice) {
  if (M.isIncomplete())
    return createStringError("the dump is broken, and values may be missing");
  const auto &Text = AM.getResult<ProgramGraphAnalysis>();
  if (!Text.Graph)
    return createStringError(Text.Problem);
  std::optional<Replay> Closest;
  for (XlaRelease Release : findReleases(M)) {
    auto From = std::make_unique<Source>();
    From->Program = Text.Program;
    Expected<RecordedAssignment> Record =
        makeTextRecord(M, Text.Graph, Release);
    if (!Record)
      return Record.takeError();
    From->Record.emplace(std::move(*Record));
    Expected<BestReplay> Best = findReplay(
        *From->Record, AM.getResult<BackendAnalysis>().get(), OnDevice);
    if (!Best)
      return Best.takeError();
    const bool IsExact = Best->Verdict.isExact();
    if (!Closest || IsExact ||
        Best->Verdict.getEqualCount() >
            Closest->getBest().Verdict.getEqualCount())
      Closest = Replay(std::move(From), std::move(*Best));
    if (IsExact)
      break;
  }
  return std::move(*Closest);
}

Expected<Replay> Replay::create(const Module &M, AnalysisManager &AM,
                                const Device *OnDevice) {
  if (M.isEdited())
    return createStringError("a pass has changed the assignment");
  Expected<std::shared_ptr<const HloProtoSource>> Proto = findProtoOf(M);
  if (!Proto) {
    Expected<Replay> OfText = createOfText(M, AM, OnDevice);
    if (OfText) {
      consumeError(Proto.takeError());
      return OfText;
    }
    std::string Why = toString(OfText.takeError());
    if (Why.empty())
      return Proto.takeError();
    return createStringError(
        toString(Proto.takeError()) +
        "; the text of the program does not suffice: " + Why);
  }
  StringRef Name = sys::path::filename((*Proto)->getText().FileName);
  Expected<std::shared_ptr<const WholeHloProto>> Whole = (*Proto)->readWhole();
  if (!Whole)
    return createStringError(Name + ": " + toString(Whole.takeError()));
  auto From = std::make_unique<Source>();
  From->Proto = std::move(*Whole);
  const HloProtoContents &Contents = From->Proto->Contents;
  IdVector<ValueId, uint64_t> Ids;
  for (const HloProtoValue &V : Contents.Assignment.Values)
    Ids.push_back(V.Id);
  From->Record = RecordedAssignment::fromProto(Contents);
  if (!isOf(*From->Record, M, Ids))
    return createStringError(Name + " is of another assignment");
  Expected<BestReplay> Best = findReplay(
      *From->Record, AM.getResult<BackendAnalysis>().get(), OnDevice);
  if (!Best)
    return Best.takeError();
  return Replay(std::move(From), std::move(*Best));
}

Error checkReplayed(const ReplayResult &R, Backend Kind) {
  if (!R.Found)
    return unavailable(R.WhyNone);
  if (Kind == Backend::Unknown)
    return unavailable(
        "the dump does not tell its backend, which -backend names");
  return Error::success();
}

/// Unavailable if the replay has anything of main memory elsewhere.
static Error checkPlaced(const ReplayVerdict &Verdict, Backend Kind) {
  bool IsPlaced = true;
  Bytes Off;
  for (const SpaceVerdict &S : Verdict.Spaces)
    if (isMainMemory(Kind, S.Space) && !S.IsPlacedExactly) {
      IsPlaced = false;
      Off += absoluteDifference(S.ReplayedBytes, S.RecordedBytes);
    }
  if (IsPlaced)
    return Error::success();
  return unavailable(
      Off.isZero()
          ? "the replay differs from the dump in where values lie"
          : "the replay differs from the dump by " + toExactString(Off));
}

Error checkPredictable(const ReplayResult &R, Backend Kind, bool KeepsPresets) {
  if (Error E = checkReplayed(R, Kind))
    return E;
  const BestReplay &Best = R.Found->getBest();
  if (Error E = checkPlaced(Best.Verdict, Kind))
    return E;
  if (Best.How->Kind == Backend::TPU && !KeepsPresets)
    return unavailable("on a TPU such a change makes the compiler move other "
                       "values to VMEM; recompile to know");
  return Error::success();
}

Error checkEditable(const ReplayResult &R, Backend Kind, bool KeepsPresets) {
  if (Error E = checkPredictable(R, Kind, KeepsPresets))
    return E;
  if (!R.Found->getProto())
    return unavailable(NeedsProto);
  // The module has all of it.
  if (!R.Found->getBest().Verdict.isExact())
    return unavailable("the replay differs from the dump");
  return Error::success();
}

ReplayResult ReplayAnalysis::run(const Module &M, AnalysisManager &AM) {
  ReplayResult Result;
  const Target &Machine = AM.getTarget();
  const Device *OnDevice = Machine.Compile.For.get();
  if (!OnDevice && Machine.OnDevice)
    OnDevice = Machine.OnDevice->Kind;
  Expected<Replay> Found = Replay::create(M, AM, OnDevice);
  if (Found)
    Result.Found = std::move(*Found);
  else
    Result.WhyNone = toString(Found.takeError());
  return Result;
}

} // namespace hlomem
