//===- InnerDimension.h - A dimension that no argument has ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PASSES_SELECTION_INNERDIMENSION_H
#define HLOMEM_LIB_PASSES_SELECTION_INNERDIMENSION_H

#include "hlomem/Passes/Selection/RunDimensions.h"

namespace hlomem {

/// Returns the dimension of arrays that the program makes which half of all
/// bytes of main memory have and no argument, such as the samples of each
/// data point; none where there is no such dimension, or where \p Known has it.
/// Where data have that extent first, though nothing links them, they are
/// origins too.
std::optional<NamedDimension>
findInnerDimension(const PassRun &Run, const RecordedAssignment &Record,
                   const DimensionLinks &Links, const RunDimensions &Known);

} // namespace hlomem

#endif // HLOMEM_LIB_PASSES_SELECTION_INNERDIMENSION_H
