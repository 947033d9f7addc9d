//===- HloProtoSource.h - An HloProto that is read once ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PROTO_HLOPROTOSOURCE_H
#define HLOMEM_PROTO_HLOPROTOSOURCE_H

#include "hlomem/IR/Shape.h"
#include "hlomem/Proto/HloProto.h"
#include "hlomem/Support/Lazy.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/Support/Allocator.h"

namespace hlomem {

/// Holds an HloProto with all of its instructions, and owns its names and
/// shapes.
struct WholeHloProto {
  /// Holds the owners of whatever Contents refer to and the other members do
  /// not own.
  SmallVector<std::shared_ptr<const void>, 2> Owners;
  /// Names the file as the user did.
  std::string FileName;
  llvm::BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  HloProtoContents Contents;
};

/// Reads all of \p Source, whose buffer the result then owns. Fails as
/// readHloProto() does.
Expected<std::shared_ptr<const WholeHloProto>>
readWholeHloProto(const SourceText &Source);

/// Represents an HloProto that is read as a whole on the first request. Several
/// threads may call const functions at once.
class HloProtoSource {
public:
  explicit HloProtoSource(SourceText Text) : Text(std::move(Text)) {}
  /// Constructs a source for \p Made, which was made in memory.
  explicit HloProtoSource(std::shared_ptr<const WholeHloProto> Made);

  /// Returns the text of the file. For an HloProto that was made in memory, it
  /// has a file name but is empty.
  const SourceText &getText() const { return Text; }
  /// Returns the whole HloProto. Fails as readHloProto() does.
  Expected<std::shared_ptr<const WholeHloProto>> readWhole() const;

private:
  struct WholeOrProblem {
    std::shared_ptr<const WholeHloProto> Whole;
    std::string Problem;
  };

  SourceText Text;
  Lazy<WholeOrProblem> Whole;
};

} // namespace hlomem

#endif // HLOMEM_PROTO_HLOPROTOSOURCE_H
