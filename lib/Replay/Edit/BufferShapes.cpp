//===- BufferShapes.cpp - Other shapes for the buffers of a program -------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Replay/BufferShapes.h"
#include "hlomem/Replay/SameData.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace hlomem::replay {

SmallVector<uint64_t, 6> getExtents(const Shape &S) {
  SmallVector<uint64_t, 6> Extents;
  for (const Dimension &D : S.getDimensions())
    Extents.push_back(D.Extent);
  return Extents;
}

/// True for a type whose values may be stored as \p To.
static bool isCastable(ElementType From, ElementType To) {
  switch (elementClass(From)) {
  case ElementClass::Float:
    return true;
  case ElementClass::Signed:
  case ElementClass::Unsigned:
    return elementClass(To) != ElementClass::Float;
  default:
    return false;
  }
}

static std::string whyUnknown(const RecordedAssignment &Record,
                              ArrayRef<uint32_t> Named, ArrayRef<uint32_t> All,
                              ElementType To) {
  if (!all_of(Named, [&](uint32_t B) { return holdsArgument(Record, B); }))
    return "only arguments can be cast: where the compiler goes on with the "
           "old type is not known of what is computed";
  if (elementClass(To) == ElementClass::Float && !isReadByElement(Record, All))
    return "a product or the like reads some of these arguments, and their "
           "type decides that of what is computed; recompile to know";
  return "";
}

void castBuffers(const RecordedAssignment &Record, ArrayRef<uint32_t> Buffers,
                 ElementType To, Backend Kind, BufferShapes &New) {
  SmallVector<uint32_t> All = findSameData(Record, Buffers);
  New.WhyUnknown = whyUnknown(Record, Buffers, All, To);
  if (Kind == Backend::CPU && *nominalElementBits(To) < 32)
    New.CopiedArguments = findRereadArguments(Record, All);
  for (uint32_t B : All)
    for (uint32_t V : Record.getBuffers().getValues(B)) {
      const Shape &S = Record.getShape(V);
      if (S.isArray() && S.getElementType() != To &&
          isCastable(S.getElementType(), To))
        New.Types[V] = New.Shapes.getWithElements(*New.Shapes.getCopy(S), To,
                                                  getExtents(S));
    }
}

void moveToHost(const RecordedAssignment &Record, ArrayRef<uint32_t> Buffers,
                Backend Kind, BufferShapes &New) {
  // Layout::kHostMemorySpace of XLA.
  constexpr MemorySpace HostSpace = 5;
  if (Kind == Backend::CPU)
    New.WhyUnknown = "a CPU has no memory but the host's";
  for (uint32_t B : addStateResults(Record, Buffers))
    for (uint32_t V : Record.getBuffers().getValues(B)) {
      const Shape &S = Record.getShape(V);
      if (!S.isArray())
        continue;
      const Shape *Moved =
          New.Shapes.getInSpace(*New.Shapes.getCopy(S), HostSpace);
      if (!isSameShape(*Moved, S, /*WithLayout=*/true))
        New.Types[V] = Moved;
    }
}

SmallVector<uint32_t> cutBuffers(const RecordedAssignment &Record,
                                 ArrayRef<uint32_t> Buffers, uint64_t By,
                                 BufferShapes &New) {
  SmallVector<uint32_t> Left;
  for (uint32_t B : addStateResults(Record, Buffers))
    for (uint32_t V : Record.getBuffers().getValues(B)) {
      const Shape &S = Record.getShape(V);
      if (!S.isArray())
        continue;
      auto Extents = getExtents(S);
      auto *Cut = find_if(Extents, [&](uint64_t Extent) {
        return Extent != 0 && Extent % By == 0;
      });
      if (Cut == Extents.end()) {
        Left.push_back(V);
        continue;
      }
      *Cut /= By;
      New.Types[V] = New.Shapes.getWithElements(*New.Shapes.getCopy(S),
                                                S.getElementType(), Extents);
    }
  return Left;
}

} // namespace hlomem::replay
