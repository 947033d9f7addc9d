//===- Pass.h - Base of all passes ----------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_PASS_H
#define HLOMEM_PASS_PASS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/PreservedAnalyses.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/PassContext.h"
#include "hlomem/Pass/PassInfo.h"
#include "hlomem/Pass/PassOptions.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>

namespace hlomem {

/// Base of every pass. A pass declared in a .td gets it through its generated
/// base; one without options needs no .td:
/// \code
///   struct HelloPass : PassInfoMixin<HelloPass> {
///     static PassInfo info() { return {"hello", "Greet the module", {}}; }
///     PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);
///   };
/// \endcode
/// A pass is copied before it runs over a module: it carries nothing from one
/// module to the next, and one pipeline may run on several threads.
template <class DerivedT> class PassInfoMixin {
public:
  /// As in a pipeline.
  static llvm::StringRef name() { return DerivedT::info().Name; }

  /// Makes the pass from the text between its angle brackets, empty if there
  /// are none. Reports a PipelineError with a place in \p Options.
  static llvm::Expected<DerivedT> create(llvm::StringRef Options) {
    if (llvm::Error E = PassOptionParser(name(), Options).finish())
      return llvm::Expected<DerivedT>(std::move(E));
    return DerivedT();
  }

  /// Writes the pass as pipeline text.
  void printPipeline(llvm::raw_ostream &OS) const { OS << name(); }
};

/// A pass of any class.
class PassConcept {
public:
  virtual ~PassConcept() = default;
  virtual llvm::StringRef name() const = 0;
  virtual void printPipeline(llvm::raw_ostream &OS) const = 0;
  /// See PassInfo.
  virtual bool writesDocument() const = 0;
  /// See PassInfo.
  virtual llvm::StringRef extension() const { return ""; }
  /// See PassInfo.
  virtual bool isRequired() const = 0;
  /// See PassInfo.
  virtual bool isTransform() const = 0;
  /// Runs a copy of the pass.
  virtual PreservedAnalyses run(Module &M, AnalysisManager &AM,
                                PassContext &C) const = 0;
};

/// Holds a pass of class \p PassT.
template <class PassT> class PassModel final : public PassConcept {
public:
  explicit PassModel(PassT P) : Pass(std::move(P)) {}

  llvm::StringRef name() const override { return PassT::name(); }
  void printPipeline(llvm::raw_ostream &OS) const override {
    Pass.printPipeline(OS);
  }
  bool writesDocument() const override { return PassT::info().WritesDocument; }
  llvm::StringRef extension() const override { return PassT::info().Extension; }
  bool isRequired() const override {
    PassInfo Info = PassT::info();
    return Info.IsRequired || Info.WritesDocument;
  }
  bool isTransform() const override { return PassT::info().IsTransform; }
  PreservedAnalyses run(Module &M, AnalysisManager &AM,
                        PassContext &C) const override {
    PassT Copy(Pass);
    return Copy.run(M, AM, C);
  }

private:
  PassT Pass;
};

} // namespace hlomem

#endif // HLOMEM_PASS_PASS_H
