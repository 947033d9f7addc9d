//===- Allocation.cpp - Allocations of a buffer assignment ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/Allocation.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace hlomem {

std::string describeKind(const Allocation &A) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (const std::optional<ParameterOrigin> &P = A.getParameter()) {
    OS << "parameter " << P->Number;
    if (!P->Index.empty())
      OS << ' ' << P->Index;
    if (A.isDonated())
      OS << ", donated";
  } else if (A.isThreadLocal()) {
    OS << "thread-local";
  } else if (A.has(AllocationFlags::Constant)) {
    OS << "constant";
  } else if (A.has(AllocationFlags::MaybeLiveOut)) {
    OS << "output";
  } else {
    OS << "temp";
  }
  return Text;
}

} // namespace hlomem
