//===- ProtoModuleTest.cpp - What is known of the module of a proto -------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Proto/ProtoModule.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/Decompression.h"
#include "hlomem/Support/InputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <set>

using namespace llvm;
using namespace hlomem;

namespace {

Expected<SourceText> readTestInput(StringRef Name) {
  DecompressionAllowance Allowance;
  return readInputFile((HLOMEM_TEST_DIR "/Inputs/proto/" + Name).str(),
                       Allowance);
}

// As the dump in text does, whose allocations have them in another order.
TEST(ProtoModuleTest, ListsValuesById) {
  Expected<SourceText> Text = readTestInput("scan-v5e-jax0.6.2.hlo.pb.gz");
  ASSERT_TRUE(bool(Text)) << toString(Text.takeError());
  auto Read = readProtoModule(std::move(*Text));
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  const Module &M = **Read;
  EXPECT_TRUE(M.tellsInstructions());
  EXPECT_EQ(M.listedValues().size(), M.values().size());
  auto IsBefore = [](const Value &A, const Value &B) {
    return A.getId() < B.getId();
  };
  EXPECT_FALSE(is_sorted(M.values(), IsBefore));
  EXPECT_TRUE(is_sorted(make_pointee_range(M.listedValues()), IsBefore));
  // The leaves of one instruction stand side by side, but for phis.
  std::set<StringRef> Seen;
  StringRef Before;
  for (const Value *V : M.listedValues()) {
    EXPECT_TRUE(M.hasInstruction(*V));
    if (V->isPhi())
      continue;
    bool IsNext = V->getInstructionName() != Before;
    EXPECT_TRUE(!IsNext || Seen.insert(V->getInstructionName()).second)
        << V->getInstructionName().str();
    Before = V->getInstructionName();
  }
}

TEST(ProtoModuleTest, AssignmentAloneTellsNoInstruction) {
  Expected<SourceText> Text =
      readTestInput("live-cpu-jax0.12.0.1.buffer_assignment.pb.gz");
  ASSERT_TRUE(bool(Text)) << toString(Text.takeError());
  auto Read = readAssignmentModule(std::move(*Text));
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  const Module &M = **Read;
  EXPECT_FALSE(M.tellsInstructions());
  EXPECT_FALSE(M.values().empty());
  EXPECT_EQ(M.listedValues().size(), 0u);
  EXPECT_FALSE(M.hasLiveRanges());
}

} // namespace
