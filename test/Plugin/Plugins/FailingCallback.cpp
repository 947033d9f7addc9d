//===- FailingCallback.cpp - A plugin that cannot register ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/PassPlugin.h"

using namespace llvm;

static Error registerNothing(hlomem::PassBuilder &) {
  return joinErrors(
      createStringError(inconvertibleErrorCode(), "no licence was found;"),
      createStringError(inconvertibleErrorCode(), "it is Sunday"));
}

HLOMEM_PASS_PLUGIN("failing", "1.0", registerNothing)
