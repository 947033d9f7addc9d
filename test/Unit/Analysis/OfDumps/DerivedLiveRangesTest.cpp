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
#include "TestEdits.h"
#include "TestProgram.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;
using namespace hlomem::test;

namespace {

constexpr StringLiteral Arg0 = "parameter 0, shape |f32[4]| at ShapeIndex {}";
constexpr StringLiteral Arg1 = "parameter 1, shape |f32[4]| at ShapeIndex {}";
constexpr StringLiteral Donated0 =
    "parameter 0, shape |f32[4]| at ShapeIndex {}, maybe-live-out";
constexpr StringLiteral Output = "output shape is |f32[4]|, maybe-live-out";
constexpr StringLiteral TempBlock = "preallocated-temp";

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

std::string derive(const TestProgram &P, StringRef HloText = "",
                   LiveRangeRules Rules = {}) {
  std::unique_ptr<Module> M = makeModule(P);
  std::unique_ptr<HloProgram> Program;
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
  TestProgram P;
  P.Blocks = {Arg0.str(), Output.str(), TempBlock.str()};
  P.Values = {
      {"p", 0, 0, {}, {"a, operand 0", "b, operand 1"}, "f32[4] parameter(0)"},
      {"a", 2, 0, {}, {"b, operand 0"}, "f32[4] negate(%p)"},
      {"b", 2, 64, {}, {"c, operand 0"}, "f32[4] add(%a, %p)"},
      {"c", 1, 0, {}, {}, "f32[4] exponential(%b)"}};
  P.Schedule = "p a b c";
  return P;
}

// What the module keeps for the next one must not outlive the values.
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

TEST(DerivedLiveRanges, StraightLine) {
  // The argument lives through, the root to the end.
  EXPECT_EQ(derive(straightLine()), "p 0-4, a 1-2, b 2-3, c 3-4");
}

TEST(DerivedLiveRanges, TellsWhatItWasDerivedFrom) {
  std::unique_ptr<Module> M = makeModule(straightLine());
  DerivedLiveRanges Ranges = deriveLiveRanges(*M, nullptr);
  EXPECT_TRUE(Ranges.knowsComputations());
  EXPECT_EQ(Ranges.getEndOfProgram(), 4u);
  EXPECT_EQ(Ranges.schedule()[2], "b");
}

TEST(DerivedLiveRanges, ParametersBeginWithTheirComputation) {
  TestProgram P = straightLine();
  P.Blocks[0] = Donated0.str();
  P.Values[0].Uses = {"b, operand 1"};
  P.Values[1] = {"a", 2, 0, {}, {"b, operand 0"}, "f32[4] constant({...})"};
  P.Schedule = "a p b c";
  // Donated: to the last use, not to the end.
  EXPECT_EQ(derive(P), "p 0-2, a 0-2, b 2-3, c 3-4");
}

TEST(DerivedLiveRanges, ValueNeverRead) {
  TestProgram P;
  P.Blocks = {Arg0.str(), Output.str(), TempBlock.str()};
  std::string Call = "(f32[4], f32[4]) custom-call(%p), "
                     "custom_call_target=\"f\"";
  P.Values = {{"p", 0, 0, {}, {"k, operand 0"}, "f32[4] parameter(0)"},
              {"k{}", 2, 0, {}, {"g, operand 0 {}"}, Call},
              {"k{0}", 2, 64, {"g"}, {"c, operand 0"}, Call},
              {"k{1}", 2, 128, {}, {}, Call},
              {"c", 1, 0, {}, {}, "f32[4] negate(%g)"}};
  P.Schedule = "p k g c";
  EXPECT_EQ(derive(P), "p 0-4, k{} 1-2, k{0} 1-3, k{1} 1-1, c 3-4");
}

TEST(DerivedLiveRanges, TupleRoot) {
  TestProgram P;
  P.Blocks = {Arg0.str(), Output.str(), "maybe-live-out", TempBlock.str()};
  P.Values = {
      {"p", 0, 0, {}, {"a, operand 0"}, "f32[4] parameter(0)"},
      {"a",
       2,
       0,
       {"t {0}"},
       {"b, operand 0", "t, operand 0"},
       "f32[4] negate(%p)"},
      {"t{}", 1, 0, {}, {}, "(f32[4]) tuple(%a)"},
      {"b", 3, 0, {}, {}, "f32[4] custom-call(%a), custom_call_target=\"f\""}};
  P.Schedule = "p a t b";
  // The root need not be last; what it holds lives to the end.
  EXPECT_EQ(derive(P), "p 0-4, a 1-4, t{} 2-4, b 3-3");
}

TEST(DerivedLiveRanges, CopyStartAndDone) {
  TestProgram P;
  P.Blocks = {Arg0.str(), Output.str(), TempBlock.str()};
  std::string Start = "(f32[4], f32[4], u32[]) copy-start(%p)";
  P.Values = {
      {"p",
       0,
       0,
       {"s {1}"},
       {"s, operand 0", "d, operand 0 {1}", "u, operand 0"},
       "f32[4] parameter(0)"},
      {"s{}", 2, 0, {}, {"d, operand 0 {}"}, Start},
      {"s{0}", 2, 64, {"d"}, {"d, operand 0 {0}", "c, operand 0"}, Start},
      {"s{2}", 2, 128, {}, {"d, operand 0 {2}"}, Start},
      {"u", 2, 192, {}, {"c, operand 1"}, "f32[4] negate(%p)"},
      {"c", 1, 0, {}, {}, "f32[4] add(%d, %u)"}};
  P.Schedule = "p s u d c";
  EXPECT_EQ(derive(P), "p 0-5, s{} 1-3, s{0} 1-4, s{2} 1-3, u 2-4, c 4-5");
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
TestProgram loop() {
  TestProgram P;
  std::string Tuple = "(s32[], f32[4]) ";
  std::string While =
      Tuple + "while(%init), condition=%cond, body=%body, backend_config={}";
  P.Blocks = {Arg0.str(), Output.str(), TempBlock.str()};
  P.Values = {
      {"p", 0, 0, {}, {"x, operand 0"}, "f32[4] parameter(0)"},
      {"c0", 2, 1024, {}, {"c, operand 0"}, "s32[] constant(0)"},
      {"c", 2, 0, {"init {0}"}, {"w, operand 0 {0}"}, "s32[] copy(%c0)"},
      {"x", 2, 64, {"init {1}"}, {"w, operand 0 {1}"}, "f32[4] copy(%p)"},
      {"init{}", 2, 128, {}, {"w, operand 0 {}"}, Tuple + "tuple(%c, %x)"},
      {"cp{}!", 2, 128, {}, {"ci, operand 0 {}"}, Tuple + "parameter(0)"},
      {"cp{0}!", 2, 0, {"ci"}, {"lt, operand 0"}, Tuple + "parameter(0)"},
      {"cp{1}!", 2, 64, {}, {}, Tuple + "parameter(0)"},
      {"k", 2, 192, {}, {"lt, operand 1"}, "s32[] constant(5)"},
      {"lt", 2, 256, {}, {}, "pred[] compare(%ci, %k), direction=LT"},
      {"bp{}!",
       2,
       128,
       {},
       {"bi, operand 0 {}", "bx, operand 0 {}"},
       Tuple + "parameter(0)"},
      {"bp{0}!", 2, 0, {"bi"}, {"ni, operand 0"}, Tuple + "parameter(0)"},
      {"bp{1}!", 2, 64, {"bx"}, {"nx, operand 0"}, Tuple + "parameter(0)"},
      {"one", 2, 192, {}, {"ni, operand 1"}, "s32[] constant(1)"},
      {"ni", 2, 0, {"bt {0}"}, {"bt, operand 0"}, "s32[] add(%bi, %one)"},
      {"nx", 2, 64, {"bt {1}"}, {"bt, operand 1"}, "f32[4] negate(%bx)"},
      {"bt{}", 2, 128, {}, {}, Tuple + "tuple(%ni, %nx)"},
      {"w{}!", 2, 128, {}, {"r, operand 0 {}"}, While},
      {"w{0}!", 2, 0, {}, {}, While},
      {"w{1}!", 2, 64, {"r"}, {"out, operand 0"}, While},
      {"out", 1, 0, {}, {}, "f32[4] negate(%r)"}};
  P.Schedule = "p c0 c x init cp k ci lt bp bi bx one ni nx bt w r out";
  return P;
}

constexpr StringLiteral LoopText =
    "HloModule m, is_scheduled=true\n\n"
    "%cond (cp: (s32[], f32[4])) -> pred[] {\n"
    "  %cp = (s32[], f32[4]) parameter(0)\n"
    "  %k = s32[] constant(5)\n"
    "  %ci = s32[] get-tuple-element(%cp), index=0\n"
    "  ROOT %lt = pred[] compare(%ci, %k), direction=LT\n"
    "}\n\n"
    "%body (bp: (s32[], f32[4])) -> (s32[], f32[4]) {\n"
    "  %bp = (s32[], f32[4]) parameter(0)\n"
    "  %bi = s32[] get-tuple-element(%bp), index=0\n"
    "  %bx = f32[4] get-tuple-element(%bp), index=1\n"
    "  %one = s32[] constant(1)\n"
    "  %ni = s32[] add(%bi, %one)\n"
    "  %nx = f32[4] negate(%bx)\n"
    "  ROOT %bt = (s32[], f32[4]) tuple(%ni, %nx)\n"
    "}\n\n"
    "ENTRY %main (p: f32[4]) -> f32[4] {\n"
    "  %p = f32[4] parameter(0)\n"
    "  %c0 = s32[] constant(0)\n"
    "  %c = s32[] copy(%c0)\n"
    "  %x = f32[4] copy(%p)\n"
    "  %init = (s32[], f32[4]) tuple(%c, %x)\n"
    "  %w = (s32[], f32[4]) while(%init), condition=%cond, body=%body\n"
    "  %r = f32[4] get-tuple-element(%w), index=1\n"
    "  ROOT %out = f32[4] negate(%r)\n"
    "}\n";

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
  std::unique_ptr<HloProgram> Program = makeProgram(LoopText);
  DerivedLiveRanges Ranges = deriveLiveRanges(*M, Program.get());
  EXPECT_EQ(print(*M, Ranges), LoopRanges);
  EXPECT_EQ(Ranges.getEndOfProgram(), 19u);
  EXPECT_EQ(join(Ranges.schedule(), " "), loop().Schedule);
}

TEST(DerivedLiveRanges, TextThatIsNotScheduled) {
  TestProgram P = loop();
  std::string Text = LoopText.str();
  Text.erase(Text.find(", is_scheduled=true"), strlen(", is_scheduled=true"));
  EXPECT_EQ(derive(P, Text), LoopRanges) << "the dump has the schedule";
  P.Schedule.clear();
  std::unique_ptr<Module> M = makeModule(P);
  std::unique_ptr<HloProgram> Program = makeProgram(Text);
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
TestProgram call() {
  TestProgram P;
  P.Blocks = {Arg0.str(), Output.str(), TempBlock.str()};
  P.Values = {
      {"p", 0, 0, {}, {"a, operand 0"}, "f32[4] parameter(0)"},
      {"a", 2, 0, {"q"}, {"m, operand 0", "k, operand 0"}, "f32[4] negate(%p)"},
      {"m", 2, 64, {"k"}, {"out, operand 0"}, "f32[4] exponential(%q)"},
      {"out", 1, 0, {}, {}, "f32[4] negate(%k)"}};
  P.Schedule = "p a q m k out";
  return P;
}

std::string textOfCall(StringRef M) {
  return formatv("HloModule m, is_scheduled=true\n\nf {{\n"
                 "  q = f32[4] parameter(0)\n  ROOT m = f32[4] {0}\n}\n\n"
                 "ENTRY e {{\n  p = f32[4] parameter(0)\n"
                 "  a = f32[4] negate(p)\n"
                 "  k = f32[4] call(a), to_apply=f\n"
                 "  ROOT out = f32[4] negate(k)\n}\n",
                 M)
      .str();
}

TEST(DerivedLiveRanges, Call) {
  EXPECT_EQ(derive(call()), "p 0-6, a 1-3, m 3-5, out 5-6");
  EXPECT_EQ(derive(call(), textOfCall("exponential(q)")),
            "p 0-6, a 1-3, m 3-5, out 5-6");
}

TEST(DerivedLiveRanges, CallBefore2024) {
  LiveRangeRules Rules;
  Rules.IgnoresCalls = false;
  EXPECT_EQ(derive(call(), textOfCall("exponential(q)"), Rules),
            "p 0-6, a 1-4, m 3-5, out 5-6");
}

TEST(DerivedLiveRanges, OwnerInDoubt) {
  // Nothing ties q to the computation that m belongs to.
  TestProgram P = call();
  P.Values[1].Uses = {"k, operand 0"};
  P.Values[2].Text = "f32[4] constant({...})";
  EXPECT_EQ(derive(P), "p 0-6, a ?, m ?, out ?");
  EXPECT_EQ(derive(P, textOfCall("constant({...})")),
            "p 0-6, a 1-2, m 3-5, out 5-6");
}

TEST(DerivedLiveRanges, Conditional) {
  TestProgram P;
  P.Blocks = {Arg0.str(), Arg1.str(), Output.str(), TempBlock.str()};
  P.Values = {
      {"pr", 0, 0, {}, {"c, operand 0"}, "pred[] parameter(0)"},
      {"p", 1, 0, {}, {"a, operand 0"}, "f32[4] parameter(1)"},
      {"a",
       3,
       0,
       {"tq", "fq"},
       {"tm, operand 0", "fm, operand 0", "c, operand 1", "c, operand 2"},
       "f32[4] negate(%p)"},
      {"tm", 3, 64, {}, {}, "f32[4] negate(%tq)"},
      {"fm", 3, 64, {}, {}, "f32[4] exponential(%fq)"},
      {"c!",
       3,
       64,
       {},
       {"out, operand 0"},
       "f32[4] conditional(%pr, %a, %a), true_computation=%t, "
       "false_computation=%f"},
      {"out", 2, 0, {}, {}, "f32[4] negate(%c)"}};
  P.Schedule = "pr p a tq tm fq fm c out";
  // The first branch's result lives to the begin of the second.
  StringRef Expected = "pr 0-9, p 0-9, a 2-7, tm 4-5, fm 6-7, c 7-8, out 8-9";
  EXPECT_EQ(derive(P), Expected);
  EXPECT_EQ(derive(P, "HloModule m, is_scheduled=true\n\n"
                      "t {\n  tq = f32[4] parameter(0)\n"
                      "  ROOT tm = f32[4] negate(tq)\n}\n\n"
                      "f {\n  fq = f32[4] parameter(0)\n"
                      "  ROOT fm = f32[4] exponential(fq)\n}\n\n"
                      "ENTRY e {\n  pr = pred[] parameter(0)\n"
                      "  p = f32[4] parameter(1)\n  a = f32[4] negate(p)\n"
                      "  c = f32[4] conditional(pr, a, a), "
                      "true_computation=t, false_computation=f\n"
                      "  ROOT out = f32[4] negate(c)\n}\n"),
            Expected);
}

// Entry 0 and 4-7, the asynchronous computation 1-3.
TEST(DerivedLiveRanges, AsynchronousComputation) {
  TestProgram P;
  P.Blocks = {Arg0.str(), Output.str(), TempBlock.str()};
  P.Values = {
      {"p",
       0,
       0,
       {"s {0,0}", "q"},
       {"s, operand 0", "i, operand 0", "u, operand 0", "d, operand 0 {0,0}"},
       "f32[4] parameter(0)"},
      {"i", 2, 0, {}, {"m, operand 0"}, "f32[4] exponential(%q)"},
      {"m",
       2,
       64,
       {"s {1}", "d"},
       {"d, operand 0 {1}", "out, operand 0"},
       "f32[4] negate(%i)"},
      {"s{}",
       2,
       128,
       {},
       {"d, operand 0 {}"},
       "((f32[4]), f32[4], u32[]) async-start(%p), calls=%async"},
      {"u", 2, 192, {}, {"out, operand 1"}, "f32[4] exponential(%p)"},
      {"out", 1, 0, {}, {}, "f32[4] add(%d, %u)"}};
  P.Schedule = "p q i m s u d out";
  StringRef Text = "HloModule m, is_scheduled=true\n\nasync {\n"
                   "  q = f32[4] parameter(0)\n  i = f32[4] exponential(q)\n"
                   "  ROOT m = f32[4] negate(i)\n}\n\nENTRY e {\n"
                   "  p = f32[4] parameter(0)\n"
                   "  s = ((f32[4]), f32[4], u32[]) async-start(p), "
                   "calls=async\n  u = f32[4] exponential(p)\n"
                   "  d = f32[4] async-done(s)\n"
                   "  ROOT out = f32[4] add(d, u)\n}\n";
  LiveRangeRules Rules;
  Rules.BeginsAsync = AsyncBegin::Definition;
  StringRef Expected = "p 0-8, i 2-6, m 3-7, s{} 4-6, u 5-7, out 7-8";
  EXPECT_EQ(derive(P, "", Rules), Expected);
  EXPECT_EQ(derive(P, Text, Rules), Expected);
  Rules.BeginsAsync = AsyncBegin::Computation;
  EXPECT_EQ(derive(P, Text, Rules),
            "p 0-8, i 0-6, m 0-7, s{} 4-6, u 5-7, out 7-8");
  Rules.BeginsAsync = AsyncBegin::Start;
  EXPECT_EQ(derive(P, Text, Rules),
            "p 0-8, i 4-6, m 4-7, s{} 4-6, u 5-7, out 7-8");
  EXPECT_EQ(derive(P, Text), "p 0-8, i ?, m ?, s{} 4-6, u 5-7, out 7-8");
}

//===----------------------------------------------------------------------===//
// Rules and buffers
//===----------------------------------------------------------------------===//

// The result takes the argument's place.
TestProgram donation() {
  TestProgram P;
  P.Blocks = {"parameter 0, shape |f32[4]| at ShapeIndex {}, output shape is "
              "|f32[4]|, maybe-live-out",
              TempBlock.str()};
  P.Values = {
      {"p", 0, 0, {}, {"a, operand 0", "r, operand 1"}, "f32[4] parameter(0)"},
      {"a", 1, 0, {}, {"r, operand 0"}, "f32[4] exponential(%p)"},
      {"r", 0, 0, {}, {}, "f32[4] add(%a, %p)"}};
  P.Schedule = "p a r";
  return P;
}

std::string textOfDonation(StringRef Header) {
  return ("HloModule m, is_scheduled=true" + Header +
          "\n\nENTRY e {\n  p = f32[4] parameter(0)\n"
          "  a = f32[4] exponential(p)\n  ROOT r = f32[4] add(a, p)\n}\n")
      .str();
}

TEST(DerivedLiveRanges, DonatedArgument) {
  EXPECT_EQ(derive(donation()), "p 0-2, a 1-2, r 2-3");
  LiveRangeRules Rules;
  Rules.SharesHandOver = false;
  EXPECT_EQ(derive(donation(), "", Rules), "p 0-1, a 1-2, r 2-3");
}

TEST(DerivedLiveRanges, AliasesOfTheHeader) {
  EXPECT_EQ(derive(donation(), textOfDonation(", input_output_alias={ {}: (0, "
                                              "{}, may-alias) }")),
            "p 0-2, a 1-2, r 2-3");
  // The dump says that p is donated and the text does not.
  EXPECT_EQ(derive(donation(), textOfDonation("")), "p ?, a 1-2, r ?");
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
  P.Values[2].Offset = 0;
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
  P.Values[2].Offset = 0;
  EXPECT_EQ(derive(P), "p 0-4, a ?, b ?, c 3-4");
}

} // namespace
