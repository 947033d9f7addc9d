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
#include "hlomem/IR/InstructionCache.h"
#include "hlomem/IR/Shape.h"
#include "hlomem/IR/Value.h"
#include "hlomem/IR/ValueOrder.h"
#include "hlomem/IR/ValueVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hlomem {

/// The facts of one buffer assignment, as a ModuleBuilder collects them and a
/// Module keeps them. Nothing in here knows where they come from.
struct ModuleFacts {
  explicit ModuleFacts(std::string Name)
      : Name(std::move(Name)),
        Arena(std::make_unique<llvm::BumpPtrAllocator>()),
        Shapes(std::make_unique<ShapeContext>(*Arena)) {}

  /// As for Module::getName().
  std::string Name;
  /// Owns the texts and arrays that the others point to, unless those stand in
  /// a text that the provenance owns.
  std::unique_ptr<llvm::BumpPtrAllocator> Arena;
  std::unique_ptr<ShapeContext> Shapes;
  std::vector<Allocation> Allocations;
  /// Those of each allocation side by side, in the order of Allocations.
  ValueVector Values;
  /// Values whose place is unknown; addresses stay.
  std::deque<Value> UnplacedValues;
  /// As for Module::listedValues(). None stands for all of Values in their
  /// order, which ModuleBuilder::build() then puts here.
  std::optional<std::vector<ValueOrder::Entry>> ListedValues;
  /// Names of instructions; the position is the time.
  std::vector<llvm::StringRef> Schedule;
  /// The ids of values, ascending, and the class of each: those of one class
  /// must share a buffer, by XLA's alias analysis. None where the source does
  /// not tell them.
  std::optional<std::vector<std::pair<uint64_t, uint32_t>>> AliasClasses;
  /// Instructions that are known without a text; see InstructionCache.
  KnownInstructions Instructions;
  /// Who filled them has refused what ModuleBuilder::build() refuses.
  bool AreChecked = false;

  // Which facts there are: that there is none of a kind may mean that the
  // source does not tell them.

  /// As for Module::tellsAllocations().
  bool TellsAllocations = true;
  /// As for Module::tellsInstructions(), which Instructions do too.
  bool TellsInstructions = false;
  /// As for Module::isScheduleCut().
  bool IsScheduleCut = false;
  bool IsIncomplete = false;
};

} // namespace hlomem

#endif // HLOMEM_IR_MODULEFACTS_H
