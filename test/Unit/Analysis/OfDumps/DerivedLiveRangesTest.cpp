//===- DerivedLiveRangesTest.cpp ------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All expected ranges are calculated by hand by the rules of
// docs/DumpFormat.md#live-ranges.
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Liveness/DerivedLiveRanges.h"
#include "GraphTest.h"
#include "TestEdits.h"
#include "TestProgram.h"
#include "hlomem/Analysis/Program/HloSchedule.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;
using namespace hlomem::test;

namespace {

/// "p 0-3, a 1-2, b ?" in the order of the values.
std::string print(const Module &M, const DerivedLiveRanges &Ranges) {
  std::vector<std::string> Parts;
  for (const Value *V : usedValues(M)) {
    std::string Part;
    raw_string_ostream OS(Part);
    OS << V->getDefinition() << ' ';
    if (std::optional<LiveRange> R = Ranges.getLiveRange(*V))
      OS << R->Begin << '-' << R->End;
    else
      OS << '?';
    Parts.push_back(OS.str());
  }
  return join(Parts, ", ");
}

DerivedLiveRanges deriveLiveRanges(const Module &M,
                                   const ProgramSource *Program,
                                   LiveRangeRules Rules = {}) {
  AnalysisManager AM(M);
  std::optional<HloSchedule> OfText;
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  std::shared_ptr<const HloGraph> G;
  if (Program && (!M.schedule().empty() || hasAllInstructions(*Program, M)))
    G = cantFail(Program->readGraph(Shapes, FusionBodies::LeftOut));
  if (G)
    OfText = HloSchedule::ofText(*G, M.schedule());
  const HloSchedule *OfModule = AM.getResult<ModuleStructureAnalysis>().get();
  return hlomem::deriveLiveRanges(M, AM.getResult<ScheduleIndexAnalysis>(),
                                  OfText ? &*OfText : OfModule,
                                  OfText ? G.get() : nullptr, Rules);
}

std::string derive(const TestProgram &P, StringRef HloText = "",
                   LiveRangeRules Rules = {}) {
  std::unique_ptr<Module> M = makeModule(P);
  std::unique_ptr<ProgramSource> Program;
  if (!HloText.empty())
    Program = makeProgram(HloText);
  if (!M || (!HloText.empty() && !Program))
    return "failed";
  return print(*M, deriveLiveRanges(*M, Program.get(), Rules));
}

//===----------------------------------------------------------------------===//
// One computation
//===----------------------------------------------------------------------===//

TestProgram straightLine() {
  return programOf(R"(ENTRY e {
  p = f32[4] parameter(0)
  a = f32[4] negate(p)
  b = f32[4] add(a, p)
  ROOT c = f32[4] exponential(b)
})");
}

TEST(DerivedLiveRanges, AgainAndAfterRemoval) {
  std::unique_ptr<Module> M = makeModule(straightLine());
  ASSERT_TRUE(M);
  EXPECT_EQ(print(*M, deriveLiveRanges(*M, nullptr)),
            "p 0-4, a 1-2, b 2-3, c 3-4");
  EXPECT_EQ(print(*M, deriveLiveRanges(*M, nullptr)),
            "p 0-4, a 1-2, b 2-3, c 3-4");
  // Without its values the rest of the program shows no more.
  removeAllocations(*M, [](const Allocation &A) { return A.getIndex() == 2; });
  EXPECT_EQ(M->values().size(), 2u);
  DerivedLiveRanges Rest = deriveLiveRanges(*M, nullptr);
  EXPECT_FALSE(Rest.knowsComputations());
  EXPECT_EQ(print(*M, Rest), "p 0-4, c ?");
}

TEST(DerivedLiveRanges, TellsWhatItWasDerivedFrom) {
  std::unique_ptr<Module> M = makeModule(straightLine());
  DerivedLiveRanges Ranges = deriveLiveRanges(*M, nullptr);
  EXPECT_TRUE(Ranges.knowsComputations());
  EXPECT_EQ(Ranges.getEndOfProgram(), 4u);
  EXPECT_EQ(Ranges.schedule()[2], "b");
}

TEST(DerivedLiveRanges, ParametersBeginWithTheirComputation) {
  TestProgram P = programOf(R"(ENTRY e {
  a = f32[4] constant({...})
  p = f32[4] parameter(0)
  b = f32[4] add(a, p)
  ROOT c = f32[4] exponential(b)
})");
  // Donated: to the last use, not to the end.
  P.Blocks[0] += ", maybe-live-out";
  EXPECT_EQ(derive(P), "a 0-2, p 0-2, b 2-3, c 3-4");
}

TEST(DerivedLiveRanges, ValueNeverRead) {
  EXPECT_EQ(derive(programOf(R"(ENTRY e {
  p = f32[4] parameter(0)
  k = (f32[4], f32[4]) custom-call(p), custom_call_target="f"
  g = f32[4] get-tuple-element(k), index=0
  ROOT c = f32[4] negate(g)
})")),
            "p 0-4, k{} 1-2, k{0} 1-3, k{1} 1-1, c 3-4");
}

// The root need not be last; what it holds lives to the end.
TEST(DerivedLiveRanges, TupleRoot) {
  EXPECT_EQ(derive(programOf(R"(ENTRY e {
  p = f32[4] parameter(0)
  a = f32[4] negate(p)
  ROOT t = (f32[4]) tuple(a)
  b = f32[4] custom-call(a), custom_call_target="f"
})")),
            "p 0-4, a 1-4, t{} 2-4, b 3-3");
}

TEST(DerivedLiveRanges, CopyStartAndDone) {
  EXPECT_EQ(derive(programOf(R"(ENTRY e {
  p = f32[4] parameter(0)
  s = (f32[4], f32[4], u32[]) copy-start(p)
  u = f32[4] negate(p)
  d = f32[4] copy-done(s)
  ROOT c = f32[4] add(d, u)
})")),
            "p 0-5, s{} 1-3, s{0} 1-4, s{2} 1-3, u 2-4, c 4-5");
}

TEST(DerivedLiveRanges, ThreadLocalValuesAreNotScheduled) {
  TestProgram P = straightLine();
  P.Blocks.push_back("thread-local");
  P.Values.push_back({"lhs", 3, 0, {}, {}, "f32[] parameter(0)"});
  EXPECT_EQ(derive(P), "p 0-4, a 1-2, b 2-3, c 3-4, lhs ?");
}

//===----------------------------------------------------------------------===//
// Several computations
//===----------------------------------------------------------------------===//

// Entry 0-4 and 16-18, condition 5-8, body 9-15.
constexpr StringLiteral LoopProgram = R"(cond {
  cp = (s32[], f32[4]) parameter(0)
  k = s32[] constant(5)
  ci = s32[] get-tuple-element(cp), index=0
  ROOT lt = pred[] compare(ci, k), direction=LT
}
body {
  bp = (s32[], f32[4]) parameter(0)
  bi = s32[] get-tuple-element(bp), index=0
  bx = f32[4] get-tuple-element(bp), index=1
  one = s32[] constant(1)
  ni = s32[] add(bi, one)
  nx = f32[4] negate(bx)
  ROOT bt = (s32[], f32[4]) tuple(ni, nx)
}
ENTRY main {
  p = f32[4] parameter(0)
  c0 = s32[] constant(0)
  c = s32[] copy(c0)
  x = f32[4] copy(p)
  init = (s32[], f32[4]) tuple(c, x)
  w = (s32[], f32[4]) while(init), condition=cond, body=body
  r = f32[4] get-tuple-element(w), index=1
  ROOT out = f32[4] negate(r)
}
)";
const std::string LoopText = wholeText(LoopProgram);

TestProgram loop() { return programOf(LoopProgram); }

// Before the cut `c`, `x` and `init` end at 9, with the parameter of the body.
constexpr StringLiteral LoopRanges =
    "p 0-19, c0 1-2, c 2-5, x 3-5, init{} 4-5, cp{} 5-9, cp{0} 5-9, cp{1} 5-9, "
    "k 6-8, lt 8-9, bp{} 9-11, bp{0} 9-13, bp{1} 9-14, one 12-13, ni 13-16, "
    "nx 14-16, bt{} 15-16, w{} 16-17, w{0} 16-16, w{1} 16-18, out 18-19";

TEST(DerivedLiveRanges, While) { EXPECT_EQ(derive(loop()), LoopRanges); }

TEST(DerivedLiveRanges, WhileWithText) {
  TestProgram P = loop();
  for (TestValue &V : P.Values)
    V.Text.clear();
  EXPECT_EQ(derive(P, LoopText), LoopRanges);
}

TEST(DerivedLiveRanges, WhileWithoutAnyText) {
  TestProgram P = loop();
  for (TestValue &V : P.Values)
    V.Text.clear();
  std::string Ranges = derive(P);
  EXPECT_EQ(StringRef(Ranges).count('?'), P.Values.size());
}

TEST(DerivedLiveRanges, WhileBefore2022) {
  // Ranges that meet end one earlier, but for those that would end before they
  // begin or that the cut does not touch: `ni` and `nx` end with the body at 16
  // anyway, and nothing shows whether the while's result is of their buffer.
  LiveRangeRules Rules;
  Rules.SharesHandOver = false;
  EXPECT_EQ(derive(loop(), LoopText, Rules),
            "p 0-19, c0 1-2, c 2-4, x 3-4, init{} 4-4, cp{} ?, cp{0} ?, "
            "cp{1} ?, k 6-8, lt 8-9, bp{} 9-11, bp{0} ?, bp{1} ?, one 12-13, "
            "ni ?, nx ?, bt{} ?, w{} 16-17, w{0} 16-16, w{1} 16-18, out 18-19");
}

TEST(DerivedLiveRanges, ScheduleOfTheText) {
  TestProgram P = loop();
  P.Schedule.clear();
  std::unique_ptr<Module> M = makeModule(P);
  std::unique_ptr<ProgramSource> Program = makeProgram(LoopText);
  DerivedLiveRanges Ranges = deriveLiveRanges(*M, Program.get());
  EXPECT_EQ(print(*M, Ranges), LoopRanges);
  EXPECT_EQ(Ranges.getEndOfProgram(), 19u);
  EXPECT_EQ(join(Ranges.schedule(), " "), loop().Schedule);
}

TEST(DerivedLiveRanges, TextThatIsNotScheduled) {
  TestProgram P = loop();
  std::string Text = LoopText;
  Text.erase(Text.find(", is_scheduled=true"), strlen(", is_scheduled=true"));
  EXPECT_EQ(derive(P, Text), LoopRanges) << "the dump has the schedule";
  P.Schedule.clear();
  std::unique_ptr<Module> M = makeModule(P);
  std::unique_ptr<ProgramSource> Program = makeProgram(Text);
  DerivedLiveRanges Ranges = deriveLiveRanges(*M, Program.get());
  EXPECT_TRUE(Ranges.schedule().empty());
  EXPECT_EQ(Ranges.getLiveRange(M->values().front()), std::nullopt);
}

TEST(DerivedLiveRanges, TextOfAnotherProgram) {
  std::string Text = "HloModule m, is_scheduled=true\n\nENTRY e {\n"
                     "  p = f32[4] parameter(0)\n"
                     "  ROOT c = f32[4] negate(p)\n}\n";
  TestProgram P = straightLine();
  EXPECT_EQ(derive(P, Text), "p 0-4, a 1-2, b 2-3, c 3-4");
  P.Schedule.clear();
  EXPECT_EQ(derive(P, Text), "p ?, a ?, b ?, c ?");
}

// Entry 0-1 and 4-5, the called computation 2-3.
constexpr StringLiteral CallProgram = R"(f {
  q = f32[4] parameter(0)
  ROOT m = f32[4] exponential(q)
}
ENTRY e {
  p = f32[4] parameter(0)
  a = f32[4] negate(p)
  k = f32[4] call(a), to_apply=f
  ROOT out = f32[4] negate(k)
}
)";

TestProgram call() { return programOf(CallProgram); }

TEST(DerivedLiveRanges, Call) {
  EXPECT_EQ(derive(call()), "p 0-6, a 1-3, m 3-5, out 5-6");
  EXPECT_EQ(derive(call(), wholeText(CallProgram)),
            "p 0-6, a 1-3, m 3-5, out 5-6");
}

TEST(DerivedLiveRanges, CallBefore2024) {
  LiveRangeRules Rules;
  Rules.IgnoresCalls = false;
  EXPECT_EQ(derive(call(), wholeText(CallProgram), Rules),
            "p 0-6, a 1-4, m 3-5, out 5-6");
}

TEST(DerivedLiveRanges, OwnerInDoubt) {
  // Nothing ties q to the computation that m belongs to.
  TestProgram P = call();
  P.Values[1].Uses = {"k, operand 0"};
  P.Values[2].Text = "f32[4] constant({...})";
  EXPECT_EQ(derive(P), "p 0-6, a ?, m ?, out ?");
  EXPECT_EQ(derive(P, wholeText(replaceText(CallProgram.str(), "exponential(q)",
                                            "constant({...})"))),
            "p 0-6, a 1-2, m 3-5, out 5-6");
}

// The first branch's result lives to the begin of the second.
TEST(DerivedLiveRanges, Conditional) {
  StringRef Text = R"(t {
  tq = f32[4] parameter(0)
  ROOT tm = f32[4] negate(tq)
}
f {
  fq = f32[4] parameter(0)
  ROOT fm = f32[4] exponential(fq)
}
ENTRY e {
  pr = pred[] parameter(0)
  p = f32[4] parameter(1)
  a = f32[4] negate(p)
  c = f32[4] conditional(pr, a, a), true_computation=t, false_computation=f
  ROOT out = f32[4] negate(c)
}
)";
  StringRef Expected = "pr 0-9, p 0-9, a 2-7, tm 4-5, fm 6-7, c 7-8, out 8-9";
  EXPECT_EQ(derive(programOf(Text)), Expected);
  EXPECT_EQ(derive(programOf(Text), wholeText(Text)), Expected);
}

// Entry 0 and 4-7, the asynchronous computation 1-3.
TEST(DerivedLiveRanges, AsynchronousComputation) {
  StringRef Body = R"(async {
  q = f32[4] parameter(0)
  i = f32[4] exponential(q)
  ROOT m = f32[4] negate(i)
}
ENTRY e {
  p = f32[4] parameter(0)
  s = ((f32[4]), f32[4], u32[]) async-start(p), calls=async
  u = f32[4] exponential(p)
  d = f32[4] async-done(s)
  ROOT out = f32[4] add(d, u)
}
)";
  TestProgram P = programOf(Body);
  std::string Text = wholeText(Body);
  LiveRangeRules Rules;
  Rules.BeginsAsync = AsyncBegin::Definition;
  StringRef Expected =
      "p 0-8, i 2-6, m 3-7, s{} 4-6, s{0} 4-6, s{2} 4-6, u 5-7, out 7-8";
  EXPECT_EQ(derive(P, "", Rules), Expected);
  EXPECT_EQ(derive(P, Text, Rules), Expected);
  Rules.BeginsAsync = AsyncBegin::Computation;
  EXPECT_EQ(derive(P, Text, Rules),
            "p 0-8, i 0-6, m 0-7, s{} 4-6, s{0} 4-6, s{2} 4-6, u 5-7, out 7-8");
  Rules.BeginsAsync = AsyncBegin::Start;
  EXPECT_EQ(derive(P, Text, Rules),
            "p 0-8, i 4-6, m 4-7, s{} 4-6, s{0} 4-6, s{2} 4-6, u 5-7, out 7-8");
  EXPECT_EQ(derive(P, Text),
            "p 0-8, i ?, m ?, s{} 4-6, s{0} 4-6, s{2} 4-6, u 5-7, out 7-8");
}

//===----------------------------------------------------------------------===//
// Rules and buffers
//===----------------------------------------------------------------------===//

// The result takes the argument's place.
constexpr StringLiteral SumProgram = R"(ENTRY e {
  p = f32[4] parameter(0)
  a = f32[4] exponential(p)
  ROOT r = f32[4] add(a, p)
}
)";
constexpr StringLiteral Donated =
    ", input_output_alias={ {}: (0, {}, may-alias) }";

TestProgram donation() { return programOf(SumProgram, Donated); }

TEST(DerivedLiveRanges, DonatedArgument) {
  EXPECT_EQ(derive(donation()), "p 0-2, a 1-2, r 2-3");
  LiveRangeRules Rules;
  Rules.SharesHandOver = false;
  EXPECT_EQ(derive(donation(), "", Rules), "p 0-1, a 1-2, r 2-3");
}

TEST(DerivedLiveRanges, AliasesOfTheHeader) {
  EXPECT_EQ(derive(donation(), wholeText(SumProgram, Donated)),
            "p 0-2, a 1-2, r 2-3");
  // The dump says that p is donated and the text does not.
  EXPECT_EQ(derive(donation(), wholeText(SumProgram)), "p ?, a 1-2, r ?");
}

TEST(DerivedLiveRanges, PrintedRangesTellTheRule) {
  TestProgram P = donation();
  P.HasPointers = true;
  EXPECT_EQ(derive(P), "p ?, a 1-2, r 2-3");
  P.Values[0].Printed = "0-1";
  EXPECT_EQ(derive(P), "p 0-1, a 1-2, r 2-3");
  P.Values[0].Printed = "0-2";
  EXPECT_EQ(derive(P), "p 0-2, a 1-2, r 2-3");
}

TEST(DerivedLiveRanges, TouchingTemporariesBefore2022) {
  // a and b meet at 2, as one buffer or as two.
  TestProgram P = straightLine();
  P.Values[2].Offset = P.Values[1].Offset;
  EXPECT_EQ(derive(P), "p 0-4, a 1-2, b 2-3, c 3-4");
  LiveRangeRules Rules;
  Rules.SharesHandOver = false;
  EXPECT_EQ(derive(P, "", Rules), "p 0-4, a ?, b 2-3, c 3-4");
}

TEST(DerivedLiveRanges, ValuesWithoutSizeMayOverlap) {
  TestProgram P = straightLine();
  P.Values[1].Uses.push_back("c, operand 1");
  P.Values[3].Text = "f32[4] add(%b, %a)";
  P.Values[1].Size = P.Values[2].Size = 0;
  P.Values[2].Offset = P.Values[1].Offset;
  EXPECT_EQ(derive(P), "p 0-4, a ?, b ?, c 3-4");
}

} // namespace
