//===- PassManager.h - A pipeline of passes -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_PASSMANAGER_H
#define HLOMEM_PASS_PASSMANAGER_H

#include "hlomem/Pass/Pass.h"

namespace hlomem {

/// Represents a sequence of passes. One object may run over many modules, also
/// on several threads at once: run() changes nothing in it.
class PassManager {
public:
  /// Appends \p Pass, an object of a pass class.
  template <class PassT> void addPass(PassT &&Pass) {
    using ModelT = PassModel<std::decay_t<PassT>>;
    Passes.push_back(std::make_unique<ModelT>(std::forward<PassT>(Pass)));
  }

  /// Appends \p Pass, whose class need not be that of a registered pass.
  void append(std::unique_ptr<PassConcept> Pass) {
    Passes.push_back(std::move(Pass));
  }

  /// Appends all passes of \p Other.
  void append(PassManager Other) {
    for (std::unique_ptr<PassConcept> &Pass : Other.Passes)
      append(std::move(Pass));
  }

  bool isEmpty() const { return Passes.empty(); }

  ArrayRef<std::unique_ptr<PassConcept>> passes() const { return Passes; }

  /// Is true if the pipeline has a pass of this name.
  bool contains(StringRef Name) const;

  /// Is true if a pass of the pipeline writes to PassContext::document().
  bool writesDocument() const;

  /// Is true if a pass of the pipeline may change the assignment:
  /// PassConcept::runsTransform().
  bool hasTransform() const;

  /// Runs all passes over \p M, for which \p AM was made. After each pass the
  /// results that it did not preserve are dropped. Stops after the first pass
  /// that marks the module as unsound, or that fails, and returns the error. A
  /// pass also fails if it changes the module and is not a transform, or claims
  /// to have preserved all analyses. A crash names the pass and the dump.
  Error run(Module &M, AnalysisManager &AM, PassContext &C) const;

  /// Prints text that PassBuilder::parsePipeline() parses into this pipeline.
  /// Options with default values are left out.
  void printPipeline(raw_ostream &OS) const;

private:
  std::vector<std::unique_ptr<PassConcept>> Passes;
};

} // namespace hlomem

#endif // HLOMEM_PASS_PASSMANAGER_H
