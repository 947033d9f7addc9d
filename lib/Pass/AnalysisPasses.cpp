//===- AnalysisPasses.cpp - Passes that name an analysis ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysisPasses.h"

using namespace llvm;

namespace hlomem {

namespace {

/// The analysis is a part of the name: "require<liveness>".
class AnalysisPass : public PassConcept {
public:
  AnalysisPass(const Twine &Pass, StringRef Analysis)
      : Name((Pass + "<" + Analysis + ">").str()) {}

  // Skipped, it would change what the passes after it find in the cache.
  PassInfo info() const override {
    PassInfo Info;
    Info.Name = Name;
    Info.IsRequired = true;
    return Info;
  }
  void printPipeline(raw_ostream &OS) const override { OS << Name; }

private:
  std::string Name;
};

class RequirePass final : public AnalysisPass {
public:
  RequirePass(StringRef Analysis, void (*Compute)(AnalysisManager &AM))
      : AnalysisPass("require", Analysis), Compute(Compute) {}

  PreservedAnalyses run(Module &, AnalysisManager &AM,
                        PassContext &) const override {
    Compute(AM);
    return PreservedAnalyses::all();
  }

private:
  void (*Compute)(AnalysisManager &AM);
};

class InvalidatePass final : public AnalysisPass {
public:
  InvalidatePass(StringRef Analysis, PreservedAnalyses Preserved)
      : AnalysisPass("invalidate", Analysis), Preserved(std::move(Preserved)) {}

  PreservedAnalyses run(Module &, AnalysisManager &,
                        PassContext &) const override {
    return Preserved;
  }

private:
  PreservedAnalyses Preserved;
};

} // namespace

std::unique_ptr<PassConcept>
makeRequirePass(StringRef Analysis, void (*Compute)(AnalysisManager &AM)) {
  return std::make_unique<RequirePass>(Analysis, Compute);
}

std::unique_ptr<PassConcept> makeInvalidatePass(StringRef Analysis,
                                                PreservedAnalyses Preserved) {
  return std::make_unique<InvalidatePass>(Analysis, std::move(Preserved));
}

} // namespace hlomem
