//===- Neighbourhood.h - A part of an HLO text ------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PASSES_EXPORT_PRINTPROGRAM_NEIGHBOURHOOD_H
#define HLOMEM_LIB_PASSES_EXPORT_PRINTPROGRAM_NEIGHBOURHOOD_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

class ProgramSource;
struct SourceInstruction;

/// Which of the computations that instructions call are written with them.
enum class CalledParts : uint8_t {
  None,
  Applied, ///< What fusions have in them, and what is applied to elements.
  All,     ///< Loops, branches and calls too.
};

/// Writes the instructions of the computation of \p Center, one of \p P, that
/// are at most \p Depth steps to an operand or a user away from it, as an HLO
/// text that has all that it names, but for what \p Called leaves out. Linear
/// in the texts of the computation and of what is written.
void printNeighbourhood(const ProgramSource &P, const SourceInstruction &Center,
                        unsigned Depth, CalledParts Called, raw_ostream &OS);

} // namespace hlomem

#endif // HLOMEM_LIB_PASSES_EXPORT_PRINTPROGRAM_NEIGHBOURHOOD_H
