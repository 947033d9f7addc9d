//===- LimitGate.cpp - Judges modules by limits and devices ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LimitGate.h"
#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Memory/FitVerdict.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Target.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Proto/ProtoModule.h"
#include "hlomem/Support/Diagnostics.h"
#include <map>

using namespace llvm;

namespace hlomem {

static Bytes getAllocated(const Module &M, MemorySpace Space) {
  Bytes Sum;
  for (const Allocation *A : M.allocationsIn(Space))
    if (!A->isThreadLocal())
      Sum += A->getSize();
  return Sum;
}

std::string findWhyMayLackMemory(const Module &M) {
  if (!M.tellsAllocations())
    return "since the allocations were not read";
  if (M.isIncomplete())
    return "since only a part of the dump was read";
  const ProtoProvenance *Proto = getProtoProvenance(M);
  if (!(Proto ? Proto->mayLackMemory() : getUnknownText(M).mayHoldMemory()))
    return "";
  return std::string("since unknown ") + (Proto ? "fields" : "text") +
         " of the dump could tell of memory that is nowhere else";
}

std::string describeLimit(Bytes Limit, const Target &Machine) {
  std::string Text = toExactString(Limit);
  if (!Machine.Reserve.isZero())
    Text += ", " + toString(Machine.Reserve) + " of " +
            toString(Limit + Machine.Reserve) + " being reserved";
  return Text;
}

namespace {

/// Judges one module.
class LimitJudge {
public:
  LimitJudge(const Module &M, AnalysisManager &AM,
             ArrayRef<StringRef> Transforms)
      : M(M), AM(AM), Machine(AM.getTarget()),
        InModule(AM.getResult<BackendAnalysis>()),
        After(Transforms.empty() ? "" : ", after " + join(Transforms, ", ")),
        WhyUnknown(findWhyMayLackMemory(M)) {}

  LimitVerdict run();

private:
  void add(ExitCode Code, const Twine &Option, const Twine &Text) {
    Verdict.Code = getWorse(Verdict.Code, Code);
    (Code == ExitDone ? Verdict.Notes : Verdict.Lines)
        .push_back((M.getName() + ": " + Option + ": " + Text).str());
  }
  /// Returns the number of each space that has one of \p Limits, the option \p
  /// Option, with that limit.
  std::map<MemorySpace, Bytes> findSpaces(StringRef Option,
                                          ArrayRef<MemoryLimit> Limits);
  void judgeSpaces();
  void judgePeaks();
  void judgeDevice();
  void judgeCompile();

  const Module &M;
  AnalysisManager &AM;
  const Target &Machine;
  const InferredBackend &InModule;
  std::string After;
  std::string WhyUnknown;
  LimitVerdict Verdict;
};

} // namespace

std::map<MemorySpace, Bytes>
LimitJudge::findSpaces(StringRef Option, ArrayRef<MemoryLimit> Limits) {
  std::map<MemorySpace, Bytes> Found;
  for (const MemoryLimit &L : Limits)
    if (std::optional<MemorySpace> Space =
            findMemorySpace(InModule.get(), L.Space))
      Found.try_emplace(*Space, L.Size);
    else
      add(ExitBadInput, Option,
          backendName(InModule.get()) + " has no memory space " +
              quoteForMessage(L.Space) + "; it has " +
              join(getMemorySpaceSpellings(InModule.get()), ", ") +
              ", and a limit without a name is that of the default space");
  // A number that is wrong must not let every dump pass.
  auto IsChecked = [&](MemorySpace Space) {
    return Space == 0 || !InModule.name(Space).Name.empty() ||
           !M.allocationsIn(Space).empty();
  };
  const bool AnyIsChecked = any_of(make_first_range(Found), IsChecked);
  for (MemorySpace Space : make_first_range(Found))
    if (!IsChecked(Space))
      add(AnyIsChecked ? ExitDone : ExitBadInput, Option,
          "no allocation is in " + InModule.describe(Space));
  return Found;
}

void LimitJudge::judgePeaks() {
  static constexpr StringLiteral Option = "-peak-limit";
  std::map<MemorySpace, Bytes> Limits = findSpaces(Option, Machine.PeakLimits);
  if (Limits.empty())
    return;
  const auto &Timeline = AM.getResult<MemoryTimelineAnalysis>();
  for (const auto &[Space, Limit] : Limits) {
    const SpaceTimeline &S = Timeline.getSpace(Space);
    std::string Name = InModule.describe(Space);
    if (S.Peak.Size > Limit)
      add(ExitOverLimit, Option,
          "the peak of " + Name + " is " + toExactString(S.Peak.Size - Limit) +
              " over the limit of " + toExactString(Limit) + ": " +
              toExactString(S.Peak.Size) + " live at schedule position " +
              Twine(S.Peak.At) + After);
    else if (!WhyUnknown.empty())
      add(ExitBadInput, Option, "unknown for " + Name + ", " + WhyUnknown);
    // They would be over the limit at no position, or might be at any.
    else if (S.Peak.Size + S.UnknownBytes > Limit)
      add(ExitBadInput, Option,
          "the peak of " + Name + " is unknown: " + Twine(S.UnknownValues) +
              " of its values, " + toExactString(S.UnknownBytes) +
              ", have no live range; read the dump with its "
              "*-live-range.txt, or the *.hlo.pb");
  }
}

void LimitJudge::judgeSpaces() {
  std::map<MemorySpace, Bytes> Given =
      findSpaces("-memory-limit", Machine.Limits);
  for (MemorySpace Space : make_first_range(Given)) {
    if (Machine.IsResident && Space == 0)
      continue;
    Bytes Limit = *Machine.getLimit(InModule.get(), Space);
    Bytes Allocated = getAllocated(M, Space);
    std::string Name = InModule.describe(Space);
    if (Allocated > Limit)
      add(ExitOverLimit, "-memory-limit",
          Twine(Name) + " is " + toExactString(Allocated - Limit) +
              " over the limit of " +
              (Space == 0 ? describeLimit(Limit, Machine)
                          : toExactString(Limit)) +
              ": " + toExactString(Allocated) + " allocated" + After);
    else if (!WhyUnknown.empty())
      add(ExitBadInput, "-memory-limit",
          "unknown for " + Name + ", " + WhyUnknown);
  }
}

void LimitJudge::judgeDevice() {
  const ChosenDevice &On = *Machine.OnDevice;
  const bool IsInferred = Machine.IsDeviceInferred;
  std::string Option =
      ((IsInferred ? "compiled for " : "-device=") + On.Kind->Name).str();
  FitVerdict V = judgeModule(M, AM, /*IsAsCompiled=*/After.empty());
  // Nobody has asked for a verdict, or said which fraction JAX takes.
  const bool IsWithinMemory = On.Kind->hasMemoryFraction() &&
                              !Machine.GivenFraction &&
                              V.Needed <= On.Kind->Memory;
  if (IsInferred && (V.Kind != Fit::DoesNotFit || IsWithinMemory))
    return;
  if (V.Kind == Fit::Unknown)
    return add(ExitBadInput, Option,
               "unknown: " + V.Why + "; to compile for it: " +
                   getCompileCommand(*On.Kind, On.Topology));
  if (!WhyUnknown.empty() && V.Kind != Fit::DoesNotFit)
    return add(ExitBadInput, Option, "unknown, " + WhyUnknown);
  std::string Text = (getFitName(V.Kind) + ": " + toExactString(V.Needed) +
                      " allocated" + After + ", " +
                      (V.getExcess() ? toExactString(*V.getExcess()) + " over"
                                     : toExactString(*V.getLeft()) + " below") +
                      " the limit of " + describeLimit(*V.Limit, Machine))
                         .str();
  if (V.Kind == Fit::Close && After.empty() &&
      Machine.Compile.For.get() == On.Kind)
    Text +=
        "; XLA compiled it for this device: what its code and the runtime take "
        "decides";
  else if (V.Kind == Fit::Close)
    Text += "; so near to it, only a compile for it tells: " +
            getCompileCommand(*On.Kind, On.Topology);
  if (V.RanOut)
    Text += "; its compile ran out of memory";
  if (!V.Caveat.empty())
    Text += "; " + V.Caveat;
  if (V.Kind == Fit::Fits)
    return Verdict.Fits.push_back(
        (M.getName() + ": " + Option + ": " + Text).str());
  add(V.Kind == Fit::DoesNotFit ? ExitOverLimit : ExitBadInput, Option, Text);
}

/// Of a compile that ran out of memory, where no limit tells so.
void LimitJudge::judgeCompile() {
  const CompileFacts &Compile = Machine.Compile;
  if (Compile.OutOfMemoryFile.empty() || !After.empty() ||
      Verdict.Code != ExitDone)
    return;
  std::string File = "XLA writes '" + Compile.OutOfMemoryFile +
                     "' where a compile runs out of memory";
  if (!Machine.getLimit(InModule.get(), 0))
    return add(ExitOverLimit, "out of memory",
               File + "; -device=NAME tells by how much");
  // Of all together ResidentSet tells, and of another device nothing is known.
  if (Machine.IsResident || (Machine.OnDevice && Compile.For &&
                             Compile.For.get() != Machine.OnDevice->Kind))
    return;
  const bool Fits = !Machine.OnDevice ||
                    judgeFit(getNeededBytes(M, AM), M, AM).Kind == Fit::Fits;
  if (!Fits || !WhyUnknown.empty())
    return add(ExitOverLimit, "out of memory", File);
  // That of a limit which the user gives.
  add(Machine.IsDeviceInferred ? ExitOverLimit : ExitDone, "out of memory",
      File + ", and the limit of main memory is kept: another was exceeded, or "
             "an earlier compile left the file");
}

LimitVerdict LimitJudge::run() {
  if (!M.tellsAllocations()) {
    if (Machine.OnDevice)
      add(ExitBadInput, "-device", "unknown, " + WhyUnknown);
    else if (!Machine.Limits.empty())
      add(ExitBadInput, "-memory-limit", "unknown, " + WhyUnknown);
    else if (Machine.GivenFraction)
      add(ExitBadInput, "-memory-fraction", "unknown, " + WhyUnknown);
    if (!Machine.PeakLimits.empty())
      add(ExitBadInput, "-peak-limit", "unknown, " + WhyUnknown);
    return std::move(Verdict);
  }
  // A folder may have programs for the CPU too.
  if (Machine.GivenFraction && !Machine.OnDevice &&
      InModule.get() != Backend::CPU)
    add(ExitBadInput, "-memory-fraction",
        "no file beside the dump names its GPU; give -device");
  else if (Machine.GivenFraction && Machine.OnDevice &&
           !Machine.OnDevice->Kind->hasMemoryFraction())
    add(ExitBadInput, "-memory-fraction",
        "a TPU gives all of its memory; only GPUs have one");
  judgeSpaces();
  judgePeaks();
  if (Machine.OnDevice && !Machine.IsResident)
    judgeDevice();
  judgeCompile();
  return std::move(Verdict);
}

LimitVerdict judgeLimits(const Module &M, AnalysisManager &AM,
                         ArrayRef<StringRef> Transforms) {
  const Target &Machine = AM.getTarget();
  if (!Machine.hasLimits() && Machine.PeakLimits.empty() &&
      !Machine.GivenFraction && Machine.Compile.OutOfMemoryFile.empty())
    return {};
  return LimitJudge(M, AM, Transforms).run();
}

} // namespace hlomem
