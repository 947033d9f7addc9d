//===- HeapTracePass.cpp - The pass 'heap-trace' --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeapTrace/HeapTrace.inc"
#include "hlomem/Analysis/Attribution/UserSourceAnalysis.h"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/Analysis/Oracles/HeapTraceAnalysis.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/PassUtils/ListedRows.h"
#include "hlomem/PassUtils/SpaceSelection.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace hlomem {

namespace {

class HeapTracePass : public HeapTraceBase<HeapTracePass> {
public:
  using HeapTraceBase::HeapTraceBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);
};

/// The remarks of one module whose traces are known.
class HeapTraceReport {
public:
  HeapTraceReport(const Module &M, AnalysisManager &AM,
                  const HeapTraceInfo &Info, const HeapTraceOptions &Options,
                  PassContext &C)
      : M(M), Info(Info), Known(*Info.get()),
        Backend(AM.getResult<BackendAnalysis>()),
        Names(*AM.getResult<ValueNamesAnalysis>()),
        Sources(AM.getResult<UserSourceAnalysis>()), Options(Options), C(C) {}

  void run();

private:
  void reportTrace(size_t Number);
  void reportHead(size_t Number);
  void reportBuffers(const TracedArena &A);
  void reportBuffer(const TracedArena &A, const TracedBuffer &B, Bytes Running);

  const Module &M;
  const HeapTraceInfo &Info;
  const HeapTraces &Known;
  const InferredBackend &Backend;
  ValueNames &Names;
  UserSources &Sources;
  const HeapTraceOptions &Options;
  PassContext &C;
};

} // namespace

PreservedAnalyses HeapTracePass::run(Module &M, AnalysisManager &AM,
                                     PassContext &C) {
  if (Error E = resolveSpace(Options.Space, AM, name())) {
    C.fail(std::move(E));
    return PreservedAnalyses::all();
  }
  const auto &Info = AM.getResult<HeapTraceAnalysis>();
  if (!Info.get())
    C.emit(getLoc(M), remark::HeapTraceUnknown{.Why = Info.whyUnknown().str()});
  else if (Info.arenas().empty())
    C.emit(getLoc(M), remark::NoHeapTraces{});
  else
    HeapTraceReport(M, AM, Info, Options, C).run();
  return PreservedAnalyses::all();
}

void HeapTraceReport::run() {
  bool AnyReported = false;
  for (auto [Number, A] : enumerate(Info.arenas())) {
    if (Options.Space &&
        (A.Blocks.empty() ||
         A.Blocks.front()->getMemorySpace() != MemorySpace(*Options.Space)))
      continue;
    AnyReported = true;
    reportTrace(Number);
  }
  if (!AnyReported)
    C.emit(getLoc(M), remark::NoHeapTracesInSpace{
                          .Space = Backend.name(MemorySpace(*Options.Space))});
}

void HeapTraceReport::reportTrace(size_t Number) {
  const HeapTrace &T = Known.Traces[Number];
  const TracedArena &A = Info.arenas()[Number];
  C.count(HeapTracePass::NumTraces, 1);
  C.count(HeapTracePass::NumEvents, T.Events.size());
  if (T.Events.empty()) {
    C.emit(getLoc(M), remark::EmptyHeapTrace{.Trace = Number});
    return;
  }
  if (A.Blocks.empty()) {
    C.emit(getLoc(M), remark::HeapTraceWithoutMemory{
                          .Trace = Number, .Events = T.Events.size()});
    return;
  }
  reportHead(Number);
  if (A.Blocks.size() > 1)
    C.emit(SMLoc(),
           remark::HeapTraceSplit{.Count = A.Blocks.size(),
                                  .Allocation = A.Blocks.front()->getIndex()});
  C.emit(SMLoc(), remark::HeapTraceEvents{.Events = T.Events.size(),
                                          .Allocs = A.Allocs,
                                          .Shares = A.Shares,
                                          .Frees = A.Frees});
  reportBuffers(A);
}

void HeapTraceReport::reportHead(size_t Number) {
  const HeapTrace &T = Known.Traces[Number];
  const TracedArena &A = Info.arenas()[Number];
  const Allocation &Block = *A.Blocks.front();
  StringRef Instruction = T.Events[A.PeakEvent].Instruction;
  if (!T.IsWholeModule) {
    C.emit(Block.getLoc(), remark::HeapTraceOfAssignment{
                               .Space = Backend.name(Block.getMemorySpace()),
                               .Trace = Number,
                               .Allocation = Block.getIndex(),
                               .Peak = A.Peak,
                               .Event = A.PeakEvent,
                               .Instruction = Instruction,
                               .Packed = A.Packed});
    return;
  }
  C.emit(Block.getLoc(), remark::HeapTraceOfArena{
                             .Space = Backend.name(Block.getMemorySpace()),
                             .Trace = Number,
                             .Allocation = Block.getIndex(),
                             .Peak = A.Peak,
                             .Event = A.PeakEvent,
                             .Instruction = Instruction,
                             .Packed = A.Packed,
                             .Unused = A.getFragmentation(),
                             .Share = Percent{A.getFragmentation(), A.Packed}});
}

void HeapTraceReport::reportBuffers(const TracedArena &A) {
  size_t Listed = countListed(A.AtPeak.size(), Options.Top);
  Bytes Running;
  for (const TracedBuffer &B : ArrayRef(A.AtPeak).take_front(Listed)) {
    Running += B.Size;
    reportBuffer(A, B, Running);
  }
  if (Listed != A.AtPeak.size())
    C.emit(SMLoc(),
           remark::HeapTraceRest{
               .Count = A.AtPeak.size() - Listed,
               .Size = differenceOrZero(A.Peak, Running),
               .Pipeline = describeListingAll(HeapTracePass::name(), Options)});
}

void HeapTraceReport::reportBuffer(const TracedArena &A, const TracedBuffer &B,
                                   Bytes Running) {
  // A value without an allocation has no more than a size.
  const Value *V = Info.getValue(B.Last);
  if (!V)
    return;
  std::optional<UserPlace> Place = Sources.find(*V);
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

Error registerHeapTracePass(PassBuilder &PB) {
  return PB.registerPass<HeapTracePass>();
}

} // namespace hlomem
