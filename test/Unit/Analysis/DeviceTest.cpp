//===- DeviceTest.cpp - Tests of Device -----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/Device.h"
#include "hlomem/Analysis/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

constexpr uint64_t MiB = 1 << 20;

// "exceeds available HBM (15.75G)" of libtpu 0.0.42, rounded to a hundredth of
// a GiB.
TEST(DeviceTest, TpusHaveWhatXlaSaysIsAvailable) {
  struct {
    const char *Name;
    double GiB;
  } Messages[] = {{"v2", 7.48},     {"v3", 15.48},         {"v4", 15.25},
                  {"v5e", 15.75},   {"v5p", 95.74},        {"v6e", 31.25},
                  {"tpu7x", 94.75}, {"v4-megacore", 30.75}};
  for (const auto &[Name, GiB] : Messages) {
    const Device *D = findDevice(Name);
    ASSERT_TRUE(D) << Name;
    EXPECT_EQ(D->Family, Backend::TPU);
    EXPECT_NEAR(double(D->getLimit().count()) / (1024 * MiB), GiB, 0.005)
        << Name;
  }
}

// The largest arguments, in steps of 4096 bytes, that libtpu 0.0.42 compiles
// for, with at most 16 KiB more for results and 146 KiB for code.
TEST(DeviceTest, TpusHaveWhatStillCompiles) {
  struct {
    const char *Name;
    uint64_t Fits;
  } Compiled[] = {{"v2", 8034148352},   {"v3", 16624078848},
                  {"v4", 16372940800},  {"v4-megacore", 33014345728},
                  {"v5e", 16909287424}, {"v5p", 102803271680},
                  {"v6e", 33550163968}, {"tpu7x", 101732708352}};
  for (const auto &[Name, Fits] : Compiled) {
    uint64_t Limit = findDevice(Name)->getLimit().count();
    EXPECT_GT(Limit, Fits) << Name;
    EXPECT_LT(Limit, Fits + 4096 + (16 + 146) * 1024) << Name;
  }
}

TEST(DeviceTest, GpusGiveAFraction) {
  const Device *D = findDevice("h100-80gb");
  ASSERT_TRUE(D);
  EXPECT_TRUE(D->hasMemoryFraction());
  // 84942979072 * 3 / 4.
  EXPECT_EQ(D->getLimit(), Bytes(63707234304));
  EXPECT_EQ(D->getLimit(1), Bytes(84942979072));
  EXPECT_EQ(D->getLimit(0.5), Bytes(42471489536));
  // A TPU has none to take.
  EXPECT_EQ(findDevice("v5e")->getLimit(0.5), Bytes(16126 * MiB));
}

TEST(DeviceTest, Names) {
  EXPECT_EQ(findDevice("V5E"), findDevice("v5e"));
  EXPECT_FALSE(findDevice("v5"));
  EXPECT_FALSE(findDevice(""));
  EXPECT_FALSE(findDevice("v5e:2x2"));
  for (const Device &D : devices())
    EXPECT_TRUE(isTopology(D.Topology)) << D.Name.str();
}

TEST(DeviceTest, Topologies) {
  EXPECT_TRUE(isTopology("2x2"));
  EXPECT_TRUE(isTopology("16x16x12"));
  for (const char *Text : {"", "2", "x", "2x", "x2", "2x0", "2xx2", "2X2", "a"})
    EXPECT_FALSE(isTopology(Text)) << Text;
}

TEST(DeviceTest, MainMemoryIsNeitherOnTheChipNorTheHosts) {
  EXPECT_TRUE(isMainMemory(Backend::TPU, 0));
  EXPECT_FALSE(isMainMemory(Backend::TPU, 1));
  EXPECT_FALSE(isMainMemory(Backend::TPU, 5));
  EXPECT_TRUE(isMainMemory(Backend::GPU, 1));
  EXPECT_FALSE(isMainMemory(Backend::GPU, 5));
  EXPECT_TRUE(isMainMemory(Backend::Unknown, 0));
  EXPECT_FALSE(isMainMemory(Backend::Unknown, 1));
}

TEST(TargetTest, SpacesAreNumbersOrNames) {
  EXPECT_EQ(findMemorySpace(Backend::Unknown, "3"), 3u);
  EXPECT_EQ(findMemorySpace(Backend::TPU, "11"), 11u);
  EXPECT_EQ(findMemorySpace(Backend::Unknown, "Default"), 0u);
  EXPECT_EQ(findMemorySpace(Backend::TPU, "vmem"), 1u);
  EXPECT_EQ(findMemorySpace(Backend::GPU, "vmem"), std::nullopt);
  EXPECT_EQ(findMemorySpace(Backend::GPU, "hbm"), 0u);
  EXPECT_EQ(findMemorySpace(Backend::CPU, "hbm"), std::nullopt);
  // What those that know the word agree on.
  EXPECT_EQ(findMemorySpace(Backend::Unknown, "HBM"), 0u);
  EXPECT_EQ(findMemorySpace(Backend::Unknown, "host"), 5u);
  EXPECT_EQ(findMemorySpace(Backend::Unknown, "collective"), 1u);
  EXPECT_EQ(findMemorySpace(Backend::Unknown, "hbn"), std::nullopt);
  EXPECT_EQ(findMemorySpace(Backend::TPU, "-1"), std::nullopt);
  EXPECT_EQ(findMemorySpace(Backend::TPU, "4294967296"), std::nullopt);
}

TEST(TargetTest, TheSmallestLimitCounts) {
  Target T;
  EXPECT_EQ(T.getLimit(Backend::TPU, 0), std::nullopt);
  T.Limits = {{"hbm", Bytes(9)}, {"0", Bytes(7)}, {"default", Bytes(8)}};
  EXPECT_EQ(T.getLimit(Backend::TPU, 0), Bytes(7));
  EXPECT_EQ(T.getLimit(Backend::TPU, 1), std::nullopt);
}

} // namespace
