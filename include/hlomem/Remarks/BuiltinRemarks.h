//===- BuiltinRemarks.h - The remarks of the built-in passes --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_BUILTINREMARKS_H
#define HLOMEM_REMARKS_BUILTINREMARKS_H

#include "hlomem/Remarks/Remark.h"

/// One struct for every remark of Remarks.td, documented in docs/Remarks.md:
/// \code
///   Remarks.emit("frag", A.getLoc(), remark::Hole{.Offset = ..., ...});
/// \endcode
/// A plugin includes the .inc of its own .td in the same way.
namespace hlomem::remark {

#include "hlomem/Remarks/Remarks.inc"

} // namespace hlomem::remark

#endif // HLOMEM_REMARKS_BUILTINREMARKS_H
