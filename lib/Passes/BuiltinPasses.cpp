//===- BuiltinPasses.cpp - Registration of all built-in passes ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/BuiltinPasses.h"

// The definition of registerBuiltinPasses().
#include "Passes.inc"
