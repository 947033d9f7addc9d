//===- PassTracing.cpp - A trace of the program itself --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/PassTracing.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/Utf8.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/TimeProfiler.h"

using namespace llvm;

namespace hlomem {

TimeTrace::TimeTrace(unsigned Granularity, StringRef ToolName)
    : Granularity(Granularity), ToolName(ToolName) {
  timeTraceProfilerInitialize(Granularity, ToolName);
}

TimeTrace::~TimeTrace() { timeTraceProfilerCleanup(); }

TimeTrace::ThreadScope::ThreadScope(const TimeTrace *Trace) {
  if (!Trace || timeTraceProfilerEnabled())
    return;
  timeTraceProfilerInitialize(Trace->Granularity, Trace->ToolName);
  IsOutermost = true;
}

TimeTrace::ThreadScope::~ThreadScope() {
  if (IsOutermost)
    timeTraceProfilerFinishThread();
}

static void begin(const Twine &Name, StringRef Detail) {
  // Names of files may be anything, texts in JSON not.
  timeTraceProfilerBegin(Name.str(), toValidUtf8(Detail));
}

TimeTrace::EventScope::EventScope(StringRef Name, StringRef Detail)
    : IsRecorded(timeTraceProfilerEnabled()) {
  if (IsRecorded)
    begin(Name, Detail);
}

TimeTrace::EventScope::~EventScope() {
  if (IsRecorded)
    timeTraceProfilerEnd();
}

void TimeTrace::registerCallbacks(PassInstrumentation &PI) {
  PI.registerBeforePassCallback([](StringRef Name, const Module &M) {
    begin("pass " + Name, M.getName());
  });
  PI.registerAfterPassCallback(
      [](StringRef, const Module &, const PreservedAnalyses &) {
        timeTraceProfilerEnd();
      },
      /*ToFront=*/true);
  PI.registerBeforeAnalysisCallback([](StringRef Name, const Module &M) {
    begin("analysis " + Name, M.getName());
  });
  PI.registerAfterAnalysisCallback(
      [](StringRef, const Module &) { timeTraceProfilerEnd(); },
      /*ToFront=*/true);
}

void TimeTrace::write(raw_ostream &OS) const {
  // What the profiler wants is a stream that can seek.
  SmallString<0> Text;
  raw_svector_ostream TextOS(Text);
  timeTraceProfilerWrite(TextOS);
  OS << Text << '\n';
}

} // namespace hlomem
