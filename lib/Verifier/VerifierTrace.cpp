//===- VerifierTrace.cpp - Whether heap simulators agree ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifierImpl.h"
#include "hlomem/Analysis/Arena/HeapTraceAnalysis.h"
#include "hlomem/Support/CountText.h"

using namespace llvm;

namespace hlomem {

/// What \p P says of the value of its event.
static StringRef describe(TraceProblem::Kind P) {
  switch (P) {
  case TraceProblem::Kind::NotTemporary:
    return "which is in no allocation of temporaries";
  case TraceProblem::Kind::OtherSpace:
    return "which is in another memory space than those before it";
  case TraceProblem::Kind::AllocOfLive:
    return "which gets memory while it has some";
  case TraceProblem::Kind::FreeOfDead:
    return "which is released while it has no memory";
  case TraceProblem::Kind::ShareWithUnknown:
    return "which shares a buffer that no event allocates";
  case TraceProblem::Kind::ShareElsewhere:
    return "which lies elsewhere than the value whose buffer it shares";
  case TraceProblem::Kind::NeverFreed:
    return "which is never released";
  case TraceProblem::Kind::LargerThanSlice:
    break;
  }
  llvm_unreachable("a size is not described");
}

void Verifier::reportTraceProblem(const HeapTrace &T, const TraceProblem &P) {
  const HeapTraceInfo &Info = *Options.Traces;
  size_t Number = &T - Info.get()->Traces.data();
  ValueId Position = T.Events[P.Event].Value;
  const TracedValue &Traced = Info.get()->Values[Position];
  const Value *V = Info.getValue(Position);
  bool IsSize = P.What == TraceProblem::Kind::LargerThanSlice;
  auto Print = [&](raw_ostream &OS) {
    OS << "event " << P.Event << " of heap trace " << Number << " is of value ";
    if (V)
      OS << ValueName(*V);
    else
      OS << Traced.Id;
    OS << ", ";
    if (IsSize)
      OS << "which has " << countText(Traced.Size.count(), "byte")
         << " there, but a slice of " << V->getSize().count();
    else
      OS << describe(P.What);
  };
  VerifierRule Rule =
      IsSize ? VerifierRule::TraceSizes : VerifierRule::TraceEvents;
  if (V)
    report(Rule, *V, Print);
  else
    report(Rule, SMLoc(), Print);
}

void Verifier::checkTracePeak(const HeapTrace &T, const TracedArena &A) {
  // Memory space assignment places by its own rules.
  if (!T.IsWholeModule || !A.LivePeak || A.LivePeak->Size == A.Peak)
    return;
  size_t Number = &T - Options.Traces->get()->Traces.data();
  report(VerifierRule::TracePeak, *A.Blocks.front(), [&](raw_ostream &OS) {
    OS << "the peak of heap trace " << Number << ", of allocation "
       << A.Blocks.front()->getIndex() << ", is "
       << countText(A.Peak.count(), "byte") << ", but "
       << A.LivePeak->Size.count()
       << " are live of its values at schedule position " << A.LivePeak->At;
  });
}

/// A TPU's value is in memory of which a heap was simulated: its main one, or
/// that of the host.
static bool isSimulated(const Value &V) {
  MemorySpace Space = V.getAllocation().getMemorySpace();
  return Space == 0 || Space == 5;
}

// XLA gives all values of a buffer the same slice. Where a heap was simulated
// that is as large as the largest of them; memory space assignment, which fills
// the other spaces of a TPU, chooses the size.
void Verifier::checkBuffers() {
  const HeapTraceInfo &Info = *Options.Traces;
  IdArrayRef<ValueId, TracedValue> Known = Info.get()->Values;
  struct Buffer {
    const Value *First = nullptr;
    Bytes Size;
  };
  IdVector<BufferId, Buffer> Buffers(Known.size());
  for (auto [Position, Traced] : withIds(Known)) {
    const Value *V = Info.getValue(Position);
    if (!V)
      continue;
    Buffer &B = Buffers[M.getAliasClass(*V)];
    B.Size = std::max(B.Size, Traced.Size);
    if (!B.First)
      B.First = V;
    else if (&V->getAllocation() != &B.First->getAllocation() ||
             V->getOffset() != B.First->getOffset() ||
             V->getSize() != B.First->getSize())
      report(VerifierRule::Buffer, *V, [&](raw_ostream &OS) {
        OS << "value " << ValueName(*V) << " is of the same buffer as "
           << ValueName(*B.First) << ", but has another slice";
      });
  }
  for (const Buffer &B : Buffers)
    if (B.First && B.First->getSize() != B.Size) {
      RuleSeverity Severity = Facts.HasTiles && !isSimulated(*B.First)
                                  ? RuleSeverity::Warning
                                  : RuleSeverity::Error;
      report(VerifierRule::Buffer, Severity, *B.First, [&](raw_ostream &OS) {
        OS << "value " << ValueName(*B.First) << " has a slice of "
           << countText(B.First->getSize().count(), "byte")
           << ", but the largest value of its buffer has " << B.Size.count();
      });
    }
}

void Verifier::checkTrace() {
  // Most dumps have none, which is nothing to tell.
  if (!Options.Traces || !Options.Traces->hasSource())
    return;
  bool HasTraces = Options.Traces->get() && IsWhole;
  bool ChecksEvents = begin(VerifierRule::TraceEvents, HasTraces);
  bool ChecksSizes = begin(VerifierRule::TraceSizes, HasTraces);
  bool ChecksPeak =
      begin(VerifierRule::TracePeak, HasTraces && M.hasLiveRanges());
  if (M.tellsAliasClasses() && begin(VerifierRule::Buffer, HasTraces))
    checkBuffers();
  if (!HasTraces)
    return;
  for (auto [T, A] :
       zip_equal(Options.Traces->get()->Traces, Options.Traces->arenas())) {
    for (const TraceProblem &P : A.Problems)
      if (P.What == TraceProblem::Kind::LargerThanSlice ? ChecksSizes
                                                        : ChecksEvents)
        reportTraceProblem(T, P);
    if (ChecksPeak)
      checkTracePeak(T, A);
  }
}

} // namespace hlomem
