//===- FragParts.cpp - What the size of an arena is due to ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FragParts.h"
#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace hlomem {

// At effort 1 all arenas of a module together get no more than a few of them
// would alone: pipelines run over thousands of dumps.
static constexpr uint64_t MaxStepsOfLevel1 = 2'000'000;
static constexpr size_t MaxSearchedOfLevel1 = 2'000;

PackingEffort FragPartsReport::chooseEffort(size_t Buffers) const {
  if (Effort.Level == 1 &&
      (Steps >= MaxStepsOfLevel1 || Searched + Buffers > MaxSearchedOfLevel1))
    return {.Level = 0};
  return Effort;
}

ArenaAnswers FragPartsReport::solve(ArenaBuffers &Arena, Bytes Alignment,
                                    PackingEffort Effort) {
  // Loops are looked for only where a search depends on them.
  if (Effort.searches(Arena.Buffers.size()) && Arena.hasTies()) {
    ArenaAnswers Bounds = solveArena(Arena, M, Live, Alignment, {.Level = 0});
    if (Bounds.Xla.Found.isOptimal() && Bounds.Free.Found.isOptimal())
      return Bounds;
    tieByLoops(Arena, AM.getResult<LoopAnalysis>());
  }
  return solveArena(Arena, M, Live, Alignment, Effort);
}

void FragPartsReport::reportParts(const Allocation &A) {
  ArenaBuffers Arena = findArenaBuffers(A, Live, M.getThreadCount());
  Bytes Alignment = getAlignment(Arena, Options.Alignment);
  if (std::string Why = getUnpackableReason(Arena, Alignment); !Why.empty()) {
    C.emit(A.getLoc(), remark::ArenaNotSplit{.Why = std::move(Why)});
    return;
  }
  PackingEffort Spent = chooseEffort(Arena.Buffers.size());
  ArenaAnswers Answers = solve(Arena, Alignment, Spent);
  bool IsSearched = Spent.searches(Arena.Buffers.size());
  if (IsSearched)
    Searched += Arena.Buffers.size();
  Steps += Answers.Xla.Found.Steps + Answers.Free.Found.Steps;

  ++SplitCount;
  if (Answers.Xla.Found.isOptimal() && Answers.Free.Found.isOptimal())
    ++ProvenCount;
  listParts(Arena, splitArena(A.getSize(), Timeline.getLoad(A).Size, Answers),
            Answers, Alignment);
  reportAnswer(A, Arena.Buffers.size(), Answers, IsSearched);
}

// What XLA keeps that lets nothing else reuse its bytes.
static std::string describePolicy(const ArenaBuffers &Arena,
                                  const ArenaAnswers &Answers) {
  if (Answers.AreFixed)
    return "the caller looks for it where it is";
  uint64_t TableCount = 0, PrefetchCount = 0;
  DenseSet<uint64_t> Ties;
  for (unsigned Kept : Answers.Kept) {
    const ArenaBuffer &B = Arena.Buffers[Kept];
    // What is tied is one.
    if (B.Tie != 0 && !Ties.insert(B.Tie).second)
      continue;
    if (any_of(Arena.values(B),
               [](const Value &V) { return V.getShape().isTuple(); }))
      ++TableCount;
    else
      ++PrefetchCount;
  }
  std::string Text = "XLA never reuses the bytes of ";
  if (TableCount != 0)
    Text += formatv("tuple index tables ({0})", TableCount);
  if (PrefetchCount != 0)
    Text += formatv("{0}slices prefetched across programs ({1})",
                    TableCount == 0 ? "" : " and ", PrefetchCount);
  return Text;
}

void FragPartsReport::listParts(const ArenaBuffers &Arena,
                                const ArenaParts &Parts,
                                const ArenaAnswers &Answers, Bytes Alignment) {
  auto Exactly = [](Bytes Size) { return BytesRange{Size, Size}; };
  auto List = [&](const char *Name, BytesRange Range, const Twine &Why) {
    emit(remark::ArenaPart{.Part = Name,
                           .Least = Range.Low,
                           .Most = Range.High,
                           .Why = Why.str()});
  };
  List("load", Exactly(Parts.Load), "the most that is live at one time");
  if (!Parts.Sharing.isZero())
    List("sharing", Exactly(Parts.Sharing),
         "buffers are larger than what is live in them then");
  List("alignment", Exactly(Parts.Alignment),
       "every buffer begins at a multiple of " + Twine(Alignment.count()) +
           (Options.Alignment ? "" : " (inferred)"));
  if (!Parts.Shape.High.isZero())
    List("shape", Parts.Shape, "sizes and lifetimes fit together no tighter");
  List("policy", Parts.Policy,
       Parts.Policy.High.isZero() ? "" : describePolicy(Arena, Answers));
  List("packing", Parts.Packing,
       Parts.Packing.High.isZero() ? "" : "another placement would do without");
}

// The pass that gives the same answer.
static std::string describeRepack(const FragOptions &Options,
                                  PackingProfile Profile) {
  SmallVector<std::string, 3> Parts;
  if (Options.Effort != PackingEffort().Level)
    Parts.push_back(formatv("effort={0}", Options.Effort));
  if (Options.Alignment)
    Parts.push_back(formatv("alignment={0}", *Options.Alignment));
  if (Profile != PackingProfile::Xla)
    Parts.push_back(("profile=" + getName(Profile)).str());
  return Parts.empty() ? "repack" : "repack<" + join(Parts, ";") + ">";
}

void FragPartsReport::reportAnswer(const Allocation &A, size_t BufferCount,
                                   const ArenaAnswers &Answers,
                                   bool IsSearched) {
  PackingProfile Asked =
      Answers.IsOfXla ? Options.Profile : PackingProfile::Free;
  const ArenaAnswer &Answer = Answers.get(Asked);
  BytesRange Best = Answer.getBest();
  std::string ProfileText = getName(Asked).str();
  if (Asked != Options.Profile)
    ProfileText += ", since the present placement is none of XLA's";
  std::string Advice = Best.isExact()
                           ? std::string()
                           : describeAdvice("frag", Effort, BufferCount);
  if (Best.High < A.getSize())
    C.emit(A.getLoc(), remark::SmallerPlacement{
                           .Best = Best.High,
                           .Difference = A.getSize() - Best.High,
                           .Pass = describeRepack(Options, Asked),
                           .Bound = Best.Low,
                           .Profile = std::move(ProfileText),
                           .Proof = Best.isExact() ? ", proven optimal" : "",
                           .Advice = std::move(Advice)});
  else if (Best.isExact())
    C.emit(A.getLoc(),
           remark::BestPlacement{.Best = Best.High,
                                 .Profile = std::move(ProfileText)});
  else
    C.emit(A.getLoc(),
           remark::UnprovenPlacement{
               .Search = IsSearched ? "no smaller placement was found"
                                    : "no smaller placement was sought",
               .Bound = Best.Low,
               .Profile = std::move(ProfileText),
               .Advice = std::move(Advice)});
}

} // namespace hlomem
