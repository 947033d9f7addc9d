//===- AnalysisManagerTest.cpp - Tests of AnalysisManager -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/ModuleBuilder.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

using namespace hlomem;

namespace {

/// What happened, in order.
std::vector<std::string> Events;

/// Says when it goes.
struct Tracked {
  explicit Tracked(std::string Name) : Name(std::move(Name)) {}
  Tracked(Tracked &&Other) : Name(std::exchange(Other.Name, "")) {}
  ~Tracked() {
    if (!Name.empty())
      Events.push_back("~" + Name);
  }
  std::string Name;
};

class TextSizeAnalysis : public AnalysisInfoMixin<TextSizeAnalysis> {
  friend AnalysisInfoMixin<TextSizeAnalysis>;
  static AnalysisKey Key;

public:
  struct Result {
    size_t Size;
    Tracked Life{"TextSize"};
  };
  Result run(const Module &M, AnalysisManager &) {
    Events.push_back("TextSize");
    return {M.getName().size()};
  }
};
AnalysisKey TextSizeAnalysis::Key;

/// Keeps a reference to what it asked for.
class TwiceAnalysis : public AnalysisInfoMixin<TwiceAnalysis> {
  friend AnalysisInfoMixin<TwiceAnalysis>;
  static AnalysisKey Key;

public:
  struct Result {
    const TextSizeAnalysis::Result &Once;
    Tracked Life{"Twice"};
    size_t get() const { return 2 * Once.Size; }
  };
  Result run(const Module &, AnalysisManager &AM) {
    Events.push_back("Twice");
    return {AM.getResult<TextSizeAnalysis>()};
  }
};
AnalysisKey TwiceAnalysis::Key;

class FourfoldAnalysis : public AnalysisInfoMixin<FourfoldAnalysis> {
  friend AnalysisInfoMixin<FourfoldAnalysis>;
  static AnalysisKey Key;

public:
  using Result = size_t;
  Result run(const Module &, AnalysisManager &AM) {
    return 2 * AM.getResult<TwiceAnalysis>().get();
  }
};
AnalysisKey FourfoldAnalysis::Key;

class MoveOnlyAnalysis : public AnalysisInfoMixin<MoveOnlyAnalysis> {
  friend AnalysisInfoMixin<MoveOnlyAnalysis>;
  static AnalysisKey Key;

public:
  using Result = std::unique_ptr<int>;
  Result run(const Module &, AnalysisManager &) {
    return std::make_unique<int>(7);
  }
};
AnalysisKey MoveOnlyAnalysis::Key;

class OddAnalysis : public AnalysisInfoMixin<OddAnalysis> {
  friend AnalysisInfoMixin<OddAnalysis>;
  static AnalysisKey Key;

public:
  using Result = bool;
  bool run(const Module &, AnalysisManager &AM);
};
AnalysisKey OddAnalysis::Key;

class EvenAnalysis : public AnalysisInfoMixin<EvenAnalysis> {
  friend AnalysisInfoMixin<EvenAnalysis>;
  static AnalysisKey Key;

public:
  using Result = bool;
  bool run(const Module &, AnalysisManager &AM) {
    return !AM.getResult<OddAnalysis>();
  }
};
AnalysisKey EvenAnalysis::Key;

bool OddAnalysis::run(const Module &, AnalysisManager &AM) {
  return !AM.getResult<EvenAnalysis>();
}

class AnalysisManagerTest : public ::testing::Test {
protected:
  AnalysisManagerTest() { Events.clear(); }

  const std::unique_ptr<Module> Owner = ModuleBuilder("12345").build();
  Module &M = *Owner;
};

using EventList = std::vector<std::string>;

TEST_F(AnalysisManagerTest, ComputesOnceAndLazily) {
  AnalysisManager AM(M);
  EXPECT_EQ(AM.getCachedResult<TextSizeAnalysis>(), nullptr);
  TextSizeAnalysis::Result &First = AM.getResult<TextSizeAnalysis>();
  EXPECT_EQ(First.Size, 5u);
  EXPECT_EQ(&AM.getResult<TextSizeAnalysis>(), &First);
  EXPECT_EQ(AM.getCachedResult<TextSizeAnalysis>(), &First);
  EXPECT_EQ(Events, EventList{"TextSize"});
}

TEST_F(AnalysisManagerTest, ResultStaysWhereItIs) {
  AnalysisManager AM(M);
  TextSizeAnalysis::Result &First = AM.getResult<TextSizeAnalysis>();
  EXPECT_EQ(AM.getResult<TwiceAnalysis>().get(), 10u);
  EXPECT_EQ(AM.getResult<FourfoldAnalysis>(), 20u);
  EXPECT_EQ(*AM.getResult<MoveOnlyAnalysis>(), 7);
  EXPECT_EQ(&AM.getResult<TwiceAnalysis>().Once, &First);
}

TEST_F(AnalysisManagerTest, TwoModulesShareNothing) {
  std::unique_ptr<Module> OtherOwner = ModuleBuilder("123").build();
  Module &Other = *OtherOwner;
  AnalysisManager AM(M), OtherAM(Other);
  EXPECT_EQ(AM.getResult<TextSizeAnalysis>().Size, 5u);
  EXPECT_EQ(OtherAM.getResult<TextSizeAnalysis>().Size, 3u);
}

TEST_F(AnalysisManagerTest, DropsWhatIsNotPreserved) {
  AnalysisManager AM(M);
  AM.getResult<TextSizeAnalysis>();
  AM.getResult<MoveOnlyAnalysis>();
  AM.invalidate(PreservedAnalyses::all());
  EXPECT_TRUE(AM.getCachedResult<TextSizeAnalysis>());
  AM.invalidate(PreservedAnalyses::none().preserve<MoveOnlyAnalysis>());
  EXPECT_FALSE(AM.getCachedResult<TextSizeAnalysis>());
  EXPECT_TRUE(AM.getCachedResult<MoveOnlyAnalysis>());
  AM.getResult<TextSizeAnalysis>();
  EXPECT_EQ(Events, (EventList{"TextSize", "~TextSize", "TextSize"}));
}

// A pass may preserve an analysis and forget what that was computed from.
TEST_F(AnalysisManagerTest, DropsWhatWasComputedFromIt) {
  AnalysisManager AM(M);
  AM.getResult<FourfoldAnalysis>();
  AM.getResult<MoveOnlyAnalysis>();
  AM.invalidate(PreservedAnalyses::all().abandon<TextSizeAnalysis>());
  EXPECT_FALSE(AM.getCachedResult<TextSizeAnalysis>());
  EXPECT_FALSE(AM.getCachedResult<TwiceAnalysis>());
  EXPECT_FALSE(AM.getCachedResult<FourfoldAnalysis>());
  EXPECT_TRUE(AM.getCachedResult<MoveOnlyAnalysis>());
}

TEST_F(AnalysisManagerTest, CachedInputsCountToo) {
  AnalysisManager AM(M);
  AM.getResult<TextSizeAnalysis>();
  AM.getResult<TwiceAnalysis>();
  AM.invalidate(PreservedAnalyses::none().preserve<TwiceAnalysis>());
  EXPECT_FALSE(AM.getCachedResult<TwiceAnalysis>());
}

TEST_F(AnalysisManagerTest, KeepsInputsOfWhatIsDropped) {
  AnalysisManager AM(M);
  AM.getResult<TwiceAnalysis>();
  AM.invalidate(PreservedAnalyses::none().preserve<TextSizeAnalysis>());
  EXPECT_TRUE(AM.getCachedResult<TextSizeAnalysis>());
  EXPECT_FALSE(AM.getCachedResult<TwiceAnalysis>());
}

TEST_F(AnalysisManagerTest, ResultsGoBeforeTheirInputs) {
  {
    AnalysisManager AM(M);
    AM.getResult<TwiceAnalysis>();
    AM.invalidate(PreservedAnalyses::none());
    EXPECT_EQ(Events, (EventList{"Twice", "TextSize", "~Twice", "~TextSize"}));
    Events.clear();
    AM.getResult<TwiceAnalysis>();
  }
  EXPECT_EQ(Events, (EventList{"Twice", "TextSize", "~Twice", "~TextSize"}));
}

TEST_F(AnalysisManagerTest, InstrumentationSeesAll) {
  AnalysisInstrumentation PI;
  auto Record = [](llvm::StringRef What) {
    return [What](llvm::StringRef Name, const Module &M) {
      Events.push_back((What + " " + Name + " " + M.getName()).str());
    };
  };
  PI.registerBeforeAnalysisCallback(Record("before"));
  PI.registerAfterAnalysisCallback(Record("after"));
  PI.registerAnalysisInvalidatedCallback(Record("invalidated"));
  AnalysisManager AM(M, &PI);
  AM.getResult<MoveOnlyAnalysis>();
  AM.getResult<FourfoldAnalysis>();
  AM.getResult<MoveOnlyAnalysis>();
  AM.invalidate(PreservedAnalyses::none()
                    .preserve<MoveOnlyAnalysis>()
                    .preserve<TextSizeAnalysis>());
  EXPECT_EQ(Events, (EventList{
                        "before MoveOnlyAnalysis 12345",
                        "after MoveOnlyAnalysis 12345",
                        "before FourfoldAnalysis 12345",
                        "before TwiceAnalysis 12345",
                        "Twice",
                        "before TextSizeAnalysis 12345",
                        "TextSize",
                        "after TextSizeAnalysis 12345",
                        "after TwiceAnalysis 12345",
                        "after FourfoldAnalysis 12345",
                        "invalidated FourfoldAnalysis 12345",
                        "invalidated TwiceAnalysis 12345",
                        "~Twice",
                    }));
}

TEST_F(AnalysisManagerTest, CycleNamesItsAnalyses) {
  AnalysisManager AM(M);
  EXPECT_DEATH(AM.getResult<OddAnalysis>(),
               "analyses request each other: OddAnalysis -> EvenAnalysis -> "
               "OddAnalysis");
}

TEST(StripNamespacesTest, KeepsTemplateArguments) {
  EXPECT_EQ(stripNamespaces("Foo"), "Foo");
  EXPECT_EQ(stripNamespaces("hlomem::(anonymous namespace)::Foo"), "Foo");
  EXPECT_EQ(stripNamespaces("a::Foo<b::Bar>"), "Foo<b::Bar>");
}

} // namespace
