//===- InstructionPrinter.h - Instructions as XLA prints them ---*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_PRINTER_INSTRUCTIONPRINTER_H
#define HLOMEM_LIB_PROTO_PRINTER_INSTRUCTIONPRINTER_H

#include "hlomem/IR/HloGraph.h"
#include "hlomem/Proto/HloProto.h"
#include "hlomem/Support/Lazy.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

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
  void print(uint32_t Instruction, llvm::raw_ostream &OS,
             bool HidesWrapped = true) const;
  /// The same from behind the operands on: `, key=value` for each attribute.
  void printAttributes(uint32_t Instruction, llvm::raw_ostream &OS,
                       bool HidesWrapped) const;
  /// What the same has between the parentheses.
  void printOperands(uint32_t Instruction, llvm::raw_ostream &OS) const;
  /// The whole program, as a text that parseHloText() reads.
  void printModule(llvm::raw_ostream &OS) const;
  /// What stands before the computations of the program, as parseHloHeader()
  /// reads it.
  void printHeader(llvm::raw_ostream &OS) const;
  /// The instruction that an asynchronous one stands for, where XLA prints it
  /// in its place; none where it prints the computation.
  std::optional<uint32_t> findWrapped(const GraphInstruction &I) const;

private:
  void printCalled(const GraphInstruction &I, llvm::raw_ostream &OS) const;
  void printControl(uint32_t Instruction, llvm::raw_ostream &OS) const;
  void printModuleAttributes(llvm::raw_ostream &OS) const;

  const HloProtoContents &Contents;
  const HloGraph &G;
  /// The instructions, ascending by their ids in the file.
  Lazy<std::vector<uint32_t>> ById;
};

} // namespace hlomem

#endif // HLOMEM_LIB_PROTO_PRINTER_INSTRUCTIONPRINTER_H
