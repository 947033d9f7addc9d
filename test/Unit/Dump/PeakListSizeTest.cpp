//===- PeakListSizeTest.cpp - Tests of getListedSize ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParsedDump.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/PeakList.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

// The table of `t` stands in an allocation, that of `u` in none; the value of
// `v` neither.
constexpr StringRef ListedDump = R"(BufferAssignment:
allocation 0: size 64:
 value: <1 t{} @0> (size=16,offset=0): (s32[3], s32[])
 value: <2 t{0} @0> (size=12,offset=16): s32[3]{0}
 value: <3 u{1} @0> (size=5,offset=32): u8[5]{0}

Total bytes used: 64 (64B)

Used values:
<1 t{} @0>
 positions:
  t {}
 uses:
 from instruction: %t = (s32[3], s32[]) custom-call()
<2 t{0} @0>
 positions:
  t {0}
 uses:
 from instruction: %t = (s32[3], s32[]) custom-call()
<3 u{1} @0>
 positions:
  u {1}
 uses:
 from instruction: %u = (s32[], u8[5], s32[]) custom-call()
<4 v @0>
 positions:
  v
 uses:
 from instruction: %v = s32[7]{0} custom-call()


HloLiveRange (max 1):
  InstructionSequence:
    0:t
  BufferLiveRange:
    t{}:0-1
  Live ranges at 0 (peak):
    t{}: 16 bytes (cumulative: 16 bytes)
)";

class PeakListSizeTest : public testing::Test {
protected:
  void SetUp() override {
    M = parse(ListedDump).M;
    ASSERT_TRUE(M);
  }

  /// Of the used value \p Id, looked up by its name alone where \p IsAtHand is
  /// false.
  std::optional<uint64_t> sizeOf(uint64_t Id, bool IsLeaf,
                                 bool IsAtHand = true) {
    for (const Value *V : usedValues(*M))
      if (V->getId() == Id) {
        std::optional<Bytes> Size = getListedSize(
            *M, V->getDefinition(), IsLeaf, IsAtHand ? V : nullptr);
        return Size ? std::optional(Size->count()) : std::nullopt;
      }
    ADD_FAILURE() << "no value " << Id;
    return std::nullopt;
  }

  std::unique_ptr<Module> M;
};

TEST_F(PeakListSizeTest, OfALeaf) {
  EXPECT_EQ(sizeOf(1, /*IsLeaf=*/true), 16u);
  EXPECT_EQ(sizeOf(2, /*IsLeaf=*/true), 12u);
  EXPECT_EQ(sizeOf(3, /*IsLeaf=*/true), 5u);
  EXPECT_EQ(sizeOf(4, /*IsLeaf=*/true), 28u);
}

TEST_F(PeakListSizeTest, OfAWholeResult) {
  EXPECT_EQ(sizeOf(1, /*IsLeaf=*/false), 16u);
  EXPECT_EQ(sizeOf(2, /*IsLeaf=*/false), 16u);
  EXPECT_EQ(sizeOf(3, /*IsLeaf=*/false), 24u);
  EXPECT_EQ(sizeOf(4, /*IsLeaf=*/false), 28u);
}

TEST_F(PeakListSizeTest, OfAName) {
  EXPECT_EQ(sizeOf(3, /*IsLeaf=*/true, /*IsAtHand=*/false), 5u);
  EXPECT_EQ(sizeOf(2, /*IsLeaf=*/false, /*IsAtHand=*/false), 16u);
  EXPECT_EQ(sizeOf(3, /*IsLeaf=*/false, /*IsAtHand=*/false), std::nullopt);
  EXPECT_EQ(sizeOf(4, /*IsLeaf=*/true, /*IsAtHand=*/false), std::nullopt);
}

} // namespace
