//===- PassManager.cpp - A pipeline of passes -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/PassManager.h"
#include "hlomem/Pass/PassInstrumentation.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace hlomem {

namespace {

/// Names pass and dump when the program crashes.
class PassStackTraceEntry : public PrettyStackTraceEntry {
public:
  PassStackTraceEntry(StringRef Pass, const Module &M) : Pass(Pass), M(M) {}

  void print(raw_ostream &OS) const override {
    OS << "Running pass '" << Pass << "' on dump '" << M.getName() << "'\n";
  }

private:
  StringRef Pass;
  const Module &M;
};

} // namespace

/// Holds a pass that has changed the module to what it says of itself: results
/// that are kept by mistake would be of another assignment.
static void checkClaims(const PassConcept &Pass,
                        const PreservedAnalyses &Preserved, PassContext &C) {
  if (!Pass.info().IsTransform)
    C.fail(
        createStringError("pass '" + Pass.name() +
                          "' changed the module, but is not a transform; set "
                          "isTransform"));
  else if (Preserved.areAllPreserved())
    C.fail(createStringError("pass '" + Pass.name() +
                             "' changed the module, but claims to have "
                             "preserved all analyses"));
}

Error PassManager::run(Module &M, AnalysisManager &AM, PassContext &C) const {
  assert(&AM.getModule() == &M && "analyses of another module");
  const PassInstrumentation *PI = C.Instrumentation;
  SaveAndRestore Current(C.Current, static_cast<const Module *>(&M));
  SaveAndRestore Thread(C.Thread, std::this_thread::get_id());
  SaveAndRestore OuterOriginal(C.Original, static_cast<Module *>(nullptr));
  std::unique_ptr<Module> Original;
  const bool KeepsOriginal =
      any_of(Passes, [](const std::unique_ptr<PassConcept> &Pass) {
        return Pass->needsOriginal();
      });
  for (const std::unique_ptr<PassConcept> &Pass : Passes) {
    if (C.getSource().IsAllToWrite && !Pass->info().WritesTables)
      continue;
    if (PI && !PI->runBeforePass(Pass->name(), M, Pass->isRequired()))
      continue;

    PassStackTraceEntry Entry(Pass->name(), M);
    if (KeepsOriginal && !Original && Pass->info().IsTransform) {
      Original = M.clone();
      C.Original = Original.get();
    }
    C.CurrentPass = Pass->name();
    C.CurrentExtension = Pass->info().Extension;
    C.MayWriteDocument = Pass->info().WritesDocument;
    const uint64_t EditCount = M.getEditCount();
    PreservedAnalyses Preserved = Pass->run(M, AM, C);
    C.showProgress("");
    C.CurrentPass = "";
    C.MayWriteDocument = true;
    if (std::exchange(C.HasMiswritten, false))
      C.fail(createStringError("pass '" + Pass->name() +
                               "' writes a document, but does not declare it; "
                               "set writesDocument"));
    if (M.getEditCount() != EditCount) {
      C.Transforms.push_back(Pass->name());
      checkClaims(*Pass, Preserved, C);
    }

    if (PI)
      PI->runAfterPass(Pass->name(), M, Preserved);
    AM.invalidate(Preserved);
    if (Error E = C.takeFailure())
      return E;
    if (C.isUnsound())
      break;
    if (!PI)
      continue;
    PI->runAfterPassChecks(Pass->name(), M, Preserved, C);
    if (Error E = C.takeFailure())
      return E;
    if (C.isUnsound())
      break;
  }
  return Error::success();
}

void PassContext::endOnOtherThread() const {
  report_fatal_error("pass '" + CurrentPass +
                     "' reports from another thread than the one that it runs "
                     "on");
}

Error PassContext::runNested(const PassManager &Passes, Module &M,
                             AnalysisManager &AM) {
  checkThread();
  SaveAndRestore Pass(CurrentPass), Extension(CurrentExtension);
  SaveAndRestore MayWrite(MayWriteDocument), Miswritten(HasMiswritten, false);
  const size_t TransformCount = Transforms.size();
  // What a copy contradicts is no doubt about the module of the pipeline.
  const bool WasDoubtful = IsDoubtful;
  Error Earlier = takeFailure();
  Error E = Passes.run(M, AM, *this);
  // What changed the module of the pipeline is the running pass, if anything.
  Transforms.truncate(TransformCount);
  if (&M != Current)
    IsDoubtful = WasDoubtful;
  fail(std::move(Earlier));
  return E;
}

bool PassInstrumentation::runBeforePass(StringRef Pass, const Module &M,
                                        bool IsRequired) const {
  bool ShouldRun = true;
  if (!IsRequired)
    for (const ShouldRunPassCallback &C : ShouldRunOptionalPass)
      ShouldRun &= C(Pass, M);
  if (ShouldRun) {
    for (const BeforePassCallback &C : BeforePass)
      C(Pass, M);
  } else {
    for (const SkippedPassCallback &C : SkippedPass)
      C(Pass, M);
  }
  return ShouldRun;
}

void PassInstrumentation::runAfterPass(
    StringRef Pass, const Module &M, const PreservedAnalyses &Preserved) const {
  for (const AfterPassCallback &C : AfterPass)
    C(Pass, M, Preserved);
}

void PassInstrumentation::runAfterPassChecks(StringRef Pass, const Module &M,
                                             const PreservedAnalyses &Preserved,
                                             PassContext &C) const {
  for (const AfterPassCheckCallback &Check : AfterPassChecks)
    Check(Pass, M, Preserved, C);
}

bool PassManager::contains(StringRef Name) const {
  return any_of(Passes, [Name](const std::unique_ptr<PassConcept> &Pass) {
    return Pass->name() == Name;
  });
}

bool PassManager::writesDocument() const {
  return any_of(Passes, [](const std::unique_ptr<PassConcept> &Pass) {
    return Pass->info().WritesDocument;
  });
}

bool PassManager::hasTransform() const {
  return any_of(Passes, [](const std::unique_ptr<PassConcept> &Pass) {
    return Pass->runsTransform();
  });
}

void PassManager::printPipeline(raw_ostream &OS) const {
  interleave(
      Passes, OS,
      [&](const std::unique_ptr<PassConcept> &Pass) {
        Pass->printPipeline(OS);
      },
      ",");
}

} // namespace hlomem
