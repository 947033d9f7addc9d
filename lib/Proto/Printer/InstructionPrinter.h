//===- InstructionPrinter.h - Instructions as XLA prints them ---*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_PRINTER_INSTRUCTIONPRINTER_H
#define HLOMEM_LIB_PROTO_PRINTER_INSTRUCTIONPRINTER_H

#include "hlomem/Proto/HloProto.h"
#include "hlomem/Support/Lazy.h"

namespace hlomem {

class AttributeStream;

/// Prints what stands in a proto as HLO text. What cannot be read of a message
/// that has been found sound as far as the program goes is left out.
class InstructionPrinter {
public:
  /// \p Contents outlive this.
  explicit InstructionPrinter(const HloProtoContents &Contents)
      : Contents(Contents), G(*Contents.Program) {}

  /// `%name = shape opcode(operands), attributes`. An asynchronous operation
  /// that runs a single instruction is printed as that with \p HidesWrapped, as
  /// XLA does in a dump, but not in the text of a program.
  void print(InstructionId Instruction, raw_ostream &OS,
             bool HidesWrapped = true) const;
  /// What the same has behind the operands.
  void printAttributes(InstructionId Instruction, AttributeStream &OS,
                       bool HidesWrapped) const;
  /// What the same has between the parentheses.
  void printOperands(InstructionId Instruction, raw_ostream &OS) const;
  /// The whole program, as a text that parseHloText() reads.
  void printModule(raw_ostream &OS) const;
  /// The attributes of the program.
  void printModuleAttributes(AttributeStream &OS) const;
  /// The tables of stack frames.
  void printTables(raw_ostream &OS) const;

  /// An attribute with computations that an instruction calls.
  struct Callees {
    StringRef Role;
    ArrayRef<ComputationId> Called;
    bool HasBraces = false;
  };
  /// Those of \p I, in the order in which XLA prints them; \p HidesWrapped as
  /// for print().
  SmallVector<Callees, 2> findCallees(const GraphInstruction &I,
                                      bool HidesWrapped) const;
  /// The names of the instructions that have to run before.
  SmallVector<StringRef>
  findControlPredecessors(InstructionId Instruction) const;
  /// The instruction that an asynchronous one stands for, where XLA prints it
  /// in its place; none where it prints the computation.
  InstructionId findWrapped(const GraphInstruction &I) const;

private:
  void printCalled(const GraphInstruction &I, AttributeStream &OS) const;

  const HloProtoContents &Contents;
  const HloGraph &G;
  /// The instructions, ascending by their ids in the file.
  Lazy<std::vector<InstructionId>> ById;
};

} // namespace hlomem

#endif // HLOMEM_LIB_PROTO_PRINTER_INSTRUCTIONPRINTER_H
