//===- HloProgram.h - The computations of a program -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines the program as an HLO text beside a dump, `X.txt`, or an HloProto
/// tells it. Unlike a dump, these tell which computation owns an instruction,
/// which instruction is a computation's root, and the order of a computation's
/// instructions. It is for what is printed of an instruction, which is read on
/// request. What follows data from instruction to instruction uses HloGraph,
/// which ProgramGraphAnalysis makes of a text or takes from an HloProto.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_HLOPROGRAM_H
#define HLOMEM_IR_HLOPROGRAM_H

#include "hlomem/IR/Instruction.h"
#include "hlomem/IR/InstructionGist.h"
#include "hlomem/IR/Opcode.h"
#include "hlomem/IR/StackFrames.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"

namespace hlomem {

class HloGraph;

/// Represents an instruction of a program with the facts that are read for
/// every instruction. HloProgram::readDetails() reads the others.
struct HloInstruction {
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
  /// Holds the position of the owning computation in
  /// HloProgram::computations().
  uint32_t Computation = 0;
  /// Is true if the instruction is the root, whose result is that of the
  /// computation.
  bool IsRoot = false;
};

/// Represents a computation of a program. Positions of instructions are
/// positions in HloProgram::instructions().
struct HloComputation {
  /// Holds the computation's name without the leading '%'.
  StringRef Name;
  /// Holds the name of XLA's execution thread, such as "sparsecore". Empty for
  /// the main thread and in a program of an HloProto.
  StringRef Thread;
  /// Is true for the entry computation.
  bool IsEntry = false;
  /// Begin and End delimit the computation's instructions, [Begin, End), in the
  /// order of HloProgram::instructions().
  uint32_t Begin = 0;
  uint32_t End = 0;
  /// Holds the position of the root instruction.
  uint32_t Root = 0;
  /// ParametersBegin and ParametersEnd delimit the computation's parameter
  /// instructions, [ParametersBegin, ParametersEnd) of
  /// HloProgramParts::Parameters, ascending by parameter number.
  uint32_t ParametersBegin = 0;
  uint32_t ParametersEnd = 0;
};

/// Reads the instructions of one program from their source, again on each
/// request. Several threads may call the functions at once.
class HloInstructionReader {
public:
  virtual ~HloInstructionReader();

  /// Returns the details of \p I, instruction \p Number of the program. Arrays
  /// and new texts are allocated in \p Arena, new shapes in \p Shapes.
  virtual InstructionDetails
  readDetails(const HloInstruction &I, uint32_t Number, ShapeContext &Shapes,
              llvm::BumpPtrAllocator &Arena) const = 0;
  /// Returns InstructionDetails::Metadata of \p I, instruction \p Number of the
  /// program, as readDetails() reads them.
  virtual InstructionMetadata
  readMetadata(const HloInstruction &I, uint32_t Number, ShapeContext &Shapes,
               llvm::BumpPtrAllocator &Arena) const {
    return readDetails(I, Number, Shapes, Arena).Metadata;
  }
  /// Returns true if \p I, instruction \p Number of the program, may have
  /// \p Mark, a single mark.
  virtual bool mayHave(const HloInstruction &I, uint32_t Number,
                       InstructionMarks Mark) const = 0;
  /// Returns the HLO text of \p I, instruction \p Number of the program. A new
  /// text is allocated in \p Arena.
  virtual StringRef printInstruction(const HloInstruction &I, uint32_t Number,
                                     llvm::BumpPtrAllocator &Arena) const = 0;
  /// Prints the whole program as an HLO text.
  virtual void print(raw_ostream &OS) const = 0;
  /// Prints the tables of stack frames in the form of an HLO text.
  virtual void printTables(raw_ostream &OS) const = 0;
  /// Returns the graph that the program was made of, with all bodies of
  /// fusions; null if it was made of a text.
  virtual const HloGraph *getGraph() const { return nullptr; }
  /// Returns the stack frames of the program.
  virtual StackFrames readStackFrames() const = 0;
};

/// Holds the parts from which a reader makes an HloProgram. Instructions of one
/// computation are adjacent in Instructions, and the positions of its parameter
/// instructions are adjacent in Parameters.
struct HloProgramParts {
  /// Owns the text that all other members point into, except what Reader owns.
  SourceText Source;
  /// Reads what the other members do not hold. Never null.
  std::unique_ptr<const HloInstructionReader> Reader;
  StringRef ModuleName;
  /// Lists the attributes of the module's header.
  std::vector<Attribute> Attributes;
  std::vector<HloComputation> Computations;
  std::vector<HloInstruction> Instructions;
  /// Lists the positions in Instructions of the parameter instructions: see
  /// HloComputation::ParametersBegin.
  std::vector<uint32_t> Parameters;
  /// Holds the position of the entry computation in Computations.
  uint32_t Entry = 0;
  /// Holds HloProgram::leavesOutTupleElements().
  bool LeavesOutTupleElements = false;
  /// Holds HloProgram::isSourceOfModule().
  bool IsSourceOfModule = false;
  // The tables below map names, which are unique, to positions.
  llvm::DenseMap<StringRef, uint32_t> InstructionsByName;
  llvm::DenseMap<StringRef, uint32_t> ComputationsByName;
};

/// Represents a program as an HLO text file or an HloProto tells it. Owns
/// everything that its views point into. Never changes, so that threads may
/// share it.
class HloProgram {
public:
  explicit HloProgram(HloProgramParts Parts) : P(std::move(Parts)) {}
  HloProgram(const HloProgram &) = delete;
  HloProgram &operator=(const HloProgram &) = delete;

  /// Returns the file and the program's text in it; without a text for an
  /// HloProto.
  const SourceText &getSource() const { return P.Source; }
  /// Returns the name of the file as the user gave it; for an HloProto, the
  /// name of the module.
  StringRef getFileName() const { return P.Source.FileName; }
  /// Returns the name of the module, which follows `HloModule`.
  StringRef getModuleName() const { return P.ModuleName; }
  /// Returns the attributes of the header in the order of the text.
  ArrayRef<Attribute> headerAttributes() const { return P.Attributes; }
  /// Returns the value of the header's first attribute with the key \p Key;
  /// none if there is no such attribute.
  std::optional<StringRef> getHeaderAttribute(StringRef Key) const;
  /// Returns true if the header has `is_scheduled=true`: the instructions of a
  /// computation then run in the order in which they are listed.
  bool isScheduled() const;

  /// Returns true if some operands are tuple elements, `%while.6#1`, and the
  /// get-tuple-element instructions for them are left out, as in HLO texts
  /// since 2026.
  bool leavesOutTupleElements() const { return P.LeavesOutTupleElements; }

  /// Returns true if the module was made from this program, so that the program
  /// certainly belongs to the module. False if the module was read from another
  /// file, such as a dump beside the HLO text.
  bool isSourceOfModule() const { return P.IsSourceOfModule; }

  /// Prints the tables of stack frames that follow the header; prints nothing
  /// if there are none.
  void printTables(raw_ostream &OS) const { P.Reader->printTables(OS); }
  /// Returns the stack frames of the tables that follow the header. Each call
  /// reads them again.
  StackFrames readStackFrames() const { return P.Reader->readStackFrames(); }

  /// Returns the computations in the order of the source.
  ArrayRef<HloComputation> computations() const { return P.Computations; }
  /// Returns the instructions of all computations. Each computation's are
  /// adjacent, in the order of the HLO text; for an HloProto, in the order in
  /// which they run if it is known, otherwise in that of the proto.
  ArrayRef<HloInstruction> instructions() const { return P.Instructions; }
  /// Returns the instructions of \p C, in the order of instructions().
  ArrayRef<HloInstruction> instructions(const HloComputation &C) const {
    return instructions().slice(C.Begin, C.End - C.Begin);
  }
  const HloComputation &getEntry() const { return P.Computations[P.Entry]; }
  /// Returns the computation that owns \p I.
  const HloComputation &getComputation(const HloInstruction &I) const {
    return P.Computations[I.Computation];
  }
  const HloInstruction &getRoot(const HloComputation &C) const {
    return P.Instructions[C.Root];
  }
  unsigned getParameterCount(const HloComputation &C) const {
    return C.ParametersEnd - C.ParametersBegin;
  }
  /// Returns parameter \p Number of \p C.
  /// \pre \p Number is less than getParameterCount().
  const HloInstruction &getParameter(const HloComputation &C,
                                     unsigned Number) const {
    return P.Instructions[P.Parameters[C.ParametersBegin + Number]];
  }

  /// Returns the details of \p I, one of instructions(). Each call reads them
  /// again: arrays and new texts are allocated in \p Arena, new shapes in
  /// \p Shapes.
  InstructionDetails readDetails(const HloInstruction &I, ShapeContext &Shapes,
                                 llvm::BumpPtrAllocator &Arena) const {
    return P.Reader->readDetails(I, getNumber(I), Shapes, Arena);
  }
  /// Returns the metadata that readDetails() reads of \p I, in less time if the
  /// source is an HloProto.
  InstructionMetadata readMetadata(const HloInstruction &I,
                                   ShapeContext &Shapes,
                                   llvm::BumpPtrAllocator &Arena) const {
    return P.Reader->readMetadata(I, getNumber(I), Shapes, Arena);
  }
  /// Returns the graph that the program was made of, with all bodies of
  /// fusions; null if it was made of a text. Valid as long as this object.
  const HloGraph *getGraph() const { return P.Reader->getGraph(); }
  /// Returns true if \p I, one of instructions(), may have \p Mark, a single
  /// mark. Takes a fraction of the time of readDetails().
  bool mayHave(const HloInstruction &I, InstructionMarks Mark) const {
    return P.Reader->mayHave(I, getNumber(I), Mark);
  }

  /// Returns the text of \p I, one of instructions(), in the form of
  /// HloInstruction::Text; if the source is no HLO text, the result is printed
  /// and allocated in \p Arena.
  StringRef printInstruction(const HloInstruction &I,
                             llvm::BumpPtrAllocator &Arena) const {
    return P.Reader->printInstruction(I, getNumber(I), Arena);
  }
  /// Prints the program as an HLO text. If the source is an HLO text, prints
  /// that text.
  void print(raw_ostream &OS) const { P.Reader->print(OS); }

  /// Returns the position of \p I in instructions().
  uint32_t getNumber(const HloInstruction &I) const {
    return &I - P.Instructions.data();
  }
  /// Returns the instruction that is named \p Name, or null. Names are unique
  /// in a program.
  const HloInstruction *findInstruction(StringRef Name) const;
  /// Returns the computation that is named \p Name, or null.
  const HloComputation *findComputation(StringRef Name) const;

private:
  HloProgramParts P;
};

} // namespace hlomem

#endif // HLOMEM_IR_HLOPROGRAM_H
