//===- BufferShapes.cpp - Other shapes for the buffers of a program -------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/BufferShapes.h"
#include "hlomem/IR/Device.h"
#include "hlomem/WhatIf/Precision.h"
#include "hlomem/WhatIf/SameElements.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace hlomem {

// Layout::kHostMemorySpace of XLA.
static constexpr MemorySpace HostSpace = 5;

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

/// True if other converted arrays are made if arguments in \p Buffers become \p
/// To, since something mixes what is computed of them: if elements become less
/// than a byte, which are packed, and on a CPU, which computes in wide types,
/// also if floats become integers or the other way round.
static bool changesConversions(const RecordedAssignment &Record,
                               ArrayRef<BufferId> Buffers, ElementType To,
                               Backend Kind) {
  const HloGraph &G = Record.getProgram();
  BitVector IsOfUpdate = findUpdateArguments(Record);
  for (BufferId B : Buffers)
    for (ValueId V : Record.getBuffers().getValues(B)) {
      const GraphInstruction &I =
          G[Record.getDataflow().definitions()[V].Instruction];
      const Shape &S = Record.getShape(V);
      if (I.Op == Opcode::Parameter && I.Computation == G.getEntryNumber() &&
          S.isArray() && isCastable(S.getElementType(), To) &&
          !IsOfUpdate.test(I.Number) &&
          (*nominalElementBits(To) < 8 ||
           (Kind == Backend::CPU &&
            (elementClass(S.getElementType()) == ElementClass::Float) !=
                (elementClass(To) == ElementClass::Float))))
        return true;
    }
  return false;
}

static std::string whyUnknown(const RecordedAssignment &Record,
                              ArrayRef<BufferId> Named, ArrayRef<BufferId> All,
                              ElementType To, Backend Kind) {
  if (!all_of(Named, [&](BufferId B) { return holdsArgument(Record, B); }))
    return "only arguments can be cast: where the compiler goes on with the "
           "old type is not known of what is computed";
  if (elementClass(To) == ElementClass::Float && !isReadByElement(Record, All))
    return "a product or the like reads some of these arguments, and their "
           "type decides that of what is computed; recompile to know";
  if (changesConversions(Record, Named, To, Kind))
    return "a dot or the like is computed from some of these arguments, and "
           "their type decides which converted copies it needs; recompile to "
           "know";
  return "";
}

/// True if values move in or out of the memory on a TPU's chip when those in \p
/// Buffers, some of which are there, become what \p New says, and that may
/// change as much in main memory.
static bool isDecidedOnChip(const RecordedAssignment &Record,
                            ArrayRef<BufferId> Buffers, Backend Kind,
                            const BufferShapes &New) {
  bool IsOnChip = false;
  Bytes Changed;
  for (BufferId B : Buffers) {
    Bytes Most;
    for (ValueId V : Record.getBuffers().getValues(B)) {
      if (!New.Types[V])
        continue;
      MemorySpace Space = Record.spaces()[V];
      IsOnChip |= !isMainMemory(Kind, Space) && Space != HostSpace;
      if (std::optional<Bytes> Size = New.Types[V]->getPaddedSize();
          Size && Space == 0)
        Most = std::max(Most, absoluteDifference(Record.sizes()[V], *Size));
    }
    Changed += Most;
  }
  return IsOnChip && Changed < getLeastPredicted(Prediction::cast, Kind);
}

void castBuffers(const RecordedAssignment &Record, ArrayRef<BufferId> Buffers,
                 ElementType To, Backend Kind, BufferShapes &New) {
  SmallVector<BufferId> All = findSameElements(Record, Buffers);
  New.WhyUnknown = whyUnknown(Record, Buffers, All, To, Kind);
  if (Kind == Backend::CPU && *nominalElementBits(To) < 32) {
    New.CopiedArguments = findRereadArguments(Record, All);
    New.ComputedByReaders = findRereadResults(Record, All);
  }
  for (BufferId B : All)
    for (ValueId V : Record.getBuffers().getValues(B)) {
      const Shape &S = Record.getShape(V);
      if (S.isArray() && S.getElementType() != To &&
          isCastable(S.getElementType(), To))
        New.Types[V] = New.Shapes.getWithElements(*New.Shapes.getCopy(S), To,
                                                  getExtents(S));
    }
  resizeSlices(Record, New);
  if (New.WhyUnknown.empty() && isDecidedOnChip(Record, All, Kind, New))
    New.WhyUnknown =
        "the total would change by less than " +
        utostr(getLeastPredicted(Prediction::cast, Kind).count() >> 20) +
        " MiB; on a TPU, different copies to and from VMEM may change it as "
        "much; recompile to know";
}

void resizeSlices(const RecordedAssignment &Record, BufferShapes &New) {
  const HloDataflow &D = Record.getDataflow();
  for (auto [V, P] : withIds(D.definitions())) {
    const GraphInstruction &I = Record.getProgram()[P.Instruction];
    if (!I.joinsSlices() || !New.Types[V])
      continue;
    std::optional<Bytes> After = New.Types[V]->getPaddedSize();
    const uint64_t Before = Record.sizes()[V].count();
    if (!After || Before == 0)
      continue;
    for (InstructionId Operand : I.Operands) {
      ValueId Slice = D.getValueAt({Operand, RootLeaf});
      if (!Slice || New.Types[Slice])
        continue;
      const Shape &S = Record.getShape(Slice);
      auto Extents = getExtents(S);
      for (uint64_t &Extent : Extents) {
        bool Overflows = false;
        uint64_t Parts = SaturatingMultiply(Extent, After->count(), &Overflows);
        if (Overflows || Parts % Before != 0)
          continue;
        Extent = Parts / Before;
        New.Types[Slice] = New.Shapes.getWithElements(
            *New.Shapes.getCopy(S), S.getElementType(), Extents);
        break;
      }
    }
  }
}

void moveToHost(const RecordedAssignment &Record, ArrayRef<BufferId> Buffers,
                Backend Kind, BufferShapes &New) {
  if (Kind == Backend::CPU)
    New.WhyUnknown = "a CPU has no memory but the host's";
  for (BufferId B : addStateResults(Record, Buffers))
    for (ValueId V : Record.getBuffers().getValues(B)) {
      const Shape &S = Record.getShape(V);
      if (!S.isArray())
        continue;
      const Shape *Moved =
          New.Shapes.getInSpace(*New.Shapes.getCopy(S), HostSpace);
      if (!isSameShape(*Moved, S, /*WithLayout=*/true))
        New.Types[V] = Moved;
    }
}

SmallVector<ValueId> cutBuffers(const RecordedAssignment &Record,
                                ArrayRef<BufferId> Buffers, uint64_t By,
                                BufferShapes &New) {
  SmallVector<ValueId> Left;
  for (BufferId B : addStateResults(Record, Buffers))
    for (ValueId V : Record.getBuffers().getValues(B)) {
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

} // namespace hlomem
