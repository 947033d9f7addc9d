//===- InPlaceWriters.h - Who may write where it reads --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_PROGRAM_INPLACEWRITERS_H
#define HLOMEM_LIB_ANALYSIS_PROGRAM_INPLACEWRITERS_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

class AnalysisManager;
class Module;
class Value;
struct InstructionDetails;

/// Whether an instruction may write its result over an operand that it is the
/// last to read: docs/Lifetimes.md#arguments.
enum class InPlace {
  No,
  Unknown, ///< It depends on what the dump does not show.
  Yes,
};

class InPlaceWriters {
public:
  /// Asks \p AM, the manager of \p M, for the program where the body of a
  /// fusion tells. Both must outlive this.
  InPlaceWriters(const Module &M, AnalysisManager &AM) : M(M), AM(AM) {}

  /// Whether what defines \p Result may write it over \p Operand, a value that
  /// it reads.
  InPlace find(const Value &Operand, const Value &Result) const;

private:
  InPlace findInFusion(const InstructionDetails &Printed, const Value &Result,
                       uint32_t Number) const;

  const Module &M;
  AnalysisManager &AM;
};

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_PROGRAM_INPLACEWRITERS_H
