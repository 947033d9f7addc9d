//===- OptimizerState.cpp - Which state of an optimizer can change --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/StatePairs.h"
#include "hlomem/IR/ElementType.h"
#include "hlomem/WhatIf/BufferShapes.h"
#include "hlomem/WhatIf/SameElements.h"

using namespace llvm;

namespace hlomem {

SmallVector<uint64_t> findChangeableState(const RecordedAssignment &Record,
                                          ArrayRef<uint64_t> State,
                                          SmallVectorImpl<uint64_t> &LeftOut) {
  const HloGraph &G = Record.getProgram();
  LeftOut.clear();
  SmallVector<uint64_t> Numbers;
  SmallVector<BufferId> Buffers;
  for (const StatePair &Pair : findStatePairs(G)) {
    const GraphInstruction &I = G[Pair.Argument.Instruction];
    ValueId V = Record.getDataflow().getValueAt(Pair.Argument);
    if (!I.Type->isArray() || !V || !binary_search(State, I.Number) ||
        elementClass(I.Type->getElementType()) != ElementClass::Float ||
        *elementBits(I.Type->getElementType()) <= 16)
      continue;
    SmallVector<uint64_t, 6> Extents = getExtents(*I.Type);
    if (Extents.empty() || is_contained(Extents, 0))
      continue;
    Numbers.push_back(I.Number);
    Buffers.push_back(Record.getBuffers().getBuffer(V));
  }
  BitVector IsOfUpdate = findUpdateArguments(Record);
  BitVector IsReadByElement = findReadByElement(Record, Buffers);
  SmallVector<uint64_t> Changeable;
  for (auto [I, Number] : enumerate(Numbers))
    (IsOfUpdate.test(Number) && IsReadByElement.test(I) ? Changeable : LeftOut)
        .push_back(Number);
  llvm::sort(Changeable);
  llvm::sort(LeftOut);
  return Changeable;
}

} // namespace hlomem
