//===- NoName.cpp - A plugin without a name -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/PassPlugin.h"

static llvm::Error registerNothing(hlomem::PassBuilder &) {
  return llvm::Error::success();
}

HLOMEM_PASS_PLUGIN("", "1.0", registerNothing)
