//===- OpNames.cpp - What an op_name tells of an operation ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Attribution/OpNames.h"

using namespace llvm;

namespace hlomem {

bool isOfBackwardPass(StringRef OpName) {
  return OpName.contains("transpose(");
}

bool isOfForwardPass(StringRef OpName) {
  return OpName.contains("jvp(") && !isOfBackwardPass(OpName);
}

bool isCheckpointed(StringRef OpName) {
  return OpName.contains("checkpoint") ||
         OpName.contains("rematted_computation");
}

} // namespace hlomem
