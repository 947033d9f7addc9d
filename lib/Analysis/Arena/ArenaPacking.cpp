//===- ArenaPacking.cpp - An arena as a packing problem -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaBounds.h"
#include "Program/PrintedInstructions.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Packing/Bounds.h"
#include "hlomem/Packing/PlacementCheck.h"
#include "hlomem/Support/Interrupt.h"
#include "hlomem/Support/Parallel.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace hlomem {

StringRef getName(PackingProfile Profile) {
  return Profile == PackingProfile::Xla ? "xla" : "free";
}

bool isTempArena(const Allocation &A) {
  constexpr AllocationFlags Others =
      AllocationFlags::Parameter | AllocationFlags::Constant |
      AllocationFlags::ThreadLocal | AllocationFlags::MaybeLiveOut;
  return A.isArena() && (A.getFlags() & Others) == AllocationFlags::None;
}

std::string getUnpackableReason(const ArenaBuffers &Arena, Bytes Alignment) {
  if (!Arena.WhyUnknown.empty())
    return Arena.WhyUnknown;
  assert(!Alignment.isZero() && "no alignment");
  Bytes Sum = Alignment;
  // What every offset is a multiple of need not be looked for.
  bool IsKept = Arena.InferredAlignment.count() % Alignment.count() == 0;
  for (const ArenaBuffer &B : Arena.Buffers) {
    if (!IsKept && B.Offset.count() % Alignment.count() != 0) {
      std::string Name;
      raw_string_ostream(Name) << Arena.getFirstValue(B).getDefinition();
      return formatv("{0} begins at {1}, which is not a multiple of {2}", Name,
                     B.Offset.count(), Alignment.count());
    }
    Sum += B.Size + Alignment;
  }
  if (std::max(Sum, Arena.EndOffset).count() >= packing::MaxTotalSize)
    return "the sizes of its buffers overflow";
  return "";
}

//===----------------------------------------------------------------------===//
// Problems
//===----------------------------------------------------------------------===//

// What a copy-start with a cross_program_prefetch_index writes is its leaf {0}.
static bool mayBeCrossProgramPrefetch(const Value &V) {
  StringRef Text = V.getInstructionText();
  return V.getDefinition().getIndex().getText() == "0" &&
         (Text.empty() || Text.contains("cross_program_prefetch_index"));
}

static bool isCrossProgramPrefetch(const Module &M, const Value &V) {
  if (getOpcode(M, V) != Opcode::CopyStart)
    return false;
  const InstructionDetails *D = M.getInstruction(V);
  return D && D->Name == V.getInstructionName() && D->Op == Opcode::CopyStart &&
         D->getAttribute("cross_program_prefetch_index");
}

// Parameters, outputs and constants are where somebody else looks for them.
static bool isOfCaller(const Allocation &A) {
  return (A.getFlags() &
          (AllocationFlags::Parameter | AllocationFlags::Constant |
           AllocationFlags::MaybeLiveOut)) != AllocationFlags::None;
}

static const Allocation &getAllocation(const ArenaBuffers &Arena) {
  return Arena.Values.front().getAllocation();
}

// By buffer, whether nothing else may ever use it under the profile xla.
static std::vector<bool> findKept(const ArenaBuffers &Arena, const Module &M) {
  if (isOfCaller(getAllocation(Arena)))
    return {};
  // In the order of the dump, in which they lie in memory; in bytes, since
  // threads may write two next to each other. Instructions are read by one.
  size_t Count = Arena.Values.size();
  std::vector<char> AreValuesKept(Count);
  unsigned PartCount = countParts(M.getThreadCount(), Count);
  std::vector<std::vector<size_t>> Prefetches(PartCount);
  parallelForParts(PartCount, Count,
                   [&](size_t Part, size_t Begin, size_t End) {
                     for (size_t I = Begin; I != End; ++I) {
                       const Value &V = Arena.Values[I];
                       if (V.getShape().isTuple())
                         AreValuesKept[I] = true;
                       else if (mayBeCrossProgramPrefetch(V))
                         Prefetches[Part].push_back(I);
                     }
                   });
  for (ArrayRef<size_t> Part : Prefetches)
    for (size_t I : Part)
      AreValuesKept[I] = isCrossProgramPrefetch(M, Arena.Values[I]);
  std::vector<bool> Kept;
  Kept.reserve(Arena.Buffers.size());
  for (const ArenaBuffer &B : Arena.Buffers)
    Kept.push_back(any_of(Arena.positions(B),
                          [&](uint32_t V) { return AreValuesKept[V]; }));
  return Kept;
}

// When buffers are live under the profile xla, in the order of Arena. Nothing
// else may ever use what is kept, nor what is tied to it: the members of a tie
// take turns, from the begin of the program to its end. Where a tie may not be
// there, that asks too little of those that are all kept, and with OnlyWhole
// nothing of others.
static std::vector<LiveRange> getXlaRanges(const ArenaBuffers &Arena,
                                           const std::vector<bool> &IsKept,
                                           Time EndOfProgram, bool OnlyWhole) {
  // By tie; those of an arena are numbered from one on.
  BitVector KeptTies(Arena.Buffers.size() + 1);
  BitVector OtherTies(Arena.Buffers.size() + 1);
  for (auto [I, B] : enumerate(Arena.Buffers))
    if (B.Tie != 0)
      (IsKept[I] ? KeptTies : OtherTies).set(B.Tie);
  if (OnlyWhole)
    KeptTies.reset(OtherTies);
  // Members stand in the order of time.
  std::vector<LiveRange *> LastOfTie(KeptTies.find_last() + 1);
  std::vector<LiveRange> Ranges;
  Ranges.reserve(Arena.Buffers.size());
  for (auto [I, B] : enumerate(Arena.Buffers)) {
    LiveRange &To = Ranges.emplace_back(B.Range);
    if (B.Tie == 0 ? !IsKept[I] : !KeptTies[B.Tie])
      continue;
    LiveRange *Last =
        B.Tie == 0 ? nullptr : std::exchange(LastOfTie[B.Tie], &To);
    if (Last)
      Last->End = To.Begin - 1;
    else
      To.Begin = 0;
    To.End = std::max(EndOfProgram, To.End);
  }
  return Ranges;
}

// IsKept is what findKept() gives. The profile free needs none. With ForBounds
// it asks no more than what is certain, for a bound that holds although
// ArenaBuffers::AreTiesCertain is false.
static packing::Problem makeProblem(const ArenaBuffers &Arena,
                                    const std::vector<bool> &IsKept,
                                    const Liveness &Live,
                                    PackingProfile Profile, Bytes Alignment,
                                    bool ForBounds) {
  assert(getUnpackableReason(Arena, Alignment).empty() && "nothing to ask");
  packing::Problem P;
  P.Buffers.reserve(Arena.Buffers.size());
  for (const ArenaBuffer &B : Arena.Buffers) {
    packing::Buffer &To = P.Buffers.emplace_back();
    To.Begin = B.Range.Begin;
    To.End = packing::Time(B.Range.End) + 1;
    To.Size = B.Size.count();
    To.Alignment = Alignment.count();
    To.Tie = B.Tie;
  }
  if (ForBounds)
    for (auto [I, To] : enumerate(P.Buffers))
      To.Tie = Arena.CertainTies.empty() ? 0 : Arena.CertainTies[I];
  if (Profile == PackingProfile::Free)
    return P;
  if (IsKept.empty()) {
    for (auto [B, To] : zip_equal(Arena.Buffers, P.Buffers))
      To.FixedOffset = B.Offset.count();
    return P;
  }
  std::vector<LiveRange> Ranges = getXlaRanges(
      Arena, IsKept, Live.getEndOfProgram(), /*OnlyWhole=*/ForBounds);
  for (auto [Range, To] : zip_equal(Ranges, P.Buffers)) {
    To.Begin = Range.Begin;
    To.End = packing::Time(Range.End) + 1;
  }
  return P;
}

packing::Problem makeProblem(const ArenaBuffers &Arena, const Module &M,
                             const Liveness &Live, PackingProfile Profile,
                             Bytes Alignment) {
  std::vector<bool> IsKept;
  if (Profile == PackingProfile::Xla)
    IsKept = findKept(Arena, M);
  return makeProblem(Arena, IsKept, Live, Profile, Alignment,
                     /*ForBounds=*/false);
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

// Placements of so many buffers take about as long as the rest of a pass.
static constexpr size_t MaxBuffersOfLevel1 = 1000;

bool PackingEffort::searches(size_t Buffers) const {
  return Level > 1 || (Level == 1 && Buffers <= MaxBuffersOfLevel1);
}

uint64_t PackingEffort::getMaxSteps(size_t Buffers) const {
  if (!searches(Buffers))
    return 0;
  static constexpr uint64_t Steps[] = {0, 500'000, 200'000'000, 12'000'000'000};
  return Steps[std::min(Level, Highest)];
}

packing::Placement getPresentPlacement(const ArenaBuffers &Arena) {
  packing::Placement Offsets;
  Offsets.reserve(Arena.Buffers.size());
  for (const ArenaBuffer &B : Arena.Buffers)
    Offsets.push_back(B.Offset.count());
  return Offsets;
}

bool allowsPresent(const ArenaBuffers &Arena, const packing::Problem &Problem) {
  return !packing::findFault(Problem, getPresentPlacement(Arena));
}

// Make gives what is asked or, for true, what bounds may count on, of which
// Lowest are the bounds; both are the same where all ties are certain.
static ArenaAnswer ask(const ArenaBuffers &Arena,
                       const packing::MomentBounds &Lowest,
                       function_ref<packing::Problem(bool)> Make,
                       PackingEffort Effort) {
  ArenaAnswer A;
  uint64_t PresentSize = Arena.EndOffset.count();
  A.LoadBound = Bytes(Lowest.Load.Size);
  A.AlignmentBound = Bytes(Lowest.Aligned.Size);
  A.Found = {.Offsets = {},
             .Size = PresentSize,
             .Bound = std::min(Lowest.Aligned.Size, PresentSize),
             .BoundAt = Lowest.Aligned.At};
  if (A.Found.isOptimal() || !Effort.searches(Arena.Buffers.size()))
    return A;

  InterruptScope Interruptible;
  packing::SolverOptions Options;
  Options.Stop = &getInterruptFlag();
  Options.MaxSteps = Effort.getMaxSteps(Arena.Buffers.size());
  packing::Placement Present = getPresentPlacement(Arena);
  Options.Start = Present;
  packing::Solution S = packing::solve(Make(false), Options);
  A.Found.Steps = S.Steps;
  if (!Arena.AreTiesCertain) {
    S.Bound = Lowest.Aligned.Size;
    if (S.Size > Lowest.Aligned.Size) {
      Options.Start = S.Offsets;
      packing::Solution U = packing::solve(Make(true), Options);
      S.Bound = U.Bound;
      A.Found.Steps += U.Steps;
    }
  }
  A.Found.Bound = std::min(std::max(S.Bound, Lowest.Aligned.Size), PresentSize);
  if (S.Size < PresentSize) {
    A.Found.Offsets = std::move(S.Offsets);
    A.Found.Size = S.Size;
  }
  return A;
}

ArenaAnswers solveArena(const ArenaBuffers &Arena, const Module &M,
                        const Liveness &Live, Bytes Alignment,
                        PackingEffort Effort) {
  ArenaAnswers A;
  A.AreFixed = isOfCaller(getAllocation(Arena));
  auto AskFree = [&] {
    auto Make = [&](bool ForBounds) {
      return makeProblem(Arena, {}, Live, PackingProfile::Free, Alignment,
                         ForBounds);
    };
    A.Free = ask(Arena, getMomentBounds(Arena, {}, Alignment), Make, Effort);
  };
  const std::vector<bool> IsKept = findKept(Arena, M);
  auto AskXla = [&] {
    auto Make = [&](bool ForBounds) {
      return makeProblem(Arena, IsKept, Live, PackingProfile::Xla, Alignment,
                         ForBounds);
    };
    if (A.AreFixed) {
      A.Xla = ask(Arena, packing::getMomentBounds(Make(true)), Make, Effort);
      return;
    }
    auto GetRanges = [&](bool OnlyWhole) {
      return getXlaRanges(Arena, IsKept, Live.getEndOfProgram(), OnlyWhole);
    };
    std::vector<LiveRange> Ranges = GetRanges(false);
    A.IsOfXla = !doAnyMeet(Arena.Buffers, Ranges);
    for (auto [I, B] : enumerate(Arena.Buffers))
      if (Ranges[I] != B.Range)
        A.Kept.push_back(I);
    if (A.areSame())
      return;
    if (!Arena.AreTiesCertain)
      Ranges = GetRanges(true);
    A.Xla = ask(Arena, getMomentBounds(Arena, Ranges, Alignment), Make, Effort);
  };
  // Neither needs what the other finds.
  parallelFor(M.getThreadCount(), 2, [&](size_t Profile) {
    return Profile == 0 ? AskFree() : AskXla();
  });
  if (A.areSame()) {
    A.Xla = A.Free;
    A.Xla.Found.Steps = 0; // Spent once.
    return A;
  }

  // Whatever XLA may do is free.
  packing::Solution &Xla = A.Xla.Found, &Free = A.Free.Found;
  if (Xla.Size < Free.Size) {
    Free.Size = Xla.Size;
    Free.Offsets = Xla.Offsets;
  }
  Xla.Bound = std::max(Xla.Bound, Free.Bound);
  return A;
}

ArenaAnswer solveArena(const ArenaBuffers &Arena, const Module &M,
                       const Liveness &Live, PackingProfile Profile,
                       Bytes Alignment, PackingEffort Effort) {
  ArenaAnswers Both = solveArena(Arena, M, Live, Alignment, Effort);
  ArenaAnswer A =
      std::move(Profile == PackingProfile::Xla ? Both.Xla : Both.Free);
  if (A.Found.Offsets.empty())
    A.Found.Offsets = getPresentPlacement(Arena);
  return A;
}

ArenaParts splitArena(Bytes Size, Bytes Load, const ArenaAnswers &Answers) {
  Bytes Aligned = Answers.Free.AlignmentBound;
  // Between the load and LB_align.
  Bytes AllLive = Aligned == Load ? Load : Answers.Free.LoadBound;
  BytesRange Free = Answers.Free.getBest(), Xla = Answers.Xla.getBest();
  BytesRange Policy = {differenceOrZero(Xla.Low, Free.High),
                       Xla.High - Free.Low};
  if (Answers.areSame())
    Policy = {};
  return {.Load = Load,
          .Sharing = AllLive - Load,
          .Alignment = Aligned - AllLive,
          .Shape = {Free.Low - Aligned, Free.High - Aligned},
          .Policy = Policy,
          .Packing = {Size - Xla.High, Size - Xla.Low}};
}

} // namespace hlomem
