//===- ShapeWriter.cpp - Shapes of a protocol buffer, changed -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Writer/ShapeWriter.h"
#include "ShapeReader.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace hlomem {

/// Of an array with another number of dimensions, of which none has tiles.
static WireWriter writeLayout(const Layout &L) {
  WireWriter W;
  SmallVector<int64_t> Order(L.MinorToMajor.begin(), L.MinorToMajor.end());
  W.addNumbers(1, Order);
  if (L.MemorySpace != 0)
    W.addNumber(8, L.MemorySpace);
  return W;
}

static uint64_t getSpace(const Shape &S) {
  return S.getLayout() ? S.getLayout()->MemorySpace : 0;
}

/// \p Bytes, a LayoutProto, in the memory space \p Space, perhaps without the
/// width of elements.
static Expected<WireWriter> changeLayout(StringRef Bytes, uint64_t Space,
                                         bool HasNewType) {
  WireWriter W;
  Error E = forEachField(Bytes, [&](uint64_t Field, StringRef Raw, StringRef) {
    if (Field != 8 && !(Field == 7 && HasNewType))
      W.addRaw(Raw);
  });
  if (E)
    return E;
  if (Space != 0)
    W.addNumber(8, Space);
  return W;
}

static void addArray(const Shape &S, bool WithLayout, WireWriter &W) {
  W.addNumber(2, getPrimitiveTypeNumber(S.getElementTypeName()));
  SmallVector<int64_t> Extents;
  for (const Dimension &D : S.getDimensions())
    Extents.push_back(D.Extent);
  W.addNumbers(3, Extents);
  if (WithLayout && S.getLayout())
    W.addMessage(5, writeLayout(*S.getLayout()));
}

static Expected<WireWriter> writeArray(StringRef Bytes, const Shape &Before,
                                       const Shape &After) {
  WireWriter W;
  bool HasSameRank =
      Before.getDimensions().size() == After.getDimensions().size();
  bool HasNewType = Before.getElementType() != After.getElementType();
  bool HasNewLayout = HasNewType || getSpace(Before) != getSpace(After);
  Error Problem = Error::success();
  Error E =
      forEachField(Bytes, [&](uint64_t Field, StringRef Raw, StringRef Value) {
        if (Field == 2 || Field == 3 || (Field == 6 && !HasSameRank))
          return;
        if (Field != 5 || (HasSameRank && !HasNewLayout))
          return W.addRaw(Raw);
        if (!HasSameRank)
          return;
        Expected<WireWriter> L =
            changeLayout(Value, getSpace(After), HasNewType);
        if (L)
          W.addMessage(5, *L);
        else
          Problem = joinErrors(std::move(Problem), L.takeError());
      });
  if (Error All = joinErrors(std::move(E), std::move(Problem)))
    return All;
  addArray(After, /*WithLayout=*/!HasSameRank, W);
  return W;
}

WireWriter writeArrayShape(const Shape &S) {
  WireWriter W;
  addArray(S, /*WithLayout=*/true, W);
  return W;
}

Expected<WireWriter> writeShape(StringRef Bytes, const Shape &Before,
                                const Shape &After) {
  if (!After.isTuple())
    return writeArray(Bytes, Before, After);
  WireWriter W;
  size_t Element = 0;
  Error Problem = Error::success();
  Error E =
      forEachField(Bytes, [&](uint64_t Field, StringRef Raw, StringRef Value) {
        if (Field != 4)
          return W.addRaw(Raw);
        const Shape *Old = Before.getElements()[Element];
        const Shape *New = After.getElements()[Element];
        ++Element;
        if (isSameShape(*Old, *New, /*WithLayout=*/true))
          return W.addRaw(Raw);
        Expected<WireWriter> Part = writeShape(Value, *Old, *New);
        if (Part)
          W.addMessage(4, *Part);
        else
          Problem = joinErrors(std::move(Problem), Part.takeError());
      });
  if (Error All = joinErrors(std::move(E), std::move(Problem)))
    return All;
  return W;
}

} // namespace hlomem
