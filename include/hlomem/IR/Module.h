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
#include "hlomem/IR/DumpDialect.h"
#include "hlomem/IR/Instruction.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/NameTimes.h"
#include "hlomem/IR/Shape.h"
#include "hlomem/IR/UnknownText.h"
#include "hlomem/IR/Value.h"
#include "hlomem/IR/ValueOrder.h"
#include "hlomem/IR/ValueVector.h"
#include "hlomem/Support/ADT/NameTable.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

class HloProgram;
class ProgramStructure;

/// Reads the HLO text of the program that a dump belongs to, when somebody asks
/// for it: Module::readProgram().
using ProgramLoader =
    std::function<llvm::Expected<std::unique_ptr<HloProgram>>()>;

/// Reads the memory usage report beside a dump, when somebody asks for it:
/// Module::readReport().
using ReportLoader = std::function<llvm::Expected<SourceText>()>;

/// One buffer assignment. Owns the dump's texts, everything that points into
/// them and everything parsed from them. A dump that contradicts itself makes a
/// module too, in which every statement is kept that can be: see each function.
/// Not to be shared between threads but for functions that build no look-up on
/// first use: see getThreadCount().
class Module {
public:
  /// \p Name as for getName().
  explicit Module(std::string Name) : Name(std::move(Name)) {}
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  /// The dump's file name as the user gave it, or the name that a log has for
  /// it.
  llvm::StringRef getName() const { return Name; }
  /// Knows the file, line and column of every location of this module.
  const SourceTexts &getSources() const { return Sources; }
  /// Where the first of its texts begins.
  llvm::SMLoc getLoc() const {
    return llvm::SMLoc::getFromPointer(Sources.texts().front().Text.data());
  }
  /// What each of its texts holds, in the order of getSources(), which may have
  /// one more: see readReport().
  llvm::ArrayRef<DumpTextForm> texts() const { return Texts; }
  /// True if one of the texts has this part.
  bool has(DumpSection S) const {
    return llvm::any_of(Texts, [S](const auto &T) { return T.has(S); });
  }
  /// The dump was cut, or lines of it were left out: read with
  /// ParseOptions::Tolerant. Sums and peaks are then of what is there.
  bool isIncomplete() const { return Incomplete; }

  /// What of the dump nobody knows the meaning of.
  const UnknownText &getUnknownText() const { return Unknown; }

  /// How many threads an analysis may work with, its own among them; at least
  /// 1. What it finds must not depend on them, and it must build the look-ups
  /// that they need before they start.
  unsigned getThreadCount() const { return ThreadCount; }
  void setThreadCount(unsigned Count) { ThreadCount = Count; }

  /// In the order of the dump.
  llvm::ArrayRef<Allocation> allocations() const { return Allocations; }
  /// All values that stand in allocations, those of one side by side.
  llvm::ArrayRef<Value> values() const { return Values; }
  /// The values in the order of `Used values:`, which is ascending by id in a
  /// sound dump. They are of values(), but for those that stand in no
  /// allocation or are listed for a second time.
  ValueOrder usedValues() const { return makeOrder(UsedValues); }
  /// The header under `Used values:`, which equals V.getHeader() in a sound
  /// dump.
  const ValueHeader &getUsedHeader(const Value &V) const {
    auto Known = UsedHeaders.find(&V);
    return Known == UsedHeaders.end() ? V.getHeader() : Known->second;
  }

  /// Names of the scheduled instructions; the position is the time.
  llvm::ArrayRef<llvm::StringRef> schedule() const { return Schedule; }
  /// One past the last time; the dump's `max` is a claim.
  Time getEndOfProgram() const { return Schedule.size(); }
  /// False where the dump does not say when its values are live.
  bool hasLiveRanges() const { return !Schedule.empty(); }

  /// Values with live ranges in the order of `BufferLiveRange:`. Null stands
  /// for the next of unlistedLiveRanges().
  ValueOrder liveRangeOrder() const { return makeOrder(LiveRangeOrder); }
  /// Live ranges of what is no value of the assignment, further ones of a value
  /// that has one, and those that cannot be: that end before they begin, or
  /// after the end of the program.
  struct UnlistedLiveRange {
    NamedIndex Definition;
    LiveRange Range;
  };
  llvm::ArrayRef<UnlistedLiveRange> unlistedLiveRanges() const {
    return UnlistedLiveRanges;
  }

  /// What the dump asserts of itself; after an edit, what XLA would have
  /// printed of the assignment as it is now. Valid until the next edit.
  const DumpClaims &getClaims() const {
    if (IsTotalStale || IsPeakStale)
      updateClaims();
    return Claims;
  }
  /// The sizes of all allocations added up.
  Bytes getTotalSize() const;
  /// The same as XLA prints it: in 64 bits, beyond which nothing is carried.
  Bytes getPrintedTotal() const;
  const DumpDialect &getDialect() const { return Dialect; }

  /// The program that the dump belongs to, read from the text beside it unless
  /// somebody still has it; null where there is no text. An error says what is
  /// wrong with the text.
  llvm::Expected<std::shared_ptr<const HloProgram>> readProgram() const;

  /// The text of XLA's memory usage report beside the dump, for
  /// parseMemoryReport(); null where there is none. It is the last of
  /// getSources() from then on, for locations in it. An error says why it
  /// cannot be read.
  llvm::Expected<const SourceText *> readReport();

  /// The value with this id, or null.
  const Value *findValue(uint64_t Id) const;
  /// The value that this instruction defines at this index, or null.
  const Value *findValue(llvm::StringRef Instruction, ShapeIndex Index) const;
  /// When the instruction runs; none if it is not scheduled.
  std::optional<Time> getTime(llvm::StringRef Instruction) const;
  /// Times by name, the first of each; valid until ProgramStructure drops it.
  const NameTable &getTimesByName() const;
  /// When the instructions run that the values name. Valid until the next
  /// removal of allocations.
  const NameTimes &getNameTimes() const;
  /// The defining instruction of \p V taken apart, or null where the dump does
  /// not print it. Parsed once.
  const InstructionDetails *getInstruction(const Value &V) const;
  /// The front of the same text, parsed each time; empty where there is none.
  InstructionOutline getOutline(const Value &V) const;
  /// A value that the dump prints with the text of this instruction, which need
  /// not define a value at the index {}; null where it prints none.
  const Value *findPrinted(llvm::StringRef Instruction) const;

  const ShapeContext &getShapes() const { return Shapes; }

  //===--------------------------------------------------------------------===//
  // Edits of the assignment
  //===--------------------------------------------------------------------===//
  //
  // For transform passes. What the dump says of the program never changes. Each
  // of these takes constant time but for removeAllocations(), which is linear;
  // the claims are made anew when somebody next asks for them, not by each
  // edit. What they are given must be of this module.
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
  friend class AllocationRemoval;
  friend class DumpParser;
  friend class ProgramStructure;

  std::string Name;
  SourceTexts Sources;
  std::vector<DumpTextForm> Texts;
  mutable llvm::BumpPtrAllocator Arena;
  mutable ShapeContext Shapes{Arena};

  std::vector<Allocation> Allocations;
  ValueVector Values;
  std::vector<ValueOrder::Entry> UsedValues;
  /// Used values that are not of Values; addresses stay.
  std::deque<Value> UnplacedValues;
  llvm::DenseMap<const Value *, ValueHeader> UsedHeaders;
  std::vector<llvm::StringRef> Schedule;
  std::vector<ValueOrder::Entry> LiveRangeOrder;
  std::vector<UnlistedLiveRange> UnlistedLiveRanges;
  ValueOrder makeOrder(llvm::ArrayRef<ValueOrder::Entry> Entries) const {
    return {Entries, Values.data(), UnplacedValues};
  }
  const Value &getFirstPrinted(const Value &V) const;
  Value &getEditable(const Value &V);
  void updateClaims() const;
  void updatePeak() const;

  mutable DumpClaims Claims;
  // The claims are of the assignment before some edits: of the sizes of
  // allocations, and of live ranges.
  mutable bool IsTotalStale = false;
  mutable bool IsPeakStale = false;
  DumpDialect Dialect;
  UnknownText Unknown;
  uint64_t EditCount = 0;
  unsigned ThreadCount = 1;
  bool Incomplete = false;
  ProgramLoader Loader;
  /// Null once the report has been read.
  ReportLoader LoadReport;
  bool HasReport = false;
  mutable std::weak_ptr<const HloProgram> Program;
  /// Built by the first edit of one of UnplacedValues.
  llvm::DenseSet<const Value *> KnownUnplaced;

  /// Drops what pointers to values are kept in.
  void forgetValues();

  // Look-ups, built on first use: most pipelines need none of them. The numbers
  // in the tables are positions in Values, in Schedule and in Instructions.
  mutable llvm::DenseMap<uint64_t, const Value *> ValuesById;
  mutable NameTable ValuesByDefinition;
  // Empty where the dump prints no texts, which is no reason to look again.
  mutable std::optional<NameTable> Printed;
  mutable NameTable Times;
  mutable std::optional<NameTimes> TimesOfNames;
  mutable NameTable InstructionsByName;
  mutable std::vector<std::pair<llvm::StringRef, const InstructionDetails *>>
      Instructions;
  // Of the analyses, several of which need it; null inside if it is unknown.
  mutable std::optional<std::shared_ptr<const ProgramStructure>>
      StructureOfDump;
};

} // namespace hlomem

#endif // HLOMEM_IR_MODULE_H
