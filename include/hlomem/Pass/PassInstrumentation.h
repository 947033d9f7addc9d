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
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <functional>

namespace hlomem {

class PassContext;

/// Callbacks that a PassManager makes, and those of analyses: one object given
/// to both a PassContext and an AnalysisManager sees all that happens. They are
/// called in the order in which they were registered, on the thread that runs
/// the pass; see AnalysisInstrumentation.
class PassInstrumentation : public AnalysisInstrumentation {
public:
  /// These get the name of the pass as in a pipeline, and the module.
  using ShouldRunPassCallback =
      std::function<bool(llvm::StringRef, const Module &)>;
  using BeforePassCallback =
      std::function<void(llvm::StringRef, const Module &)>;
  using SkippedPassCallback =
      std::function<void(llvm::StringRef, const Module &)>;
  using AfterPassCallback = std::function<void(llvm::StringRef, const Module &,
                                               const PreservedAnalyses &)>;
  using AfterPassCheckCallback =
      std::function<void(llvm::StringRef, const Module &,
                         const PreservedAnalyses &, PassContext &)>;

  /// Decides whether a pass that may be left out runs; one false is enough to
  /// skip it. All of these are asked. Passes with PassInfo::IsRequired always
  /// run without being asked.
  void registerShouldRunOptionalPassCallback(ShouldRunPassCallback C) {
    ShouldRunOptionalPass.push_back(std::move(C));
  }
  /// For a pass that is skipped, in the place of all that follows.
  void registerSkippedPassCallback(SkippedPassCallback C) {
    SkippedPass.push_back(std::move(C));
  }
  /// Before a pass that is not skipped.
  void registerBeforePassCallback(BeforePassCallback C) {
    BeforePass.push_back(std::move(C));
  }
  /// After a pass, before the results that it did not preserve are dropped.
  /// \p ToFront is for clocks: before all that are registered so far.
  void registerAfterPassCallback(AfterPassCallback C, bool ToFront = false) {
    AfterPass.insert(ToFront ? AfterPass.begin() : AfterPass.end(),
                     std::move(C));
  }
  /// After all of those, and after the results were dropped: may stop the
  /// pipeline, by PassContext::fail() and PassContext::markUnsound(). Not
  /// called if the pass did so itself.
  void registerAfterPassCheckCallback(AfterPassCheckCallback C) {
    AfterPassChecks.push_back(std::move(C));
  }

  /// Asks all callbacks unless the pass \p IsRequired, then announces it, or
  /// that it is skipped. Returns whether to run it.
  bool runBeforePass(llvm::StringRef Pass, const Module &M,
                     bool IsRequired = false) const;
  void runAfterPass(llvm::StringRef Pass, const Module &M,
                    const PreservedAnalyses &Preserved) const;
  void runAfterPassChecks(llvm::StringRef Pass, const Module &M,
                          const PreservedAnalyses &Preserved,
                          PassContext &C) const;

private:
  llvm::SmallVector<ShouldRunPassCallback, 1> ShouldRunOptionalPass;
  llvm::SmallVector<SkippedPassCallback, 1> SkippedPass;
  llvm::SmallVector<BeforePassCallback, 1> BeforePass;
  llvm::SmallVector<AfterPassCallback, 1> AfterPass;
  llvm::SmallVector<AfterPassCheckCallback, 1> AfterPassChecks;
};

} // namespace hlomem

#endif // HLOMEM_PASS_PASSINSTRUMENTATION_H
