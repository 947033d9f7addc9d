//===- Greeter.cpp - A plugin with everything that a plugin may have ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Greeter.inc"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Pass/PassPlugin.h"
#include "hlomem/Remarks/Remark.h"

using namespace llvm;

namespace greeter {

struct ValueCount {
  uint64_t Number = 0;
  hlomem::Bytes Size;
};

struct ValueCountAnalysis : hlomem::AnalysisInfoMixin<ValueCountAnalysis> {
  using Result = ValueCount;
  Result run(const hlomem::Module &M, hlomem::AnalysisManager &) {
    ValueCount Count;
    for (const hlomem::Value &V : M.values()) {
      ++Count.Number;
      Count.Size += V.getSize();
    }
    return Count;
  }
  static hlomem::AnalysisKey Key;
};
hlomem::AnalysisKey ValueCountAnalysis::Key;

} // namespace greeter

#include "GreeterRegistry.inc"

namespace greeter {

void GreetPass::run() {
  // Its result is kept by the program.
  AM.getResult<hlomem::LivenessAnalysis>();
  const ValueCount &Count = AM.getResult<ValueCountAnalysis>();
  bool IsLoud = Options.Mood == GreetOptions::MoodKind::Loud;
  C.emit(getLoc(M),
         remark::Greeting{.Word = IsLoud ? StringRef(Options.Word).upper()
                                         : Options.Word,
                          .Count = Count.Number,
                          .Size = Count.Size});
}

HLOMEM_PASS(Greet, GreetPass)

} // namespace greeter

HLOMEM_PASS_PLUGIN("greeter", "1.0", greeter::registerGreeterPasses)
