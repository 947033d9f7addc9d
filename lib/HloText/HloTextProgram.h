//===- HloTextProgram.h - An HLO text, split into instructions --*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_HLOTEXT_HLOTEXTPROGRAM_H
#define HLOMEM_LIB_HLOTEXT_HLOTEXTPROGRAM_H

#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/IR/ProgramSource.h"
#include "hlomem/Support/SourceTexts.h"

namespace hlomem {

/// Represents a computation of a text. Positions of instructions are positions
/// in HloTextProgram::instructions().
struct TextComputation {
  /// Holds the computation's name without the leading '%'.
  StringRef Name;
  /// Holds the name of XLA's execution thread, such as "sparsecore". Empty for
  /// the main thread.
  StringRef Thread;
  /// Begin and End delimit the computation's instructions, [Begin, End), in the
  /// order of the text.
  uint32_t Begin = 0;
  uint32_t End = 0;
  /// Holds the position of the root instruction.
  uint32_t Root = 0;
  /// ParametersBegin and ParametersEnd delimit the computation's parameter
  /// instructions, [ParametersBegin, ParametersEnd) of
  /// HloTextProgram::Parameters, ascending by parameter number.
  uint32_t ParametersBegin = 0;
  uint32_t ParametersEnd = 0;
};

/// Holds a text and where its computations and instructions are in it.
class HloTextProgram final : public ProgramSource {
public:
  explicit HloTextProgram(SourceText Source) : Source(std::move(Source)) {}

  StringRef getFileName() const override { return Source.FileName; }
  bool isSourceOfModule() const override { return false; }
  std::optional<SourceInstruction> find(StringRef Name) const override;
  StringRef getName(ComputationId C) const override {
    return Computations[C].Name;
  }
  ComputationId getEntry() const override { return Entry; }
  SourceInstruction getRoot(ComputationId C) const override {
    return Instructions[Computations[C].Root];
  }
  void
  visit(ComputationId C,
        function_ref<void(const SourceInstruction &)> Visit) const override {
    for_each(instructions(Computations[C]), Visit);
  }
  InstructionDetails readDetails(const SourceInstruction &I,
                                 ShapeContext &Shapes,
                                 llvm::BumpPtrAllocator &Arena) const override {
    return parseInstruction(getHead(I), Shapes, Arena);
  }
  bool mayHave(const SourceInstruction &I,
               InstructionMarks Mark) const override;
  StringRef printInstruction(const SourceInstruction &I,
                             llvm::BumpPtrAllocator &) const override {
    return I.Text;
  }
  void print(raw_ostream &OS) const override;
  void printTables(raw_ostream &OS) const override;
  StackFrames readStackFrames() const override;
  Expected<std::shared_ptr<const HloGraph>>
  readGraph(ShapeContext &Shapes, FusionBodies Bodies) const override;

  const SourceText &getSource() const { return Source; }
  /// Returns the computations in the order of the text.
  IdArrayRef<ComputationId, TextComputation> computations() const {
    return Computations;
  }
  /// Returns the instructions of all computations. Each computation's are
  /// adjacent, in the order of the text.
  ArrayRef<SourceInstruction> instructions() const { return Instructions; }
  ArrayRef<SourceInstruction> instructions(const TextComputation &C) const {
    return instructions().slice(C.Begin, C.End - C.Begin);
  }
  /// Returns the positions of the parameters of \p C, by their numbers.
  ArrayRef<uint32_t> parameters(const TextComputation &C) const {
    return ArrayRef(Parameters)
        .slice(C.ParametersBegin, C.ParametersEnd - C.ParametersBegin);
  }
  /// Returns the instruction that is named \p Name; null if there is none.
  const SourceInstruction *findInstruction(StringRef Name) const;
  /// Returns what parseHead() returns for the text of \p I, without looking at
  /// it again.
  static InstructionHead getHead(const SourceInstruction &I);

private:
  friend class HloTextParser;

  SourceText Source;
  /// Holds the tables of stack frames.
  StringRef Tables;
  IdVector<ComputationId, TextComputation> Computations;
  std::vector<SourceInstruction> Instructions;
  /// Lists the positions in Instructions of the parameter instructions: see
  /// TextComputation::ParametersBegin.
  std::vector<uint32_t> Parameters;
  ComputationId Entry;
  /// Maps names to positions in Instructions.
  llvm::DenseMap<StringRef, uint32_t> InstructionsByName;
};

} // namespace hlomem

#endif // HLOMEM_LIB_HLOTEXT_HLOTEXTPROGRAM_H
