//===- SpaceSelection.h - The memory spaces that a pass reports -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_SPACESELECTION_H
#define HLOMEM_PASSUTILS_SPACESELECTION_H

#include "hlomem/IR/MemorySpace.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace hlomem {

class AnalysisManager;
struct SpaceChoice;

/// Finds the number of the space that \p Choice names, if there is a choice. An
/// error, which begins with the name of \p Pass, if the backend of the module
/// has no such space.
llvm::Error resolveSpace(std::optional<SpaceChoice> &Choice,
                         AnalysisManager &AM, llvm::StringRef Pass);

/// The memory spaces to report: \p Wanted alone if it is given, else all of
/// \p Present. None if \p Wanted is none of them.
llvm::SmallVector<MemorySpace> selectSpaces(llvm::ArrayRef<MemorySpace> Present,
                                            std::optional<MemorySpace> Wanted);

/// "space 0", "spaces 0, 1".
std::string describeSpaces(llvm::ArrayRef<MemorySpace> Spaces);

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_SPACESELECTION_H
