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
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

class AssignmentEdit;
class HloProgram;
struct HeapTraces;

/// One buffer assignment: its allocations and values, when they are live, and
/// what is known of the program. Made by a ModuleBuilder. A source that
/// contradicts itself makes a module too, in which every statement is kept that
/// can be: see each function.
///
/// Const functions may be called from several threads at once: what they find
/// out on first use is in types that allow that.
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
  /// Returns the allocations in \p Space, thread-local ones too, in the order
  /// of the source. Asking for each space takes linear time in all: a dump may
  /// have as many spaces as allocations.
  llvm::ArrayRef<const Allocation *> allocationsIn(MemorySpace Space) const;
  /// All values that stand in allocations, those of one side by side.
  llvm::ArrayRef<Value> values() const { return F.Values; }
  /// False where the source does not tell them: that there are none means
  /// nothing then.
  bool tellsAllocations() const { return F.TellsAllocations; }
  /// The values of whose instructions the source tells, in its order, in which
  /// those of one instruction stand side by side. Of values that it leaves out
  /// (not Value::isUsedValue()) no instruction is known; some of those that it
  /// has may stand in no allocation.
  ValueOrder listedValues() const { return makeOrder(*F.ListedValues); }
  /// False where the source tells of no instruction what it is.
  bool tellsInstructions() const {
    return F.TellsInstructions || !F.Instructions.empty();
  }
  /// True if the source tells which values must share a buffer.
  bool tellsAliasClasses() const { return F.AliasClasses.has_value(); }
  /// The number of the values that must share a buffer with \p V, itself among
  /// them: the source's HloBuffer. None where that is not told.
  std::optional<uint32_t> getAliasClass(const Value &V) const;
  /// The values that \p Entries mean.
  ValueOrder makeOrder(llvm::ArrayRef<ValueOrder::Entry> Entries) const {
    return {Entries, F.Values.data(), F.UnplacedValues};
  }

  /// Names of the scheduled instructions; the position is the time.
  llvm::ArrayRef<llvm::StringRef> schedule() const { return F.Schedule; }
  /// One past the last time; the dump's `max` is a claim.
  Time getEndOfProgram() const { return F.Schedule.size(); }
  /// Its times are not those of the program: the source was cut inside it.
  bool isScheduleCut() const { return F.IsScheduleCut; }
  /// False where the source does not say when its values are live.
  bool hasLiveRanges() const { return !F.Schedule.empty(); }

  /// The sizes of all allocations added up.
  Bytes getTotalSize() const;
  /// The same as XLA prints it: in 64 bits, beyond which nothing is carried.
  Bytes getPrintedTotal() const;

  /// The program that the assignment is of; null where the source has none. An
  /// error says what is wrong with it.
  llvm::Expected<std::shared_ptr<const HloProgram>> readProgram() const;
  /// The same as a graph, where the source has one at hand; null otherwise.
  /// Bodies of fusions may be left out. Its flattened schedule is schedule().
  const HloGraph *getGraph() const {
    return Source ? Source->getGraph() : nullptr;
  }
  /// Returns the stack frames of the program without reading more of that; none
  /// where readProgram() alone tells them. They are not kept.
  std::optional<StackFrames> readStackFrames() const {
    return Source ? Source->readStackFrames() : std::nullopt;
  }
  /// Where \p V is found in getGraph(), which there is, and what reads it
  /// there: in the order of its positions and uses. \p V isComputed().
  void readPlaces(const Value &V, llvm::SmallVectorImpl<HloPlace> &Positions,
                  llvm::SmallVectorImpl<GraphUse> &Uses) const {
    Source->readPlaces(V, Positions, Uses);
  }
  /// The value at \p P of getGraph(), which there is; null where none is.
  const Value *findValue(HloPlace P) const;
  /// What XLA recorded of how it placed the assignment, as it was before any
  /// edit; null where the source does not tell it. An error says what is wrong
  /// with it. Each call reads it again.
  llvm::Expected<std::shared_ptr<const HeapTraces>> readHeapTraces() const;

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
  /// Whether getInstruction() has one; reads none.
  bool hasInstruction(const Value &V) const {
    return !V.getInstructionText().empty() || V.isComputed() ||
           (!F.Instructions.empty() &&
            F.Instructions.contains(V.getInstructionName()));
  }
  /// The gist of the same, where the source tells it without a text and without
  /// more that would have to be read; none otherwise.
  std::optional<InstructionGist> findGist(const Value &V) const {
    return V.isComputed() ? std::optional(Source->readGist(V)) : std::nullopt;
  }
  /// The text of the same as XLA prints it in a dump: that of the source, or
  /// made of what the source tells; empty where it has neither.
  llvm::StringRef printInstruction(const Value &V) const {
    return V.isComputed() ? Source->printInstruction(V)
                          : V.getInstructionText();
  }
  /// Returns the values that are Value::isUsedValue() in the order of their
  /// ids, which is the order of XLA's list of used values.
  ValueOrder usedValuesById() const;
  /// Returns the values that have a live range in the order of their ids, which
  /// is the order of XLA's list of live ranges.
  ValueOrder liveValuesById() const;
  /// A value of this instruction that hasInstruction(), which need not define
  /// one at the index {}; null where there is none.
  const Value *findPrinted(llvm::StringRef Instruction) const;

  /// Those of values, parameters and results; new ones may build on them.
  const ShapeContext &getShapes() const { return *F.Shapes; }

  //===--------------------------------------------------------------------===//
  // Edits of the assignment
  //===--------------------------------------------------------------------===//
  //
  // For transform passes. The provenance is told, so that it can say what XLA
  // would have printed of the assignment as it is now.

  /// How many edits have changed something: what it was before a pass tells
  /// whether the pass did.
  uint64_t getEditCount() const { return EditCount; }

  /// Makes all changes of \p E, an edit of this module, and returns whether
  /// there was any. Linear in the changes; in the module where values or
  /// allocations go, come or change from one allocation to another.
  ///
  /// In that case those that remain are numbered from 0, new allocations after
  /// them, and all pointers and references to allocations and values of this
  /// module end: a pass must not preserve an analysis that holds some. What is
  /// removed goes from everywhere that this module names it, but not from the
  /// positions and uses of other values.
  ///
  /// Places that do not fit together are allowed, since they may come to fit by
  /// the next edit: a slice beyond its allocation, values that overlap. To
  /// leave them so is a mistake of the pass, which the verifier finds after it.
  /// What no module can hold is a fatal error: a value or allocation of another
  /// module, a place or size of more than 64 bits, a live range that ends
  /// before it begins or after the program, one for a value that has none, more
  /// than one range of a value, which would have to be computed twice, or none.
  bool apply(const AssignmentEdit &E);

  /// Becomes \p Other, another assignment of the same program or of one that a
  /// transform has changed, under the name that this has. Values and
  /// allocations are those of \p Other then, and no analysis is preserved.
  /// What was here stays in memory: locations in it are still valid.
  void replaceBy(std::unique_ptr<Module> Other);

  /// True if edits have changed the assignment since it was read, or since the
  /// last replaceBy(): the source does not tell it any more.
  bool isEdited() const { return EditCount != CountWhenRead; }
  /// True if a replaceBy() has: its provenance is not what the user named.
  bool isReplaced() const { return !Former.empty(); }

private:
  class Editor;

  /// What a module was.
  struct Past {
    ModuleFacts F;
    std::unique_ptr<Materializer> Source;
    std::unique_ptr<Provenance> Origin;
    std::unique_ptr<InstructionCache> Instructions;
  };

  ModuleFacts F;
  std::unique_ptr<Materializer> Source;
  std::unique_ptr<Provenance> Origin;
  std::vector<Past> Former;
  uint64_t EditCount = 0;
  uint64_t CountWhenRead = 0;
  unsigned ThreadCount = 1;

  // Look-ups: most pipelines need none of them. The numbers in the tables are
  // positions in the values and in the schedule.
  Lazy<llvm::DenseMap<uint64_t, const Value *>> ValuesById;
  Lazy<NameTable> ValuesByDefinition;
  Lazy<NameTable> Printed;
  Lazy<NameTable> Times;
  Lazy<std::vector<const Allocation *>> BySpace;
  Lazy<std::vector<ValueOrder::Entry>> UsedById;
  Lazy<std::vector<ValueOrder::Entry>> LiveById;
  std::unique_ptr<InstructionCache> Instructions;
};

/// Where the first of its texts begins; invalid for a module that was not read
/// from one.
inline llvm::SMLoc getLoc(const Module &M) {
  const Provenance *P = M.getProvenance();
  return P ? P->getLoc() : llvm::SMLoc();
}

} // namespace hlomem

#endif // HLOMEM_IR_MODULE_H
