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

/// Returns \p Data in the format of gzip, without a name and a time: equal data
/// becomes equal bytes. Fails if there is no memory for that.
Expected<std::string> compressGzip(StringRef Data);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_COMPRESSION_H
