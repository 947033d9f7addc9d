//===- OutOfMemoryReport.h - What a log without a dump says -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DRIVER_OUTOFMEMORYREPORT_H
#define HLOMEM_LIB_DRIVER_OUTOFMEMORYREPORT_H

#include "hlomem/Analysis/Target.h"
#include "hlomem/Dump/OutOfMemoryLog.h"

namespace hlomem {

class RemarkStream;

/// Reports \p Messages, and how to get the dump that they lack and read it for
/// \p Machine.
void reportOutOfMemory(ArrayRef<OutOfMemoryMessage> Messages,
                       const Target &Machine, RemarkStream &Remarks);

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_OUTOFMEMORYREPORT_H
