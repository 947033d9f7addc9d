//===- ResizePass.cpp - The pass 'resize' ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Resize/Resize.inc"
#include "hlomem/HloText/ShapeParser.h"
#include "hlomem/Passes/Transform/WhatIfTransform.h"
#include "hlomem/Passes/WhatIf/DimensionScaling.h"
#include "hlomem/WhatIf/Dimensions/DimensionAnalysis.h"

using namespace llvm;

namespace hlomem {

PreservedAnalyses ResizePass::run() {
  if (!Options.Size == !Options.Type)
    return fail("needs either bytes= or shape=");
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  const Shape *Type = nullptr;
  std::optional<Bytes> Size;
  if (Options.Type) {
    ShapeError Problem;
    Type = parseShape(*Options.Type, Shapes, Problem);
    if (!Type)
      return fail("shape '" + *Options.Type + "', column " +
                  Twine(Problem.Offset + 1) + ": " + Problem.Message);
    if (!Type->isArray() ||
        elementClass(Type->getElementType()) == ElementClass::Opaque)
      return fail("'" + *Options.Type + "' is no array");
    if (!Type->getPaddedSize())
      return fail("'" + *Options.Type + "' has no size that is known");
  } else {
    Size = parseBytes(*Options.Size);
    if (!Size)
      return fail("'" + *Options.Size + "' is no size, such as 64M or 64MiB");
  }
  return runBufferEdit<remark::ValuesResized, remark::NothingResized>(
      *this, Type ? Prediction::resize : Prediction::drop, Options,
      [&](const RecordedAssignment &Record, ArrayRef<BufferId> Buffers,
          BufferShapes &New) {
        changeTypes(Record, Buffers, New, [&](const Shape &S) {
          return Type ? New.Shapes.getCopy(*Type)
                      : makeArrayOfSize(New.Shapes, S, Size->count());
        });
        // Of a number of bytes no dimension is known.
        if (!Type)
          return;
        const auto &Dimensions = AM.getResult<DimensionAnalysis>();
        if (!Dimensions.Links)
          New.WhyUnknown = Dimensions.WhyNone;
        else
          scaleWithArguments(Record, *Dimensions.Links, New);
      });
}

HLOMEM_PASS(Resize, ResizePass)

} // namespace hlomem
