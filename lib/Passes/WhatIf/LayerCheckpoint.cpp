//===- LayerCheckpoint.cpp - Checkpoints of layers without loops ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/WhatIf/LayerCheckpoint.h"
#include "CheckpointedPeak.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Memory/Padding.h"
#include "hlomem/Analysis/Parts/Parts.h"
#include "hlomem/Analysis/Sources/Frameworks.h"
#include "hlomem/Analysis/Sources/OpNames.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/Analysis/Sources/ValueNames.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/WhatIf/Advice/ChangeTrial.h"
#include "hlomem/WhatIf/Precision.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <set>

using namespace llvm;

namespace hlomem {

/// Layers come several times; a twentieth is worth the time of a checkpoint,
/// and a fourth where it has to be put by hand. Smaller arrays than a
/// four-thousandth change nothing.
static constexpr uint64_t LeastLayerCount = 4, LeastPartOfLayers = 20,
                          LeastPartByHand = 4, LeastPartOfArray = 4096;

namespace {

/// Arrays that are kept for the backward pass, at the peak.
struct KeptArrays {
  Bytes AtPeak;
  /// The working memory at the peak, which a checkpoint makes smaller too:
  /// copies and converted operands of what is kept.
  Bytes Working;
  /// What comes several times.
  Bytes InLayers;
  uint64_t CountInLayers = 0;
  /// The line of the largest part.
  std::string Source;
};

} // namespace

static KeptArrays findKept(const PassRun &Run, const PaddingAtPeak &Peak) {
  PartsAnalysis::Result &Of = Run.AM.getResult<PartsAnalysis>();
  KeptArrays Kept;
  // What is there once, such as logits, is of no layer.
  StringSet<> Shapes;
  Bytes Largest;
  for (const MemoryPart &P : Of.compute(/*Space=*/0).Parts) {
    if (P.What.Kind == PartKind::WorkingMemory)
      Kept.Working += P.Size;
    if (P.What.Kind == PartKind::KeptForBackward && P.Buffers > 1) {
      Kept.InLayers += P.Size;
      Kept.CountInLayers += P.Buffers;
      Shapes.insert(P.Shape);
      if (Largest < P.Size) {
        Largest = P.Size;
        Kept.Source = P.What.Source;
      }
    }
  }
  for (const PaddedBuffer &B : Peak.Buffers) {
    const Value &V = *B.Payer;
    if (Of.find(V).Kind != PartKind::KeptForBackward)
      continue;
    Kept.AtPeak += B.Buffer.Size;
    if (!V.isAllocated() ||
        !V.getAllocation().has(AllocationFlags::MaybeLiveOut))
      continue;
    // Without donation much may lie in the memory of results, which stays.
    std::string Shape;
    raw_string_ostream OS(Shape);
    V.getShape().print(OS, /*WithLayout=*/false);
    if (!Shapes.contains(Shape))
      continue;
    Kept.InLayers = differenceOrZero(Kept.InLayers, B.Buffer.Size);
    Kept.CountInLayers -= Kept.CountInLayers != 0;
  }
  return Kept;
}

/// Returns the name of the package that \p File is in; empty for a file of the
/// user.
static StringRef getPackage(StringRef File) {
  if (!isInstalledFile(File))
    return "";
  return File.rsplit("-packages/").second.split('/').first;
}

/// Finds the function that is called for each layer: where the stacks of what
/// layers keep part, below one call.
static LayerCode findLayerCode(UserSources &Sources, const LayersAtPeak &Of) {
  using Stack = SmallVector<UserCall, 8>;
  std::vector<Stack> Stacks, Others;
  std::set<StringRef> Scopes;
  for (const auto &[V, Scope] : Of.OfLayers)
    if (Stack S = Sources.findStack(V->getInstructionName()); S.size() > 1) {
      Stacks.push_back(std::move(S));
      Scopes.insert(Scope);
    }
  for (const Value *V : Of.OfOthers)
    Others.push_back(Sources.findStack(V->getInstructionName()));
  // Some arrays of others come as often as layers do: four of five decide, with
  // those of scopes of which no stack is known.
  const size_t All =
      count_if(Of.OfLayers,
               [&](const auto &A) { return !Scopes.contains(A.second); }) +
      Stacks.size();
  const size_t Least = All - All / 5;
  // Leaves those stacks that have at Depth what most have there; false if fewer
  // than four of five would be left.
  auto Agree = [&](size_t Depth, auto GetKey) {
    std::map<decltype(GetKey(UserCall())), size_t> Counts;
    for (const Stack &S : Stacks)
      if (Depth < S.size())
        ++Counts[GetKey(S[Depth])];
    if (Counts.empty())
      return false;
    const auto Most = *max_element(Counts, [](const auto &L, const auto &R) {
      return L.second < R.second;
    });
    if (Most.second < Least)
      return false;
    auto Differs = [&](const Stack &S) {
      return Depth >= S.size() || GetKey(S[Depth]) != Most.first;
    };
    append_range(Others, make_filter_range(Stacks, Differs));
    erase_if(Stacks, Differs);
    return true;
  };
  size_t Depth = 0;
  while (!Stacks.empty() && Agree(Depth, [](const UserCall &C) {
    return std::tuple(C.File, C.Line, C.Function);
  }))
    ++Depth;
  if (Depth == 0 || !Agree(Depth, [](const UserCall &C) {
        return std::tuple(C.File, uint64_t(0), C.Function);
      }))
    return {};
  const UserCall &Callee = Stacks.front()[Depth];
  std::set<uint64_t> Lines;
  for (const Stack &S : Stacks)
    Lines.insert(S[Depth].Line);
  // A function that makes what no layer keeps runs all layers, as a loss does.
  const bool IsWhole = Callee.Function.contains_insensitive("loss") ||
                       any_of(Others, [&](const Stack &S) {
                         return Depth < S.size() &&
                                S[Depth].File == Callee.File &&
                                S[Depth].Function == Callee.Function &&
                                !Lines.contains(S[Depth].Line);
                       });
  const StringRef Package = getPackage(Callee.File);
  if (IsWhole || StringRef(Callee.Function).ends_with("<lambda>")) {
    // Of an encoder and a decoder these are the calls of both.
    const size_t Direct = count_if(Stacks, [&](const Stack &S) {
      return all_of(drop_begin(S, Depth + 1),
                    [](const UserCall &C) { return isInstalledFile(C.File); });
    });
    if (!Package.empty() || Direct < Stacks.size() / 2)
      return {};
    std::string Place = printShort(UserPlace{Callee.File, *Lines.begin(), 0});
    if (Lines.size() > 1)
      Place += " to " + utostr(*Lines.rbegin());
    return {.Function = "", .Place = std::move(Place)};
  }
  LayerCode Found = {.Function = Callee.Function.str(),
                     .Package = Package.str()};
  if (!Package.empty())
    return Found;
  const auto Caller =
      find_if(make_range(Stacks.front().rend() - Depth, Stacks.front().rend()),
              [](const UserCall &C) { return !isInstalledFile(C.File); });
  if (Caller != Stacks.front().rend())
    Found.Place = printShort(*Caller);
  return Found;
}

std::optional<LayerCheckpoint> findLayerCheckpoint(const PassRun &Run,
                                                   const ChangeTrial &Trial) {
  const PaddingAtPeak *Peak =
      Run.AM.getResult<PaddingAnalysis>().findPeak(/*Space=*/0);
  if (!Peak || Trial.mayApply(Change::Checkpoint))
    return std::nullopt;
  ValueNames &OpNames = *Run.AM.getResult<ValueNamesAnalysis>();
  if (any_of(Run.M.values(), [&](const Value &V) {
        return isRecomputed(OpNames.findOpName(V));
      }))
    return std::nullopt;
  const KeptArrays Kept = findKept(Run, *Peak);
  const Bytes Needed = Trial.getBase().Needed;
  std::string At =
      Kept.Source.empty() ? "" : "; most is kept at " + Kept.Source;
  const bool IsInLayers = Kept.CountInLayers >= LeastLayerCount &&
                          Kept.InLayers >= Needed / LeastPartOfLayers;
  // XLA for CPUs computes layers again too early, and keeps them then.
  const bool MayBeUndone = Trial.getBackend() == Backend::CPU;
  // What XLA itself makes again is no longer there when its layer runs. Of four
  // such programs recompiles saved 0.96 to 2.9 times what is computed here.
  const bool IsRematerialized = Trial.getProgram(0).getOwnRemat().Count != 0;
  LayerCode Code;
  if (IsInLayers) {
    const LayersAtPeak Layers =
        findLayersAtPeak(Run, Needed / LeastPartOfArray);
    Code = findLayerCode(Run.AM.getResult<UserSourceAnalysis>(), Layers);
    // The layer says more than a line in it.
    if (!Code.Function.empty() || !Code.Place.empty())
      At.clear();
    const Bytes Saved =
        std::min(Layers.Decrease, Needed - Trial.getBase().Floor);
    if (!MayBeUndone && !IsRematerialized &&
        Saved >= Needed / LeastPartOfLayers)
      return {{.Name = "CheckpointLayers",
               .Code = std::move(Code),
               .Cost = At + "; computes it twice",
               .Size = Saved,
               .Count = Kept.CountInLayers}};
  }
  if (Kept.AtPeak < Needed / LeastPartByHand)
    return std::nullopt;
  // What is free at the peak may be needed for them.
  const Bytes Gaps = differenceOrZero(
      Needed, Run.AM.getResult<MemoryTimelineAnalysis>().getSpace(0).Peak.Size);
  LayerCheckpoint Bound = {
      .Name = "CheckpointParts",
      .Code = std::move(Code),
      .Cost = At + "; a layer then keeps only its input, and is computed twice",
      .Why = "it depends on what part of the model is computed again",
      .Size = std::min(Needed - Trial.getBase().Floor,
                       Kept.AtPeak + Kept.Working + Gaps +
                           getLeastError(Trial.getBackend()))};
  if (IsInLayers) {
    Bound.Name = "CheckpointLayers";
    Bound.Why = "layers keep much that others read, or it is not known what "
                "reads it; recompile to know";
    if (IsRematerialized)
      Bound.Why =
          "XLA rematerializes by itself, and would do so less; recompile "
          "to know";
    if (MayBeUndone)
      Bound.Why = "XLA for CPUs may compute layers again too early, and keep "
                  "them then; recompile to know";
  }
  return Bound;
}

} // namespace hlomem
