//===- FitVerdict.cpp - Whether a program fits into a device --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/FitVerdict.h"
#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Target.h"
#include "hlomem/Dump/DumpFileName.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

StringRef getFitName(Fit F) {
  switch (F) {
  case Fit::Fits:
    return "fits";
  case Fit::Close:
    return "close";
  case Fit::DoesNotFit:
    return "does not fit";
  case Fit::Unknown:
    break;
  }
  return "unknown";
}

Fit compareWithLimit(Bytes Needed, Bytes Limit, Bytes Margin) {
  Bytes Distance = Needed > Limit ? Needed - Limit : Limit - Needed;
  if (Distance < Margin)
    return Fit::Close;
  return Needed > Limit ? Fit::DoesNotFit : Fit::Fits;
}

std::optional<Bytes> FitVerdict::getLeft() const {
  if (Kind == Fit::Unknown || !Limit || Needed > *Limit)
    return std::nullopt;
  return *Limit - Needed;
}

std::optional<Bytes> FitVerdict::getExcess() const {
  if (Kind == Fit::Unknown || !Limit || Needed <= *Limit)
    return std::nullopt;
  return Needed - *Limit;
}

bool isLimited(MemorySpace Space, AnalysisManager &AM) {
  return Space == 0 ||
         (AM.getTarget().OnDevice &&
          isMainMemory(AM.getResult<BackendAnalysis>().get(), Space));
}

Bytes getNeededBytes(const Module &M, AnalysisManager &AM) {
  Bytes Sum;
  for (const Allocation &A : M.allocations())
    if (!A.isThreadLocal() && isLimited(A.getMemorySpace(), AM))
      Sum += A.getSize();
  return Sum;
}

std::optional<Bytes> getFitLimit(const Module &, AnalysisManager &AM) {
  const Target &Machine = AM.getTarget();
  Backend B = AM.getResult<BackendAnalysis>().get();
  if (Machine.OnDevice && Machine.OnDevice->Kind->Family != B)
    return std::nullopt;
  return Machine.getLimit(B, 0);
}

/// True if \p Architecture is that of \p D or a variant of it: sm_9.0a of 9.0.
static bool isArchitectureOf(const Device &D, StringRef Architecture) {
  return Architecture.consume_front("sm_") &&
         Architecture.consume_front(D.ComputeCapability) &&
         (Architecture.empty() || !isDigit(Architecture.front()));
}

/// Sets what a verdict says of the device that \p M was compiled for.
static void setCaveat(const Module &M, AnalysisManager &AM, FitVerdict &V) {
  const Device &D = *AM.getTarget().OnDevice->Kind;
  if (const Device *For = AM.getTarget().Compile.For.get()) {
    V.IsOtherDevice = For != &D;
    if (V.IsOtherDevice)
      V.Caveat = ("compiled for " + For->Name).str();
    return;
  }
  if (D.Family == Backend::GPU) {
    StringRef Architecture = findGpuArchitecture(M.getName());
    if (Architecture.empty()) {
      V.Caveat = "the dump does not tell which GPU";
    } else if (!isArchitectureOf(D, Architecture)) {
      V.IsOtherDevice = true;
      V.Caveat = ("compiled for " + Architecture + ", and " + D.Name +
                  " is sm_" + D.ComputeCapability)
                     .str();
    }
    return;
  }
  V.Caveat = ("the dump does not tell which " + backendName(D.Family)).str();
  for (MemorySpace Space : D.Lacks)
    if (!M.allocationsIn(Space).empty()) {
      V.IsOtherDevice = true;
      V.Caveat = ("compiled for another " + backendName(D.Family) +
                  ": no program for " + D.Name + " uses " +
                  AM.getResult<BackendAnalysis>().describe(Space))
                     .str();
      return;
    }
}

FitVerdict judgeFit(Bytes Needed, const Module &M, AnalysisManager &AM,
                    std::optional<Bytes> Margin) {
  FitVerdict V;
  V.Needed = Needed;
  V.Limit = getFitLimit(M, AM);
  const std::optional<ChosenDevice> &On = AM.getTarget().OnDevice;
  if (!V.Limit) {
    Backend B = AM.getResult<BackendAnalysis>().get();
    if (!On)
      V.Why = "no limit is given: -device=NAME or -memory-limit=SIZE";
    else if (B == Backend::Unknown)
      V.Why = "the dump does not tell what it was compiled for, -backend=" +
              backendName(On->Kind->Family).lower() + " would";
    else
      V.Why = ("compiled for " + backendName(B)).str();
    return V;
  }
  if (Needed.isOverflow()) {
    V.Why = "the sum does not fit 64 bits";
    return V;
  }
  V.Kind = compareWithLimit(Needed, *V.Limit,
                            Margin.value_or(On ? CloseMargin : Bytes()));
  if (On)
    setCaveat(M, AM, V);
  return V;
}

FitVerdict judgeModule(const Module &M, AnalysisManager &AM,
                       bool IsAsCompiled) {
  FitVerdict V = judgeFit(getNeededBytes(M, AM), M, AM);
  const Target &Machine = AM.getTarget();
  V.RanOut = V.Kind == Fit::Close && IsAsCompiled && Machine.OnDevice &&
             Machine.Compile.For.get() == Machine.OnDevice->Kind &&
             !Machine.Compile.OutOfMemoryFile.empty();
  if (V.RanOut)
    V.Kind = Fit::DoesNotFit;
  return V;
}

std::string getCompileCommand(const Device &D, StringRef Topology) {
  if (D.Family == Backend::GPU)
    return ("utils/recipes/dump-for-gpu.py FOLDER python/hlo_mem_opt/targets/" +
            D.Name + ".txtpb")
        .str();
  return ("utils/recipes/dump-for-tpu.py FOLDER " + D.Name + ":" +
          (Topology.empty() ? StringRef(D.Topology) : Topology))
      .str();
}

} // namespace hlomem
