//===- HloProgram.h - The computations of an HLO text file ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the HLO text beside a dump, `X.txt`, says and the dump does not: which
/// computation owns an instruction, which instruction is its root, and the
/// order of its instructions.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_HLOPROGRAM_H
#define HLOMEM_IR_HLOPROGRAM_H

#include "hlomem/IR/Instruction.h"
#include "hlomem/IR/Opcode.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hlomem {

/// One instruction of an HLO text: what is needed to find one's way, the rest
/// unparsed.
struct HloInstruction {
  /// Without the leading '%'.
  llvm::StringRef Name;
  /// From the name, with its '%' if there is one, to the end of the last
  /// attribute: what parseInstruction takes. May have line feeds inside
  /// strings.
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

/// One computation of an HLO text.
struct HloComputation {
  /// Without the leading '%'.
  llvm::StringRef Name;
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

/// The computations of one HLO text file. Owns the text; every view points into
/// it. Never changes, so threads may share it.
class HloProgram {
public:
  HloProgram(const HloProgram &) = delete;
  HloProgram &operator=(const HloProgram &) = delete;

  /// The file's text.
  llvm::StringRef getText() const { return Source.Text; }
  /// The file, and where in it the text stands.
  const SourceText &getSource() const { return Source; }
  /// The file's name as it was given.
  llvm::StringRef getFileName() const { return Source.FileName; }
  /// The name after `HloModule`.
  llvm::StringRef getModuleName() const { return ModuleName; }
  /// The header's attributes in the order of the text.
  llvm::ArrayRef<Attribute> headerAttributes() const { return Attributes; }
  /// The value of the header's first attribute with this key, or none.
  std::optional<llvm::StringRef> getHeaderAttribute(llvm::StringRef Key) const;
  /// True where the order of a computation's instructions is the order in which
  /// they run: `is_scheduled=true`.
  bool isScheduled() const;

  /// True where operands are elements of tuples, `%while.6#1`, and the
  /// get-tuple-element instructions of the program are left out: since 2026.
  bool leavesOutTupleElements() const { return LeavesOutTupleElements; }

  /// The tables behind the header, from the first one's name on: HloFrameTables
  /// takes them apart. Empty where there are none.
  llvm::StringRef getTables() const { return Tables; }

  /// In the order of the text.
  llvm::ArrayRef<HloComputation> computations() const { return Computations; }
  /// All instructions in the order of the text.
  llvm::ArrayRef<HloInstruction> instructions() const { return Instructions; }
  /// Those of \p C, in order.
  llvm::ArrayRef<HloInstruction> instructions(const HloComputation &C) const {
    return instructions().slice(C.Begin, C.End - C.Begin);
  }
  /// The computation that the program begins with.
  const HloComputation &getEntry() const { return Computations[Entry]; }
  /// The owner of \p I.
  const HloComputation &getComputation(const HloInstruction &I) const {
    return Computations[I.Computation];
  }
  const HloInstruction &getRoot(const HloComputation &C) const {
    return Instructions[C.Root];
  }
  unsigned getParameterCount(const HloComputation &C) const {
    return C.ParametersEnd - C.ParametersBegin;
  }
  /// Parameter \p Number of \p C, which must have that many.
  const HloInstruction &getParameter(const HloComputation &C,
                                     unsigned Number) const {
    return Instructions[Parameters[C.ParametersBegin + Number]];
  }

  /// The instruction with this name, or null. Names are unique in a program.
  const HloInstruction *findInstruction(llvm::StringRef Name) const;
  /// The computation with this name, or null.
  const HloComputation *findComputation(llvm::StringRef Name) const;

private:
  friend class HloTextParser;

  explicit HloProgram(SourceText Source) : Source(std::move(Source)) {}

  SourceText Source;
  llvm::StringRef ModuleName;
  std::vector<Attribute> Attributes;
  llvm::StringRef Tables;
  std::vector<HloComputation> Computations;
  std::vector<HloInstruction> Instructions;
  std::vector<uint32_t> Parameters;
  uint32_t Entry = 0;
  bool LeavesOutTupleElements = false;
  llvm::DenseMap<llvm::StringRef, uint32_t> InstructionsByName;
  llvm::DenseMap<llvm::StringRef, uint32_t> ComputationsByName;
};

} // namespace hlomem

#endif // HLOMEM_IR_HLOPROGRAM_H
