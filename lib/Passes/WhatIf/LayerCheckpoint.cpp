//===- LayerCheckpoint.cpp - Checkpoints of layers without loops ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/WhatIf/LayerCheckpoint.h"
#include "CheckpointedPeak.h"
#include "LayerCode.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Memory/Padding.h"
#include "hlomem/Analysis/Parts/Parts.h"
#include "hlomem/Analysis/Sources/OpNames.h"
#include "hlomem/Analysis/Sources/ValueNames.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Passes/WhatIf/AdvisedChanges.h"
#include "hlomem/WhatIf/Advice/ChangeTrial.h"
#include "hlomem/WhatIf/Precision.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

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
  /// The line of the largest part, and of the largest that comes several times.
  std::string Source, SourceInLayers;
};

} // namespace

static KeptArrays findKept(const PassRun &Run, const PaddingAtPeak &Peak) {
  PartsAnalysis::Result &Of = Run.AM.getResult<PartsAnalysis>();
  KeptArrays Kept;
  // What is there once, such as logits, is of no layer.
  StringSet<> Shapes;
  Bytes Largest, LargestInLayers;
  for (const MemoryPart &P : Of.compute(/*Space=*/0).Parts) {
    if (P.What.Kind == PartKind::KeptForBackward && Largest < P.Size) {
      Largest = P.Size;
      Kept.Source = P.What.Source;
    }
    if (P.What.Kind == PartKind::WorkingMemory)
      Kept.Working += P.Size;
    if (P.What.Kind == PartKind::KeptForBackward && P.Buffers > 1) {
      Kept.InLayers += P.Size;
      Kept.CountInLayers += P.Buffers;
      Shapes.insert(P.Shape);
      if (LargestInLayers < P.Size) {
        LargestInLayers = P.Size;
        Kept.SourceInLayers = P.What.Source;
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

std::optional<LayerCheckpoint>
findLayerCheckpoint(const PassRun &Run, const AdvisedChanges &Changes) {
  const ChangeTrial &Trial = Changes.trial();
  const PaddingAtPeak *Peak =
      Run.AM.getResult<PaddingAnalysis>().findPeak(/*Space=*/0);
  const bool IsUseless = is_contained(
      Changes.useless(), Changes.names().getName(getSet(Change::Checkpoint)));
  if (!Peak || (Trial.mayApply(Change::Checkpoint) && !IsUseless))
    return std::nullopt;
  ValueNames &OpNames = *Run.AM.getResult<ValueNamesAnalysis>();
  bool HasInnerGradient = false;
  for (const Value &V : Run.M.values()) {
    StringRef OpName = OpNames.findOpName(V);
    if (isRecomputed(OpName))
      return std::nullopt;
    HasInnerGradient |= isOfInnerGradient(OpName);
  }
  const KeptArrays Kept = findKept(Run, *Peak);
  const Bytes Needed = Trial.getBase().Needed;
  const bool IsInLayers = Kept.CountInLayers >= LeastLayerCount &&
                          Kept.InLayers >= Needed / LeastPartOfLayers;
  StringRef Source = IsInLayers && !Kept.SourceInLayers.empty()
                         ? Kept.SourceInLayers
                         : Kept.Source;
  std::string At = Source.empty() ? "" : ("; most is kept at " + Source).str();
  // XLA for CPUs computes layers again too early, and keeps them then.
  const bool MayBeUndone = Trial.getBackend() == Backend::CPU;
  // What XLA itself makes again is no longer there when its layer runs. Of four
  // such programs recompiles saved 0.96 to 2.9 times what is computed here.
  const bool IsRematerialized = Trial.getProgram(0).getOwnRemat().Count != 0;
  // What is free at the peak may be needed for them.
  const Bytes Gaps = differenceOrZero(
      Needed, Run.AM.getResult<MemoryTimelineAnalysis>().getSpace(0).Peak.Size);
  const Bytes MostSaved = std::min(Needed - Trial.getBase().Floor,
                                   Kept.AtPeak + Kept.Working + Gaps +
                                       getLeastError(Trial.getBackend()));
  LayerCode Code;
  if (IsInLayers) {
    const LayersAtPeak Layers =
        findLayersAtPeak(Run, Needed / LeastPartOfArray);
    Code = findLayerCode(Run.AM, Layers);
    // The layer says more than a line in it.
    if (!Code.Function.empty() || !Code.Place.empty())
      At.clear();
    const Bytes Saved =
        std::min(Layers.Decrease, Needed - Trial.getBase().Floor);
    if (!MayBeUndone && !IsRematerialized && !HasInnerGradient &&
        Saved >= Needed / LeastPartOfLayers) {
      const auto [Least, Most] = getRangeOfLayers(Saved);
      return {{.Name = "CheckpointLayers",
               .Code = std::move(Code),
               .Cost = At + "; computes it twice",
               .Size = Saved,
               .AtLeast = Least,
               .AtMost = std::max(Saved, std::min(Most, MostSaved)),
               .Count = Kept.CountInLayers}};
    }
  }
  if (Kept.AtPeak < Needed / LeastPartByHand)
    return std::nullopt;
  LayerCheckpoint Bound = {
      .Name = "CheckpointParts",
      .Code = std::move(Code),
      .Cost = At + "; it then keeps only its input, and is computed twice",
      .Why = "it depends on what part of the model is computed again",
      .Size = getBoundWith(Changes.getRematEffect(), MostSaved, Needed,
                           findLeastLimit(Run))};
  if (!IsInLayers) {
    Bound.What = "part";
  } else {
    Bound.Name = "CheckpointLayers";
    Bound.Why = "layers keep much that others read, or it is not known what "
                "reads it; recompile to know";
    if (HasInnerGradient)
      Bound.Why = "the gradient of a gradient keeps what a checkpoint computes "
                  "again; recompile to know";
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
