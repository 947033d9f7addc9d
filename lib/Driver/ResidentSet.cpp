//===- ResidentSet.cpp - Programs that share one device -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResidentSet.h"
#include "LimitGate.h"
#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Memory/FitVerdict.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Target.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

/// Empty without an op_name. Of one tuple parameter the leaves differ by their
/// index.
static std::string makeArgumentKey(const Module &M, const Allocation &A) {
  for (const Value &V : A.values()) {
    const InstructionDetails *I = M.getInstruction(V);
    if (!I || I->Op != Opcode::Parameter)
      continue;
    if (I->Metadata.OpName.empty())
      return "";
    std::string Key;
    raw_string_ostream OS(Key);
    // A text has no zero byte.
    OS << I->Metadata.OpName << '\0' << V.getShape() << '\0'
       << V.getDefinition().getIndex().getText() << '\0'
       << I->getAttribute("sharding").value_or("");
    return Key;
  }
  return "";
}

ResidentProgram describeResident(const Module &M, AnalysisManager &AM) {
  ResidentProgram P;
  P.WhyUnknown = findWhyMayLackMemory(M);
  if (!M.tellsAllocations())
    return P;
  Backend B = AM.getResult<BackendAnalysis>().get();
  P.Limit = getFitLimit(M, AM);
  if (AM.getTarget().hasLimits() && !P.Limit && P.WhyUnknown.empty())
    P.WhyUnknown =
        "since " + M.getName().str() +
        (B == Backend::Unknown ? " does not tell what it was compiled for"
                               : " was compiled for " + backendName(B).str());
  for (const Allocation &A : M.allocations()) {
    if (A.isThreadLocal() || !isMainMemory(B, A.getMemorySpace()))
      continue;
    if (A.has(AllocationFlags::Parameter))
      P.Arguments.push_back({makeArgumentKey(M, A), A.getSize()});
    else if (A.has(AllocationFlags::Constant))
      P.Constants += A.getSize();
    else
      P.Rest += A.getSize();
  }
  return P;
}

void ResidentSet::add(const ResidentProgram &P) {
  ++Count;
  if (!P.WhyUnknown.empty())
    addReason(P.WhyUnknown);
  if (P.Limit && (!Limit || *P.Limit < *Limit))
    Limit = P.Limit;
  // Two equal arguments of one program are two arrays.
  StringMap<Bytes> Here;
  for (const auto &[Key, Size] : P.Arguments) {
    All += Size;
    if (Key.empty()) {
      ++UnnamedCount;
      Shared += Size;
    } else {
      Here[Key] += Size;
    }
  }
  for (const auto &Entry : Here) {
    Bytes &Counted = Named[Entry.getKey()];
    Shared += differenceOrZero(Entry.getValue(), Counted);
    Counted = std::max(Counted, Entry.getValue());
  }
  Shared += P.Constants;
  LargestRest = std::max(LargestRest, P.Rest);
  All += P.Constants + P.Rest;
}

ResidentSet::Verdict ResidentSet::judge(const Target &Machine) const {
  Verdict V;
  raw_string_ostream OS(V.Line);
  OS << "-resident: " << Count << (Count == 1 ? " program" : " programs")
     << ": at least " << toExactString(getLeast()) << ", at most "
     << toExactString(getMost());
  if (UnnamedCount != 0)
    OS << "; " << UnnamedCount
       << (UnnamedCount == 1 ? " argument has" : " arguments have")
       << " no op_name and might be shared";
  auto Fail = [&](ExitCode Code) { V.Code = Code; };
  if (!WhyUnknown.empty()) {
    OS << "; unknown whether that fits, " << WhyUnknown;
    Fail(ExitBadInput);
    return V;
  }
  if (!Limit)
    return V;
  Bytes Margin = Machine.OnDevice ? CloseMargin : Bytes();
  Fit Best = compareWithLimit(getLeast(), *Limit, Margin);
  Fit Worst = compareWithLimit(getMost(), *Limit, Margin);
  // Unnamed arguments make the lower bound too large.
  if (Worst == Fit::Fits) {
    OS << "; fits";
  } else if (Best == Fit::DoesNotFit && UnnamedCount == 0) {
    OS << "; does not fit";
    Fail(ExitOverLimit);
  } else {
    OS << (Best == Worst && Best == Fit::Close ? "; close"
                                               : "; unknown whether that fits");
    Fail(ExitBadInput);
  }
  OS << ", the limit is " << describeLimit(*Limit, Machine);
  return V;
}

} // namespace hlomem
