//===- ProgramStructureTest.cpp - Tests of flattened computations ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/ProgramStructure.h"
#include "TestProgram.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
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
  std::unique_ptr<HloProgram> P = makeProgram(wholeText(Text));
  std::optional<ProgramStructure> S = ProgramStructure::fromText(*P, {});
  return S ? join(S->schedule(), " ") : "none";
}

TEST(ProgramStructureTest, WhatAnOperationRunsStandsBeforeItsStart) {
  EXPECT_EQ(schedule(2, "s"), "p a n s u0 u1 d");
}

TEST(ProgramStructureTest, UpdatesWhoseStartIsUnknown) {
  EXPECT_NE(schedule(98, "s"), "none");
  EXPECT_EQ(schedule(101, "s"), "none");
  EXPECT_EQ(schedule(2, "u1"), "none");
}

} // namespace
