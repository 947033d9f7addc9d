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

namespace {

TEST(DumpDialectsTest, EachIsFoundByItsName) {
  for (const DumpDialect &Form : dumpDialects())
    EXPECT_EQ(&getDumpDialect(Form.Name), &Form);
}

} // namespace
