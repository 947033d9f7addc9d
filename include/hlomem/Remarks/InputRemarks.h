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

/// One struct for every remark of InputRemarks.td. Those of a pass are in the
/// header that is made of the pass's .td.
namespace hlomem::remark {

#include "hlomem/Remarks/InputRemarks.inc"

} // namespace hlomem::remark

#endif // HLOMEM_REMARKS_INPUTREMARKS_H
