//===- StandardInstrumentationsTest.cpp - Tests of what watches passes ----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/StandardInstrumentations.h"
#include "CrashPass.h"
#include "hlomem/IR/ModuleBuilder.h"
#include "hlomem/Pass/PassManager.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"
#include <string>
#include <thread>
#include <vector>

using namespace hlomem;
using hlomem::test::CrashPass;

namespace {

struct EmptyAnalysis : AnalysisInfoMixin<EmptyAnalysis> {
  struct Result {};
  Result run(const Module &, AnalysisManager &) { return {}; }
  static AnalysisKey Key;
};
AnalysisKey EmptyAnalysis::Key;

struct AskPass : PassInfoMixin<AskPass> {
  static constexpr CounterInfo NumAsked = {"ask", "asked", "Questions"};
  static PassInfo info() { return {"ask", "", {}}; }
  PreservedAnalyses run(Module &, AnalysisManager &AM, PassContext &C) {
    AM.getResult<EmptyAnalysis>();
    C.count(NumAsked);
    return PreservedAnalyses::all();
  }
};

struct InvalidatePass : PassInfoMixin<InvalidatePass> {
  static PassInfo info() { return {"change", "", {}}; }
  PreservedAnalyses run(Module &, AnalysisManager &, PassContext &) {
    return PreservedAnalyses::none();
  }
};

class NoRemarks final : public RemarkStream {
public:
  void handle(const Remark &) override {}
};

class StandardInstrumentationsTest : public ::testing::Test {
protected:
  StandardInstrumentationsTest() {
    Pipeline.addPass(AskPass());
    Pipeline.addPass(AskPass());
    Pipeline.addPass(InvalidatePass());
    Pipeline.addPass(AskPass());
  }

  /// Runs the pipeline over a module of this name; returns what was printed.
  std::string run(StandardInstrumentations &Shared, std::string Name) const {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    std::unique_ptr<Module> Owner = ModuleBuilder(std::move(Name)).build();
    Module &M = *Owner;
    {
      ModuleInstrumentation Instrumentation(Shared, M, OS);
      CrashOutput OnCrash(Text);
      NoRemarks Remarks;
      AnalysisManager AM(M, &Instrumentation.callbacks());
      PassContext C(Remarks, llvm::nulls(), &Instrumentation.callbacks());
      EXPECT_FALSE(Pipeline.run(M, AM, C));
    }
    return OS.str();
  }

  static llvm::json::Object counters(const StandardInstrumentations &Shared) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    Shared.printCounters(OS);
    llvm::Expected<llvm::json::Value> Value = llvm::json::parse(OS.str());
    if (!Value) {
      ADD_FAILURE() << llvm::toString(Value.takeError());
      return {};
    }
    return *Value->getAsObject();
  }

  PassManager Pipeline;
};

TEST_F(StandardInstrumentationsTest, NothingByDefault) {
  EXPECT_FALSE(InstrumentationOptions().isAny());
  EXPECT_FALSE(InstrumentationOptions().needsOrder());
  StandardInstrumentations Shared({}, "test");
  EXPECT_EQ(run(Shared, "m.txt"), "");
  EXPECT_EQ(Shared.bisect(), nullptr);
  EXPECT_EQ(Shared.trace(), nullptr);
}

TEST_F(StandardInstrumentationsTest, DebugPassManagerTellsAllThatHappens) {
  StandardInstrumentations Shared({.DebugPassManager = true}, "test");
  EXPECT_EQ(run(Shared, "m.txt"), "Running pass: ask on m.txt\n"
                                  "Running analysis: EmptyAnalysis on m.txt\n"
                                  "Running pass: ask on m.txt\n"
                                  "Running pass: change on m.txt\n"
                                  "Invalidating analysis: EmptyAnalysis on "
                                  "m.txt\n"
                                  "Running pass: ask on m.txt\n"
                                  "Running analysis: EmptyAnalysis on m.txt\n");
}

TEST_F(StandardInstrumentationsTest, CrashShowsWhatWasPrinted) {
  Pipeline.addPass(CrashPass());
  InstrumentationOptions Options;
  Options.BisectLimit = -1;
  StandardInstrumentations Shared(Options, "test");
  EXPECT_DEATH(run(Shared, "m"),
               "Printed so far:\n.*\n.*\n.*running pass \\(4\\) ask on m\n"
               "BISECT: running pass \\(5\\) crash on m\n");
}

TEST_F(StandardInstrumentationsTest, BisectionCountsOverModules) {
  InstrumentationOptions Options;
  Options.BisectLimit = 5;
  EXPECT_TRUE(Options.isAny());
  EXPECT_TRUE(Options.needsOrder());
  StandardInstrumentations Shared(Options, "test");
  EXPECT_EQ(run(Shared, "a"), "BISECT: running pass (1) ask on a\n"
                              "BISECT: running pass (2) ask on a\n"
                              "BISECT: running pass (3) change on a\n"
                              "BISECT: running pass (4) ask on a\n");
  EXPECT_EQ(run(Shared, "b"), "BISECT: running pass (5) ask on b\n"
                              "BISECT: NOT running pass (6) ask on b\n"
                              "BISECT: NOT running pass (7) change on b\n"
                              "BISECT: NOT running pass (8) ask on b\n");
}

TEST_F(StandardInstrumentationsTest, CountersAreSummedOverThreads) {
  StandardInstrumentations Shared({.TimePasses = true, .Count = true}, "test");
  constexpr unsigned ThreadCount = 4;
  constexpr unsigned RunsOfEach = 50;
  std::vector<std::thread> Threads;
  for (unsigned T = 0; T != ThreadCount; ++T)
    Threads.emplace_back([&] {
      for (unsigned I = 0; I != RunsOfEach; ++I) {
        Shared.countInput(10);
        run(Shared, "m");
      }
    });
  for (std::thread &T : Threads)
    T.join();
  Shared.countBrokenModule();

  constexpr int64_t Modules = int64_t(ThreadCount) * RunsOfEach;
  llvm::json::Object All = counters(Shared);
  EXPECT_EQ(All.getInteger("version"), 3);
  const llvm::json::Object &Counters = *All.getObject("counters");
  EXPECT_EQ(Counters.getInteger("input.modules"), Modules);
  EXPECT_EQ(Counters.getInteger("input.bytes"), 10 * Modules);
  EXPECT_EQ(Counters.getInteger("input.broken-modules"), 1);
  EXPECT_EQ(Counters.getInteger("passes.run"), 4 * Modules);
  EXPECT_EQ(Counters.getInteger("analyses.computed"), 2 * Modules);
  EXPECT_EQ(Counters.getInteger("analyses.cached"), Modules);
  EXPECT_EQ(Counters.getInteger("analyses.invalidated"), Modules);
  EXPECT_EQ(Counters.getInteger("ask.asked"), 3 * Modules);

  // The times are in the order of kinds and names.
  std::string Rows;
  for (const llvm::json::Value &Row : *All.getArray("times")) {
    const llvm::json::Object &R = *Row.getAsObject();
    Rows += R.getString("kind")->str();
    Rows += " " + R.getString("name")->str();
    Rows += " " + std::to_string(*R.getInteger("runs") / Modules) + "\n";
    EXPECT_GE(*R.getInteger("wall-ns"), 0);
  }
  EXPECT_EQ(Rows, "phase running passes 1\n"
                  "pass ask 3\n"
                  "pass change 1\n"
                  "analysis EmptyAnalysis 2\n");
}

TEST_F(StandardInstrumentationsTest, CountersHaveNoTimesUnasked) {
  StandardInstrumentations Shared({.Count = true}, "test");
  llvm::json::Object All = counters(Shared);
  EXPECT_EQ(All.size(), 2u);
  // All that the framework counts is there from the beginning.
  EXPECT_EQ(All.getObject("counters")->getInteger("passes.run"), 0);
  EXPECT_EQ(All.getObject("counters")->getInteger("remarks.missed"), 0);
}

TEST_F(StandardInstrumentationsTest, PhasesAreTimedOnlyIfAsked) {
  StandardInstrumentations Timed({.TimePasses = true, .Count = true}, "test");
  {
    PhaseScope Scope(Timed, RunPhase::Parsing, "x");
  }
  {
    PhaseScope Scope(Timed, RunPhase::Parsing, "y");
  }
  llvm::json::Object All = counters(Timed);
  ASSERT_EQ(All.getArray("times")->size(), 1u);
  const llvm::json::Object &Row = *All.getArray("times")->front().getAsObject();
  EXPECT_EQ(Row.getString("name"), llvm::StringRef("parsing"));
  EXPECT_EQ(Row.getInteger("runs"), 2);
}

TEST_F(StandardInstrumentationsTest, TraceHasEventsOfAllThreads) {
  StandardInstrumentations Shared({.TraceTime = true}, "test");
  run(Shared, "on-main");
  std::thread([&] {
    TimeTrace::ThreadScope Scope(Shared.trace());
    TimeTrace::ThreadScope Inner(Shared.trace());
    run(Shared, "on-thread");
  }).join();
  // Nobody records this one.
  std::thread([&] { TimeTrace::EventScope Scope("lost", ""); }).join();

  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Shared.trace()->write(OS);
  llvm::Expected<llvm::json::Value> Value = llvm::json::parse(OS.str());
  ASSERT_TRUE(bool(Value));
  unsigned OnMain = 0, OnThread = 0;
  for (const llvm::json::Value &V :
       *Value->getAsObject()->getArray("traceEvents")) {
    const llvm::json::Object &Event = *V.getAsObject();
    EXPECT_NE(Event.getString("name"), llvm::StringRef("lost"));
    const llvm::json::Object *Args = Event.getObject("args");
    if (!Args || Event.getString("name") != llvm::StringRef("pass ask"))
      continue;
    OnMain += Args->getString("detail") == llvm::StringRef("on-main");
    OnThread += Args->getString("detail") == llvm::StringRef("on-thread");
  }
  EXPECT_EQ(OnMain, 3u);
  EXPECT_EQ(OnThread, 3u);
}

} // namespace
