//===- Module.h - A buffer assignment in memory ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The unit that every analysis and pass works on: one HLO module's buffer
/// assignment, as one dump describes it.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_MODULE_H
#define HLOMEM_IR_MODULE_H

#include "hlomem/IR/Allocation.h"
#include "hlomem/IR/Instruction.h"
#include "hlomem/IR/InstructionCache.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/Materializer.h"
#include "hlomem/IR/ModuleFacts.h"
#include "hlomem/IR/Provenance.h"
#include "hlomem/IR/Shape.h"
#include "hlomem/IR/Value.h"
#include "hlomem/IR/ValueOrder.h"
#include "hlomem/Support/ADT/NameTable.h"
#include "hlomem/Support/Lazy.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>

namespace hlomem {

class HloProgram;

/// One buffer assignment: its allocations and values, when they are live, and
/// what is known of the program. Made by a ModuleBuilder. A source that
/// contradicts itself makes a module too, in which every statement is kept that
/// can be: see each function.
///
/// Const functions may be called from several threads at once, unless one calls
/// another: what they find out on first use is in types that allow that.
class Module {
public:
  /// Takes what a reader has found out. \p Source may be null where \p Facts
  /// leave nothing to be read, \p Origin where there is nothing to tell of it.
  Module(ModuleFacts Facts, std::unique_ptr<Materializer> Source,
         std::unique_ptr<Provenance> Origin);
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;
  ~Module();

  /// The dump's file name as the user gave it, or the name that a log has for
  /// it.
  llvm::StringRef getName() const { return F.Name; }
  /// Where it was read from; null for a module that was built by hand.
  const Provenance *getProvenance() const { return Origin.get(); }
  Provenance *getProvenance() { return Origin.get(); }

  /// The source was cut, or parts of it were left out: sums and peaks are then
  /// of what is there.
  bool isIncomplete() const { return F.IsIncomplete; }

  /// How many threads an analysis may work with, its own among them; at least
  /// 1. What it finds must not depend on them.
  unsigned getThreadCount() const { return ThreadCount; }
  void setThreadCount(unsigned Count) { ThreadCount = Count; }

  /// In the order of the source.
  llvm::ArrayRef<Allocation> allocations() const { return F.Allocations; }
  /// All values that stand in allocations, those of one side by side.
  llvm::ArrayRef<Value> values() const { return F.Values; }
  /// Values that the source tells of without their places, by
  /// ValueOrder::FirstUnplaced and their position here.
  const std::deque<Value> &unplacedValues() const { return F.UnplacedValues; }
  /// The values that \p Entries stand for.
  ValueOrder makeOrder(llvm::ArrayRef<ValueOrder::Entry> Entries) const {
    return {Entries, F.Values.data(), F.UnplacedValues};
  }

  /// Names of the scheduled instructions; the position is the time.
  llvm::ArrayRef<llvm::StringRef> schedule() const { return F.Schedule; }
  /// One past the last time; the dump's `max` is a claim.
  Time getEndOfProgram() const { return F.Schedule.size(); }
  /// False where the source does not say when its values are live.
  bool hasLiveRanges() const { return !F.Schedule.empty(); }

  /// The sizes of all allocations added up.
  Bytes getTotalSize() const;
  /// The same as XLA prints it: in 64 bits, beyond which nothing is carried.
  Bytes getPrintedTotal() const;

  /// The program that the assignment is of; null where the source has none. An
  /// error says what is wrong with it.
  llvm::Expected<std::shared_ptr<const HloProgram>> readProgram() const;

  /// The value with this id, or null.
  const Value *findValue(uint64_t Id) const;
  /// The value that this instruction defines at this index, or null.
  const Value *findValue(llvm::StringRef Instruction, ShapeIndex Index) const;
  /// When the instruction runs; none if it is not scheduled.
  std::optional<Time> getTime(llvm::StringRef Instruction) const;
  /// Times by name, the first of each.
  const NameTable &getTimesByName() const;
  /// The defining instruction of \p V, or null where the source does not tell
  /// it. Read once.
  const InstructionDetails *getInstruction(const Value &V) const;
  /// A value with the text of this instruction, which need not define a value
  /// at the index {}; null where there is none.
  const Value *findPrinted(llvm::StringRef Instruction) const;

  /// Those of values, parameters and results; new ones may build on them.
  const ShapeContext &getShapes() const { return *F.Shapes; }

  /// A T that \p Make derives from names, schedule, positions and uses, kept
  /// until allocations are removed; see LazyByType.
  template <typename T, typename MakeFn>
  const T &getDerived(MakeFn Make) const {
    return Derived.get<T>(Make);
  }

  //===--------------------------------------------------------------------===//
  // Edits of the assignment
  //===--------------------------------------------------------------------===//
  //
  // For transform passes. What is known of the program never changes. Each of
  // these takes constant time but for removeAllocations(), which is linear.
  // What they are given must be of this module. The provenance is told, so that
  // it can say what XLA would have printed of the assignment as it is now.
  //
  // Places that do not fit together are allowed, since they may come to fit by
  // the next edit: a slice beyond its allocation, values that overlap. To leave
  // them so is a mistake of the pass, which the verifier finds after it.
  // What no module can hold is a fatal error.

  /// How many edits have changed something: what it was before a pass tells
  /// whether the pass did.
  uint64_t getEditCount() const { return EditCount; }

  /// Moves \p V within its allocation.
  /// \pre V.isPlaced(), and \p Offset + \p Size fits into 64 bits.
  void setSlice(const Value &V, Bytes Offset, Bytes Size);
  /// Says when \p V is live.
  /// \pre \p V has a live range, and \p R begins before it ends, at the end of
  /// the program at the latest.
  void setLiveRange(const Value &V, LiveRange R);
  /// \pre \p Size is a number that fits into 64 bits.
  void setSize(const Allocation &A, Bytes Size);
  /// Removes the allocations for which \p ShouldRemove says so, and the values
  /// in them: from everywhere that this module names them, but not from the
  /// positions and uses of others. Returns how many went. \p ShouldRemove is
  /// asked once for each, in order, before anything changes.
  ///
  /// If any went, those that remain are numbered from 0, and all pointers and
  /// references to allocations and values of this module end: a pass must not
  /// preserve an analysis that holds some.
  size_t
  removeAllocations(llvm::function_ref<bool(const Allocation &)> ShouldRemove);

private:
  Value &getEditable(const Value &V);

  ModuleFacts F;
  std::unique_ptr<Materializer> Source;
  std::unique_ptr<Provenance> Origin;
  uint64_t EditCount = 0;
  unsigned ThreadCount = 1;
  /// The unplaced values by themselves, from the first edit of one on.
  llvm::DenseMap<const Value *, Value *> KnownUnplaced;

  // Look-ups: most pipelines need none of them. The numbers in the tables are
  // positions in the values and in the schedule.
  Lazy<llvm::DenseMap<uint64_t, const Value *>> ValuesById;
  Lazy<NameTable> ValuesByDefinition;
  Lazy<NameTable> Printed;
  Lazy<NameTable> Times;
  InstructionCache Instructions;
  LazyByType Derived;
};

} // namespace hlomem

#endif // HLOMEM_IR_MODULE_H
