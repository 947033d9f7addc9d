//===- LoopElements.h - What a loop carries, element by element -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_REPLAY_LOOPELEMENTS_H
#define HLOMEM_LIB_REPLAY_LOOPELEMENTS_H

#include "hlomem/IR/HloGraph.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace hlomem::replay {

/// The tuple that a while carries: what each element begins with, what reads it
/// in the body, the condition and behind the loop, and what it becomes.
class LoopElements {
public:
  /// None if \p Loop is no while, if what it begins with or the body's result
  /// is no tuple of instructions, if something else reads what it begins with,
  /// or if one of the tuples is read as a whole. \p G outlives the result.
  static std::optional<LoopElements> find(const HloGraph &G, uint32_t Loop);

  uint32_t getLoop() const { return Loop; }
  /// The tuple that it begins with, and the one that ends the body.
  uint32_t getInit() const { return Init; }
  uint32_t getRoot() const { return Root; }
  /// The body's number.
  uint32_t getBody() const { return Body; }
  size_t size() const { return InBody.size(); }
  uint32_t getInitOf(uint64_t Element) const {
    return G->instructions()[Init].Operands[Element];
  }
  uint32_t getResultOf(uint64_t Element) const {
    return G->instructions()[Root].Operands[Element];
  }
  /// The leaf of \p Element in the shape of the loop.
  uint32_t getLeaf(uint64_t Element) const {
    return *G->instructions()[Loop].Leaves->getElement(0, Element);
  }
  /// Its get-tuple-elements in the body, in the condition, and of the loop.
  llvm::ArrayRef<uint32_t> inBody(uint64_t Element) const {
    return InBody[Element];
  }
  llvm::ArrayRef<uint32_t> inCondition(uint64_t Element) const {
    return InCondition[Element];
  }
  llvm::ArrayRef<uint32_t> behind(uint64_t Element) const {
    return Behind[Element];
  }
  /// The parameter of the body.
  uint32_t getParameter() const { return Parameters.front(); }
  /// The parameters of body and condition.
  llvm::ArrayRef<uint32_t> parameters() const { return Parameters; }

private:
  /// By element.
  using Elements = std::vector<llvm::SmallVector<uint32_t, 1>>;

  bool collect(uint32_t Tuple, Elements &Found) const;

  const HloGraph *G = nullptr;
  uint32_t Loop = 0;
  uint32_t Init = 0;
  uint32_t Root = 0;
  uint32_t Body = 0;
  llvm::SmallVector<uint32_t, 2> Parameters;
  Elements InBody, InCondition, Behind;
};

} // namespace hlomem::replay

#endif // HLOMEM_LIB_REPLAY_LOOPELEMENTS_H
