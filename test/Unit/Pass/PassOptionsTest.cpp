//===- PassOptionsTest.cpp - Tests of generated options -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "TestPasses.inc"
#include "gtest/gtest.h"

using namespace hlomem;
using test::PeakOptions;

namespace {

std::string print(const PeakOptions &O) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  O.print(OS);
  return Text;
}

PeakOptions parse(llvm::StringRef Text) {
  return llvm::cantFail(PeakOptions::parse(Text));
}

TEST(PassOptionsTest, Defaults) {
  PeakOptions O = parse("");
  EXPECT_EQ(O.Top, 10u);
  EXPECT_EQ(O.Limit, UINT64_MAX);
  EXPECT_FALSE(O.Quick);
  EXPECT_TRUE(O.Checks);
  EXPECT_EQ(O.Label, "a \"b\"");
  EXPECT_EQ(O.Space, std::nullopt);
  EXPECT_EQ(O.Ids, (std::vector<unsigned>{1, 2}));
  EXPECT_TRUE(O.Names.empty());
  EXPECT_EQ(O.Order, PeakOptions::OrderKind::Size);
  EXPECT_EQ(print(O), "");
}

TEST(PassOptionsTest, EveryTypeIsReadAndWrittenBack) {
  llvm::StringRef Text = "top=4294967295;limit=0;quick;checks=false;"
                         "label=<x;y>, z;space=0;ids=3;names=a,b;"
                         "order=start-time";
  PeakOptions O = parse(Text);
  EXPECT_EQ(O.Top, 4294967295u);
  EXPECT_EQ(O.Limit, 0u);
  EXPECT_TRUE(O.Quick);
  EXPECT_FALSE(O.Checks);
  EXPECT_EQ(O.Label, "<x;y>, z");
  EXPECT_EQ(O.Space, 0u);
  EXPECT_EQ(O.Ids, std::vector<unsigned>{3});
  EXPECT_EQ(O.Names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(O.Order, PeakOptions::OrderKind::StartTime);
  EXPECT_EQ(print(O), Text);
}

TEST(PassOptionsTest, CanonicalFormHasOneOrderAndNoDefaults) {
  EXPECT_EQ(print(parse(" quick = true ; ids=1, 2; top = 3;checks")),
            "top=3;quick");
}

} // namespace
