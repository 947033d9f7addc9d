//===- OutOfMemoryTable.h - The lists below a message ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DUMP_OUTOFMEMORYTABLE_H
#define HLOMEM_LIB_DUMP_OUTOFMEMORYTABLE_H

#include "hlomem/Dump/OutOfMemoryLog.h"

namespace hlomem {

/// Adds the parts and buffers that \p Text, which ends with the message or the
/// log, lists in lines of their own.
void readOutOfMemoryTable(StringRef Text, OutOfMemoryMessage &M);

/// The string or word behind `NAME=` in \p Text, as XLA prints metadata; empty
/// if there is none.
std::string getOutOfMemoryMetadata(StringRef Text, StringRef Name);

} // namespace hlomem

#endif // HLOMEM_LIB_DUMP_OUTOFMEMORYTABLE_H
