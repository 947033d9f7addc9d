//===- BackendAnalysisTest.cpp - Tests of BackendAnalysis -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "TestDump.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

Backend infer(llvm::StringRef FileName, std::string Shape = "f32[2]{0}") {
  auto M = makeModule({{8, {{0, 8, LiveRange{0, 0}, Shape}}}}, 1, FileName);
  AnalysisManager AM(*M);
  return AM.getResult<BackendAnalysis>().get();
}

TEST(BackendAnalysisTest, FileNames) {
  EXPECT_EQ(infer("module_0000.jit_f.cpu_after_optimizations-buffer-assignment."
                  "txt"),
            Backend::CPU);
  EXPECT_EQ(infer("dumps/module_0035.jit_fn.12.sm_7.0_gpu_after_optimizations-"
                  "buffer-assignment.txt"),
            Backend::GPU);
  EXPECT_EQ(infer("module_0001.jit_f.gfx90a_gpu_after_optimizations-buffer-"
                  "assignment.txt"),
            Backend::GPU);
  EXPECT_EQ(infer("module_0002.jit_f.after_optimizations-buffer-assignment."
                  "txt"),
            Backend::Unknown);
  EXPECT_EQ(infer("test.txt"), Backend::Unknown);
}

TEST(BackendAnalysisTest, TilesOutrankTheName) {
  EXPECT_EQ(infer("test.txt", "f32[2]{0:T(128)}"), Backend::TPU);
  EXPECT_EQ(infer("test.txt", "(f32[2]{0:T(128)})"), Backend::TPU);
  EXPECT_EQ(infer("x.cpu_after_optimizations-buffer-assignment.txt",
                  "u32[]{:T(128)}"),
            Backend::TPU);
}

// A memory space is no tile.
TEST(BackendAnalysisTest, OtherLayoutPropertiesTellNothing) {
  EXPECT_EQ(infer("test.txt", "f32[2]{0:S(1)}"), Backend::Unknown);
  EXPECT_EQ(infer("test.txt", "s4[4]{0:E(4)}"), Backend::Unknown);
}

TEST(BackendAnalysisTest, TheUserKnowsBest) {
  auto M = makeModule({{8, {{0, 8, LiveRange{0, 0}, "f32[2]{0:T(128)}"}}}}, 1,
                      "x.cpu_after_optimizations-buffer-assignment.txt");
  AnalysisManager AM(*M, nullptr, {.GivenBackend = Backend::GPU});
  EXPECT_EQ(AM.getResult<BackendAnalysis>().get(), Backend::GPU);
}

} // namespace
