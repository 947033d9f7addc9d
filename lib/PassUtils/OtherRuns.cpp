//===- OtherRuns.cpp - What other runs of a program would need ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/PassUtils/OtherRuns.h"
#include "hlomem/IR/Module.h"
#include "hlomem/PassUtils/DimensionScaling.h"
#include "hlomem/Replay/BufferShapes.h"
#include "hlomem/Replay/DimensionAnalysis.h"
#include "hlomem/Replay/LivePeak.h"
#include "hlomem/Replay/Precision.h"
#include "hlomem/Replay/SameData.h"
#include "hlomem/Support/CountText.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace llvm;

namespace hlomem {

using replay::BufferShapes;
using replay::ChangeTrial;
using replay::RecordedAssignment;

namespace {

class OtherRunTrial {
public:
  OtherRunTrial(const Module &M, AnalysisManager &AM, ChangeTrial &Trial,
                const ChangeNames &Names,
                function_ref<bool(const std::string &)> Claim)
      : M(M), AM(AM), Trial(Trial), Record(Trial.getProgram(0)), Names(Names),
        Claim(Claim) {}

  std::vector<OtherRun> run();

private:
  std::optional<NamedDimension> select(uint32_t Number);
  void halve(const NamedDimension &D, OtherRun::Kind What);
  void halveData();
  void shard();
  void add(OtherRun R, const BufferShapes &New);

  const Module &M;
  AnalysisManager &AM;
  ChangeTrial &Trial;
  const RecordedAssignment &Record;
  const ChangeNames &Names;
  function_ref<bool(const std::string &)> Claim;
  std::vector<OtherRun> Found;
};

} // namespace

void OtherRunTrial::add(OtherRun R, const BufferShapes &New) {
  bool IsKnown = New.WhyUnknown.empty() && R.Precision != "unknown";
  if (IsKnown) {
    if (!Claim(R.Name))
      return;
    std::optional<replay::EditedAssignment> E = Trial.tryShapes(New.get());
    if (!E)
      return;
    R.Result = Trial.sum(E->Allocations);
    R.Fullest = Names.describePeak(
        *E->After, replay::findLivePeak(*E->After, E->Allocations, /*Space=*/0,
                                        Trial.getPolicy()));
  }
  Found.push_back(std::move(R));
}

/// Dimension \p Number of the data; none if that is not known.
std::optional<NamedDimension> OtherRunTrial::select(uint32_t Number) {
  ValueNames &ArgumentNames = *AM.getResult<ValueNamesAnalysis>();
  // The dimensions of a large program take longer than this.
  if (findRunData(M, Record.getProgram(), ArgumentNames, Number).empty())
    return std::nullopt;
  const auto &Dimensions = AM.getResult<DimensionAnalysis>();
  if (!Dimensions.Links)
    return std::nullopt;
  // What cannot be scaled is not advised: its error is no mistake of the
  // user's.
  Expected<NamedDimension> D =
      selectRunDimension(M, Record, *Dimensions.Links, ArgumentNames, Number);
  if (D)
    return std::move(*D);
  consumeError(D.takeError());
  return std::nullopt;
}

void OtherRunTrial::halve(const NamedDimension &D, OtherRun::Kind What) {
  BufferShapes New(Record);
  Expected<ScaledDimension> Scaled =
      scaleDimension(Record, *AM.getResult<DimensionAnalysis>().Links, D,
                     {1, 2}, "1/2", "advise", Trial.getBackend(), New);
  if (!Scaled) {
    consumeError(Scaled.takeError());
    return;
  }
  OtherRun R;
  R.What = What;
  StringRef Word = What == OtherRun::Kind::Batch ? "batch" : "length";
  R.Name =
      (Word + " " + Twine(D.Extent) + " -> " + Twine(Scaled->Extent)).str();
  R.How = "halves " + D.Place + "; " +
          countText(Scaled->Count, "value carries it", "values carry it");
  R.Precision =
      replay::getPrecision(replay::Prediction::scalerun, Trial.getBackend());
  add(std::move(R), New);
}

void OtherRunTrial::halveData() {
  std::optional<NamedDimension> First = select(0), Second = select(1);
  // Where a loop goes along the first one that is the time. Of one alone that
  // is not said: XLA makes loops too, as of scatters.
  bool IsTimeFirst = First && Second && First->IsWalked && !Second->IsWalked;
  std::optional<NamedDimension> &Batch = IsTimeFirst ? Second : First;
  std::optional<NamedDimension> &Length = IsTimeFirst ? First : Second;
  if (Batch)
    halve(*Batch, OtherRun::Kind::Batch);
  if (Length)
    halve(*Length, OtherRun::Kind::Length);
}

void OtherRunTrial::shard() {
  constexpr uint64_t Devices = 4;
  const HloGraph &G = Record.getProgram();
  std::set<uint32_t> Buffers;
  uint64_t Count = 0;
  for (uint32_t Parameter : G.getEntry().Parameters)
    for (uint32_t Leaf = 0; Leaf != G.instructions()[Parameter].Leaves->size();
         ++Leaf) {
      uint32_t V = Record.getDataflow().getValueAt({Parameter, Leaf});
      if (V == HloDataflow::NoValue || !Record.getShape(V).isArray())
        continue;
      ++Count;
      Buffers.insert(Record.getBuffers().getBuffer(V));
    }
  BufferShapes New(Record);
  SmallVector<uint32_t> Left =
      replay::cutBuffers(Record, to_vector(Buffers), Devices, New);
  if (all_of(New.Types, [](const Shape *S) { return S == nullptr; }))
    return;
  uint64_t Whole = count_if(Left, [&](uint32_t V) {
    HloPlace P = Record.getDataflow().definitions()[V];
    const GraphInstruction &I = G.instructions()[P.Instruction];
    return I.Op == Opcode::Parameter && I.Computation == G.getEntryNumber();
  });
  OtherRun R;
  R.What = OtherRun::Kind::Shard;
  R.Name = "shard over " + std::to_string(Devices);
  R.How = std::to_string(Count - Whole) + " of " +
          countText(Count, "argument") + " sharded " + std::to_string(Devices) +
          " ways; temporaries counted unsharded";
  R.Precision = "arguments only";
  add(std::move(R), New);
}

std::vector<OtherRun> OtherRunTrial::run() {
  halveData();
  shard();
  stable_sort(Found, [](const OtherRun &L, const OtherRun &R) {
    return (L.Result ? L.Result->Needed : UINT64_MAX) <
           (R.Result ? R.Result->Needed : UINT64_MAX);
  });
  return std::move(Found);
}

std::vector<OtherRun>
tryOtherRuns(const Module &M, AnalysisManager &AM, ChangeTrial &Trial,
             const ChangeNames &Names,
             function_ref<bool(const std::string &)> Claim) {
  return OtherRunTrial(M, AM, Trial, Names, Claim).run();
}

} // namespace hlomem
