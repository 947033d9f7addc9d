//===- PackDriver.h - Reads, solves and writes a problem ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TOOLS_HLO_MEM_PACK_PACKDRIVER_H
#define HLOMEM_TOOLS_HLO_MEM_PACK_PACKDRIVER_H

#include "hlomem/Support/ExitCode.h"
#include "hlomem/Support/LLVM.h"

namespace hlomem {

// PackOptions: made of CommandGuide.td. runPacking() checks it.
#define GET_OPTIONS
#include "PackOptions.inc"

/// Does what \p Options ask for. ExitOverLimit: no placement keeps the
/// capacity; ExitNotFound: none was found that does.
ExitCode runPacking(const PackOptions &Options);

} // namespace hlomem

#endif // HLOMEM_TOOLS_HLO_MEM_PACK_PACKDRIVER_H
