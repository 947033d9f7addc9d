//===- AnalysisManager.cpp - Analyses of one module, computed once --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace hlomem {

StringRef stripNamespaces(StringRef QualifiedName) {
  // Template arguments have colons of their own.
  StringRef Outer = QualifiedName.take_front(QualifiedName.find('<'));
  size_t Colons = Outer.rfind("::");
  return Colons == StringRef::npos ? QualifiedName
                                   : QualifiedName.substr(Colons + 2);
}

AnalysisManager::AnalysisManager(const Module &M,
                                 const AnalysisInstrumentation *Instrumentation,
                                 Target Machine)
    : M(M), Instrumentation(Instrumentation), Machine(std::move(Machine)) {}

AnalysisManager::~AnalysisManager() {
  while (!Computed.empty())
    Computed.pop_back();
}

AnalysisManager::ResultConcept *AnalysisManager::lookUp(const AnalysisKey *ID) {
  auto I = find_if(Computed, [&](const Entry &E) { return E.ID == ID; });
  if (I == Computed.end())
    return nullptr;
  if (Instrumentation)
    Instrumentation->runCachedAnalysis(I->Name, M);
  if (!Running.empty())
    Running.back().Dependencies.insert(ID);
  return I->Result.get();
}

void AnalysisManager::begin(const AnalysisKey *ID, StringRef Name) {
  if (any_of(Running, [&](const Entry &E) { return E.ID == ID; }))
    reportCycle(ID);
  if (!Running.empty())
    Running.back().Dependencies.insert(ID);
  Running.push_back({ID, Name, {}, nullptr});
  if (Instrumentation)
    Instrumentation->runBeforeAnalysis(Name, M);
}

AnalysisManager::ResultConcept *
AnalysisManager::end(std::unique_ptr<ResultConcept> Result) {
  Entry E = Running.pop_back_val();
  E.Result = std::move(Result);
  Computed.push_back(std::move(E));
  if (Instrumentation)
    Instrumentation->runAfterAnalysis(Computed.back().Name, M);
  return Computed.back().Result.get();
}

void AnalysisManager::reportCycle(const AnalysisKey *ID) const {
  std::string Message = "analyses request each other: ";
  const Entry *First =
      find_if(Running, [&](const Entry &E) { return E.ID == ID; });
  for (const Entry &E : make_range(First, Running.end()))
    Message += E.Name.str() + " -> ";
  report_fatal_error(Twine(Message) + First->Name);
}

void AnalysisManager::invalidate(const PreservedAnalyses &Preserved) {
  assert(Running.empty() && "an analysis invalidates what it may be using");
  if (Preserved.areAllPreserved())
    return;

  // Dependencies come first, so one walk finds all that follows from them.
  SmallPtrSet<const AnalysisKey *, 8> Invalid;
  for (const Entry &E : Computed)
    if (!Preserved.isPreserved(E.ID) ||
        any_of(E.Dependencies, [&](const AnalysisKey *Dependency) {
          return Invalid.contains(Dependency);
        }))
      Invalid.insert(E.ID);

  // Backwards, since a result may refer to those that it was computed from.
  for (Entry &E : reverse(Computed)) {
    if (!Invalid.contains(E.ID))
      continue;
    if (Instrumentation)
      Instrumentation->runAnalysisInvalidated(E.Name, M);
    E.Result.reset();
  }
  erase_if(Computed, [](const Entry &E) { return !E.Result; });
}

} // namespace hlomem
