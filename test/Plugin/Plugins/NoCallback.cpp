//===- NoCallback.cpp - A plugin without a registration callback ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/PassPlugin.h"

HLOMEM_PASS_PLUGIN("no-callback", "1.0", nullptr)
