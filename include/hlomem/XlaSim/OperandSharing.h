//===- OperandSharing.h - Operands that lend their memory to a result -----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_XLASIM_OPERANDSHARING_H
#define HLOMEM_XLASIM_OPERANDSHARING_H

#include "hlomem/XlaSim/Assigner.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

/// Computes which values may share a buffer with an operand, by XLA's
/// HloDataflowAnalysis::CanShareOperandBufferWithUser and the hints of
/// backends. Results for fusions are kept.
class OperandSharing {
public:
  /// Makes one for the program of \p D, which must outlive this.
  OperandSharing(const HloDataflow &D, Backend Rules)
      : D(D), G(D.getGraph()), Rules(Rules) {}

  /// Returns true if the value at \p User, which an instruction defines, may be
  /// written over the value at \p Operand, which that instruction has as an
  /// operand and nobody needs afterwards.
  bool canShare(HloPlace Operand, HloPlace User);

private:
  bool canFusionShare(const GraphInstruction &Fusion, uint32_t OperandNumber);
  bool canCallShare(HloPlace Operand, InstructionId User);
  bool isElementwiseThroughout(InstructionId Parameter);
  std::optional<bool> askTpu(HloPlace Operand, HloPlace User) const;
  std::optional<bool> askGpu(HloPlace Operand, HloPlace User) const;

  const HloDataflow &D;
  const HloGraph &G;
  Backend Rules;
  /// Maps a fused parameter to the answer of isElementwiseThroughout().
  llvm::DenseMap<InstructionId, bool> Throughout;
};

/// Returns true if each element of the result depends on the same element of
/// operand \p Number alone: HloInstruction::IsElementwiseOnOperand.
bool isElementwiseOn(const HloGraph &G, InstructionId Instruction,
                     uint32_t Number);
/// Returns true if each element of the result depends on the same element of
/// every operand alone: HloInstruction::IsElementwise.
bool isElementwise(const HloGraph &G, InstructionId Instruction);

} // namespace hlomem

#endif // HLOMEM_XLASIM_OPERANDSHARING_H
