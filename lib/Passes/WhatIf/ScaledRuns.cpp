//===- ScaledRuns.cpp - What other runs of a program would need -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/WhatIf/ScaledRuns.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Passes/WhatIf/DimensionScaling.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/WhatIf/Dimensions/DimensionAnalysis.h"
#include "hlomem/WhatIf/LivePeak.h"
#include "hlomem/WhatIf/Precision.h"
#include <set>

using namespace llvm;

namespace hlomem {

namespace {

class ScaledRunTrial {
public:
  ScaledRunTrial(const PassRun &Run, ChangeTrial &Trial,
                 const ChangeNames &Names,
                 SmallVectorImpl<std::string> &Untried)
      : Run(Run), Trial(Trial), Record(Trial.getProgram(0)), Names(Names),
        Untried(Untried) {}

  std::vector<ScaledRun> run();

private:
  void halve(const NamedDimension &D, ScaledRun::Kind What);
  void halveData();
  std::string findMissed(const NamedDimension &D,
                         const BufferShapes &New) const;
  void shard();
  void add(ScaledRun R, const BufferShapes &New);
  void assign(ScaledRun &R, const BufferShapes &New);

  const PassRun &Run;
  ChangeTrial &Trial;
  const RecordedAssignment &Record;
  const ChangeNames &Names;
  SmallVectorImpl<std::string> &Untried;
  std::vector<ScaledRun> Found;
};

} // namespace

void ScaledRunTrial::add(ScaledRun R, const BufferShapes &New) {
  const bool IsOfData = R.What != ScaledRun::Kind::Shard;
  R.WhyUnknown = Trial.whyForbidden();
  if (R.WhyUnknown.empty())
    R.WhyUnknown = New.WhyUnknown;
  if (R.WhyUnknown.empty() && IsOfData)
    R.WhyUnknown =
        toString(checkMeasured(Prediction::scalerun, Trial.getBackend()));
  R.Bound = Trial.getBound(New.get(), IsOfData);
  // Of what nothing links to the data, XLA may keep other copies then.
  if (IsOfData && !R.WhyUnknown.empty() && Record.getOwnRemat().Count != 0)
    R.Bound = Trial.getBase().Needed;
  if (R.WhyUnknown.empty() && !Trial.claim())
    return Untried.push_back(R.Name);
  if (R.WhyUnknown.empty())
    assign(R, New);
  if (!R.WhyUnknown.empty())
    R.Result.reset();
  Found.push_back(std::move(R));
}

/// Finds what \p R needs, or why that is unknown.
void ScaledRunTrial::assign(ScaledRun &R, const BufferShapes &New) {
  Expected<EditedAssignment> E = Trial.tryShapes(New.get());
  if (!E) {
    R.WhyUnknown = toString(E.takeError());
    return;
  }
  R.Result = Trial.sum(E->Allocations);
  const Bytes Before = Trial.getBase().Needed;
  if (R.What != ScaledRun::Kind::Shard)
    R.WhyUnknown = toString(checkBeyondError(
        absoluteDifference(R.Result->Needed, Before), Trial.getBackend()));
  const Bytes Saved = differenceOrZero(Before, R.Result->Needed);
  // Only data twice in a dimension, as in a table of all pairs, shrink more,
  // to a quarter. Programs of which that is most were never measured with
  // half the batch, and XLA fuses the smaller arrays in other ways.
  if (R.WhyUnknown.empty() && Saved > R.Bound &&
      (R.Guessed != 0 || R.What == ScaledRun::Kind::Batch)) {
    R.Bound = R.Guessed != 0 ? Saved : std::max(Saved, R.Bound + R.Bound / 2);
    R.WhyUnknown =
        "more than half of all temporaries would go, " +
        (R.Guessed == 0 ? "with arrays that have the dimension twice"
                        : "and a guess says that " +
                              countText(R.Guessed, "value carries it",
                                        "values carry it")) +
        "; recompile to know";
  }
  if (R.WhyUnknown.empty())
    R.Fullest = Names.describePeak(
        *E->After, findLivePeak(*E->After, E->Allocations, /*Space=*/0,
                                Trial.getPolicy()));
}

void ScaledRunTrial::halve(const NamedDimension &D, ScaledRun::Kind What) {
  BufferShapes New(Record);
  Expected<ScaledDimension> Scaled =
      scaleDimension(Run, Record, *Run.AM.getResult<DimensionAnalysis>().Links,
                     D, {1, 2}, "1/2", New);
  if (!Scaled) {
    consumeError(Scaled.takeError());
    return;
  }
  ScaledRun R;
  R.What = What;
  StringRef Word = What == ScaledRun::Kind::Batch ? "batch" : "length";
  R.Name =
      (Word + " " + Twine(D.Extent) + " -> " + Twine(Scaled->Extent)).str();
  R.How = "halves " + D.Place + "; " +
          countText(Scaled->Count, "value carries it", "values carry it");
  R.Guessed = Scaled->Guessed;
  R.Precision = getPrecision(Prediction::scalerun, Trial.getBackend());
  if (New.WhyUnknown.empty())
    New.WhyUnknown = findMissed(D, New);
  add(std::move(R), New);
}

/// Why the number says too little: temporaries at the peak that do not become
/// smaller, but have as many elements somewhere, or a multiple. Empty if they
/// are less than a twentieth of those that do.
std::string ScaledRunTrial::findMissed(const NamedDimension &D,
                                       const BufferShapes &New) const {
  constexpr uint64_t LeastPart = 20;
  std::optional<LivePeak> Peak = Trial.findPeak(0);
  if (!Peak)
    return "";
  // The layers of a stack of weights may be as many.
  const HloGraph &G = Record.getProgram();
  SmallVector<DimensionPlace> Known;
  // A cache or a tree may have the steps of a loop and the data in one.
  auto IsOfRun = [&](uint64_t Extent) {
    return Extent != 0 && Extent % D.Extent == 0;
  };
  for (InstructionId Parameter : G.getEntry().Parameters)
    for (auto [N, Of] : enumerate(G[Parameter].Type->getDimensions()))
      if (ValueId V = Record.getDataflow().getValueAt({Parameter, RootLeaf});
          V && !New.Types[V] && IsOfRun(Of.Extent))
        Known.push_back({{Parameter, RootLeaf}, static_cast<uint32_t>(N)});
  DimensionFlow Others(*Run.AM.getResult<DimensionAnalysis>().Links, Known);
  auto IsMissed = [&](ValueId V) {
    HloPlace P = Record.getDataflow().definitions()[V];
    ArrayRef<Dimension> Dimensions = Record.getShape(V).getDimensions();
    return any_of(enumerate(Dimensions), [&](const auto &Of) {
      return IsOfRun(Of.value().Extent) &&
             Others.getFactors(P, Of.index()).empty();
    });
  };
  Bytes Missed, Followed;
  uint64_t Count = 0;
  for (ValueId V :
       findLiveTemporaries(Record, Record.allocations(),
                           /*Space=*/0, Trial.getPolicy(), Peak->At)) {
    const Bytes Size = Record.sizes()[V];
    if (New.Types[V]) {
      Followed += Size;
    } else if (Record.getShape(V).isArray() && IsMissed(V)) {
      ++Count;
      Missed += Size;
    }
  }
  if (Missed < std::max(Followed / LeastPart, Bytes(1)))
    return "";
  return "at the peak " + countText(Count, "array") + " of " +
         toExactString(Missed) + ", which nothing links to it, " +
         (Count == 1 ? "has" : "have") + " a dimension of " +
         std::to_string(D.Extent) + " or a multiple too; recompile to know";
}

void ScaledRunTrial::halveData() {
  // The dimensions of a large program take longer than this.
  if (!mayHaveRunData(Run, Record.getProgram()))
    return;
  const auto &Dimensions = Run.AM.getResult<DimensionAnalysis>();
  if (!Dimensions.Links)
    return;
  RunDimensions Found = findRunDimensions(Run, Record, *Dimensions.Links);
  if (Found.Batch)
    halve(*Found.Batch, ScaledRun::Kind::Batch);
  if (Found.Length)
    halve(*Found.Length, ScaledRun::Kind::Length);
}

void ScaledRunTrial::shard() {
  constexpr uint64_t Devices = 4;
  const HloGraph &G = Record.getProgram();
  std::set<BufferId> Buffers;
  uint64_t Count = 0;
  for (InstructionId Parameter : G.getEntry().Parameters)
    for (LeafId Leaf : G[Parameter].Leaves->ids()) {
      ValueId V = Record.getDataflow().getValueAt({Parameter, Leaf});
      if (!V || !Record.getShape(V).isArray())
        continue;
      ++Count;
      Buffers.insert(Record.getBuffers().getBuffer(V));
    }
  BufferShapes New(Record);
  SmallVector<ValueId> Left =
      cutBuffers(Record, to_vector(Buffers), Devices, New);
  if (all_of(New.Types, [](const Shape *S) { return S == nullptr; }))
    return;
  uint64_t Whole = count_if(Left, [&](ValueId V) {
    HloPlace P = Record.getDataflow().definitions()[V];
    const GraphInstruction &I = G[P.Instruction];
    return I.Op == Opcode::Parameter && I.Computation == G.getEntryNumber();
  });
  ScaledRun R;
  R.What = ScaledRun::Kind::Shard;
  R.Name = "shard over " + std::to_string(Devices);
  R.How = std::to_string(Count - Whole) + " of " +
          countText(Count, "argument") + " sharded " + std::to_string(Devices) +
          " ways; temporaries counted unsharded";
  R.Precision = "arguments only";
  add(std::move(R), New);
}

std::vector<ScaledRun> ScaledRunTrial::run() {
  halveData();
  shard();
  std::ranges::stable_sort(Found, {}, [](const ScaledRun &R) {
    return R.Result ? R.Result->Needed : Bytes::overflow();
  });
  return std::move(Found);
}

std::vector<ScaledRun> tryScaledRuns(const PassRun &Run, ChangeTrial &Trial,
                                     const ChangeNames &Names,
                                     SmallVectorImpl<std::string> &Untried) {
  return ScaledRunTrial(Run, Trial, Names, Untried).run();
}

} // namespace hlomem
