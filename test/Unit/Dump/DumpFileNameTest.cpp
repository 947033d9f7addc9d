//===- DumpFileNameTest.cpp - Tests of parseDumpFileName ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/DumpFileName.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

TEST(DumpFileNameTest, TakesNamesApart) {
  auto Name = parseDumpFileName("module_0001.f-buffer-assignment.txt");
  ASSERT_TRUE(Name);
  EXPECT_EQ(Name->Stem, "module_0001.f");
  EXPECT_EQ(Name->Kind, DumpFileKind::Allocations);
  EXPECT_EQ(Name->CompressionSuffix, "");
  EXPECT_TRUE(Name->isPart());

  Name = parseDumpFileName("x-buffer-assignment-values.txt.gz");
  ASSERT_TRUE(Name);
  EXPECT_EQ(Name->Stem, "x");
  EXPECT_EQ(Name->Kind, DumpFileKind::UsedValues);
  EXPECT_EQ(Name->CompressionSuffix, ".gz");

  Name = parseDumpFileName("x-live-range.txt.zst");
  ASSERT_TRUE(Name);
  EXPECT_EQ(Name->Kind, DumpFileKind::LiveRanges);
  EXPECT_EQ(Name->CompressionSuffix, ".zst");

  Name = parseDumpFileName("x.txt");
  ASSERT_TRUE(Name);
  EXPECT_EQ(Name->Stem, "x");
  EXPECT_EQ(Name->Kind, DumpFileKind::Other);
  EXPECT_FALSE(Name->isPart());
}

TEST(DumpFileNameTest, TheStemIsNotEmpty) {
  EXPECT_FALSE(parseDumpFileName(""));
  EXPECT_FALSE(parseDumpFileName(".txt"));
  EXPECT_FALSE(parseDumpFileName(".gz"));
  EXPECT_EQ(parseDumpFileName("-live-range.txt")->Kind, DumpFileKind::Other);
}

TEST(DumpFileNameTest, AssignmentsInBinaryForm) {
  auto Name = parseDumpFileName("jit_step(4).hlo_proto.pb.gz");
  ASSERT_TRUE(Name);
  EXPECT_EQ(Name->Stem, "jit_step(4)");
  EXPECT_EQ(Name->Kind, DumpFileKind::ProfiledProto);
  for (const char *File : {"x.hlo.pb", "x.xplane.pb", "x.buffer_assignment.pb"})
    EXPECT_TRUE(parseDumpFileName(File)->isProto());
  EXPECT_FALSE(parseDumpFileName("x.hlo_module.pb")->isProto());
  EXPECT_FALSE(parseDumpFileName("x.hlo.pb")->isPart());
}

TEST(DumpFileNameTest, OtherEndsAreUnknown) {
  EXPECT_FALSE(parseDumpFileName("x.pb"));
  EXPECT_FALSE(parseDumpFileName("x-buffer-assignment.txt.orig"));
  EXPECT_FALSE(parseDumpFileName("x-buffer-assignment.txt.gz.gz"));
}

} // namespace
