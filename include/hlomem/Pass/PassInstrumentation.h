//===- PassInstrumentation.h - Callbacks around passes --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_PASSINSTRUMENTATION_H
#define HLOMEM_PASS_PASSINSTRUMENTATION_H

#include "hlomem/Analysis/AnalysisInstrumentation.h"
#include "hlomem/Analysis/PreservedAnalyses.h"
#include "hlomem/Support/LLVM.h"

namespace hlomem {

class PassContext;

/// Holds callbacks for passes and analyses: one object given to both a
/// PassContext and an AnalysisManager observes all events. Callbacks are called
/// in the order in which they were registered, on the thread that runs the
/// pass; see AnalysisInstrumentation.
class PassInstrumentation : public AnalysisInstrumentation {
public:
  /// Callbacks get the name of the pass as in a pipeline, and the module.
  using ShouldRunPassCallback = std::function<bool(StringRef, const Module &)>;
  using BeforePassCallback = std::function<void(StringRef, const Module &)>;
  using SkippedPassCallback = std::function<void(StringRef, const Module &)>;
  using AfterPassCallback =
      std::function<void(StringRef, const Module &, const PreservedAnalyses &)>;
  using AfterPassCheckCallback = std::function<void(
      StringRef, const Module &, const PreservedAnalyses &, PassContext &)>;

  /// Registers a callback that decides whether an optional pass runs; a pass is
  /// skipped if any callback returns false. All callbacks are called. Passes
  /// with PassInfo::IsRequired always run, without a call.
  void registerShouldRunOptionalPassCallback(ShouldRunPassCallback C) {
    ShouldRunOptionalPass.push_back(std::move(C));
  }
  /// Registers a callback for a pass that is skipped. No other callback is
  /// called for it.
  void registerSkippedPassCallback(SkippedPassCallback C) {
    SkippedPass.push_back(std::move(C));
  }
  /// Registers a callback that is called before a pass that is not skipped.
  void registerBeforePassCallback(BeforePassCallback C) {
    BeforePass.push_back(std::move(C));
  }
  /// Registers a callback that is called after a pass, before the results that
  /// it did not preserve are dropped. \p ToFront, for clocks, puts it before
  /// all callbacks that are registered so far.
  void registerAfterPassCallback(AfterPassCallback C, bool ToFront = false) {
    AfterPass.insert(ToFront ? AfterPass.begin() : AfterPass.end(),
                     std::move(C));
  }
  /// Registers a callback that is called after all after-pass callbacks, and
  /// after results were dropped. It may stop the pipeline by
  /// PassContext::fail() and PassContext::markUnsound(). It is not called if
  /// the pass did so itself.
  void registerAfterPassCheckCallback(AfterPassCheckCallback C) {
    AfterPassChecks.push_back(std::move(C));
  }

  /// Decides whether \p Pass runs, by all callbacks unless it \p IsRequired,
  /// and calls the callbacks for a pass that runs or is skipped. Returns
  /// whether to run it.
  bool runBeforePass(StringRef Pass, const Module &M,
                     bool IsRequired = false) const;
  void runAfterPass(StringRef Pass, const Module &M,
                    const PreservedAnalyses &Preserved) const;
  void runAfterPassChecks(StringRef Pass, const Module &M,
                          const PreservedAnalyses &Preserved,
                          PassContext &C) const;

private:
  SmallVector<ShouldRunPassCallback, 1> ShouldRunOptionalPass;
  SmallVector<SkippedPassCallback, 1> SkippedPass;
  SmallVector<BeforePassCallback, 1> BeforePass;
  SmallVector<AfterPassCallback, 1> AfterPass;
  SmallVector<AfterPassCheckCallback, 1> AfterPassChecks;
};

} // namespace hlomem

#endif // HLOMEM_PASS_PASSINSTRUMENTATION_H
