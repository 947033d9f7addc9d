//===- ProgramSource.h - What a source tells of a program -------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines the interface to what an HLO text beside a dump, `X.txt`, or an
/// HloProto tells of a program. It answers for an instruction by its name, and
/// reads what is printed of the instruction on request. What follows data from
/// instruction to instruction uses HloGraph, which readGraph() returns: to
/// make the graph of a text takes several times as long as to look up names.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_PROGRAMSOURCE_H
#define HLOMEM_IR_PROGRAMSOURCE_H

#include "hlomem/IR/Ids.h"
#include "hlomem/IR/Instruction.h"
#include "hlomem/IR/InstructionGist.h"
#include "hlomem/IR/StackFrames.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"

namespace hlomem {

class HloGraph;

/// Selects whether a graph has the bodies of fusions, which few ask for:
/// GraphComputation::IsUnread.
enum class FusionBodies : uint8_t { Read, LeftOut };

/// Represents an instruction of a program with the facts that are known of
/// every instruction. ProgramSource::readDetails() reads the others.
struct SourceInstruction {
  /// Holds the instruction's name without the leading '%'.
  StringRef Name;
  /// Holds the instruction's HLO text as parseInstruction() takes it: from the
  /// name, with its '%' if there is one, to the end of the last attribute.
  /// Strings in it may contain line feeds. Empty if the source is no HLO text.
  StringRef Text;
  /// Identifies the opcode that parseOpcode() reads from OpcodeName: for
  /// `fusion-start` too AsyncStart.
  Opcode Op = Opcode::Unknown;
  /// Holds the opcode as the source spells it.
  StringRef OpcodeName;
  /// Identifies the computation that owns the instruction.
  ComputationId Computation;
  /// Identifies the instruction in the source. In an HloProto, this is the id
  /// in the graph too.
  InstructionId Number;
};

/// Tells the program of a module from its source. Owns everything that its
/// views point into. Never changes, so that threads may share it. Computations
/// have the numbers that they have in the graph.
class ProgramSource {
public:
  ProgramSource() = default;
  virtual ~ProgramSource();
  ProgramSource(const ProgramSource &) = delete;
  ProgramSource &operator=(const ProgramSource &) = delete;

  /// Returns the name of the file as the user gave it; for an HloProto, the
  /// name of the module.
  virtual StringRef getFileName() const = 0;
  /// Returns the name of the module, which follows `HloModule`.
  StringRef getModuleName() const { return ModuleName; }
  /// Returns the value of the header's first attribute with the key \p Key;
  /// none if there is no such attribute.
  std::optional<StringRef> getHeaderAttribute(StringRef Key) const;
  /// Returns true if the header has `is_scheduled=true`: the instructions of a
  /// computation then run in the order in which they are listed.
  bool isScheduled() const;
  /// Returns true if some operands are tuple elements, `%while.6#1`, and the
  /// get-tuple-element instructions for them are left out, as in HLO texts
  /// since 2026.
  bool leavesOutTupleElements() const { return LeavesOutTupleElements; }
  /// Returns true if the module was made from this program, so that the program
  /// certainly belongs to the module. False if the module was read from another
  /// file, such as a dump beside the HLO text.
  virtual bool isSourceOfModule() const = 0;

  /// Returns the instruction that is named \p Name; none if there is none.
  /// Names are unique in a program.
  virtual std::optional<SourceInstruction> find(StringRef Name) const = 0;
  bool has(StringRef Name) const { return find(Name).has_value(); }
  /// Returns the computation that owns the instruction that is named \p Name;
  /// none if there is no such instruction.
  ComputationId findOwner(StringRef Name) const;
  /// Returns the computation that is named \p Name; none if there is none.
  ComputationId findComputation(StringRef Name) const;

  /// Returns the numbers of all computations, in the order of the source.
  IdRange<ComputationId> computations() const {
    return {ComputationId(0), ComputationId(ComputationsByName.size())};
  }
  virtual StringRef getName(ComputationId C) const = 0;
  virtual ComputationId getEntry() const = 0;
  virtual SourceInstruction getRoot(ComputationId C) const = 0;
  /// Calls \p Visit for the instructions of \p C in the order of the HLO text;
  /// for an HloProto, in the order in which they run if it is known, otherwise
  /// in that of the proto.
  virtual void
  visit(ComputationId C,
        function_ref<void(const SourceInstruction &)> Visit) const = 0;
  /// Calls \p Visit for each computation that an instruction of \p C calls,
  /// with the instruction, how it calls, and the computation.
  void visitCalls(ComputationId C,
                  function_ref<void(const InstructionDetails &,
                                    const CalledComputation &, ComputationId)>
                      Visit) const;

  /// Returns the details of \p I, an instruction of this program. Each call
  /// reads them again: arrays and new texts are allocated in \p Arena, new
  /// shapes in \p Shapes.
  virtual InstructionDetails
  readDetails(const SourceInstruction &I, ShapeContext &Shapes,
              llvm::BumpPtrAllocator &Arena) const = 0;
  /// Returns the details of the instruction that is named \p Name; none if
  /// there is none.
  std::optional<InstructionDetails>
  readDetails(StringRef Name, ShapeContext &Shapes,
              llvm::BumpPtrAllocator &Arena) const;
  /// Returns the metadata that readDetails() reads of the instruction that is
  /// named \p Name, in less time if the source is an HloProto; empty metadata
  /// if there is no such instruction.
  virtual InstructionMetadata readMetadata(StringRef Name, ShapeContext &Shapes,
                                           llvm::BumpPtrAllocator &Arena) const;
  /// Returns true if \p I may have \p Mark, a single mark. Takes a fraction of
  /// the time of readDetails().
  virtual bool mayHave(const SourceInstruction &I,
                       InstructionMarks Mark) const = 0;
  /// Returns the text of \p I in the form of SourceInstruction::Text; if the
  /// source is no HLO text, the result is printed and allocated in \p Arena.
  virtual StringRef printInstruction(const SourceInstruction &I,
                                     llvm::BumpPtrAllocator &Arena) const = 0;
  /// Prints the program as an HLO text. If the source is an HLO text, prints
  /// that text.
  virtual void print(raw_ostream &OS) const = 0;
  /// Prints the tables of stack frames that follow the header; prints nothing
  /// if there are none.
  virtual void printTables(raw_ostream &OS) const = 0;
  /// Returns the stack frames of the tables that follow the header. Each call
  /// reads them again.
  virtual StackFrames readStackFrames() const = 0;

  /// Returns the graph of the program. That of an HloProto always has the
  /// bodies of fusions. That of a text is made on each call, with new shapes in
  /// \p Shapes, and equals that of the HloProto beside it. Where the text
  /// leaves out get-tuple-elements, one is made before the first instruction
  /// that reads the element, and named "TUPLE#ELEMENT"; the program's own has
  /// another name and may run earlier, which is unknown. The error names the
  /// file, and the line of the instruction that is not understood, with what
  /// was expected of it. Both this object and \p Shapes must outlive the graph.
  virtual Expected<std::shared_ptr<const HloGraph>>
  readGraph(ShapeContext &Shapes,
            FusionBodies Bodies = FusionBodies::Read) const = 0;

protected:
  StringRef ModuleName;
  /// Lists the attributes of the module's header.
  std::vector<Attribute> HeaderAttributes;
  bool LeavesOutTupleElements = false;
  /// Maps the names of all computations to their numbers.
  llvm::DenseMap<StringRef, ComputationId> ComputationsByName;
};

} // namespace hlomem

#endif // HLOMEM_IR_PROGRAMSOURCE_H
