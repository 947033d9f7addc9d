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
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <type_traits>
#include <vector>

namespace hlomem {

/// Passes to run one after the other. Made once, it may run over many modules,
/// also on several threads at a time: run() changes nothing in it.
class PassManager {
public:
  /// Appends \p Pass.
  template <class PassT> void addPass(PassT &&Pass) {
    using ModelT = PassModel<std::decay_t<PassT>>;
    Passes.push_back(std::make_unique<ModelT>(std::forward<PassT>(Pass)));
  }

  /// Appends a pass whose class is not that of a registered pass.
  void append(std::unique_ptr<PassConcept> Pass) {
    Passes.push_back(std::move(Pass));
  }

  /// Appends all passes of \p Other.
  void append(PassManager Other) {
    for (std::unique_ptr<PassConcept> &Pass : Other.Passes)
      append(std::move(Pass));
  }

  bool isEmpty() const { return Passes.empty(); }

  llvm::ArrayRef<std::unique_ptr<PassConcept>> passes() const { return Passes; }

  /// True if a pass of this name is part of it.
  bool contains(llvm::StringRef Name) const;

  /// True if a pass of it writes to PassContext::document().
  bool writesDocument() const;

  /// True if a pass of it may change the assignment: PassInfo::IsTransform.
  bool hasTransform() const;

  /// Runs all passes over \p M, for which \p AM was made. After each pass the
  /// results that it did not preserve are dropped. Stops after the first pass
  /// that fails and returns what it said, or that marks the module as unsound.
  /// A pass fails also if it changes the module and is no transform, or claims
  /// to have preserved all analyses. A crash names the pass and the dump.
  llvm::Error run(Module &M, AnalysisManager &AM, PassContext &C) const;

  /// Writes the text that PassBuilder::parsePipeline() reads back: defaults are
  /// left out.
  void printPipeline(llvm::raw_ostream &OS) const;

private:
  std::vector<std::unique_ptr<PassConcept>> Passes;
};

} // namespace hlomem

#endif // HLOMEM_PASS_PASSMANAGER_H
