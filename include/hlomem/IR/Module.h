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
#include "hlomem/IR/DumpClaims.h"
#include "hlomem/IR/Instruction.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/Shape.h"
#include "hlomem/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

/// How the dump spells what several XLA versions spell differently; what is
/// needed to write it back as it was. Facts, not versions: see the table in
/// dump-format.md section 1.
struct DumpDialect {
  /// `from instruction: %x` and not `from instruction:%x`; since January 2024.
  bool BlankAfterInstruction = true;
  /// `  (none)` under an empty ` uses:`; since June 2026.
  bool PrintsNoUses = false;
  /// The last line ends with a line feed.
  bool EndsWithLineFeed = true;
};

/// One buffer assignment. Owns the dump's text, everything that points into it
/// and everything parsed from it. Not to be shared between threads: look-ups
/// are built on first use.
class Module {
public:
  /// \p Dump is the text; its identifier becomes the module's name.
  explicit Module(std::unique_ptr<llvm::MemoryBuffer> Dump);
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  /// The dump's file name as the user gave it.
  llvm::StringRef getName() const { return Name; }
  /// The text of the dump.
  llvm::StringRef getText() const { return Text; }
  /// Knows the line and column of every location of this module.
  const llvm::SourceMgr &getSourceMgr() const { return Sources; }

  /// In the order of the dump.
  llvm::ArrayRef<Allocation> allocations() const { return Allocations; }
  /// All values, those of one allocation side by side.
  llvm::ArrayRef<Value> values() const { return Values; }
  /// All values in the order of `Used values:`, ascending by id.
  llvm::ArrayRef<const Value *> usedValues() const { return UsedValues; }

  /// Names of the scheduled instructions; the position is the time.
  llvm::ArrayRef<llvm::StringRef> schedule() const { return Schedule; }
  /// One past the last time, the dump's `max`.
  Time getEndOfProgram() const { return Schedule.size(); }
  /// False where the dump does not say when its values are live.
  bool hasLiveRanges() const { return !Schedule.empty(); }

  /// Values with live ranges in the order of `BufferLiveRange:`. Null stands
  /// for the next of unlistedLiveRanges().
  llvm::ArrayRef<const Value *> liveRangeOrder() const {
    return LiveRangeOrder;
  }
  /// Live ranges of what is no value of the assignment.
  struct UnlistedLiveRange {
    NamedIndex Definition;
    LiveRange Range;
  };
  llvm::ArrayRef<UnlistedLiveRange> unlistedLiveRanges() const {
    return UnlistedLiveRanges;
  }

  const DumpClaims &getClaims() const { return Claims; }
  const DumpDialect &getDialect() const { return Dialect; }

  /// The value with this id, or null.
  const Value *findValue(uint64_t Id) const;
  /// The value that this instruction defines at this index, or null.
  const Value *findValue(llvm::StringRef Instruction, ShapeIndex Index) const;
  /// When the instruction runs; none if it is not scheduled.
  std::optional<Time> getTime(llvm::StringRef Instruction) const;
  /// The defining instruction of \p V taken apart, or null where the dump does
  /// not print it. Parsed once.
  const InstructionDetails *getInstruction(const Value &V) const;

  const ShapeContext &getShapes() const { return Shapes; }

private:
  friend class DumpParser;

  std::string Name;
  llvm::StringRef Text;
  llvm::SourceMgr Sources;
  mutable llvm::BumpPtrAllocator Arena;
  mutable ShapeContext Shapes{Arena};

  std::vector<Allocation> Allocations;
  std::vector<Value> Values;
  std::vector<const Value *> UsedValues;
  std::vector<llvm::StringRef> Schedule;
  std::vector<const Value *> LiveRangeOrder;
  std::vector<UnlistedLiveRange> UnlistedLiveRanges;
  DumpClaims Claims;
  DumpDialect Dialect;

  // Look-ups, built on first use: most pipelines need none of them.
  using ValueKey = std::pair<llvm::StringRef, llvm::StringRef>;
  mutable llvm::DenseMap<uint64_t, const Value *> ValuesById;
  mutable llvm::DenseMap<ValueKey, const Value *> ValuesByDefinition;
  mutable llvm::DenseMap<llvm::StringRef, Time> Times;
  mutable llvm::DenseMap<llvm::StringRef, const InstructionDetails *>
      Instructions;
};

} // namespace hlomem

#endif // HLOMEM_IR_MODULE_H
