//===- HloScheduleTest.cpp - Tests of flattened computations
//----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/HloSchedule.h"
#include "TestProgram.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hlomem;
using namespace hlomem::test;
using namespace llvm;

namespace {

/// The schedule of an operation with \p Updates updates, the first of which
/// reads \p First.
std::string schedule(unsigned Updates, StringRef First) {
  std::string Text = R"(inner {
  a = f32[4] parameter(0)
  ROOT n = f32[4] negate(a)
}
ENTRY main {
  p = f32[4] parameter(0)
  s = ((f32[4]), f32[4], f32[4]) async-start(p), calls=inner
)";
  std::string Before = First.str();
  for (unsigned I = 0; I != Updates; ++I) {
    Text += formatv("  u{0} = ((f32[4]), f32[4], f32[4]) async-update({1})\n",
                    I, Before);
    Before = formatv("u{0}", I);
  }
  Text += "  ROOT d = f32[4] async-done(" + Before + ")\n}\n";
  std::unique_ptr<ProgramSource> P = makeProgram(wholeText(Text));
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  Expected<std::shared_ptr<const HloGraph>> G = P->readGraph(Shapes);
  if (!G) {
    consumeError(G.takeError());
    return "none";
  }
  std::optional<HloSchedule> S = HloSchedule::ofText(**G, {});
  return S ? join(S->names(), " ") : "none";
}

TEST(HloScheduleTest, WhatAnOperationRunsStandsBeforeItsStart) {
  EXPECT_EQ(schedule(2, "s"), "p a n s u0 u1 d");
}

TEST(HloScheduleTest, UpdatesWhoseStartIsUnknown) {
  EXPECT_NE(schedule(98, "s"), "none");
  EXPECT_NE(schedule(101, "s"), "none");
  EXPECT_EQ(schedule(2, "u1"), "none");
}

/// Each instruction with the span of its computation, "*" for a root, "!" for
/// the parameter of a loop's computation, where what it runs begins, and when
/// its asynchronous operation starts and is done. A dump does not print the
/// parameter of what runs asynchronously.
std::string describe(const HloSchedule &S) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (Time T = 0; T != S.getEnd(); ++T) {
    const ScheduledComputation &C = S.getOwner(T);
    OS << (T == 0 ? "" : " ") << S.names()[T] << ':' << C.Begin << '-' << C.End
       << (S.isRootAt(T) ? "*" : "");
    if (!S.isArgumentAt(T) && !C.AsyncContext &&
        S.getTime(C.FirstParameter) == T)
      OS << '!';
    if (Opcode Op = S.at(T).Op; Op == Opcode::While || Op == Opcode::AsyncStart)
      for (ComputationId Callee : S.getCallees(T))
        OS << '>' << S[Callee].Begin;
    if (C.AsyncContext)
      OS << '~' << C.AsyncStart.value_or(C.End) << '-' << *C.AsyncDone;
  }
  return Text;
}

TEST(HloScheduleTest, AllBuildersTellTheSame) {
  StringRef Text = R"(cond {
  c = f32[] parameter(0)
  ROOT l = pred[] is-finite(c)
}
body {
  b = f32[] parameter(0)
  ROOT m = f32[] negate(b)
}
inner {
  a = f32[] parameter(0)
  ROOT n = f32[] negate(a)
}
ENTRY main {
  p = f32[] parameter(0)
  w = f32[] while(p), condition=cond, body=body
  s = ((f32[]), f32[], u32[]) async-start(w), calls=inner
  ROOT d = f32[] async-done(s), calls=inner
})";
  StringRef Expected = "p:0-10 c:1-3! l:1-3* b:3-5! m:3-5* w:0-10>1>3 "
                       "a:6-8~8-9 n:6-8*~8-9 s:0-10>6 d:0-10*";
  std::unique_ptr<ProgramSource> P = makeProgram(wholeText(Text));
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  std::shared_ptr<const HloGraph> G = cantFail(P->readGraph(Shapes));
  std::optional<HloSchedule> OfText = HloSchedule::ofText(*G, {});
  ASSERT_TRUE(OfText);
  EXPECT_EQ(describe(*OfText), Expected);
  EXPECT_EQ(describe(HloSchedule(*G, OfText->names())), Expected);
  std::unique_ptr<Module> M = makeModule(programOf(Text));
  AnalysisManager AM(*M);
  const HloSchedule *OfDump = AM.getResult<ModuleStructureAnalysis>().get();
  ASSERT_TRUE(OfDump);
  EXPECT_EQ(describe(*OfDump), Expected);
}

} // namespace
