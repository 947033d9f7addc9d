//===- ShapeReader.h - Shapes of a protocol buffer --------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_SHAPEREADER_H
#define HLOMEM_LIB_PROTO_SHAPEREADER_H

#include "hlomem/IR/Shape.h"
#include "hlomem/Proto/WireReader.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

/// How deep messages of shapes may be nested; as protocol buffers are read
/// elsewhere.
inline constexpr unsigned MaxShapeMessages = 100;

/// Returns the word for a PrimitiveType of XLA, "f32"; "type99" for one that
/// XLA may have added since; and an empty string for any other number.
std::string getPrimitiveTypeName(uint64_t Number);

/// Prints the ShapeProto that \p At is at, in \p Depth others, as XLA does,
/// layout included.
void printShapeProto(const WireReader &At, raw_ostream &OS, unsigned Depth = 0);

/// Makes shapes of the messages, each once: the same shape has the same bytes.
class ShapeReader {
public:
  explicit ShapeReader(ShapeContext &Shapes) : Shapes(Shapes) {}

  /// The ShapeProto that \p At is at, in \p Depth others. Null after an error.
  const Shape *read(const WireReader &At, unsigned Depth = 0);

private:
  const Shape *make(const WireReader &At, unsigned Depth);
  const Layout *readLayout(const WireReader &At, size_t Rank, unsigned Depth);

  ShapeContext &Shapes;
  llvm::DenseMap<StringRef, const Shape *> Known;
};

} // namespace hlomem

#endif // HLOMEM_LIB_PROTO_SHAPEREADER_H
