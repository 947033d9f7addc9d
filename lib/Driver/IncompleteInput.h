//===- IncompleteInput.h - What of a module is missing ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DRIVER_INCOMPLETEINPUT_H
#define HLOMEM_LIB_DRIVER_INCOMPLETEINPUT_H

namespace hlomem {

class Module;
struct MissingParts;
class RemarkStream;

/// Reports what of \p M is not known, before what passes find of the rest: \p
/// Missing says why.
void reportWhatIsMissing(const Module &M, const MissingParts &Missing,
                         RemarkStream &Remarks);

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_INCOMPLETEINPUT_H
