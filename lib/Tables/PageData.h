//===- PageData.h - What a page draws ---------------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_TABLES_PAGEDATA_H
#define HLOMEM_LIB_TABLES_PAGEDATA_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

class ModuleTables;

/// Returns the block of data of a page: what web/decode.js reads, as gzip in
/// base64. Of more than \p MaxBuffers values it has the largest, and of the
/// others how many bytes are live. Fails if there is no memory.
Expected<std::string> encodePageData(ModuleTables &T, uint64_t MaxBuffers);

} // namespace hlomem

#endif // HLOMEM_LIB_TABLES_PAGEDATA_H
