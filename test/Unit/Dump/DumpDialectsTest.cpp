//===- DumpDialectsTest.cpp - Tests of the table of dialects --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/Writer/DumpDialects.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

/// The name of the form that \p Name finds, or "none".
StringRef find(StringRef Name) {
  const DumpDialect *Form = findDumpDialect(Name);
  return Form ? Form->Name : "none";
}

TEST(DumpDialectsTest, EachIsFoundByItsName) {
  for (const DumpDialect &Form : dumpDialects())
    EXPECT_EQ(findDumpDialect(Form.Name), &Form);
}

TEST(DumpDialectsTest, Latest) {
  EXPECT_EQ(find("latest"), "jaxlib-0.11.2");
  EXPECT_EQ(&dumpDialects().back(), findDumpDialect("latest"));
}

TEST(DumpDialectsTest, ReleaseBetweenTwo) {
  EXPECT_EQ(find("jaxlib-0.4.30"), "jaxlib-0.4.24");
  EXPECT_EQ(find("0.4.30"), "jaxlib-0.4.24");
  EXPECT_EQ(find("0.4.35"), "jaxlib-0.4.24");
  EXPECT_EQ(find("0.4.36"), "jaxlib-0.4.36");
  EXPECT_EQ(find("0.4.23"), "jaxlib-0.3.20");
  EXPECT_EQ(find("0.1.71"), "jaxlib-0.1.66");
  EXPECT_EQ(find("0.5.2"), "jaxlib-0.4.36");
  EXPECT_EQ(find("0.9.2"), "jaxlib-0.7.2");
  EXPECT_EQ(find("0.10.1"), "jaxlib-0.10.0");
}

TEST(DumpDialectsTest, ReleaseAfterTheLast) {
  EXPECT_EQ(find("0.10.3"), "jaxlib-0.10.2");
  EXPECT_EQ(find("0.12.0.1"), "jaxlib-0.11.2");
  EXPECT_EQ(find("1.0"), "jaxlib-0.11.2");
}

TEST(DumpDialectsTest, NoSuchName) {
  for (StringRef Name : {"", "jaxlib-", "0.1.65", "jaxlib-0.1.65", "xla-2020",
                         "xla-0.4.30", "0.4.30x", "jaxlib", "Latest"})
    EXPECT_EQ(find(Name), "none") << Name.str();
}

// Every change of the format adds or takes away something.
TEST(DumpDialectsTest, NoTwoAreTheSame) {
  for (const DumpDialect &A : dumpDialects())
    for (const DumpDialect &B : dumpDialects())
      EXPECT_TRUE(&A == &B || A.Features != B.Features ||
                  A.Lines.ValueLines != B.Lines.ValueLines ||
                  A.Lines.LineFeedAfterInstruction !=
                      B.Lines.LineFeedAfterInstruction)
          << A.Name.str() << ' ' << B.Name.str();
}

} // namespace
