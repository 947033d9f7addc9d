//===- HloGraphReader.h - The graph of an HLO text --------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_HLOTEXT_HLOGRAPHREADER_H
#define HLOMEM_HLOTEXT_HLOGRAPHREADER_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

class HloGraph;
class HloProgram;
class ShapeContext;

/// Selects whether a graph has the bodies of fusions, which few ask for:
/// GraphComputation::IsUnread.
enum class FusionBodies : uint8_t { Read, LeftOut };

/// Builds the graph of \p Program, which equals that of the HloProto beside it.
/// Both \p Program and \p Shapes must outlive the graph. Where the text leaves
/// out get-tuple-elements (HloProgram::leavesOutTupleElements()), one is made
/// before the first instruction that reads the element, and named
/// "TUPLE#ELEMENT"; the program's own has another name and may run earlier,
/// which is unknown. The error names the file, and the line of the instruction
/// that is not understood, with what was expected of it.
Expected<std::unique_ptr<HloGraph>>
readHloGraph(const HloProgram &Program, ShapeContext &Shapes,
             FusionBodies Bodies = FusionBodies::Read);

} // namespace hlomem

#endif // HLOMEM_HLOTEXT_HLOGRAPHREADER_H
