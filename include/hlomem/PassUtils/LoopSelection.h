//===- LoopSelection.h - Loops that an option names -------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_LOOPSELECTION_H
#define HLOMEM_PASSUTILS_LOOPSELECTION_H

#include "hlomem/IR/HloGraph.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace hlomem {

/// By instruction of \p G, whether it is a while that one of \p Patterns names:
/// "all", or a name in which * stands for anything. An error, that of the pass
/// \p Pass, if there are none or if one matches no loop.
llvm::Expected<llvm::BitVector>
selectLoops(const HloGraph &G, llvm::StringRef Pass,
            llvm::ArrayRef<std::string> Patterns);

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_LOOPSELECTION_H
