//===- Module.h - A buffer assignment in memory ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines the unit that every analysis and pass works on: the buffer
/// assignment of one HLO module, as one source (a dump, a proto or a builder)
/// describes it.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_MODULE_H
#define HLOMEM_IR_MODULE_H

#include "hlomem/IR/Allocation.h"
#include "hlomem/IR/Ids.h"
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
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

class AssignmentEdit;
class ProgramSource;
struct HeapTraces;

/// Represents one buffer assignment: the allocations and values, when the
/// values are live, and what is known of the program. A ModuleBuilder makes it.
/// A source that contradicts itself makes a module too, which keeps every
/// statement that can be kept: see each function.
///
/// Several threads may call const functions at once, since what these compute
/// on first use is held in types that allow that.
class Module {
public:
  /// Constructs a module from what a reader has collected. \p Source may be
  /// null if \p Facts leave nothing unread; \p Origin may be null if nothing is
  /// known of where the facts come from.
  Module(ModuleFacts Facts, std::shared_ptr<Materializer> Source,
         std::unique_ptr<Provenance> Origin);
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;
  ~Module();

  /// Returns the file name of the dump as the user gave it, or the name that a
  /// log has for the dump.
  StringRef getName() const { return F.Name; }
  /// Returns where the module was read from; null for a module that was built
  /// by hand.
  const Provenance *getProvenance() const { return Origin.get(); }
  Provenance *getProvenance() { return Origin.get(); }

  /// Returns true if the source is truncated or parts of it were left out. Sums
  /// and peaks then cover only what is there.
  bool isIncomplete() const { return F.IsIncomplete; }

  /// Returns the number of threads that an analysis may use, its own included;
  /// at least 1. Results must not depend on it.
  unsigned getThreadCount() const { return ThreadCount; }
  void setThreadCount(unsigned Count) { ThreadCount = Count; }

  /// Returns the allocations in the order of the source.
  ArrayRef<Allocation> allocations() const { return F.Allocations; }
  /// Returns the allocations in \p Space, thread-local ones included, in the
  /// order of the source. Calls for all spaces together take linear time: a
  /// dump may have as many spaces as allocations.
  ArrayRef<const Allocation *> allocationsIn(MemorySpace Space) const;
  /// Returns all values that are in allocations; the values of one allocation
  /// are adjacent.
  ArrayRef<Value> values() const { return F.Values; }
  /// Returns true if the source tells the allocations. If it does not, an empty
  /// list of them means nothing.
  bool tellsAllocations() const { return F.TellsAllocations; }
  /// Returns the values whose instructions the source tells, in the order of
  /// the source, in which the values of one instruction are adjacent. Some of
  /// them may be in no allocation. No instruction is known of a value that is
  /// not listed (Value::isUsedValue() is false).
  ValueOrder listedValues() const { return makeOrder(*F.ListedValues); }
  /// Returns true if the source tells of any instruction what it is.
  bool tellsInstructions() const {
    return F.TellsInstructions || !F.Instructions.empty();
  }
  /// Returns true if the source tells which values must share a buffer.
  bool tellsAliasClasses() const { return F.AliasClasses.has_value(); }
  /// Returns the id of the set of values, \p V among them, that must share a
  /// buffer: the source's HloBuffer. Returns none if the source does not tell
  /// it.
  BufferId getAliasClass(const Value &V) const;
  /// Returns the values that \p Entries identify, in their order.
  ValueOrder makeOrder(ArrayRef<ValueOrder::Entry> Entries) const {
    return {Entries, F.Values.data(), F.UnplacedValues};
  }

  /// Returns the names of the scheduled instructions by schedule position.
  ArrayRef<StringRef> schedule() const { return F.Schedule; }
  /// Returns the length of the schedule, one past the last position. The dump's
  /// `max` only claims to be that.
  Time getEndOfProgram() const { return F.Schedule.size(); }
  /// Returns true if the source is truncated inside the schedule, so that
  /// schedule positions are not those of the program.
  bool isScheduleCut() const { return F.IsScheduleCut; }
  /// Returns true if the source tells when its values are live.
  bool hasLiveRanges() const { return !F.Schedule.empty(); }

  /// Returns the sum of the sizes of all allocations.
  Bytes getTotalSize() const;
  /// Returns the sum of the sizes of all allocations as XLA prints it: modulo
  /// 2^64.
  Bytes getPrintedTotal() const;

  /// Returns the program of the assignment; null if the source has none. Fails
  /// if the program cannot be read.
  Expected<std::shared_ptr<const ProgramSource>> readProgram() const;
  /// Returns the program as a graph, which may lack the bodies of fusions; null
  /// if the source has no graph at hand. The graph's flattened schedule is
  /// schedule().
  const HloGraph *getGraph() const {
    return Source ? Source->getGraph() : nullptr;
  }
  /// Returns the stack frames of the program without reading more of the
  /// program; none if only readProgram() tells them. Each call reads them
  /// again.
  std::optional<StackFrames> readStackFrames() const {
    return Source ? Source->readStackFrames() : std::nullopt;
  }
  /// Sets \p Positions to the places of \p V in getGraph(), and \p Uses to the
  /// reads of \p V there, in the order of the value's positions and uses.
  /// \pre V.isComputed(), getGraph() is not null, and both lists are empty.
  void readPlaces(const Value &V, SmallVectorImpl<HloPlace> &Positions,
                  SmallVectorImpl<GraphUse> &Uses) const {
    Source->readPlaces(V, Positions, Uses);
  }
  /// Returns the value at \p P of getGraph(), or null.
  /// \pre getGraph() is not null.
  const Value *findValue(HloPlace P) const;
  /// Returns what XLA recorded of how it placed the assignment, as it was
  /// before any edit; null if the source does not tell it. Fails if the record
  /// cannot be read. Each call reads it again.
  Expected<std::shared_ptr<const HeapTraces>> readHeapTraces() const;

  /// Returns the value in an allocation with the id \p Id, or null; if several
  /// have it, the first in the order of values().
  const Value *findValue(uint64_t Id) const;
  /// Returns the value in an allocation that \p Instruction defines at
  /// \p Index, or null; if there are several, the first in the order of
  /// values().
  const Value *findValue(StringRef Instruction, ShapeIndex Index) const;
  /// Returns the schedule position of \p Instruction; none if it is not
  /// scheduled. If the name is scheduled several times, returns the first
  /// position.
  std::optional<Time> getTime(StringRef Instruction) const;
  /// Returns a table of schedule positions by the name of the instruction. A
  /// name that is scheduled several times has the first position.
  const NameTable &getTimesByName() const;
  /// Returns the defining instruction of \p V; null if the source does not tell
  /// it. Its text is parsed on the first request only.
  const InstructionDetails *getInstruction(const Value &V) const;
  /// Returns true if getInstruction() is not null for \p V. Reads no
  /// instruction.
  bool hasInstruction(const Value &V) const {
    return !V.getInstructionText().empty() || V.isComputed() ||
           (!F.Instructions.empty() &&
            F.Instructions.contains(V.getInstructionName()));
  }
  /// Returns the gist of the defining instruction of \p V if the source tells
  /// it without a text and without further reading; otherwise none.
  std::optional<InstructionGist> findGist(const Value &V) const {
    return V.isComputed() ? std::optional(Source->readGist(V)) : std::nullopt;
  }
  /// Returns the text of the defining instruction of \p V as XLA prints it in a
  /// dump: the text of the source, or one printed from what the source tells;
  /// empty if the source tells neither.
  StringRef printInstruction(const Value &V) const {
    return V.isComputed() ? Source->printInstruction(V)
                          : V.getInstructionText();
  }
  /// Returns the values in allocations for which Value::isUsedValue() is true,
  /// in the order of their ids, which is the order of XLA's list of used
  /// values.
  ValueOrder usedValuesById() const;
  /// Returns the values that have a live range, in the order of their ids,
  /// which is the order of XLA's list of live ranges.
  ValueOrder liveValuesById() const;
  /// Returns the first value of \p Instruction, in the order of values(), for
  /// which hasInstruction() is true, or null. The instruction need not define a
  /// value at the index {}.
  const Value *findPrinted(StringRef Instruction) const;

  /// Returns the shapes of values, parameters and results. Another ShapeContext
  /// may build on them.
  const ShapeContext &getShapes() const { return *F.Shapes; }

  //===--------------------------------------------------------------------===//
  // Edits of the assignment
  //===--------------------------------------------------------------------===//
  // The functions below are for transform passes. They notify the provenance,
  // so that it can tell what XLA would have printed of the assignment as it is
  // now.

  /// Returns the number of edits that have changed something. A pass has
  /// changed the module if the number before it differs.
  uint64_t getEditCount() const { return EditCount; }

  /// Makes all changes of \p E, an edit of this module, and returns true if
  /// anything has changed. Takes time linear in the changes; time linear in the
  /// module if values or allocations are removed or added, or values move to
  /// another allocation.
  ///
  /// In the latter case the remaining allocations are numbered from 0, new ones
  /// after them, and all pointers and references to allocations and values of
  /// this module become invalid: a pass must not preserve an analysis that
  /// holds any. Whatever is removed disappears from every list of this module,
  /// except from the positions and uses of other values.
  ///
  /// Places that contradict each other are allowed, since a later edit may
  /// resolve that: a slice beyond the end of its allocation, values that
  /// overlap. A pass that leaves them so is wrong, and the verifier reports it
  /// after the pass. What no module can hold is a fatal error: a value or
  /// allocation of another module, a place or size of more than 64 bits, a live
  /// range that ends before it begins or after the program, a live range for a
  /// value that has none, and no live range or several for one value (the value
  /// would have to be computed twice).
  bool apply(const AssignmentEdit &E);

  /// Replaces this module by \p Other, another assignment of the same program
  /// or of a program that a transform has changed. The module keeps its name.
  /// Allocations and values are those of \p Other from then on, and no analysis
  /// is preserved. The former contents stay in memory, so that locations in
  /// them remain valid.
  void replaceBy(std::unique_ptr<Module> Other);

  /// Returns a copy of this module as it is now, for changes that this one does
  /// not get. The two share what is known of the program: texts, shapes and the
  /// source. They must not be edited or copied by several threads at once.
  std::unique_ptr<Module> clone() const;

  /// Returns true if edits have changed the assignment since it was read or
  /// since the last replaceBy(), so that the source no longer tells it.
  bool isEdited() const { return EditCount != CountWhenRead; }
  /// Returns true if replaceBy() was called, so that the provenance is not that
  /// of the file the user named.
  bool isReplaced() const { return !Former.empty(); }

private:
  class Editor;

  /// Holds the contents of a module before a replaceBy().
  struct Past {
    ModuleFacts F;
    std::shared_ptr<Materializer> Source;
    std::unique_ptr<Provenance> Origin;
    std::unique_ptr<InstructionCache> Instructions;
  };

  ModuleFacts F;
  std::shared_ptr<Materializer> Source;
  std::unique_ptr<Provenance> Origin;
  std::vector<std::shared_ptr<const Past>> Former;
  uint64_t EditCount = 0;
  uint64_t CountWhenRead = 0;
  unsigned ThreadCount = 1;

  // The tables below are for look-ups, which most pipelines do not need.
  // Numbers in NameTables are positions in the values or in the schedule.
  Lazy<llvm::DenseMap<uint64_t, const Value *>> ValuesById;
  Lazy<NameTable> ValuesByDefinition;
  Lazy<NameTable> Printed;
  Lazy<NameTable> Times;
  Lazy<std::vector<const Allocation *>> BySpace;
  Lazy<std::vector<ValueOrder::Entry>> UsedById;
  Lazy<std::vector<ValueOrder::Entry>> LiveById;
  std::unique_ptr<InstructionCache> Instructions;
};

/// Returns the beginning of the module's first text; invalid for a module that
/// was not read from one.
inline SMLoc getLoc(const Module &M) {
  const Provenance *P = M.getProvenance();
  return P ? P->getLoc() : SMLoc();
}

} // namespace hlomem

#endif // HLOMEM_IR_MODULE_H
