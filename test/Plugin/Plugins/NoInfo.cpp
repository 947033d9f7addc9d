//===- NoInfo.cpp - A plugin whose entry point returns nothing ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/PassPlugin.h"

extern "C" const hlomem::PassPluginInfo *hlomemGetPassPluginInfo() {
  return nullptr;
}
