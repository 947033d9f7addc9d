//===- ShapeWriter.h - Shapes of a protocol buffer, changed -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_SHAPEWRITER_H
#define HLOMEM_LIB_PROTO_SHAPEWRITER_H

#include "Writer/WireWriter.h"
#include "hlomem/IR/Shape.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace hlomem {

/// \p Bytes, the ShapeProto of \p Before, as that of \p After, which has the
/// same leaves. What neither says stays as it is, unknown fields too.
llvm::Expected<WireWriter> writeShape(llvm::StringRef Bytes,
                                      const Shape &Before, const Shape &After);

/// \p S, an array without tiles, as a ShapeProto.
WireWriter writeArrayShape(const Shape &S);

} // namespace hlomem

#endif // HLOMEM_LIB_PROTO_SHAPEWRITER_H
