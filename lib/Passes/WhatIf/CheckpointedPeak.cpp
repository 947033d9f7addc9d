//===- CheckpointedPeak.cpp - The peak with checkpointed layers -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckpointedPeak.h"
#include "hlomem/Analysis/Layers/NameFolding.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Liveness/ReadTimes.h"
#include "hlomem/Analysis/Memory/LiveCurves.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Memory/PeakWhatIf.h"
#include "hlomem/Analysis/Parts/Parts.h"
#include "hlomem/IR/AssignmentEdit.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/Pass.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace llvm;

namespace hlomem {

/// Of public models with a checkpoint on each layer, those with more inputs of
/// layers among what is kept were far from what is computed here.
static constexpr uint64_t MostPartOfInputs = 4;

namespace {

/// Finds how much lower the peak is if each layer keeps its input alone for the
/// backward pass, and computes everything else again.
class CheckpointedPeak {
public:
  CheckpointedPeak(const PassRun &Run, Bytes Least);

  LayersAtPeak find();

private:
  Bytes getDecrease();
  /// An array that the forward pass makes and the backward pass reads.
  struct Array {
    const Value *Of;
    LiveRange Range;
    /// Holds the scope, and with it what layers have in common.
    std::string Scope, Common;
    size_t Layer = 0;
    bool IsInput = false;
    /// The last read of the forward pass, and the first of the backward pass.
    Time Forward = 0, Backward = 0;
  };

  std::optional<LiveRange> findRange(const Value &V) const;
  void findTurn();
  void findReads();
  bool findInputs();
  bool groupByScope();
  void groupByOrder();

  const PassRun &Run;
  const Bytes Least;
  const Liveness &Live = Run.AM.getResult<LivenessAnalysis>();
  const ReadTimes &Reads = Run.AM.getResult<ReadTimesAnalysis>();
  Parts &Contents = Run.AM.getResult<PartsAnalysis>();
  /// Sorted by when they are made.
  std::vector<Array> Arrays;
  /// When the backward pass begins.
  Time Turn = 0;
};

} // namespace

/// None if the value is not in main memory.
std::optional<LiveRange> CheckpointedPeak::findRange(const Value &V) const {
  return V.isAllocated() && V.getAllocation().getMemorySpace() == 0
             ? Live.getRange(V)
             : std::nullopt;
}

CheckpointedPeak::CheckpointedPeak(const PassRun &Run, Bytes Least)
    : Run(Run), Least(Least) {
  for (const Value &V : Run.M.values()) {
    std::optional<LiveRange> Range = findRange(V);
    if (!Range || V.getSize() < Least)
      continue;
    Content What = Contents.find(V);
    if (What.Kind != PartKind::KeptForBackward)
      continue;
    std::string Common = replaceNumbers(What.Name) + '\n';
    raw_string_ostream OS(Common);
    V.getShape().print(OS, /*WithLayout=*/false);
    Arrays.push_back(
        {.Of = &V, .Range = *Range, .Scope = What.Name, .Common = Common});
  }
  stable_sort(Arrays, [](const Array &L, const Array &R) {
    return L.Range.Begin < R.Range.Begin;
  });
}

/// Most is kept when the forward pass ends.
void CheckpointedPeak::findTurn() {
  std::vector<std::pair<Time, int64_t>> Steps;
  for (const Array &A : Arrays) {
    Steps.push_back({A.Range.Begin, A.Of->getSize().count()});
    Steps.push_back({A.Range.End + 1, -int64_t(A.Of->getSize().count())});
  }
  llvm::sort(Steps);
  int64_t Now = 0, Most = 0;
  for (auto [At, Change] : Steps) {
    Now += Change;
    if (Now > Most) {
      Most = Now;
      Turn = At;
    }
  }
}

/// Leaves those that the backward pass reads.
void CheckpointedPeak::findReads() {
  for (Array &A : Arrays) {
    A.Forward = A.Range.Begin;
    A.Backward = 0;
    for (const Read &R : Reads.findReads(*A.Of))
      if (!R.Operand)
        continue;
      else if (R.At <= Turn)
        A.Forward = R.At;
      else if (A.Backward == 0)
        A.Backward = R.At;
  }
  erase_if(Arrays, [](const Array &A) { return A.Backward == 0; });
}

/// A layer is the first part of a scope whose number differs. Returns false if
/// scopes with half of the bytes have none.
bool CheckpointedPeak::groupByScope() {
  // The parts that differ in a number, by what is before them.
  std::map<std::string, std::set<std::string>> Variants;
  auto ForEachPart = [](StringRef Scope, auto Visit) {
    for (size_t Begin = 0; Begin < Scope.size();) {
      const size_t End = std::min(Scope.find('/', Begin), Scope.size());
      StringRef Part = Scope.slice(Begin, End),
                Before = Scope.take_front(Begin);
      std::string Pattern = replaceNumbers(Part);
      if (Pattern != Part &&
          Visit(Before.str() + Pattern, Scope.take_front(End)))
        return;
      Begin = End + 1;
    }
  };
  for (const Array &A : Arrays)
    ForEachPart(A.Scope, [&](const std::string &Pattern, StringRef Prefix) {
      Variants[Pattern].insert(Prefix.str());
      return false;
    });
  std::map<std::string, size_t> Layers;
  Bytes Grouped, All;
  for (Array &A : Arrays) {
    A.Layer = 0;
    ForEachPart(A.Scope, [&](const std::string &Pattern, StringRef Prefix) {
      if (Variants[Pattern].size() < 2)
        return false;
      A.Layer =
          Layers.try_emplace(Prefix.str(), Layers.size() + 1).first->second;
      return true;
    });
    All += A.Of->getSize();
    if (A.Layer != 0)
      Grouped += A.Of->getSize();
  }
  return Grouped >= All / 2;
}

/// Without names, the largest set of equal arrays gives the number of layers. A
/// layer begins where the earliest kind of array occurs, of which there is a
/// multiple of that number.
void CheckpointedPeak::groupByOrder() {
  std::map<StringRef, SmallVector<const Array *>> Equal;
  for (const Array &A : Arrays)
    Equal[A.Common].push_back(&A);
  size_t Count = 0;
  Bytes Most;
  for (const auto &[Common, Of] : Equal)
    if (Bytes Size = Of.front()->Of->getSize() * Of.size();
        Of.size() > 1 && Size > Most) {
      Most = Size;
      Count = Of.size();
    }
  SmallVector<Time> Starts;
  for (const auto &[Common, Of] : Equal)
    if (Count != 0 && Of.size() % Count == 0 &&
        (Starts.empty() || Of.front()->Range.Begin < Starts.front())) {
      Starts.clear();
      for (size_t I = 0; I < Of.size(); I += Of.size() / Count)
        Starts.push_back(Of[I]->Range.Begin);
    }
  for (Array &A : Arrays)
    A.Layer =
        Equal[A.Common].size() < 2
            ? 0
            : count_if(
                  Starts, [&](Time Start) { return Start <= A.Range.Begin; });
}

/// The input of another layer is read there in the forward pass. A layer begins
/// with its first array that is kept: what it reads before that counts as its
/// predecessor's own. Returns false
/// if these are so much that what layers make of them, as a U-Net that joins
/// them, decides.
bool CheckpointedPeak::findInputs() {
  std::map<size_t, Time> Begin;
  for (const Array &A : Arrays)
    if (A.Layer != 0)
      Begin.try_emplace(A.Layer, A.Range.Begin);
  Bytes Inputs, All;
  for (Array &A : Arrays) {
    A.IsInput = any_of(Begin, [&](const auto &L) {
      return L.first != A.Layer && L.second > A.Range.Begin &&
             L.second <= A.Forward;
    });
    All += A.Of->getSize();
    if (A.IsInput)
      Inputs += A.Of->getSize();
  }
  return Inputs <= All / MostPartOfInputs;
}

LayersAtPeak CheckpointedPeak::find() {
  findTurn();
  findReads();
  if (!groupByScope())
    groupByOrder();
  LayersAtPeak Found;
  Time Last = 0, FirstBackward = Live.getEndOfProgram();
  for (const Array &A : Arrays) {
    FirstBackward = std::min(FirstBackward, A.Backward);
    if (A.Layer == 0) {
      Found.OfOthers.push_back(A.Of);
      continue;
    }
    Found.OfLayers.push_back({A.Of, A.Scope});
    Last = std::max(Last, A.Range.Begin);
  }
  for (const Value &V : Run.M.values())
    if (std::optional<LiveRange> Range = Live.getRange(V);
        Range && Range->Begin > Last && Range->Begin <= FirstBackward)
      Found.OfOthers.push_back(&V);
  if (findInputs())
    Found.Decrease = getDecrease();
  return Found;
}

Bytes CheckpointedPeak::getDecrease() {
  // When the backward pass of each layer begins.
  std::map<size_t, Time> Layers;
  for (const Array &A : Arrays)
    if (A.Layer != 0 && !A.IsInput) {
      Time &First = Layers.try_emplace(A.Layer, A.Backward).first->second;
      First = std::min(First, A.Backward);
    }
  // Arguments and results take their memory all the time.
  AssignmentEdit E(Run.M);
  std::vector<const Value *> Late;
  for (const Value &V : Run.M.values()) {
    std::optional<LiveRange> Range = findRange(V);
    if (!Range)
      continue;
    if (Range->End == Live.getEndOfProgram() ||
        (Range->Begin == 0 &&
         V.getAllocation().has(AllocationFlags::Parameter)))
      E.remove(V);
    else if (Range->Begin > Turn && V.getSize() >= Least &&
             Contents.find(V).Kind != PartKind::Gradients)
      Late.push_back(&V);
  }
  std::set<Time> Starts;
  for (const auto &[Number, First] : Layers)
    Starts.insert(First);
  // Where there is room, XLA reads late what it could read before the next
  // layer.
  auto FindNext = [&](Time At) {
    auto It = Starts.upper_bound(At);
    return It == Starts.end() ? Live.getEndOfProgram() : *It;
  };
  PeakWhatIf Peak(Live, Run.AM.getResult<MemoryTimelineAnalysis>(),
                  Run.AM.getResult<LiveCurvesAnalysis>());
  const Bytes Before = Peak.getPeak(/*Space=*/0, E);
  auto EndAfter = [&](LiveRange R, Time Needed) {
    return LiveRange{R.Begin, std::min(R.End, FindNext(FindNext(Needed)) - 1)};
  };
  for (const Value *V : Late) {
    const LiveRange Range = *Live.getRange(*V);
    E.setLiveRanges(*V, {EndAfter(Range, Range.Begin)});
  }
  for (const Array &A : Arrays) {
    if (A.IsInput)
      continue;
    if (A.Layer == 0)
      E.setLiveRanges(*A.Of, {EndAfter(A.Range, A.Backward)});
    else if (const Time Again = Layers.at(A.Layer); Again > A.Forward + 1)
      E.setLiveRanges(*A.Of,
                      {{A.Range.Begin, A.Forward},
                       {Again, std::min(A.Range.End, FindNext(Again) - 1)}});
  }
  return differenceOrZero(Before, Peak.getPeak(/*Space=*/0, E));
}

LayersAtPeak findLayersAtPeak(const PassRun &Run, Bytes Least) {
  return CheckpointedPeak(Run, Least).find();
}

} // namespace hlomem
