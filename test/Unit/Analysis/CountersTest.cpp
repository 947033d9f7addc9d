//===- CountersTest.cpp - Tests of counters -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Counters.h"
#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/ModuleBuilder.h"
#include "gtest/gtest.h"
#include <map>
#include <string>
#include <vector>

using namespace hlomem;

namespace {

constexpr CounterInfo Apples = {"fruit", "apples", "Apples"};
constexpr CounterInfo Pears = {"fruit", "pears", "Pears"};
// As a plugin would have it that was built with the same header.
constexpr CounterInfo OtherApples = {"fruit", "apples", "Apples"};

using Totals = std::map<std::string, uint64_t>;

TEST(CountersTest, SumsStandInTheOrderOfTheirFirstCount) {
  CounterSet Set;
  Set.add(Pears);
  Set.add(Apples, 0);
  Set.add(Pears, 4);
  ASSERT_EQ(Set.counters().size(), 2u);
  EXPECT_EQ(Set.counters()[0], (CounterSet::Entry{&Pears, 5}));
  EXPECT_EQ(Set.counters()[1], (CounterSet::Entry{&Apples, 0}));
}

TEST(CountersTest, TotalsAreByName) {
  CounterSet First, Second;
  First.add(Apples, 2);
  First.add(Pears, 0);
  Second.add(OtherApples, 3);
  CounterTotals Sum;
  Sum.add(First);
  Sum.add(Second);
  EXPECT_EQ(Sum.totals(), (Totals{{"fruit.apples", 5}, {"fruit.pears", 0}}));
}

TEST(CountersTest, SumsDoNotWrapAround) {
  CounterSet Set;
  Set.add(Apples, UINT64_MAX - 1);
  Set.add(Apples, 3);
  EXPECT_EQ(Set.counters()[0].second, UINT64_MAX);
  CounterTotals Sum;
  Sum.add(Set);
  Sum.add(Set);
  EXPECT_EQ(Sum.totals(), (Totals{{"fruit.apples", UINT64_MAX}}));
}

struct CountingAnalysis : AnalysisInfoMixin<CountingAnalysis> {
  struct Result {};
  Result run(const Module &, AnalysisManager &AM) {
    AM.count(Apples);
    AM.count(Pears, 2);
    return {};
  }
  static AnalysisKey Key;
};
AnalysisKey CountingAnalysis::Key;

TEST(CountersTest, AnalysesCountForWhoAsks) {
  std::unique_ptr<Module> Owner = ModuleBuilder("m.txt").build();
  Module &M = *Owner;
  AnalysisInstrumentation Instrumentation;
  CounterSet Set;
  Instrumentation.setCounters(&Set);
  AnalysisManager(M, &Instrumentation).getResult<CountingAnalysis>();
  CounterTotals Sum;
  Sum.add(Set);
  EXPECT_EQ(Sum.totals(), (Totals{{"fruit.apples", 1}, {"fruit.pears", 2}}));

  Instrumentation.setCounters(nullptr);
  AnalysisManager(M, &Instrumentation).getResult<CountingAnalysis>();
  AnalysisManager(M).getResult<CountingAnalysis>();
  EXPECT_EQ(Set.counters()[0].second, 1u);
}

TEST(CountersTest, CachedResultsAreTold) {
  std::unique_ptr<Module> Owner = ModuleBuilder("m.txt").build();
  Module &M = *Owner;
  AnalysisInstrumentation Instrumentation;
  std::vector<std::string> Events;
  Instrumentation.registerCachedAnalysisCallback(
      [&](llvm::StringRef Name, const Module &) {
        Events.push_back(Name.str());
      });
  AnalysisManager AM(M, &Instrumentation);
  EXPECT_EQ(AM.getCachedResult<CountingAnalysis>(), nullptr);
  AM.getResult<CountingAnalysis>();
  EXPECT_TRUE(Events.empty());
  AM.getResult<CountingAnalysis>();
  EXPECT_NE(AM.getCachedResult<CountingAnalysis>(), nullptr);
  EXPECT_EQ(Events,
            (std::vector<std::string>{"CountingAnalysis", "CountingAnalysis"}));
}

} // namespace
