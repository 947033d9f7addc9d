//===- ProtoInstructions.h - What instructions of a proto are ---*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_PROTOINSTRUCTIONS_H
#define HLOMEM_LIB_PROTO_PROTOINSTRUCTIONS_H

#include "Printer/AttributePrinter.h"
#include "Printer/InstructionPrinter.h"
#include "hlomem/IR/HloProgram.h"
#include "llvm/Support/Allocator.h"

namespace hlomem {

/// Facts of the instructions of one proto. Types and operands are taken as they
/// stand there; of what HLO prints, only attributes are printed, since they are
/// texts wherever an analysis meets them. May be asked by several threads at
/// once.
class ProtoInstructions {
public:
  /// \p Contents outlive this.
  explicit ProtoInstructions(const HloProtoContents &Contents)
      : Contents(Contents), G(*Contents.Program), Printer(Contents) {}

  // \p HidesWrapped as for InstructionPrinter::print().

  InstructionGist readGist(InstructionId Instruction, bool HidesWrapped) const;
  bool mayHave(InstructionId Instruction, InstructionMarks Mark,
               bool HidesWrapped) const;
  /// Arrays and new texts live in \p Arena, all else in the contents.
  InstructionDetails readDetails(InstructionId Instruction, bool HidesWrapped,
                                 llvm::BumpPtrAllocator &Arena) const;
  InstructionMetadata readMetadata(InstructionId Instruction) const {
    return hlomem::readMetadata(Contents.InstructionBytes[Instruction],
                                Contents.Release);
  }
  const InstructionPrinter &getPrinter() const { return Printer; }
  const HloProtoContents &getContents() const { return Contents; }

private:
  bool callsComputations(const GraphInstruction &I, bool HidesWrapped) const;
  InstructionMarks readMarks(InstructionId Instruction,
                             bool HidesWrapped) const;

  const HloProtoContents &Contents;
  const HloGraph &G;
  InstructionPrinter Printer;
};

/// The stack frames of the HloModuleProto \p Module.
StackFrames readStackFrames(StringRef Module);

/// The program of \p Contents, its instructions in the order in which they run.
/// What \p Instructions refer to must outlive it. An error says which name
/// stands for two.
Expected<std::unique_ptr<HloProgram>>
makeProgram(const HloProtoContents &Contents,
            std::shared_ptr<const ProtoInstructions> Instructions);

} // namespace hlomem

#endif // HLOMEM_LIB_PROTO_PROTOINSTRUCTIONS_H
