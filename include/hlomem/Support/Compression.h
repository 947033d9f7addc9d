//===- Compression.h - Texts made small -------------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_COMPRESSION_H
#define HLOMEM_SUPPORT_COMPRESSION_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Returns \p Data in the format of zlib (RFC 1950): equal data becomes equal
/// bytes.
std::string compressZlib(StringRef Data);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_COMPRESSION_H
