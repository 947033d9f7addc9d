//===- ResizePass.cpp - The pass 'resize' ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Resize/Resize.inc"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/HloText/ShapeParser.h"
#include "hlomem/PassUtils/DimensionScaling.h"
#include "hlomem/PassUtils/ReplayEdit.h"
#include "hlomem/Replay/DimensionAnalysis.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace hlomem {

PreservedAnalyses ResizePass::run() {
  auto Fail = [&](const Twine &Why) {
    C.fail(createStringError("pass '" + name() + "': " + Why));
    return PreservedAnalyses::all();
  };
  if (!Options.Size == !Options.Type)
    return Fail("needs either bytes= or shape=");
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  const Shape *Type = nullptr;
  std::optional<Bytes> Size;
  if (Options.Type) {
    ShapeError Problem;
    Type = parseShape(*Options.Type, Shapes, Problem);
    if (!Type)
      return Fail("shape '" + *Options.Type + "', column " +
                  Twine(Problem.Offset + 1) + ": " + Problem.Message);
    if (!Type->isArray() ||
        elementClass(Type->getElementType()) == ElementClass::Opaque)
      return Fail("'" + *Options.Type + "' is no array");
    if (!Type->getPaddedSize())
      return Fail("'" + *Options.Type + "' has no size that is known");
  } else {
    Size = parseBytes(*Options.Size);
    if (!Size)
      return Fail("'" + *Options.Size + "' is no size, such as 64M or 64MiB");
  }
  return runShapeEdit<remark::ValuesResized, remark::NothingResized>(
      M, AM, C, Type ? replay::Prediction::resize : replay::Prediction::drop,
      [&](const replay::RecordedAssignment &Record,
          BufferShapes &New) -> Error {
        if (Error E = selectTypes(
                M, Record, *AM.getResult<ValueNamesAnalysis>(), name(),
                Options.Values, New, [&](const Shape &S) {
                  return Type ? New.Shapes.getCopy(*Type)
                              : makeArrayOfSize(New.Shapes, S, Size->count());
                }))
          return E;
        // Of a number of bytes no dimension is known.
        if (!Type)
          return Error::success();
        const auto &Dimensions = AM.getResult<DimensionAnalysis>();
        if (!Dimensions.Links)
          New.WhyUnknown = Dimensions.WhyNone;
        else
          scaleWithArguments(Record, *Dimensions.Links, New);
        return Error::success();
      },
      Options.IsUnmeasured);
}

HLOMEM_PASS(Resize, ResizePass)

} // namespace hlomem
