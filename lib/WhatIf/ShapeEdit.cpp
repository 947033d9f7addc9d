//===- ShapeEdit.cpp - A program whose values have other shapes -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/ShapeEdit.h"
#include "ProgramEdit.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Allocator.h"

using namespace llvm;

namespace hlomem {

static uint64_t getSpace(const Shape &S) {
  return S.getLayout() ? S.getLayout()->MemorySpace : 0;
}

namespace {

class Reshaper {
public:
  Reshaper(const RecordedAssignment &Record, const Reshaping &R)
      : Record(Record), G(Record.getProgram()), R(R) {}

  Expected<EditedAssignment> run(const AssignerPolicy &P);

private:
  /// The shapes that are made, and the program that refers to them.
  struct Owner {
    BumpPtrAllocator Arena;
    ShapeContext Shapes{Arena};
    std::optional<RecordedAssignment> Record;
  };
  /// By leaf of an instruction.
  using NewLeaves = DenseMap<LeafId, const Shape *>;

  Error findLeaves();
  const Shape *getNewShapeAt(const Shape &There, const Shape &Old,
                             const Shape &New);
  std::vector<StandIn> makeStandIns();
  const Shape *rebuild(const LeafTree &Leaves, LeafId Leaf,
                       const NewLeaves &New);
  IdVector<ValueId, MemorySpace> makeSpaces() const;
  Expected<IdVector<ValueId, Bytes>> makeSizes() const;
  Error updatePresets(std::vector<ReplayedAllocation> &Presets,
                      IdArrayRef<ValueId, Bytes> Sizes) const;
  Error pushTogether(ReplayedAllocation &Preset) const;
  using SharingPairs = std::vector<std::pair<ValueId, ValueId>>;
  Expected<SharingPairs> findSharing(const HloGraph &Edited,
                                     ArrayRef<HloPlace> Definitions) const;

  const RecordedAssignment &Record;
  const HloGraph &G;
  const Reshaping &R;
  std::shared_ptr<Owner> Made = std::make_shared<Owner>();
  /// By instruction.
  MapVector<InstructionId, NewLeaves> Changed;
};

} // namespace

Error Reshaper::findLeaves() {
  const HloDataflow &D = Record.getDataflow();
  for (auto [V, Type] : withIds(R.Types)) {
    if (!Type)
      continue;
    if (!Record.getShape(V).isArray())
      return createStringError("'" + Record.getName(V) + "' is no array");
    const Shape *Copy = Made->Shapes.getCopy(*Type);
    for (HloPlace P : D.getPositions(V))
      Changed[P.Instruction][P.Leaf] = getNewShapeAt(
          *(*G[P.Instruction].Leaves)[P.Leaf].Type, Record.getShape(V), *Copy);
  }
  for (const NewShape &S : R.Others)
    Changed[S.At.Instruction][S.At.Leaf] = Made->Shapes.getCopy(*S.Type);
  return Error::success();
}

/// A value of the shape \p Old, which becomes \p New, has the shape \p There at
/// some position: the same array in another order of its dimensions, with other
/// tiles or in another space, as a bitcast may give it. Returns what it has
/// there afterwards.
const Shape *Reshaper::getNewShapeAt(const Shape &There, const Shape &Old,
                                     const Shape &New) {
  if (&There == &Old || !There.getLayout() ||
      isSameShape(There, Old, /*WithLayout=*/true) ||
      !isSameShape(There, Old, /*WithLayout=*/false) ||
      There.getDimensions().size() != New.getDimensions().size())
    return &New;
  SmallVector<uint64_t, 8> Extents;
  for (const Dimension &D : New.getDimensions())
    Extents.push_back(D.Extent);
  const Shape *Result = Made->Shapes.getWithElements(
      *Made->Shapes.getCopy(There), New.getElementType(), Extents);
  return Made->Shapes.getInSpace(*Result, getSpace(New));
}

std::vector<StandIn> Reshaper::makeStandIns() {
  std::vector<StandIn> Result;
  for (const RecomputedLeaf &Leaf : R.Recomputed) {
    StandIn S;
    S.Parameter = G.computations()[Leaf.Body].Parameters.front();
    S.Element = Leaf.Element;
    S.Type = Made->Shapes.getCopy(*Leaf.Type);
    for (GraphUse U : G[S.Parameter].Uses) {
      const GraphInstruction &I = G[U.User];
      if (I.Op == Opcode::GetTupleElement && I.Number == Leaf.Element)
        S.Elements.push_back(U.User);
    }
    // An array that is never read is not made.
    if (!S.Elements.empty())
      Result.push_back(std::move(S));
  }
  return Result;
}

/// The shape of the part \p Leaf with what is \p New in it.
const Shape *Reshaper::rebuild(const LeafTree &Leaves, LeafId Leaf,
                               const NewLeaves &New) {
  if (const Shape *Type = New.lookup(Leaf))
    return Type;
  const Shape *Type = Leaves[Leaf].Type;
  if (!Type->isTuple())
    return Type;
  SmallVector<const Shape *> Elements;
  for (uint64_t I = 0; I != Type->getElements().size(); ++I)
    Elements.push_back(rebuild(Leaves, Leaves.getElement(Leaf, I), New));
  return Made->Shapes.getTuple(Elements);
}

/// What \p S takes by the rules of shapes alone.
static std::optional<Bytes> getShapeSize(const Shape &S) {
  std::optional<Bytes> Size = S.getPaddedSize();
  // Of a dynamic array, to which its extents are added.
  return Size ? Size : S.getLogicalSize();
}

Expected<IdVector<ValueId, Bytes>> Reshaper::makeSizes() const {
  IdVector<ValueId, Bytes> Sizes = Record.sizes().vec();
  for (auto [V, Type] : withIds(R.Types)) {
    if (!Type)
      continue;
    std::optional<Bytes> Before = getShapeSize(Record.getShape(V));
    std::optional<Bytes> After = getShapeSize(*Type);
    if (!Before || !After)
      return createStringError("the size of '" + Record.getName(V) +
                               "' is not known from its shape");
    // What a backend adds to the shape stays.
    Bytes Added =
        After->isZero() ? Bytes() : differenceOrZero(Sizes[V], *Before);
    Sizes[V] = *After + Added;
  }
  return Sizes;
}

IdVector<ValueId, MemorySpace> Reshaper::makeSpaces() const {
  IdVector<ValueId, MemorySpace> Spaces = Record.spaces().vec();
  for (auto [V, Type] : withIds(R.Types))
    if (Type && getSpace(*Type) != getSpace(Record.getShape(V)))
      Spaces[V] = getSpace(*Type);
  return Spaces;
}

Error Reshaper::updatePresets(std::vector<ReplayedAllocation> &Presets,
                              IdArrayRef<ValueId, Bytes> Sizes) const {
  auto GetEnd = [](const ReplayedAllocation &A) {
    Bytes End;
    for (const PlacedValue &M : A.Members)
      End = std::max(End, M.Offset + M.Size);
    return End;
  };
  for (ReplayedAllocation &A : Presets) {
    bool EndsWithMembers = A.Size == GetEnd(A);
    for (PlacedValue &M : A.Members) {
      if (Sizes[M.Value] > Record.sizes()[M.Value])
        return createStringError(
            "'" + Record.getName(M.Value) +
            "' becomes larger, and where it would be placed then is not known");
      M.Size = std::min(M.Size, Sizes[M.Value]);
    }
    if (Error E = pushTogether(A))
      return E;
    if (EndsWithMembers)
      A.Size = GetEnd(A);
  }
  return Error::success();
}

// A copy to VMEM may be made in slices, which a call takes for one array: they
// have to lie side by side in its bytes when all of it is smaller.
Error Reshaper::pushTogether(ReplayedAllocation &Preset) const {
  const HloDataflow &D = Record.getDataflow();
  DenseMap<ValueId, PlacedValue *> MemberOf;
  for (PlacedValue &M : Preset.Members)
    MemberOf[M.Value] = &M;
  for (PlacedValue &Whole : Preset.Members) {
    HloPlace At = D.definitions()[Whole.Value];
    const GraphInstruction &I = G[At.Instruction];
    if (Whole.Size == Record.sizes()[Whole.Value] || !I.joinsSlices())
      continue;
    SmallVector<PlacedValue *> Slices;
    for (InstructionId Operand : I.Operands)
      if (ValueId V = D.getValueAt({Operand, RootLeaf}))
        if (PlacedValue *Slice = MemberOf.lookup(V))
          Slices.push_back(Slice);
    sort(Slices, [](const PlacedValue *L, const PlacedValue *R) {
      return L->Offset < R->Offset;
    });
    Bytes Offset = Whole.Offset;
    for (PlacedValue *Slice : Slices) {
      Slice->Offset = Offset;
      Offset += Slice->Size;
    }
    if (!Slices.empty() && Offset - Whole.Offset > Whole.Size)
      return createStringError("'" + Record.getName(Whole.Value) +
                               "' would have " + Twine(Whole.Size.count()) +
                               " bytes, and the slices it is made of " +
                               Twine((Offset - Whole.Offset).count()));
  }
  return Error::success();
}

/// Pairs of values of \p Edited, defined at \p Definitions, in one buffer.
Expected<Reshaper::SharingPairs>
Reshaper::findSharing(const HloGraph &Edited,
                      ArrayRef<HloPlace> Definitions) const {
  const HloBuffers &Recorded = Record.getBuffers();
  if (R.Operands.empty() && R.Removed.empty())
    return Recorded.getPairs();
  const HloDataflow &D = Record.getDataflow();
  if (HloBuffers::compute(D).getPairs() != Recorded.getPairs())
    return createStringError(
        "XLA's rules do not tell which values share a buffer");
  return HloBuffers::compute(
             HloDataflow::of(Edited, Definitions, D.getRelease()))
      .getPairs();
}

Expected<EditedAssignment> Reshaper::run(const AssignerPolicy &P) {
  if (Error E = findLeaves())
    return E;
  Expected<IdVector<ValueId, Bytes>> SizesBefore = makeSizes();
  if (!SizesBefore)
    return SizesBefore.takeError();
  IdVector<InstructionId, const Shape *> InstructionTypes(
      G.instructions().size());
  for (auto &[I, New] : Changed)
    InstructionTypes[I] = rebuild(*G[I].Leaves, RootLeaf, New);
  ProgramEdit Edit;
  Edit.Types = InstructionTypes;
  std::vector<StandIn> StandIns = makeStandIns();
  Edit.StandIns = StandIns;
  Edit.CopiedArguments.assign(R.CopiedArguments.begin(),
                              R.CopiedArguments.end());
  Edit.Where = CopyPlace::BehindAllArguments;
  Edit.Operands = R.Operands;
  Edit.Nothing = Made->Shapes.getArray(ElementType::U8, {0}, {0});
  Edit.Removed.insert(R.Removed.begin(), R.Removed.end());
  Edit.SchedulesBreadthFirst =
      !(Edit.CopiedArguments.empty() && R.ComputedByReaders.empty()) &&
      isBreadthFirst(G);
  Edit.ComputedByReaders.insert(R.ComputedByReaders.begin(),
                                R.ComputedByReaders.end());
  Edit.Aliases = G.inputOutputAliases();
  Expected<EditedProgram> Edited = editProgram(G, Edit);
  if (!Edited)
    return Edited.takeError();
  std::vector<ReplayedAllocation> Presets = Record.getPresets(P);
  if (Error E = updatePresets(Presets, *SizesBefore))
    return E;
  EditedAssignment Result;
  Result.Numbers = std::move(Edited->Numbers);
  std::vector<HloPlace> Definitions;
  IdVector<ValueId, Bytes> Sizes;
  IdVector<ValueId, MemorySpace> Spaces, SpacesBefore = makeSpaces();
  IdVector<ValueId, ValueId> NewValues(SizesBefore->size());
  for (auto [V, At] : withIds(Record.getDataflow().definitions())) {
    InstructionId Number = Result.Numbers[At.Instruction];
    if (!Number)
      continue;
    NewValues[V] = Result.Values.add(V);
    Definitions.push_back({Number, At.Leaf});
    Sizes.push_back((*SizesBefore)[V]);
    Spaces.push_back(SpacesBefore[V]);
  }
  renumberMembers(Presets, NewValues);
  auto AddValue = [&](InstructionId Number, Bytes Size, MemorySpace Space = 0) {
    Result.Values.push_back(ValueId::none());
    Definitions.push_back({Number, RootLeaf});
    Sizes.push_back(Size);
    Spaces.push_back(Space);
  };
  auto AddCopy = [&](InstructionId Number, InstructionId Array) {
    if (ValueId V = Record.getDataflow().getValueAt({Array, RootLeaf}))
      AddValue(Number, (*SizesBefore)[V], SpacesBefore[V]);
    else
      AddValue(Number, Bytes());
  };
  for (auto [S, Number] : zip_equal(StandIns, Edited->StandIns))
    AddValue(Number, getShapeSize(*S.Type).value_or(Bytes()));
  for (auto [Argument, Number] : zip_equal(R.CopiedArguments, Edited->Copies))
    AddCopy(Number, Argument);
  for (auto [E, Number] : zip_equal(R.Operands, Edited->Operands))
    if (E.What == OperandEdit::Kind::Copy)
      AddCopy(Number, E.Instead);
    else if (E.What == OperandEdit::Kind::Nothing)
      AddValue(Number, Bytes());
  Expected<SharingPairs> Pairs = findSharing(*Edited->Program, Definitions);
  if (!Pairs)
    return Pairs.takeError();
  Made->Record.emplace(std::move(Edited->Program), Definitions,
                       std::move(Sizes), std::move(Spaces), *Pairs,
                       std::move(Presets), Record.getRelease());
  Expected<ReplayedAssignment> Assignment = Made->Record->replay(P);
  if (!Assignment)
    return Assignment.takeError();
  Result.Allocations = std::move(Assignment->Allocations);
  Result.After = {Made, &*Made->Record};
  return Result;
}

Expected<EditedAssignment> reshape(const RecordedAssignment &Record,
                                   const Reshaping &R,
                                   const AssignerPolicy &P) {
  return Reshaper(Record, R).run(P);
}

} // namespace hlomem
