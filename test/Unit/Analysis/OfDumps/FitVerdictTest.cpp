//===- FitVerdictTest.cpp - Tests of judgeFit() ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/FitVerdict.h"
#include "TestDump.h"
#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Target.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

constexpr Bytes GiB = Bytes(uint64_t(1) << 30);
// XLA gives 16 GiB less 258 MiB of a v5e to programs.
constexpr Bytes V5e = Bytes((uint64_t(16 * 1024) - 258) << 20);

Target makeTarget(llvm::StringRef Name) {
  Target Machine;
  Machine.OnDevice = ChosenDevice{.Kind = findDevice(Name), .Topology = ""};
  return Machine;
}

FitVerdict judge(Bytes Needed, const Target &Machine,
                 llvm::StringRef FileName = "test.txt",
                 std::string Shape = "f32[2]{0}") {
  auto M = makeModule({{8, {{0, 8, LiveRange{0, 0}, Shape}}}}, 1, FileName);
  AnalysisManager AM(*M, nullptr, Machine);
  return judgeFit(Needed, *M, AM);
}

FitVerdict judgeTpu(Bytes Needed, const Target &Machine) {
  return judge(Needed, Machine, "test.txt", "f32[2]{0:T(128)}");
}

TEST(FitTest, CloseIsAQuarterOfAGiBOnBothSides) {
  Target Machine = makeTarget("v5e");
  EXPECT_EQ(judgeTpu(V5e - CloseMargin, Machine).Kind, Fit::Fits);
  EXPECT_EQ(judgeTpu(V5e - CloseMargin + Bytes(1), Machine).Kind, Fit::Close);
  EXPECT_EQ(judgeTpu(V5e, Machine).Kind, Fit::Close);
  EXPECT_EQ(judgeTpu(V5e + CloseMargin - Bytes(1), Machine).Kind, Fit::Close);
  EXPECT_EQ(judgeTpu(V5e + CloseMargin, Machine).Kind, Fit::DoesNotFit);
}

TEST(FitTest, TheDistanceIsKnownUnlessTheVerdictIsNot) {
  Target Machine = makeTarget("v5e");
  EXPECT_EQ(judgeTpu(V5e - GiB, Machine).getLeft(), GiB);
  EXPECT_FALSE(judgeTpu(V5e - GiB, Machine).getExcess());
  EXPECT_EQ(judgeTpu(V5e + GiB, Machine).getExcess(), GiB);
  EXPECT_FALSE(judgeTpu(V5e + GiB, Machine).getLeft());
}

TEST(FitTest, WhatIsReservedIsTakenAlready) {
  Target Machine = makeTarget("v5e");
  Machine.Reserve = GiB;
  EXPECT_EQ(judgeTpu(V5e - GiB - CloseMargin, Machine).Kind, Fit::Fits);
  EXPECT_EQ(judgeTpu(V5e - CloseMargin, Machine).Kind, Fit::DoesNotFit);
}

TEST(FitTest, OfAnotherBackendNothingIsKnown) {
  FitVerdict V = judge(Bytes(8), makeTarget("v5e"),
                       "x.cpu_after_optimizations-buffer-assignment.txt");
  EXPECT_EQ(V.Kind, Fit::Unknown);
  EXPECT_EQ(V.Why, "compiled for CPU");
  EXPECT_FALSE(V.Limit);
  EXPECT_EQ(judgeTpu(Bytes(8), makeTarget("h100-80gb")).Why,
            "compiled for TPU");
  EXPECT_EQ(judge(Bytes(8), makeTarget("v5e")).Kind, Fit::Unknown);
  EXPECT_EQ(judge(Bytes(8), Target()).Why,
            "no limit is given: -device=NAME or -memory-limit=SIZE");
}

TEST(FitTest, TheUserMayStateTheBackend) {
  Target Machine = makeTarget("v5e");
  Machine.GivenBackend = Backend::TPU;
  EXPECT_EQ(judge(Bytes(8), Machine).Kind, Fit::Fits);
}

TEST(FitTest, GpusAreToldByNamesOfFiles) {
  auto Judge = [](llvm::StringRef Device, llvm::StringRef Architecture) {
    return judge(Bytes(8), makeTarget(Device),
                 ("module_0001.jit_f." + Architecture +
                  "_gpu_after_optimizations-buffer-assignment.txt")
                     .str());
  };
  EXPECT_EQ(Judge("h100-80gb", "sm_9.0a").Caveat, "");
  EXPECT_EQ(Judge("a100-40gb", "sm_8.0").Caveat, "");
  FitVerdict V = Judge("h100-80gb", "sm_8.0");
  EXPECT_EQ(V.Kind, Fit::Fits);
  EXPECT_TRUE(V.IsOtherDevice);
  EXPECT_EQ(V.Caveat, "compiled for sm_8.0, and h100-80gb is sm_9.0");
  EXPECT_TRUE(Judge("h100-80gb", "gfx942").IsOtherDevice);
}

TEST(FitTest, TpusAreToldByTheirMemorySpaces) {
  auto Judge = [](llvm::StringRef Device, MemorySpace Space) {
    auto M =
        makeModule({{8, {{0, 8, LiveRange{0, 0}, "f32[2]{0:T(128)}"}}},
                    {8, {{0, 8, LiveRange{0, 0}, "f32[2]{0:T(128)}"}}, Space}},
                   1);
    AnalysisManager AM(*M, nullptr, makeTarget(Device));
    return judgeFit(Bytes(8), *M, AM);
  };
  // VMEM is where a v5e has what a v4 has in CMEM.
  FitVerdict V = Judge("v5e", 1);
  EXPECT_FALSE(V.IsOtherDevice);
  EXPECT_EQ(V.Caveat, "the dump does not tell which TPU");
  V = Judge("v5e", 3);
  EXPECT_EQ(V.Kind, Fit::Fits);
  EXPECT_TRUE(V.IsOtherDevice);
  EXPECT_EQ(V.Caveat, "compiled for another TPU: no program for v5e uses "
                      "space 3 (CMEM)");
  EXPECT_TRUE(Judge("v4", 1).IsOtherDevice);
  EXPECT_FALSE(Judge("v4", 3).IsOtherDevice);
}

TEST(FitTest, AllMainMemoryCountsForADevice) {
  auto Need = [](const Target &Machine) {
    std::string Shape = "f32[2]{0:T(128)}";
    auto M = makeModule({{8, {{0, 8, LiveRange{0, 0}, Shape}}},
                         {16, {{0, 16, LiveRange{0, 0}, Shape}}, 1},
                         {32, {{0, 32, LiveRange{0, 0}, Shape}}, 5},
                         {64, {{0, 64, LiveRange{0, 0}, Shape}}, 9},
                         {128, {{0, 128, LiveRange{0, 0}, Shape}}, 0, true}},
                        1);
    AnalysisManager AM(*M, nullptr, Machine);
    return getNeededBytes(*M, AM);
  };
  // Of a TPU 0 is HBM, 9 pinned HBM; 1 is VMEM and 5 the host's.
  EXPECT_EQ(Need(makeTarget("v5e")), Bytes(8 + 64));
  EXPECT_EQ(Need(Target()), Bytes(8));
}

TEST(FitTest, AMemoryLimitMeansWhatItSays) {
  Target Machine;
  Machine.Limits = {{"default", Bytes(100)}};
  EXPECT_EQ(judge(Bytes(100), Machine).Kind, Fit::Fits);
  EXPECT_EQ(judge(Bytes(101), Machine).Kind, Fit::DoesNotFit);
  EXPECT_EQ(judge(Bytes(101), Machine).Caveat, "");
  Machine.Reserve = Bytes(1);
  EXPECT_EQ(judge(Bytes(100), Machine).getExcess(), Bytes(1));
}

TEST(FitTest, Names) {
  EXPECT_EQ(getFitName(Fit::DoesNotFit), "does not fit");
  // As in XLA's messages.
  EXPECT_EQ(toHumanString(V5e), "15.75GiB");
  EXPECT_EQ(getCompileCommand(*findDevice("v5e"), ""),
            "utils/recipes/dump-for-tpu.py FOLDER v5e:2x2");
  EXPECT_EQ(getCompileCommand(*findDevice("v5e"), "2x4"),
            "utils/recipes/dump-for-tpu.py FOLDER v5e:2x4");
}

} // namespace
