//===- NumberRules.cpp - Facts and words of other tools' numbers ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumberRules.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Memory/SpacesAnalysis.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

static Bytes &findSum(SpaceSums &S, const AllocationKind &Kind) {
  if (Kind.Name == "parameter")
    return S.Parameter;
  if (Kind.Name == "donated parameter")
    return S.Donated;
  if (Kind.Name == "output")
    return S.Output;
  return Kind.Name == "constant" ? S.Constant : S.Temp;
}

bool isIndefinite(const Allocation &A) {
  return A.has(AllocationFlags::Parameter) ||
         A.has(AllocationFlags::MaybeLiveOut) ||
         A.has(AllocationFlags::Constant);
}

bool isTemp(const Allocation &A) {
  return !isIndefinite(A) && !A.isThreadLocal();
}

NumberRules::NumberRules(const Module &M, AnalysisManager &AM)
    : M(M), Live(AM.getResult<LivenessAnalysis>()),
      Timeline(AM.getResult<MemoryTimelineAnalysis>()),
      Machine(AM.getResult<BackendAnalysis>()),
      Heap(AM.getResult<HeapTraceAnalysis>()) {
  for (const SpaceBlock &B : AM.getResult<SpacesAnalysis>().spaces()) {
    if (B.Allocations + B.ThreadLocalAllocations == 0)
      continue;
    SpaceSums &S = Spaces[B.Space.Number];
    S.ThreadLocal = B.ThreadLocal;
    if (B.Peak)
      S.Peak = B.Peak->Size;
    for (const SpaceKind &K : B.Kinds) {
      Bytes &Sum = findSum(S, K.Kind);
      Sum += K.Size;
      (&Sum == &S.Temp ? S.TempAtPeak : S.IndefiniteAtPeak) += K.AtPeak;
    }
  }
  for (const Allocation &A : M.allocations()) {
    if (A.isThreadLocal() || A.has(AllocationFlags::PreallocatedTemp))
      continue;
    Bytes Largest;
    for (const Value &V : A.values())
      Largest = std::max(Largest, V.getSize());
    Spaces[A.getMemorySpace()].Held += Largest;
  }
  if (!Heap.get())
    return;
  for (const HeapTrace &T : Heap.get()->Traces)
    for (const TraceEvent &E : T.Events)
      Traced.insert(E.Value);
}

const SpaceSums &NumberRules::getSpace(MemorySpace Space) const {
  static const SpaceSums None;
  auto Found = Spaces.find(Space);
  return Found == Spaces.end() ? None : Found->second;
}

Bytes NumberRules::addDevice(SumOfSpace Sum) const {
  Bytes Result;
  for (const auto &[Space, S] : Spaces)
    if (Space != HostSpace)
      Result += (S.*Sum)();
  return Result;
}

std::string NumberRules::name(MemorySpace Space) const {
  StringRef Name = Machine.name(Space).Name;
  return Name.empty() ? "space " + utostr(Space) : Name.str();
}

std::string NumberRules::describe(MemorySpace Space) const {
  return Machine.describe(Space);
}

ToolNumber NumberRules::compare(StringRef Field, std::optional<Bytes> Ours,
                                const Twine &OursIs,
                                std::optional<MemorySpace> Space) const {
  ToolNumber N;
  N.Field = Field.str();
  N.Space = Space;
  N.Ours = Ours;
  N.OursIs = OursIs.str();
  return N;
}

ToolNumber
NumberRules::compareWithPeak(StringRef Field, MemorySpace Space,
                             std::optional<MemorySpace> Named) const {
  // A space without allocations has a peak, of nothing.
  std::optional<Bytes> Peak =
      Spaces.count(Space) != 0 ? getSpace(Space).Peak : std::optional(Bytes());
  return compare(Field, Live.isKnown() ? Peak : std::nullopt,
                 "peak of " + describe(Space), Named);
}

void NumberRules::addOtherSpaces(Difference &D, SumOfSpace Sum,
                                 bool WithHost) const {
  for (const auto &[Space, S] : Spaces)
    if (Space != DefaultSpace && (WithHost || Space != HostSpace))
      D.more((S.*Sum)(), "allocations in " + name(Space));
}

TempsAtPeak NumberRules::findTempsAtPeak(MemorySpace Space) const {
  TempsAtPeak Result;
  if (!getSpace(Space).Peak)
    return Result;
  Time At = Timeline.getSpace(Space).Peak.At;
  std::vector<const Value *> Values = findLiveValues(M, Space, Live, At);
  std::vector<const Value *> Found;
  for (const Value *V : Values) {
    if (!V->getAllocation().has(AllocationFlags::PreallocatedTemp))
      continue;
    if (ValueId Known = Heap.get()->find(V->getId());
        Known && Traced.contains(Known))
      Found.push_back(V);
    else
      Result.AllTables &= V->getShape().isTuple();
  }
  for (const LiveBuffer &B : findLiveBuffers(Found, Live, At))
    Result.Traced += B.Size;
  Result.Untraced = differenceOrZero(getSpace(Space).TempAtPeak, Result.Traced);
  return Result;
}

void NumberRules::explainTemps(Difference &D, Bytes Traced,
                               MemorySpace Space) const {
  TempsAtPeak Ours = findTempsAtPeak(Space);
  D.less(Ours.Untraced, Ours.AllTables
                            ? "tuple index tables, which are in no trace"
                            : "temporaries that are in no trace");
  D.add(Traced, Ours.Traced, "temporaries, at the fullest of their trace",
        "temporaries, as their trace counts sharing");
}

} // namespace hlomem
