//===- InputRemarks.h - Remarks on what was read --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_INPUTREMARKS_H
#define HLOMEM_REMARKS_INPUTREMARKS_H

#include "hlomem/Remarks/Remark.h"

/// Contains a struct for every remark of InputRemarks.td, and RemarkNames. The
/// remarks of a pass are in the header that is generated from the pass's .td.
namespace hlomem::remark {

#define GEN_REMARK_NAMES
#include "hlomem/Remarks/InputRemarks.inc"

} // namespace hlomem::remark

#endif // HLOMEM_REMARKS_INPUTREMARKS_H
