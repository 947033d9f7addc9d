//===- HloProgram.h - The computations of a program -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an HLO text beside a dump, `X.txt`, or an HloProto says and a dump does
/// not: which computation owns an instruction, which instruction is its root,
/// and the order of its instructions.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_HLOPROGRAM_H
#define HLOMEM_IR_HLOPROGRAM_H

#include "hlomem/IR/Instruction.h"
#include "hlomem/IR/InstructionGist.h"
#include "hlomem/IR/Opcode.h"
#include "hlomem/IR/StackFrames.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

/// One instruction of a program: what is needed to find one's way. The rest is
/// read by HloProgram::readDetails().
struct HloInstruction {
  /// Without the leading '%'.
  llvm::StringRef Name;
  /// Of an HLO text: from the name, with its '%' if there is one, to the end of
  /// the last attribute, what parseInstruction takes. May have line feeds
  /// inside strings. Empty where the source is none.
  llvm::StringRef Text;
  /// As parseOpcode reads OpcodeName: AsyncStart for `fusion-start` too.
  Opcode Op = Opcode::Unknown;
  /// The word itself.
  llvm::StringRef OpcodeName;
  /// Index of the owner in HloProgram::computations().
  uint32_t Computation = 0;
  /// The result of its computation.
  bool IsRoot = false;
};

/// One computation of a program.
struct HloComputation {
  /// Without the leading '%'.
  llvm::StringRef Name;
  /// XLA's execution thread, "sparsecore"; empty for the main one.
  llvm::StringRef Thread;
  /// The one that the program begins with.
  bool IsEntry = false;
  /// Its instructions are [Begin, End) of HloProgram::instructions().
  uint32_t Begin = 0;
  uint32_t End = 0;
  /// The root, counted like Begin.
  uint32_t Root = 0;
  /// The parameter instructions are [ParametersBegin, ParametersEnd) of
  /// HloProgram's list of them, ascending by parameter number.
  uint32_t ParametersBegin = 0;
  uint32_t ParametersEnd = 0;
};

/// Takes the instructions of one program apart, for each request again.
/// May be asked by several threads at once.
class HloInstructionReader {
public:
  virtual ~HloInstructionReader();

  /// What is known of \p I, instruction \p Number of the program. Arrays and
  /// new texts live in \p Arena, new shapes in \p Shapes.
  virtual InstructionDetails
  readDetails(const HloInstruction &I, uint32_t Number, ShapeContext &Shapes,
              llvm::BumpPtrAllocator &Arena) const = 0;
  /// Whether \p I, instruction \p Number of the program, may have \p Mark, a
  /// single one.
  virtual bool mayHave(const HloInstruction &I, uint32_t Number,
                       InstructionMarks Mark) const = 0;
  /// \p I, instruction \p Number of the program, as an HLO text has it. A new
  /// text lives in \p Arena.
  virtual llvm::StringRef
  printInstruction(const HloInstruction &I, uint32_t Number,
                   llvm::BumpPtrAllocator &Arena) const = 0;
  /// Prints the whole program as an HLO text.
  virtual void print(llvm::raw_ostream &OS) const = 0;
  /// Prints the tables of stack frames as an HLO text has them.
  virtual void printTables(llvm::raw_ostream &OS) const = 0;
  virtual StackFrames readStackFrames() const = 0;
};

/// What a reader finds out of a program. Instructions of one computation stand
/// side by side, and so do the numbers of its parameters.
struct HloProgramParts {
  /// Owns the text that all else points into, but for what Reader owns.
  SourceText Source;
  /// Never null.
  std::unique_ptr<const HloInstructionReader> Reader;
  llvm::StringRef ModuleName;
  /// Of the module's header.
  std::vector<Attribute> Attributes;
  std::vector<HloComputation> Computations;
  std::vector<HloInstruction> Instructions;
  /// Positions in Instructions.
  std::vector<uint32_t> Parameters;
  /// The position in Computations of the one that the program begins with.
  uint32_t Entry = 0;
  bool LeavesOutTupleElements = false;
  /// As for HloProgram::isSourceOfModule().
  bool IsSourceOfModule = false;
  // Positions by name; names are unique.
  llvm::DenseMap<llvm::StringRef, uint32_t> InstructionsByName;
  llvm::DenseMap<llvm::StringRef, uint32_t> ComputationsByName;
};

/// The computations of one program, of an HLO text file or of an HloProto. Owns
/// what every view points into. Never changes, so threads may share it.
class HloProgram {
public:
  explicit HloProgram(HloProgramParts Parts) : P(std::move(Parts)) {}
  HloProgram(const HloProgram &) = delete;
  HloProgram &operator=(const HloProgram &) = delete;

  /// The file, and where in it the text stands.
  const SourceText &getSource() const { return P.Source; }
  /// The file's name as it was given.
  llvm::StringRef getFileName() const { return P.Source.FileName; }
  /// The name after `HloModule`.
  llvm::StringRef getModuleName() const { return P.ModuleName; }
  /// The header's attributes in the order of the text.
  llvm::ArrayRef<Attribute> headerAttributes() const { return P.Attributes; }
  /// The value of the header's first attribute with this key, or none.
  std::optional<llvm::StringRef> getHeaderAttribute(llvm::StringRef Key) const;
  /// True where the order of a computation's instructions is the order in which
  /// they run: `is_scheduled=true`.
  bool isScheduled() const;

  /// True where operands are elements of tuples, `%while.6#1`, and the
  /// get-tuple-element instructions of the program are left out: since 2026.
  bool leavesOutTupleElements() const { return P.LeavesOutTupleElements; }

  /// True where the module that it is read for was made of it, so that there is
  /// no doubt that it is the program of that.
  bool isSourceOfModule() const { return P.IsSourceOfModule; }

  /// Prints the tables after the header; nothing where there are none.
  void printTables(llvm::raw_ostream &OS) const { P.Reader->printTables(OS); }
  /// What these tables tell; it is not kept.
  StackFrames readStackFrames() const { return P.Reader->readStackFrames(); }

  /// In the order of the text.
  llvm::ArrayRef<HloComputation> computations() const { return P.Computations; }
  /// All instructions in the order of the text.
  llvm::ArrayRef<HloInstruction> instructions() const { return P.Instructions; }
  /// Those of \p C, in order.
  llvm::ArrayRef<HloInstruction> instructions(const HloComputation &C) const {
    return instructions().slice(C.Begin, C.End - C.Begin);
  }
  /// The computation that the program begins with.
  const HloComputation &getEntry() const { return P.Computations[P.Entry]; }
  /// The owner of \p I.
  const HloComputation &getComputation(const HloInstruction &I) const {
    return P.Computations[I.Computation];
  }
  const HloInstruction &getRoot(const HloComputation &C) const {
    return P.Instructions[C.Root];
  }
  unsigned getParameterCount(const HloComputation &C) const {
    return C.ParametersEnd - C.ParametersBegin;
  }
  /// Parameter \p Number of \p C, which must have that many.
  const HloInstruction &getParameter(const HloComputation &C,
                                     unsigned Number) const {
    return P.Instructions[P.Parameters[C.ParametersBegin + Number]];
  }

  /// What is known of \p I, one of instructions(). Nothing is kept: arrays and
  /// new texts live in \p Arena, new shapes in \p Shapes.
  InstructionDetails readDetails(const HloInstruction &I, ShapeContext &Shapes,
                                 llvm::BumpPtrAllocator &Arena) const {
    return P.Reader->readDetails(I, getNumber(I), Shapes, Arena);
  }
  /// Whether \p I, one of instructions(), may have \p Mark, a single one. Takes
  /// a fraction of the time of readDetails().
  bool mayHave(const HloInstruction &I, InstructionMarks Mark) const {
    return P.Reader->mayHave(I, getNumber(I), Mark);
  }

  /// \p I, one of instructions(), as HloInstruction::Text has it, whatever the
  /// source is. A new text lives in \p Arena.
  llvm::StringRef printInstruction(const HloInstruction &I,
                                   llvm::BumpPtrAllocator &Arena) const {
    return P.Reader->printInstruction(I, getNumber(I), Arena);
  }
  /// Prints the program as an HLO text: the source, where that is one.
  void print(llvm::raw_ostream &OS) const { P.Reader->print(OS); }

  /// The position of \p I in instructions().
  uint32_t getNumber(const HloInstruction &I) const {
    return &I - P.Instructions.data();
  }
  /// The instruction with this name, or null. Names are unique in a program.
  const HloInstruction *findInstruction(llvm::StringRef Name) const;
  /// The computation with this name, or null.
  const HloComputation *findComputation(llvm::StringRef Name) const;

private:
  HloProgramParts P;
};

} // namespace hlomem

#endif // HLOMEM_IR_HLOPROGRAM_H
