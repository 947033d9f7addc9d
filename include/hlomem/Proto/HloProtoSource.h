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
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <utility>

namespace hlomem {

/// An HloProto with all of its instructions, and what its names and shapes are
/// in.
struct WholeHloProto {
  /// Own what else Contents refer to.
  llvm::SmallVector<std::shared_ptr<const void>, 2> Owners;
  std::string FileName;
  llvm::BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  HloProtoContents Contents;
};

/// Reads all of \p Source, whose buffer the result owns. Errors are as those of
/// readHloProto().
llvm::Expected<std::shared_ptr<const WholeHloProto>>
readWholeHloProto(const SourceText &Source);

/// An HloProto that is read whole on demand, and then once.
/// Const functions may be called from several threads.
class HloProtoSource {
public:
  explicit HloProtoSource(SourceText Text) : Text(std::move(Text)) {}
  /// One that was made in memory.
  explicit HloProtoSource(std::shared_ptr<const WholeHloProto> Made);

  /// Its text is empty if it was made in memory.
  const SourceText &getText() const { return Text; }
  /// Errors are as those of readHloProto().
  llvm::Expected<std::shared_ptr<const WholeHloProto>> readWhole() const;

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
