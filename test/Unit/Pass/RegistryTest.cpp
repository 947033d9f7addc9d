//===- RegistryTest.cpp - Tests of analyses and aliases by name -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "hlomem/IR/ModuleBuilder.h"
#include "hlomem/Pass/PassInstrumentation.h"
#include "gtest/gtest.h"

using namespace hlomem;
using hlomem::test::canonical;

namespace {

struct HoursAnalysis : AnalysisInfoMixin<HoursAnalysis> {
  struct Result {};
  Result run(const Module &, AnalysisManager &) { return {}; }
  static AnalysisKey Key;
};
AnalysisKey HoursAnalysis::Key;

/// Computed from the hours.
struct DaysAnalysis : AnalysisInfoMixin<DaysAnalysis> {
  struct Result {};
  Result run(const Module &, AnalysisManager &AM) {
    AM.getResult<HoursAnalysis>();
    return {};
  }
  static AnalysisKey Key;
};
AnalysisKey DaysAnalysis::Key;

struct ShiftPass : PassInfoMixin<ShiftPass> {
  static PassInfo info() {
    PassInfo Info{"shift", "Move everything", {}};
    Info.IsTransform = true;
    return Info;
  }
  PreservedAnalyses run(Module &, AnalysisManager &, PassContext &) {
    return PreservedAnalyses::none();
  }
};

struct DefaultPass : PassInfoMixin<DefaultPass> {
  static PassInfo info() { return {"usual", "Take a name", {}}; }
  PreservedAnalyses run(Module &, AnalysisManager &, PassContext &) {
    return PreservedAnalyses::all();
  }
};

struct RequirePass : PassInfoMixin<RequirePass> {
  static PassInfo info() { return {"require", "Take a name", {}}; }
  PreservedAnalyses run(Module &, AnalysisManager &, PassContext &) {
    return PreservedAnalyses::all();
  }
};

class SilentStream final : public RemarkStream {
public:
  void handle(const Remark &) override {}
};

PassBuilder makeRegistry() {
  PassBuilder PB = test::makeBuilder();
  cantFail(PB.registerAnalysis<HoursAnalysis>({"hours", "When"}));
  cantFail(PB.registerAnalysis<DaysAnalysis>({"days", "Long after"}));
  cantFail(PB.registerPipelineAlias("usual", "peak<top=3>,rename",
                                    "What one wants"));
  return PB;
}

/// What is wrong with \p Text.
std::string mistake(const PassBuilder &PB, llvm::StringRef Text) {
  llvm::Expected<PassManager> PM = PB.parsePipeline(Text);
  return PM ? "" : llvm::toString(PM.takeError());
}

/// Runs the pipeline and notes what analyses are computed and dropped.
std::string run(const PassBuilder &PB, llvm::StringRef Text) {
  std::string Log;
  PassInstrumentation PI;
  PI.registerBeforePassCallback([&Log](llvm::StringRef Pass, const Module &) {
    Log += "(" + Pass.str() + ")";
  });
  PI.registerAfterAnalysisCallback(
      [&Log](llvm::StringRef Name, const Module &) {
        Log += "+" + Name.str();
      });
  PI.registerAnalysisInvalidatedCallback(
      [&Log](llvm::StringRef Name, const Module &) {
        Log += "-" + Name.str();
      });
  PassManager PM = llvm::cantFail(PB.parsePipeline(Text));
  std::unique_ptr<Module> Owner = ModuleBuilder("test").build();
  Module &M = *Owner;
  AnalysisManager AM(M, &PI);
  SilentStream Remarks;
  PassContext C(Remarks, llvm::nulls(), &PI);
  llvm::cantFail(PM.run(M, AM, C));
  return Log;
}

TEST(RegistryTest, RequireComputesOnce) {
  PassBuilder PB = makeRegistry();
  EXPECT_EQ(run(PB, "require<hours>,require< hours >"),
            "(require<hours>)+HoursAnalysis(require<hours>)");
}

TEST(RegistryTest, InvalidateDropsWhatFollowsFromIt) {
  PassBuilder PB = makeRegistry();
  EXPECT_EQ(run(PB, "require<days>,invalidate<days>,invalidate<hours>"),
            "(require<days>)+HoursAnalysis+DaysAnalysis"
            "(invalidate<days>)-DaysAnalysis"
            "(invalidate<hours>)-HoursAnalysis");
  EXPECT_EQ(run(PB, "require<days>,invalidate<hours>"),
            "(require<days>)+HoursAnalysis+DaysAnalysis"
            "(invalidate<hours>)-DaysAnalysis-HoursAnalysis");
  EXPECT_EQ(run(PB, "require<days>,invalidate<all>"),
            "(require<days>)+HoursAnalysis+DaysAnalysis"
            "(invalidate<all>)-DaysAnalysis-HoursAnalysis");
  EXPECT_EQ(run(PB, "invalidate<hours>"), "(invalidate<hours>)");
}

TEST(RegistryTest, AnalysesAreReadAndPrinted) {
  PassBuilder PB = makeRegistry();
  EXPECT_EQ(canonical(PB, " require < hours > ,rename,invalidate<all>"),
            "require<hours>,rename,invalidate<all>");
}

TEST(RegistryTest, AliasStandsForItsPipeline) {
  PassBuilder PB = makeRegistry();
  EXPECT_EQ(canonical(PB, "usual"), "peak<top=3>,rename");
  EXPECT_EQ(canonical(PB, "rename, usual ,usual,peak"),
            "rename,peak<top=3>,rename,peak<top=3>,rename,peak");
}

TEST(RegistryTest, AliasMayNameAnEarlierOne) {
  PassBuilder PB = makeRegistry();
  EXPECT_FALSE(PB.registerPipelineAlias("more", "usual,require<days>", "More"));
  EXPECT_EQ(canonical(PB, "more"), "peak<top=3>,rename,require<days>");
}

TEST(RegistryTest, AliasIsCheckedWhenItIsRegistered) {
  PassBuilder PB = makeRegistry();
  EXPECT_EQ(
      llvm::toString(PB.registerPipelineAlias("self", "rename,self", "Cycle")),
      "pipeline alias 'self' of the built-in pipeline aliases stands for "
      "'rename,self': unknown pass 'self'");
  PassBuilder::OwnerScope Scope(PB, "mine");
  EXPECT_EQ(
      llvm::toString(PB.registerPipelineAlias("wrong", "peak<toq=1>", "Slip")),
      "pipeline alias 'wrong' of plugin 'mine' stands for 'peak<toq=1>': pass "
      "'peak' has no option 'toq', did you mean 'top'?");
  EXPECT_EQ(llvm::toString(PB.registerPipelineAlias("none", "", "Empty")),
            "pipeline alias 'none' of plugin 'mine' stands for '': the "
            "pipeline is empty, expected a pass");
  // Nothing of them is left.
  EXPECT_EQ(mistake(PB, "none"), "unknown pass 'none'\n  none\n  ^");
}

TEST(RegistryTest, PassesAndAliasesShareTheirNames) {
  PassBuilder PB = makeRegistry();
  PassBuilder::OwnerScope Scope(PB, "mine");
  EXPECT_EQ(llvm::toString(PB.registerPass<DefaultPass>()),
            "pass name 'usual' is taken: registered by the built-in pipeline "
            "aliases and again by plugin 'mine'; rename one of them");
  EXPECT_EQ(llvm::toString(PB.registerPipelineAlias("peak", "rename", "")),
            "pipeline alias name 'peak' is taken: registered by the built-in "
            "passes and again by plugin 'mine'; rename one of them");
  EXPECT_EQ(llvm::toString(PB.registerPipelineAlias("usual", "rename", "")),
            "pipeline alias name 'usual' is taken: registered by the built-in "
            "pipeline aliases and again by plugin 'mine'; rename one of them");
  EXPECT_EQ(llvm::toString(PB.registerPass<RequirePass>()),
            "pass name 'require' is taken: registered by the built-in passes "
            "and again by plugin 'mine'; rename one of them");
  EXPECT_EQ(
      llvm::toString(PB.registerPipelineAlias("invalidate", "rename", "")),
      "pipeline alias name 'invalidate' is taken: registered by the built-in "
      "passes and again by plugin 'mine'; rename one of them");
}

TEST(RegistryTest, AnalysesHaveNamesOfTheirOwn) {
  PassBuilder PB = makeRegistry();
  PassBuilder::OwnerScope Scope(PB, "mine");
  EXPECT_FALSE(PB.registerAnalysis<DaysAnalysis>({"peak", "As the pass"}));
  EXPECT_EQ(canonical(PB, "peak,require<peak>"), "peak,require<peak>");
  EXPECT_EQ(llvm::toString(PB.registerAnalysis<DaysAnalysis>({"hours", ""})),
            "analysis name 'hours' is taken: registered by the built-in "
            "analyses and again by plugin 'mine'; rename one of them");
  EXPECT_EQ(llvm::toString(PB.registerAnalysis<DaysAnalysis>({"all", ""})),
            "analysis name 'all' is taken: registered by the built-in analyses "
            "and again by plugin 'mine'; rename one of them");
}

TEST(RegistryTest, NamesMustFitAPipeline) {
  PassBuilder PB;
  PassBuilder::OwnerScope Scope(PB, "mine");
  EXPECT_EQ(llvm::toString(PB.registerAnalysis<DaysAnalysis>({"a>b", ""})),
            "analysis name 'a>b' of plugin 'mine' is not made of lower-case "
            "letters, digits and dashes");
  EXPECT_EQ(llvm::toString(PB.registerPipelineAlias("A", "rename", "")),
            "pipeline alias name 'A' of plugin 'mine' is not made of "
            "lower-case letters, digits and dashes");
  // As in a .td.
  EXPECT_EQ(llvm::toString(PB.registerPipelineAlias("a-", "rename", "")),
            "pipeline alias name 'a-' of plugin 'mine' is not made of "
            "lower-case letters, digits and dashes");
}

TEST(RegistryTest, MistakesInAnalysisNames) {
  PassBuilder PB = makeRegistry();
  EXPECT_EQ(mistake(PB, "rename,require<hour>"),
            "unknown analysis 'hour', did you mean 'hours'?\n"
            "  rename,require<hour>\n"
            "                 ^");
  EXPECT_EQ(mistake(PB, "require<all>"), "unknown analysis 'all'\n"
                                         "  require<all>\n"
                                         "          ^");
  EXPECT_EQ(mistake(PB, "invalidate<al>"),
            "unknown analysis 'al', did you mean 'all'?\n"
            "  invalidate<al>\n"
            "             ^");
  EXPECT_EQ(mistake(PB, "require"),
            "pass 'require' expects an analysis, as in 'require<name>'\n"
            "  require\n"
            "         ^");
  EXPECT_EQ(mistake(PB, "rename,invalidate,rename"),
            "pass 'invalidate' expects an analysis, as in 'invalidate<name>'\n"
            "  rename,invalidate,rename\n"
            "                   ^");
  EXPECT_EQ(mistake(PB, "require<>"),
            "expected the name of an analysis, found '>'\n"
            "  require<>\n"
            "          ^");
  EXPECT_EQ(mistake(PB, "require< >"),
            "expected the name of an analysis, found '>'\n"
            "  require< >\n"
            "           ^");
  EXPECT_EQ(mistake(PB, "require<hours"),
            "expected '>' after the options of pass 'require', found the end "
            "of the pipeline\n"
            "  require<hours\n"
            "               ^");
}

TEST(RegistryTest, AliasHasNoOptions) {
  PassBuilder PB = makeRegistry();
  EXPECT_EQ(mistake(PB, "rename,usual<top=3>"),
            "pipeline alias 'usual' has no options; it is an alias of "
            "'peak<top=3>,rename'\n"
            "  rename,usual<top=3>\n"
            "              ^");
  EXPECT_EQ(mistake(PB, "usuel"), "unknown pass 'usuel', did you mean "
                                  "'usual'?\n"
                                  "  usuel\n"
                                  "  ^");
  EXPECT_EQ(mistake(PB, "requires<hours>"),
            "unknown pass 'requires', did you mean 'require'?\n"
            "  requires<hours>\n"
            "  ^");
  EXPECT_EQ(mistake(PB, "usual rename"), "unknown pass 'usual rename'\n"
                                         "  usual rename\n"
                                         "  ^");
}

TEST(RegistryTest, APluginRegistersOnce) {
  PassBuilder PB;
  EXPECT_FALSE(PB.addPlugin("first", "a.so", "1"));
  EXPECT_FALSE(PB.addPlugin("second", "b.so", "1"));
  EXPECT_EQ(llvm::toString(PB.addPlugin("first", "a.so", "1")),
            "plugin 'a.so' is loaded twice; load it once");
  EXPECT_EQ(llvm::toString(PB.addPlugin("first", "b.so", "1")),
            "plugins 'a.so' and 'b.so' are both named 'first'; load only one "
            "of them");
}

TEST(RegistryTest, PrintsEverythingWithItsOwner) {
  PassBuilder PB;
  EXPECT_FALSE(PB.registerAnalysis<HoursAnalysis>({"hours", "When"}));
  PassBuilder::OwnerScope Scope(PB, "clock");
  EXPECT_FALSE(PB.registerPass<ShiftPass>());
  EXPECT_FALSE(PB.registerAnalysis<DaysAnalysis>({"days", "Long after"}));
  EXPECT_FALSE(PB.registerPipelineAlias("twice", "shift,shift", "Shift much"));
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  PB.printPasses(OS);
  EXPECT_EQ(Text, "What to change, and what if:\n"
                  "  shift                     Move everything (transform, "
                  "plugin 'clock')\n"
                  "\n"
                  "Development of XLA and of passes:\n"
                  "  invalidate<analysis>      Drop the result of an analysis, "
                  "or of 'all'\n"
                  "  require<analysis>         Compute an analysis\n"
                  "\n"
                  "Analyses:\n"
                  "  days                      Long after (plugin 'clock')\n"
                  "  hours                     When\n"
                  "\n"
                  "Pipeline aliases:\n"
                  "  twice                     Shift much; alias of "
                  "'shift,shift' (plugin 'clock')\n");
}

} // namespace
