//===- LimitGate.cpp - Judges modules by -memory-limit --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LimitGate.h"
#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Memory/SpaceAllocations.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Target.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Proto/ProtoModule.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <map>

using namespace llvm;

namespace hlomem {

static Bytes getAllocated(const Module &M, MemorySpace Space) {
  Bytes Sum;
  for (const Allocation *A : getAllocations(M, Space))
    if (!A->isThreadLocal())
      Sum += A->getSize();
  return Sum;
}

LimitVerdict judgeLimits(const Module &M, AnalysisManager &AM,
                         ArrayRef<StringRef> Transforms) {
  LimitVerdict Verdict;
  const Target &Machine = AM.getTarget();
  if (Machine.Limits.empty())
    return Verdict;
  auto Add = [&](ExitCode Code, const Twine &Text) {
    Verdict.Code = getWorse(Verdict.Code, Code);
    Verdict.Lines.push_back((M.getName() + ": -memory-limit: " + Text).str());
  };
  if (!M.tellsAllocations()) {
    Add(ExitBadInput, "unknown, since the allocations were not read");
    return Verdict;
  }
  const InferredBackend &Backend = AM.getResult<BackendAnalysis>();
  for (StringRef Name : Machine.findLimitsOfNoSpace(Backend.get()))
    Add(ExitBadInput,
        backendName(Backend.get()) + " has no memory space " +
            quoteForMessage(Name) + "; it has " +
            join(getMemorySpaceSpellings(Backend.get()), ", ") +
            ", and a limit without a name is that of the default space");

  std::map<MemorySpace, Bytes> Limits;
  for (const MemoryLimit &L : Machine.Limits)
    if (std::optional<MemorySpace> Space =
            findMemorySpace(Backend.get(), L.Space))
      Limits.try_emplace(*Space, *Machine.getLimit(Backend.get(), *Space));
  const ProtoProvenance *Proto = getProtoProvenance(M);
  bool MayLackMemory =
      Proto ? Proto->mayLackMemory() : getUnknownText(M).mayHoldMemory();
  std::string After =
      Transforms.empty() ? "" : ", after " + join(Transforms, ", ");
  for (const auto &[Space, Limit] : Limits) {
    Bytes Allocated = getAllocated(M, Space);
    std::string Name = Backend.describe(Space);
    if (Allocated > Limit)
      Add(ExitOverLimit,
          Twine(Name) + " is " + toExactString(Allocated - Limit) +
              " over the limit of " + toExactString(Limit) + ": " +
              toExactString(Allocated) + " allocated" + After);
    else if (M.isIncomplete())
      Add(ExitBadInput,
          "unknown for " + Name + ", since only a part of the dump was read");
    else if (MayLackMemory)
      Add(ExitBadInput, "unknown for " + Name + ", since unknown " +
                            (Proto ? "fields" : "text") +
                            " of the dump could tell of memory that is "
                            "nowhere else");
  }
  return Verdict;
}

} // namespace hlomem
