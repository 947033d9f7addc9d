//===- Value.cpp - Values of a buffer assignment --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/Value.h"
#include "hlomem/IR/Allocation.h"
#include "hlomem/IR/Materializer.h"

using namespace llvm;

namespace hlomem {

static_assert(sizeof(Value) <= 88, "most of what a module takes are values");

const ValueLists Value::NoLists;

const ValueLists &Value::readLists() const {
  const ValueLists &Read = Block->getMaterializer()->readLists(*this);
  Lists.publish(&Read);
  return Read;
}

raw_ostream &operator<<(raw_ostream &OS, const HloPosition &N) {
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
