//===- HeapTracePass.cpp - The pass 'heap-trace' --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeapTrace/HeapTrace.inc"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/Analysis/Sources/ValueNames.h"
#include "hlomem/Passes/Report/ListedRows.h"

using namespace llvm;

namespace hlomem {

namespace {

class HeapTraceReport : public HeapTracePass {
public:
  using HeapTracePass::HeapTracePass;

  void run();

private:
  void reportTrace(size_t Number);
  void reportHead(size_t Number);
  void reportBuffers(const TracedArena &A);
  void reportBuffer(const TracedArena &A, const TracedBuffer &B, Bytes Running);
};

} // namespace

void HeapTraceReport::run() {
  if (!Traced.get())
    return emit(remark::HeapTraceUnknown{.Why = Traced.whyUnknown().str()});
  if (Traced.arenas().empty())
    return emit(remark::NoHeapTraces{});
  bool AnyReported = false;
  for (auto [Number, A] : enumerate(Traced.arenas())) {
    if (Options.Space &&
        (A.Blocks.empty() ||
         A.Blocks.front()->getMemorySpace() != MemorySpace(*Options.Space)))
      continue;
    AnyReported = true;
    reportTrace(Number);
  }
  if (!AnyReported)
    emit(remark::NoHeapTracesInSpace{
        .Space =
            AM.getResult<BackendAnalysis>().name(MemorySpace(*Options.Space))});
}

void HeapTraceReport::reportTrace(size_t Number) {
  const HeapTrace &T = Traced.get()->Traces[Number];
  const TracedArena &A = Traced.arenas()[Number];
  C.count(NumTraces, 1);
  C.count(NumEvents, T.Events.size());
  if (T.Events.empty()) {
    emit(remark::EmptyHeapTrace{.Trace = Number});
    return;
  }
  if (A.Blocks.empty()) {
    emit(remark::HeapTraceWithoutMemory{.Trace = Number,
                                        .Events = T.Events.size()});
    return;
  }
  reportHead(Number);
  if (A.Blocks.size() > 1)
    emit(remark::HeapTraceSplit{.Count = A.Blocks.size(),
                                .Allocation = A.Blocks.front()->getIndex()});
  emit(remark::HeapTraceEvents{.Events = T.Events.size(),
                               .Allocs = A.Allocs,
                               .Shares = A.Shares,
                               .Frees = A.Frees});
  reportBuffers(A);
}

void HeapTraceReport::reportHead(size_t Number) {
  const HeapTrace &T = Traced.get()->Traces[Number];
  const TracedArena &A = Traced.arenas()[Number];
  const Allocation &Block = *A.Blocks.front();
  auto Emit = [&](auto R) {
    R.Space = AM.getResult<BackendAnalysis>().name(Block.getMemorySpace());
    R.Trace = Number;
    R.Allocation = Block.getIndex();
    R.Peak = A.Peak;
    R.Event = A.PeakEvent;
    R.Instruction = T.Events[A.PeakEvent].Instruction;
    R.Packed = A.Packed;
    C.emit(Block.getLoc(), R);
  };
  if (!T.IsWholeModule)
    return Emit(remark::HeapTraceOfAssignment{});
  remark::HeapTraceOfArena Whole{};
  Whole.Unused = A.getFragmentation();
  Whole.Share = Percent{A.getFragmentation(), A.Packed};
  Emit(Whole);
}

void HeapTraceReport::reportBuffers(const TracedArena &A) {
  Bytes Running;
  listRows(C, Options, A.AtPeak, &TracedBuffer::Size,
           [&](const TracedBuffer &B) {
             Running += B.Size;
             reportBuffer(A, B, Running);
           });
}

void HeapTraceReport::reportBuffer(const TracedArena &A, const TracedBuffer &B,
                                   Bytes Running) {
  // A value without an allocation has no more than a size.
  const Value *V = Traced.getValue(B.Last);
  if (!V)
    return;
  ValueNames &Names = *AM.getResult<ValueNamesAnalysis>();
  std::optional<UserPlace> Place = AM.getResult<UserSourceAnalysis>().find(*V);
  C.emit(V->getLoc(),
         remark::HeapTraceBuffer{.Size = B.Size,
                                 .Running = Running,
                                 .Share = Percent{B.Size, A.Peak},
                                 .Value = V->getDefinition(),
                                 .Holders = B.Holders,
                                 .Shape = &V->getShape(),
                                 .Offset = V->getOffset().count(),
                                 .StandsFor = Names.getName(*V),
                                 .OpName = Names.findOpName(*V).str(),
                                 .Source = Place ? Place->str() : ""});
}

HLOMEM_PASS(HeapTrace, HeapTraceReport)

} // namespace hlomem
