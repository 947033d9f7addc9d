//===- CommonRemarks.h - What any pass may report -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_COMMONREMARKS_H
#define HLOMEM_REMARKS_COMMONREMARKS_H

#include "hlomem/Remarks/Remark.h"

namespace hlomem::remark {

#include "hlomem/Remarks/CommonRemarks.inc"

} // namespace hlomem::remark

#endif // HLOMEM_REMARKS_COMMONREMARKS_H
