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

/// XLA's HloDataflowAnalysis::CanShareOperandBufferWithUser and the hints of
/// backends. What it finds out of fusions is kept.
class OperandSharing {
public:
  /// \p D outlives this.
  OperandSharing(const HloDataflow &D, Backend Rules)
      : D(D), G(D.getGraph()), Rules(Rules) {}

  /// True if the value at \p User, which an instruction defines, may be written
  /// over the value at \p Operand, which that instruction has as an operand and
  /// nobody needs afterwards.
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
  /// By the number of the fused parameter.
  llvm::DenseMap<InstructionId, bool> Throughout;
};

/// Whether each element of the result depends on the same element of operand \p
/// Number alone: HloInstruction::IsElementwiseOnOperand.
bool isElementwiseOn(const HloGraph &G, InstructionId Instruction,
                     uint32_t Number);
/// The same of all operands: HloInstruction::IsElementwise.
bool isElementwise(const HloGraph &G, InstructionId Instruction);

} // namespace hlomem

#endif // HLOMEM_XLASIM_OPERANDSHARING_H
