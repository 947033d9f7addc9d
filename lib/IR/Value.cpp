//===- Value.cpp - Values of a buffer assignment --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/Value.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace hlomem {

raw_ostream &operator<<(raw_ostream &OS, const NamedIndex &N) {
  OS << N.getName();
  if (N.hasIndex())
    OS << N.getIndex();
  return OS;
}

raw_ostream &operator<<(raw_ostream &OS, const ValueHeader &H) {
  OS << '<' << H.Id << ' ' << H.Definition;
  if (H.Phi)
    OS << " (phi)";
  if (H.HasColor)
    OS << " @" << H.Color;
  return OS << '>';
}

} // namespace hlomem
