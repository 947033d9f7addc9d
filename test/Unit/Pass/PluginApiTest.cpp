//===- PluginApiTest.cpp - What raises the version of the plugin API ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/PassPlugin.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

// The structs that the code of a plugin fills in. A release whose sizes differ
// from those of the release before has another version: change the sizes, raise
// HLOMEM_PLUGIN_API_VERSION if that release has the present one, and add a line
// to the table in docs/Deprecation.md.
TEST(PluginApiTest, VersionBelongsToLayout) {
  if (sizeof(void *) != 8)
    GTEST_SKIP() << "the sizes are those of 64-bit machines";
  EXPECT_EQ(HLOMEM_PLUGIN_API_VERSION, 2);
  EXPECT_EQ(sizeof(PassPluginInfo), 40u);
  EXPECT_EQ(sizeof(PassOptionInfo), 64u);
  EXPECT_EQ(sizeof(PassInfo), 104u);
  EXPECT_EQ(sizeof(AnalysisInfo), 32u);
}

} // namespace
