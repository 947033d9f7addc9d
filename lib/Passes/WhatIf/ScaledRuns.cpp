//===- ScaledRuns.cpp - What other runs of a program would need -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/WhatIf/ScaledRuns.h"
#include "hlomem/Analysis/Parts/Parts.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Passes/Selection/RunDimensions.h"
#include "hlomem/Passes/WhatIf/DimensionScaling.h"
#include "hlomem/Passes/WhatIf/UnlinkedArrays.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/WhatIf/Dimensions/DimensionAnalysis.h"
#include "hlomem/WhatIf/LivePeak.h"
#include "hlomem/WhatIf/Precision.h"
#include "llvm/ADT/DenseSet.h"
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
  void halve(const NamedDimension &D, ScaledRun::Kind What, StringRef Word,
             StringRef WhyUnknown = "");
  void halveData();
  size_t countOtherArguments(const NamedDimension &D) const;
  Bytes getHalfOfInputs(const Reshaping &New) const;
  void shard();
  void add(ScaledRun R, const BufferShapes &New,
           const UnlinkedArrays *Unlinked = nullptr, bool IsTwice = false);
  void assign(ScaledRun &R, const BufferShapes &New,
              const UnlinkedArrays *Unlinked);

  const PassRun &Run;
  ChangeTrial &Trial;
  const RecordedAssignment &Record;
  const bool IsOfOneChip = none_of(
      Record.getProgram().instructions(), [](const GraphInstruction &I) {
        return hasTrait(I.Op, OpcodeTraits::Collective);
      });
  const ChangeNames &Names;
  SmallVectorImpl<std::string> &Untried;
  std::vector<ScaledRun> Found;
};

} // namespace

/// Returns true if an array that \p New halves has the dimension twice.
static bool hasTwice(const RecordedAssignment &Record, const Reshaping &New) {
  return any_of(withIds(New.Types), [&](const auto &Of) {
    auto [V, Type] = Of;
    const Bytes Before = Record.sizes()[V];
    return Type && Type->getPaddedSize().value_or(Before) < Before / 8 * 3;
  });
}

/// Half of the inputs, such as a cache, as far as \p New does not count it:
/// nothing may link them to the data, and XLA chooses other layouts where tiles
/// would pad what remains.
Bytes ScaledRunTrial::getHalfOfInputs(const Reshaping &New) const {
  const Parts &Contents = Run.AM.getResult<PartsAnalysis>();
  Bytes Sum;
  for (auto [Number, Parameter] :
       enumerate(Record.getProgram().getEntry().Parameters)) {
    if (Contents.findArgument(Number) != PartKind::Inputs)
      continue;
    for (LeafId Leaf : Record.getProgram()[Parameter].Leaves->ids()) {
      const ValueId V = Record.getDataflow().getValueAt({Parameter, Leaf});
      if (!V || Record.spaces()[V] != 0)
        continue;
      const Bytes Size = Record.sizes()[V];
      const Shape *Type = New.Types[V];
      const Bytes Left = Type ? Type->getPaddedSize().value_or(Size) : Size;
      Sum += differenceOrZero(Left, Size / 2);
    }
  }
  return Sum;
}

void ScaledRunTrial::add(ScaledRun R, const BufferShapes &New,
                         const UnlinkedArrays *Unlinked, bool IsTwice) {
  const bool IsOfData = R.What != ScaledRun::Kind::Shard;
  R.WhyUnknown = Trial.whyForbidden();
  if (R.WhyUnknown.empty())
    R.WhyUnknown = New.WhyUnknown;
  if (R.WhyUnknown.empty() && IsOfData)
    R.WhyUnknown =
        toString(checkMeasured(Prediction::scalerun, Trial.getBackend()));
  R.Bound = Trial.getBound(New.get(), IsOfData);
  if (IsOfData)
    R.Bound += getHalfOfInputs(New.get());
  // Of what nothing links to the data, XLA may keep other copies then.
  if (IsOfData && !R.WhyUnknown.empty() && Record.getOwnRemat().Count != 0)
    R.Bound = Trial.getBase().Needed;
  const Bytes Half = R.Bound;
  if (R.WhyUnknown.empty() && !Trial.claim())
    return Untried.push_back(R.Name);
  if (R.WhyUnknown.empty())
    assign(R, New, Unlinked);
  if (!R.WhyUnknown.empty()) {
    R.Result.reset();
    // The scores of attention have a length twice, and shrink to a quarter.
    if (R.What == ScaledRun::Kind::Length || IsTwice ||
        (IsOfData && hasTwice(Record, New.get())))
      R.Bound = std::max(R.Bound, Half + Half / 2);
  }
  Found.push_back(std::move(R));
}

/// Finds what \p R needs, or why that is unknown.
void ScaledRunTrial::assign(ScaledRun &R, const BufferShapes &New,
                            const UnlinkedArrays *Unlinked) {
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
  const bool IsMoreThanHalf = Saved > R.Bound;
  if (R.WhyUnknown.empty() && IsMoreThanHalf &&
      (R.Guessed != 0 || R.What == ScaledRun::Kind::Batch))
    R.WhyUnknown =
        "more than half of all temporaries would go, " +
        (R.Guessed == 0 ? "with arrays that have the dimension twice"
                        : "and a guess says that " +
                              countText(R.Guessed, "value carries it",
                                        "values carry it")) +
        "; recompile to know";
  if (IsMoreThanHalf)
    R.Bound = Saved;
  if (!R.WhyUnknown.empty())
    return;
  R.Fullest = Names.describePeak(
      *E->After,
      findLivePeak(*E->After, E->Allocations, /*Space=*/0, Trial.getPolicy()));
  if (Unlinked)
    R.WhyUnknown = Unlinked->describe(*E, Trial.getPolicy());
}

/// Returns true if tiles pad what \p New halves in main memory by more than a
/// third of that half, as where a batch of 128 is the last dimension. A
/// recompile of EfficientNet for a v5e then saved 2.6 times what layouts of the
/// whole batch do.
static bool staysPadded(const RecordedAssignment &Record,
                        const Reshaping &New) {
  Bytes Half, Padding;
  for (auto [V, Type] : withIds(New.Types))
    if (Type && Record.spaces()[V] == 0) {
      const Bytes Rest = Record.sizes()[V] / 2;
      Half += Rest;
      Padding +=
          differenceOrZero(Type->getPaddedSize().value_or(Bytes()), Rest);
    }
  return Padding > Half / 3;
}

/// Counts the arguments of \p D but for the one that it is called by.
size_t ScaledRunTrial::countOtherArguments(const NamedDimension &D) const {
  const HloGraph &G = Record.getProgram();
  DenseSet<HloPlace> Arguments;
  for (const DimensionPlace &Of : D.Origins)
    if (const GraphInstruction &I = G[Of.At.Instruction];
        I.Op == Opcode::Parameter && I.Computation == G.getEntryNumber())
      Arguments.insert(Of.At);
  return Arguments.size() - !Arguments.empty();
}

/// Halves \p D, which is called \p Word. With \p WhyUnknown there is no more
/// than a bound.
void ScaledRunTrial::halve(const NamedDimension &D, ScaledRun::Kind What,
                           StringRef Word, StringRef WhyUnknown) {
  BufferShapes New(Record);
  Expected<ScaledDimension> Scaled =
      scaleDimension(Run, Record, *Run.AM.getResult<DimensionAnalysis>().Links,
                     D, {1, 2}, "1/2", New);
  ScaledRun R;
  R.What = What;
  R.How = "halves " + D.Place;
  if (const size_t Others = WhyUnknown.empty() ? countOtherArguments(D) : 0)
    R.How += ", and that of " + countText(Others, "more argument");
  if (!Scaled) {
    // Of an odd one there is no half.
    if (D.Extent % 2 != 0)
      return consumeError(Scaled.takeError());
    R.Name =
        (Word + " " + Twine(D.Extent) + " -> " + Twine(D.Extent / 2)).str();
    New.WhyUnknown = toString(Scaled.takeError()) + "; recompile to know";
    return add(std::move(R), New);
  }
  R.Name =
      (Word + " " + Twine(D.Extent) + " -> " + Twine(Scaled->Extent)).str();
  R.How +=
      "; " + countText(Scaled->Count, "value carries it", "values carry it");
  R.Guessed = Scaled->Guessed;
  R.Precision = getPrecision(Prediction::scalerun, Trial.getBackend());
  if (New.WhyUnknown.empty() && staysPadded(Record, New.get()))
    New.WhyUnknown = "tiles would pad arrays to much more than half of what "
                     "they take, and XLA may choose other layouts then; "
                     "recompile to know";
  if (New.WhyUnknown.empty())
    New.WhyUnknown = WhyUnknown.str();
  UnlinkedArrays Unlinked(Record, *Run.AM.getResult<DimensionAnalysis>().Links,
                          D, New);
  if (New.WhyUnknown.empty())
    New.WhyUnknown = Unlinked.describe(Trial.getPolicy());
  // A number of the program may be the extent of two dimensions, which nothing
  // links.
  const bool IsTwice =
      !WhyUnknown.empty() && any_of(withIds(New.get().Types), [&](auto Of) {
        auto [V, Type] = Of;
        auto IsIt = [&](const Dimension &Of) { return Of.Extent == D.Extent; };
        return Type && Record.sizes()[V] > Trial.getBase().Needed / 100 &&
               count_if(Record.getShape(V).getDimensions(), IsIt) > 1;
      });
  add(std::move(R), New, &Unlinked, IsTwice);
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
    halve(*Found.Batch, ScaledRun::Kind::Batch,
          IsOfOneChip ? "batch" : "batch per chip");
  for (const NamedDimension &D : Found.Named)
    halve(D, ScaledRun::Kind::Batch,
          StringRef(D.Place).rsplit(".shape[").first);
  if (Found.Length)
    halve(*Found.Length, ScaledRun::Kind::Length, "length");
  if (Found.Inner)
    halve(*Found.Inner, ScaledRun::Kind::Batch, "dimension",
          "no argument tells what else has this dimension; recompile to know");
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
  R.Name = "shard over " + std::to_string(Devices) + (IsOfOneChip ? "" : "x");
  R.How = std::to_string(Count - Whole) + " of " +
          countText(Count, "argument") + " sharded " + std::to_string(Devices) +
          (IsOfOneChip ? " ways" : " ways more than they are") +
          "; temporaries counted unsharded";
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
