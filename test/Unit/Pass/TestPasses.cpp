//===- TestPasses.cpp - Passes for the tests ------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"

#include "TestPassRegistry.inc"
#include "TestPasses.inc"

using namespace hlomem;

void test::PeakPass::run() {}

void test::RenamePass::run() {}

llvm::Error test::registerPeakPass(PassBuilder &PB) {
  return registerPass<PeakPass>(PB);
}

llvm::Error test::registerRenamePass(PassBuilder &PB) {
  return registerPass<RenamePass>(PB);
}
