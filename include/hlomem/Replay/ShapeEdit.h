//===- ShapeEdit.h - A program whose values have other shapes ---*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REPLAY_SHAPEEDIT_H
#define HLOMEM_REPLAY_SHAPEEDIT_H

#include "hlomem/IR/Shape.h"
#include "hlomem/Replay/EditedAssignment.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace hlomem::replay {

/// Gives values of \p Record other shapes wherever they are, and assigns all
/// again by \p P. \p Types are by value, of arrays; null for those that stay as
/// they are. Values of one buffer should change together. Schedule and copies
/// stay, and so do the bodies of fusions, and on a TPU what memory-space
/// assignment has placed. The result refers to \p Record, not to \p Types. An
/// error if a value is no array, has a size that cannot be known, or becomes
/// larger where its place is preset.
llvm::Expected<EditedAssignment> reshape(const RecordedAssignment &Record,
                                         llvm::ArrayRef<const Shape *> Types,
                                         const Policy &P);

} // namespace hlomem::replay

#endif // HLOMEM_REPLAY_SHAPEEDIT_H
