//===- ModuleFacts.h - What a module holds ----------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_MODULEFACTS_H
#define HLOMEM_IR_MODULEFACTS_H

#include "hlomem/IR/Allocation.h"
#include "hlomem/IR/Ids.h"
#include "hlomem/IR/InstructionCache.h"
#include "hlomem/IR/Shape.h"
#include "hlomem/IR/Value.h"
#include "hlomem/IR/ValueOrder.h"
#include "hlomem/IR/ValueVector.h"
#include "llvm/Support/Allocator.h"
#include <deque>

namespace hlomem {

/// Holds the facts of one buffer assignment, which a ModuleBuilder collects and
/// a Module keeps. No member depends on the source that they come from.
struct ModuleFacts {
  explicit ModuleFacts(std::string Name)
      : Name(std::move(Name)),
        Arena(std::make_shared<llvm::BumpPtrAllocator>()),
        Shapes(std::make_shared<ShapeContext>(*Arena)) {}
  ModuleFacts(ModuleFacts &&) = default;
  ModuleFacts &operator=(ModuleFacts &&) = default;

  /// Returns a copy, whose allocations have the values of the copy.
  ModuleFacts clone() const;

  /// Holds the name of the module: Module::getName().
  std::string Name;
  /// Owns the texts and arrays that the other members point to, unless those
  /// are in a text that the provenance owns. The copies of a module share it.
  std::shared_ptr<llvm::BumpPtrAllocator> Arena;
  std::shared_ptr<ShapeContext> Shapes;
  std::vector<Allocation> Allocations;
  /// Holds the values of each allocation side by side, in the order of
  /// Allocations.
  ValueVector Values;
  /// Holds values whose place is unknown; their addresses do not change.
  std::deque<Value> UnplacedValues;
  /// Lists the values of Module::listedValues(). None means all of Values in
  /// their order, which ModuleBuilder::build() then sets.
  std::optional<std::vector<ValueOrder::Entry>> ListedValues;
  /// Lists the names of instructions by their schedule position.
  std::vector<StringRef> Schedule;
  /// Lists the ids of values, ascending, and the class of each: the values of
  /// one class must share a buffer, by XLA's alias analysis. None if the source
  /// does not tell them.
  std::optional<std::vector<std::pair<uint64_t, BufferId>>> AliasClasses;
  /// Holds instructions that are known without a text; see InstructionCache.
  KnownInstructions Instructions;
  /// Is true if the reader has refused what ModuleBuilder::build() refuses.
  bool AreChecked = false;

  // The members below tell which kinds of facts the source tells. The absence
  // of facts of any other kind means nothing.

  /// Holds Module::tellsAllocations().
  bool TellsAllocations = true;
  /// Holds Module::tellsInstructions(), which is also true if Instructions is
  /// not empty.
  bool TellsInstructions = false;
  /// Holds Module::isScheduleCut().
  bool IsScheduleCut = false;
  bool IsIncomplete = false;

private:
  // Allocations and values refer to each other.
  ModuleFacts(const ModuleFacts &) = default;
};

} // namespace hlomem

#endif // HLOMEM_IR_MODULEFACTS_H
