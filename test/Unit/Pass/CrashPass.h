//===- CrashPass.h - A pass that crashes ------------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_PASS_CRASHPASS_H
#define HLOMEM_TEST_UNIT_PASS_CRASHPASS_H

#include "hlomem/Pass/Pass.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include <cstdlib>

namespace hlomem::test {

/// Ends the program as a pass with a bug does. For death tests.
struct CrashPass : PassInfoMixin<CrashPass> {
  static PassInfo info() { return {"crash", "", {}}; }
  PreservedAnalyses run(Module &, AnalysisManager &, PassContext &) {
    // Running a symbolizer is slow, and a crash of its own under sanitizers.
    setenv("LLVM_DISABLE_SYMBOLIZATION", "1", /*overwrite=*/1);
    llvm::sys::PrintStackTraceOnErrorSignal("");
    llvm::EnablePrettyStackTrace();
    abort();
  }
};

} // namespace hlomem::test

#endif // HLOMEM_TEST_UNIT_PASS_CRASHPASS_H
