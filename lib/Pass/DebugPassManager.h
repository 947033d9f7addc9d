//===- DebugPassManager.h - Passes and analyses as they run -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PASS_DEBUGPASSMANAGER_H
#define HLOMEM_LIB_PASS_DEBUGPASSMANAGER_H

#include "hlomem/Pass/PassInstrumentation.h"
#include "llvm/Support/raw_ostream.h"

namespace hlomem {

/// Prints to \p OS what a pass manager does, in the words of LLVM's
/// -debug-pass-manager: "Running pass: peak on dump.txt".
void registerDebugPassManager(PassInstrumentation &PI, llvm::raw_ostream &OS);

} // namespace hlomem

#endif // HLOMEM_LIB_PASS_DEBUGPASSMANAGER_H
