//===- BuiltinPasses.h - Registration of all built-in passes --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_BUILTINPASSES_H
#define HLOMEM_PASSES_BUILTINPASSES_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

class PassBuilder;

/// Registers the passes, analyses and pipeline aliases of this project with \p
/// PB. Fails if one of their names is taken.
Error registerBuiltinPasses(PassBuilder &PB);

} // namespace hlomem

#endif // HLOMEM_PASSES_BUILTINPASSES_H
