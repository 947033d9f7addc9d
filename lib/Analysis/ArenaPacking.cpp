//===- ArenaPacking.cpp - An arena as a packing problem -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/ArenaPacking.h"
#include "hlomem/Analysis/AliasAnalysis.h"
#include "hlomem/Analysis/Liveness.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Packing/Bounds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include <cassert>

using namespace llvm;

namespace hlomem {

StringRef getName(PackingProfile Profile) {
  return Profile == PackingProfile::Xla ? "xla" : "free";
}

std::optional<PackingProfile> parsePackingProfile(StringRef Name) {
  return StringSwitch<std::optional<PackingProfile>>(Name)
      .Case("xla", PackingProfile::Xla)
      .Case("free", PackingProfile::Free)
      .Default(std::nullopt);
}

std::string whyNotAsked(const ArenaBuffers &Arena, Bytes Alignment) {
  if (!Arena.WhyUnknown.empty())
    return Arena.WhyUnknown;
  assert(!Alignment.isZero() && "no alignment");
  Bytes Sum = Alignment;
  for (const ArenaBuffer &B : Arena.Buffers) {
    if (B.Offset.count() % Alignment.count() != 0) {
      std::string Name;
      raw_string_ostream(Name) << B.Values.front()->getDefinition();
      return formatv("{0} begins at {1}, which is no multiple of {2}", Name,
                     B.Offset.count(), Alignment.count());
    }
    Sum += B.Size + Alignment;
  }
  if (std::max(Sum, Arena.getEndOffset()).count() >= packing::MaxTotalSize)
    return "its buffers add up to more than can be counted";
  return "";
}

//===----------------------------------------------------------------------===//
// Problems
//===----------------------------------------------------------------------===//

// What a copy-start with a cross_program_prefetch_index writes is its leaf {0}.
static bool isCrossProgramPrefetch(const Module &M, const Value &V) {
  if (V.getDefinition().getIndex().getText() != "0" ||
      !V.getInstructionText().contains("cross_program_prefetch_index"))
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

static bool isKeptByXla(const Module &M, const ArenaBuffer &B) {
  return any_of(B.Values, [&M](const Value *V) {
    return V->getShape().isTuple() || isCrossProgramPrefetch(M, *V);
  });
}

packing::Problem makeProblem(const ArenaBuffers &Arena, const Module &M,
                             const Liveness &Live, PackingProfile Profile,
                             Bytes Alignment) {
  assert(whyNotAsked(Arena, Alignment).empty() && "nothing to ask");
  packing::Problem P;
  P.Buffers.reserve(Arena.Buffers.size());
  for (const ArenaBuffer &B : Arena.Buffers) {
    packing::Buffer &To = P.Buffers.emplace_back();
    To.Begin = B.Range.Begin;
    To.End = packing::Time(B.Range.End) + 1;
    To.Size = B.Size.count();
    To.Alignment = Alignment.count();
    if (Profile == PackingProfile::Free)
      continue;
    if (isOfCaller(B.Values.front()->getAllocation())) {
      To.FixedOffset = B.Offset.count();
    } else if (isKeptByXla(M, B)) {
      To.Begin = 0;
      To.End = std::max<packing::Time>(Live.getEndOfProgram(), B.Range.End) + 1;
    }
  }
  return P;
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

// Whether the present placement is one under what is asked. Without the
// lifetimes that a profile makes longer it always is.
static bool isPresentAllowed(const ArenaBuffers &Arena,
                             const packing::Problem &P) {
  auto IsLonger = [&](size_t I) {
    return P.Buffers[I].Begin != packing::Time(Arena.Buffers[I].Range.Begin) ||
           P.Buffers[I].End != packing::Time(Arena.Buffers[I].Range.End) + 1;
  };
  // The buffer that ends last, of those before, ascending by offset: and
  // whether it must not share what it has.
  Bytes End, LongerEnd;
  for (auto [I, B] : enumerate(Arena.Buffers)) {
    if (B.Offset < (IsLonger(I) ? End : LongerEnd))
      return false;
    End = std::max(End, B.getEndOffset());
    if (IsLonger(I))
      LongerEnd = std::max(LongerEnd, B.getEndOffset());
  }
  return true;
}

static ArenaAnswer ask(const ArenaBuffers &Arena, packing::Problem Asked,
                       PackingEffort Effort) {
  ArenaAnswer A;
  A.Asked = std::move(Asked);
  packing::Placement Present;
  Present.reserve(Arena.Buffers.size());
  for (const ArenaBuffer &B : Arena.Buffers)
    Present.push_back(B.Offset.count());
  uint64_t PresentSize = Arena.getEndOffset().count();

  packing::Bound Lowest = packing::getAlignmentBound(A.Asked);
  A.AlignmentBound = Bytes(Lowest.Size);
  A.Found = {.Offsets = Present,
             .Size = PresentSize,
             .Bound = std::min(Lowest.Size, PresentSize),
             .BoundAt = Lowest.At};
  if (A.Found.isOptimal() || !Effort.searches(Present.size()))
    return A;

  packing::SolverOptions Options;
  Options.MaxSteps = Effort.getMaxSteps(Present.size());
  if (isPresentAllowed(Arena, A.Asked))
    Options.Start = Present;
  packing::Solution S = packing::solve(A.Asked, Options);
  A.Found.Bound = std::min(std::max(S.Bound, Lowest.Size), PresentSize);
  A.Found.Steps = S.Steps;
  if (S.Size < PresentSize) {
    A.Found.Offsets = std::move(S.Offsets);
    A.Found.Size = S.Size;
  }
  return A;
}

// Of two problems of one arena with one alignment.
static bool asksTheSame(const packing::Problem &A, const packing::Problem &B) {
  return all_of(zip_equal(A.Buffers, B.Buffers), [](const auto &Pair) {
    const auto &[L, R] = Pair;
    return L.Begin == R.Begin && L.End == R.End &&
           L.FixedOffset == R.FixedOffset;
  });
}

ArenaAnswers solveArena(const ArenaBuffers &Arena, const Module &M,
                        const Liveness &Live, Bytes Alignment,
                        PackingEffort Effort) {
  auto Make = [&](PackingProfile Profile) {
    return makeProblem(Arena, M, Live, Profile, Alignment);
  };
  ArenaAnswers A;
  packing::Problem ForXla = Make(PackingProfile::Xla);
  A.Free = ask(Arena, Make(PackingProfile::Free), Effort);
  if (asksTheSame(ForXla, A.Free.Asked)) {
    A.Xla = A.Free;
    A.Xla.Found.Steps = 0; // Spent once.
    return A;
  }
  A.Xla = ask(Arena, std::move(ForXla), Effort);

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
  ArenaAnswers A = solveArena(Arena, M, Live, Alignment, Effort);
  return Profile == PackingProfile::Xla ? std::move(A.Xla) : std::move(A.Free);
}

ArenaParts splitArena(Bytes Size, Bytes Load, const ArenaAnswers &Answers) {
  const packing::Problem &Asked = Answers.Free.Asked;
  Bytes Aligned = Answers.Free.AlignmentBound;
  // Between the load and LB_align.
  Bytes AllLive =
      Aligned == Load ? Load : Bytes(packing::getLoadBound(Asked).Size);
  BytesRange Free = Answers.Free.getBest(), Xla = Answers.Xla.getBest();
  BytesRange Policy = {differenceOrZero(Xla.Low, Free.High),
                       Xla.High - Free.Low};
  if (asksTheSame(Asked, Answers.Xla.Asked))
    Policy = {};
  return {.Load = Load,
          .Sharing = AllLive - Load,
          .Alignment = Aligned - AllLive,
          .Shape = {Free.Low - Aligned, Free.High - Aligned},
          .Policy = Policy,
          .Packing = {Size - Xla.High, Size - Xla.Low}};
}

} // namespace hlomem
