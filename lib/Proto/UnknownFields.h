//===- UnknownFields.h - How often there are fields ------------*- C++ -*--===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_UNKNOWNFIELDS_H
#define HLOMEM_LIB_PROTO_UNKNOWNFIELDS_H

#include "hlomem/Proto/WireReader.h"

namespace hlomem {

/// Corrects \p Counts, the unknown fields that reading a program met, to those
/// of all instructions of the HloModuleProto \p Module: a reader looks at each
/// shape once, and at few of the instructions of fusions. Kinds of fields that
/// it did not meet are appended. Goes through the program once and makes
/// nothing of it; what is not sound there is not counted.
void countAllUnknown(StringRef Module, std::vector<UnknownWireField> &Counts);

} // namespace hlomem

#endif // HLOMEM_LIB_PROTO_UNKNOWNFIELDS_H
