//===- PassTimingTest.cpp - Tests of the times of passes ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/PassTiming.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/ModuleBuilder.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <string>

using namespace hlomem;
using std::chrono::nanoseconds;
using std::chrono::seconds;

namespace {

/// Told by the test.
ThreadTime FakeTime;
ThreadTime fakeNow() { return FakeTime; }

void pass(unsigned Wall, unsigned Cpu = 0) {
  FakeTime += ThreadTime{seconds(Wall), seconds(Cpu)};
}

nanoseconds wall(const TimeTable &Table, TimedKind Kind,
                 const std::string &Name) {
  auto I = Table.cells().find({Kind, Name});
  return I == Table.cells().end() ? nanoseconds(-1) : I->second.Time.Wall;
}

TEST(PassTimingTest, NestedTimesAreApart) {
  TimeTable Table;
  TimeStack Stack(Table, fakeNow);
  Stack.begin(TimedKind::Phase, "all");
  pass(1);
  Stack.begin(TimedKind::Pass, "peak");
  pass(2);
  Stack.begin(TimedKind::Analysis, "timeline");
  pass(4);
  Stack.begin(TimedKind::Analysis, "liveness");
  pass(8, 5);
  Stack.end();
  pass(16);
  Stack.end();
  pass(32);
  Stack.end();
  pass(64);
  Stack.begin(TimedKind::Pass, "peak");
  pass(128);
  Stack.end();
  Stack.end();
  // What is outside belongs to nobody.
  pass(256);

  ASSERT_EQ(Table.cells().size(), 4u);
  EXPECT_EQ(wall(Table, TimedKind::Phase, "all"), seconds(1 + 64));
  EXPECT_EQ(wall(Table, TimedKind::Pass, "peak"), seconds(2 + 32 + 128));
  EXPECT_EQ(wall(Table, TimedKind::Analysis, "timeline"), seconds(4 + 16));
  EXPECT_EQ(wall(Table, TimedKind::Analysis, "liveness"), seconds(8));
  const TimeTable::Cell &Liveness =
      Table.cells().at({TimedKind::Analysis, "liveness"});
  EXPECT_EQ(Liveness.Time.Cpu, seconds(5));
  EXPECT_EQ(Liveness.Runs, 1u);
  EXPECT_EQ(Table.cells().at({TimedKind::Pass, "peak"}).Runs, 2u);
}

TEST(PassTimingTest, OtherCallbacksAreNotCharged) {
  TimeTable Table;
  TimeStack Stack(Table, fakeNow);
  std::unique_ptr<Module> Owner = ModuleBuilder("m.txt").build();
  Module &M = *Owner;
  PassInstrumentation PI;
  PI.registerBeforePassCallback(
      [](llvm::StringRef, const Module &) { pass(1); });
  PI.registerAfterPassCallback([](llvm::StringRef, const Module &,
                                  const PreservedAnalyses &) { pass(2); });
  PI.registerBeforeAnalysisCallback(
      [](llvm::StringRef, const Module &) { pass(4); });
  PI.registerAfterAnalysisCallback(
      [](llvm::StringRef, const Module &) { pass(8); });
  Stack.registerCallbacks(PI);
  PI.runBeforePass("peak", M);
  pass(16);
  PI.runAfterPass("peak", M, PreservedAnalyses::all());
  PI.runBeforeAnalysis("liveness", M);
  pass(32);
  PI.runAfterAnalysis("liveness", M);
  EXPECT_EQ(wall(Table, TimedKind::Pass, "peak"), seconds(16));
  EXPECT_EQ(wall(Table, TimedKind::Analysis, "liveness"), seconds(32));
}

TEST(PassTimingTest, TablesAddUp) {
  TimeTable First, Second;
  First.add(TimedKind::Pass, "peak", {seconds(1), seconds(0)});
  Second.add(TimedKind::Pass, "peak", {seconds(2), seconds(1)}, 3);
  // One name may be that of a pass and of an analysis.
  Second.add(TimedKind::Analysis, "peak", {seconds(4), {}});
  First.merge(Second);
  const TimeTable::Cell &Pass = First.cells().at({TimedKind::Pass, "peak"});
  EXPECT_EQ(Pass.Time.Wall, seconds(3));
  EXPECT_EQ(Pass.Time.Cpu, seconds(1));
  EXPECT_EQ(Pass.Runs, 4u);
  EXPECT_EQ(wall(First, TimedKind::Analysis, "peak"), seconds(4));
}

TEST(PassTimingTest, LongestTimeStandsFirst) {
  TimeTable Table;
  Table.add(TimedKind::Phase, "reading", {seconds(1), seconds(1)});
  Table.add(TimedKind::Pass, "peak", {seconds(3), seconds(3)}, 12);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Table.print(OS, seconds(2), 77);
  EXPECT_EQ(
      OS.str(),
      "===---------------------------------------------------------------"
      "----------===\n"
      "                    Time of passes, analyses and other work\n"
      "===---------------------------------------------------------------"
      "----------===\n"
      "  4.000000 seconds in all threads, 2.000000 seconds of wall time, "
      "77 bytes of dumps parsed\n"
      "\n"
      "    ---CPU Time----      ---Wall Time---        Runs  --- Name ---\n"
      "    3.000000 ( 75.0%)    3.000000 ( 75.0%)        12  pass peak\n"
      "    1.000000 ( 25.0%)    1.000000 ( 25.0%)         1  reading\n"
      "    4.000000 (100.0%)    4.000000 (100.0%)            Total\n"
      "\n");
}

TEST(PassTimingTest, ThreadTimeGoesForward) {
  ThreadTime Begin = ThreadTime::now();
  // Long enough for any clock.
  while (ThreadTime::now().Wall - Begin.Wall < std::chrono::milliseconds(30)) {
  }
  ThreadTime Spent = ThreadTime::now() - Begin;
  EXPECT_GE(Spent.Wall, std::chrono::milliseconds(30));
  EXPECT_GT(Spent.Cpu, nanoseconds(0));
  EXPECT_LE(Spent.Cpu, Spent.Wall + std::chrono::milliseconds(1));
}

// A clock that counts ticks of the kernel would go in steps of milliseconds.
TEST(PassTimingTest, ShortTimesAreCounted) {
  nanoseconds Shortest = std::chrono::hours(1);
  for (unsigned I = 0; I != 100; ++I) {
    ThreadTime Begin = ThreadTime::now(), End = Begin;
    while (End.Cpu == Begin.Cpu)
      End = ThreadTime::now();
    Shortest = std::min(Shortest, End.Cpu - Begin.Cpu);
  }
  EXPECT_LT(Shortest, std::chrono::microseconds(500));
}

} // namespace
