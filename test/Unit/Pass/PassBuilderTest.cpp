//===- PassBuilderTest.cpp - Tests of PassBuilder -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "gtest/gtest.h"

using namespace hlomem;
using hlomem::test::canonical;

namespace {

/// A pass without a .td.
template <class DerivedT> struct IdlePass : PassInfoMixin<DerivedT> {
  PreservedAnalyses run(Module &, AnalysisManager &, PassContext &) {
    return PreservedAnalyses::all();
  }
};

struct HelloPass : IdlePass<HelloPass> {
  static PassInfo info() { return {"hello", "Greet", {}}; }
};

struct OtherPeakPass : IdlePass<OtherPeakPass> {
  static PassInfo info() { return {"peak", "Take a name", {}}; }
};

struct BadNamePass : IdlePass<BadNamePass> {
  static PassInfo info() { return {"Bad,Name", "", {}}; }
};

TEST(PassBuilderTest, PipelinesAreReadAndPrinted) {
  PassBuilder PB = test::makeBuilder();
  EXPECT_EQ(canonical(PB, "peak"), "peak");
  EXPECT_EQ(canonical(PB, " rename , peak<top=10;quick>,peak < top=3 > "),
            "rename,peak<quick>,peak<top=3>");
  EXPECT_EQ(canonical(PB, "peak<label=<a,b>;ids=4,5>,rename"),
            "peak<label=<a,b>;ids=4,5>,rename");
}

TEST(PassBuilderTest, PassWithoutDeclaration) {
  PassBuilder PB;
  EXPECT_FALSE(PB.registerPass<HelloPass>());
  EXPECT_EQ(canonical(PB, "hello,hello"), "hello,hello");
}

TEST(PassBuilderTest, TakenNameNamesBothOwners) {
  PassBuilder PB = test::makeBuilder();
  EXPECT_EQ(llvm::toString(PB.registerPass<OtherPeakPass>()),
            "pass name 'peak' is taken: registered by the built-in passes and "
            "again by the built-in passes; rename one of them");
  {
    PassBuilder::OwnerScope Scope(PB, "first");
    EXPECT_EQ(llvm::toString(PB.registerPass<OtherPeakPass>()),
              "pass name 'peak' is taken: registered by the built-in passes "
              "and again by plugin 'first'; rename one of them");
    EXPECT_FALSE(PB.registerPass<HelloPass>());
  }
  {
    PassBuilder::OwnerScope Scope(PB, "second");
    EXPECT_EQ(llvm::toString(PB.registerPass<HelloPass>()),
              "pass name 'hello' is taken: registered by plugin 'first' and "
              "again by plugin 'second'; rename one of them");
  }
  EXPECT_EQ(llvm::toString(PB.registerPass<HelloPass>()),
            "pass name 'hello' is taken: registered by plugin 'first' and "
            "again by the built-in passes; rename one of them");
}

TEST(PassBuilderTest, NameMustFitAPipeline) {
  PassBuilder PB;
  PassBuilder::OwnerScope Scope(PB, "mine");
  EXPECT_EQ(llvm::toString(PB.registerPass<BadNamePass>()),
            "pass name 'Bad,Name' of plugin 'mine' is not made of lower-case "
            "letters, digits and dashes");
}

TEST(PassBuilderTest, PrintsPassesByName) {
  PassBuilder PB = test::makeBuilder();
  {
    PassBuilder::OwnerScope Scope(PB, "greeter");
    EXPECT_FALSE(PB.registerPass<HelloPass>());
  }
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  PB.printPasses(OS);
  EXPECT_EQ(Text, "What is, seen in other ways:\n"
                  "  hello                     Greet (plugin 'greeter')\n"
                  "  peak                      Do nothing with many options\n"
                  "    top=<number>            How many (default: 10)\n"
                  "    limit=<number>          How much (default: "
                  "18446744073709551615)\n"
                  "    quick                   Be quick (default: false)\n"
                  "    checks                  Be careful (default: true)\n"
                  "    label=<text>            What to say (default: a \"b\")\n"
                  "    space=<number>          Where\n"
                  "    ids=<number,...>        Which (default: 1,2)\n"
                  "    names=<text,...>        Whose\n"
                  "    order=<size|start-time>\n"
                  "                            How to sort (default: size)\n"
                  "  rename                    Do nothing\n");
}

} // namespace
