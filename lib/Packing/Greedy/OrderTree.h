//===- OrderTree.h - Orders in which sets are contiguous --------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_GREEDY_ORDERTREE_H
#define HLOMEM_LIB_PACKING_GREEDY_ORDERTREE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace hlomem::packing {

/// All orders of some items in which given sets have no other item between
/// theirs: a PQ-tree (Booth and Lueker, 1976). A set that is contiguous can be
/// replaced by others that take its place, of which the order is open.
class OrderTree {
public:
  /// Items in the order that they had when they were replaced. All of them are
  /// the other way round where isReversed() says so in the end.
  struct Sequence {
    llvm::SmallVector<unsigned, 4> Items;
    unsigned Direction;
  };

  /// The items are \p First, at least one, in any order.
  explicit OrderTree(llvm::ArrayRef<unsigned> First);

  /// Makes \p Old contiguous and puts \p New in its place; both have at least
  /// one item. False if there is no such order, and nothing may be done
  /// any more.
  bool replace(llvm::ArrayRef<unsigned> Old, llvm::ArrayRef<unsigned> New,
               Sequence &Replaced);
  /// All items, in an order.
  Sequence getAll();

  /// Of a sequence, when nothing is replaced any more.
  bool isReversed(unsigned Direction);

  /// Nodes that were looked at so far.
  uint64_t getSteps() const { return Steps; }

private:
  enum class Kind : uint8_t {
    Item,
    Any, ///< Children in any order.
    Line ///< Children in this order or its reverse.
  };
  enum class Share : uint8_t { None, Some, All };
  struct Node {
    Kind What;
    /// Of the set that is to be contiguous.
    Share InSet;
    unsigned NumInSet;
    unsigned Parent;
    /// Of a line, its direction; of an item, its number.
    unsigned Value;
    std::vector<unsigned> Children;
  };
  /// Children of a line, or one node.
  struct Block {
    unsigned Line;
    size_t First;
    size_t Num;
    unsigned Only;
  };
  static constexpr unsigned None = ~0u;

  unsigned makeNode(Kind What, unsigned Value, std::vector<unsigned> Children);
  unsigned makeAny(std::vector<unsigned> Children);
  unsigned makeItems(llvm::ArrayRef<unsigned> Items);
  unsigned makeDirection();
  unsigned findDirection(unsigned D, bool &IsReversed);
  void joinDirections(unsigned Kept, unsigned Joined, bool IsReversed);
  void drop(unsigned N);
  void substitute(unsigned Old, unsigned New);
  void classify(unsigned N);
  bool makeContiguous(llvm::ArrayRef<unsigned> Set, Block &B);
  bool makeContiguousInAny(unsigned N, Block &B);
  bool makeContiguousInLine(unsigned N, Block &B);
  bool stretch(unsigned N, unsigned Direction, bool SetIsLast,
               std::vector<unsigned> &Children);
  void append(unsigned N, Sequence &S);
  void remove(unsigned N);

  std::vector<Node> Nodes;
  std::vector<unsigned> FreeNodes;
  /// By item.
  std::vector<unsigned> Leaves;
  unsigned Root;
  /// Another direction that tells each one, and whether it is the opposite.
  std::vector<std::pair<unsigned, bool>> Directions;
  uint64_t Steps = 0;
};

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_GREEDY_ORDERTREE_H
