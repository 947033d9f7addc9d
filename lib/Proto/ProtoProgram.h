//===- ProtoProgram.h - What a proto tells of its program -------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_PROTOPROGRAM_H
#define HLOMEM_LIB_PROTO_PROTOPROGRAM_H

#include "Printer/AttributePrinter.h"
#include "Printer/InstructionPrinter.h"
#include "hlomem/IR/ProgramSource.h"
#include "llvm/Support/Allocator.h"

namespace hlomem {

/// Facts of the instructions of one proto. Types and operands are taken as they
/// stand there; of what HLO prints, only attributes are printed, since they are
/// texts wherever an analysis meets them. May be asked by several threads at
/// once. Answers by name once indexNames() was called.
class ProtoProgram final : public ProgramSource {
public:
  /// \p Contents outlive this.
  explicit ProtoProgram(const HloProtoContents &Contents)
      : Contents(Contents), G(*Contents.Program), Printer(Contents) {}

  /// Makes what answers by name, and reads the header. An error says which name
  /// stands for two.
  Error indexNames();

  // \p HidesWrapped as for InstructionPrinter::print().

  InstructionGist readGist(InstructionId Instruction, bool HidesWrapped) const;
  /// Arrays and new texts live in \p Arena, all else in the contents.
  InstructionDetails readDetails(InstructionId Instruction, bool HidesWrapped,
                                 llvm::BumpPtrAllocator &Arena) const;
  const InstructionPrinter &getPrinter() const { return Printer; }

  StringRef getFileName() const override { return ModuleName; }
  bool isSourceOfModule() const override { return true; }
  std::optional<SourceInstruction> find(StringRef Name) const override;
  StringRef getName(ComputationId C) const override {
    return G.computations()[C].Name;
  }
  ComputationId getEntry() const override { return G.getEntryNumber(); }
  SourceInstruction getRoot(ComputationId C) const override {
    return get(G.computations()[C].Root);
  }
  void
  visit(ComputationId C,
        function_ref<void(const SourceInstruction &)> Visit) const override;
  InstructionDetails readDetails(const SourceInstruction &I, ShapeContext &,
                                 llvm::BumpPtrAllocator &Arena) const override {
    return readDetails(I.Number, /*HidesWrapped=*/false, Arena);
  }
  InstructionMetadata readMetadata(StringRef Name, ShapeContext &,
                                   llvm::BumpPtrAllocator &) const override;
  bool mayHave(const SourceInstruction &I,
               InstructionMarks Mark) const override {
    return readGist(I.Number, /*HidesWrapped=*/false).has(Mark);
  }
  StringRef printInstruction(const SourceInstruction &I,
                             llvm::BumpPtrAllocator &Arena) const override;
  void print(raw_ostream &OS) const override { Printer.printModule(OS); }
  void printTables(raw_ostream &OS) const override { Printer.printTables(OS); }
  StackFrames readStackFrames() const override;
  Expected<std::shared_ptr<const HloGraph>>
  readGraph(ShapeContext &, FusionBodies) const override {
    return Contents.Program;
  }

private:
  SourceInstruction get(InstructionId Number) const {
    const GraphInstruction &I = G[Number];
    return {I.Name, "", I.Op, I.OpcodeName, I.Computation, Number};
  }
  bool callsComputations(const GraphInstruction &I, bool HidesWrapped) const;

  const HloProtoContents &Contents;
  const HloGraph &G;
  InstructionPrinter Printer;
  /// Of the attributes of the module.
  llvm::BumpPtrAllocator Arena;
};

} // namespace hlomem

#endif // HLOMEM_LIB_PROTO_PROTOPROGRAM_H
