//===- TextRecord.h - The assignment of a text dump -------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_XLASIM_TEXTRECORD_H
#define HLOMEM_LIB_XLASIM_TEXTRECORD_H

#include "hlomem/XlaSim/RecordedAssignment.h"

namespace hlomem {

class Module;

/// The assignment of \p M, whose program is \p Program. Which values share a
/// buffer is calculated by XLA's rules, since no text tells it; so is how
/// values flow, by the rules of \p Release. An error says why the program is
/// not that of the module.
Expected<RecordedAssignment>
makeTextRecord(const Module &M, std::shared_ptr<const HloGraph> Program,
               XlaRelease Release);

} // namespace hlomem

#endif // HLOMEM_LIB_XLASIM_TEXTRECORD_H
