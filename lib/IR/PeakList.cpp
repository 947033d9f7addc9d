//===- PeakList.cpp - XLA's rules of the list of the peak -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/PeakList.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

bool isListedBefore(const PeakListEntry &A, const PeakListEntry &B) {
  if (A.Size != B.Size)
    return A.Size > B.Size;
  if (A.Definition.getName() != B.Definition.getName())
    return A.Definition.getName() < B.Definition.getName();
  return A.Definition.getIndex().getParts() <
         B.Definition.getIndex().getParts();
}

std::optional<Bytes> getListedSize(const Module &M,
                                   const NamedIndex &Definition, bool IsLeaf,
                                   const Value *V) {
  // Of an array or a tuple's own table the two are the same.
  ShapeIndex Index = IsLeaf ? Definition.getIndex() : ShapeIndex();
  if (V && V->isPlaced() && Definition.getIndex() == Index)
    return V->getShape().getLogicalSize();
  if (const Value *Listed = M.findValue(Definition.getName(), Index))
    return Listed->getShape().getLogicalSize();
  const InstructionDetails *I = V ? M.getInstruction(*V) : nullptr;
  const Shape *Type = I && I->Type ? I->Type->getSubshape(Index) : nullptr;
  return Type ? Type->getLogicalSize() : std::nullopt;
}

} // namespace hlomem
