//===- Carrying.cpp - State that loops carry instead of copying -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/Loops/Carrying.h"
#include "Loops/LoopElements.h"
#include "Loops/SliceUpdate.h"
#include "ProgramEdit.h"
#include "hlomem/WhatIf/ShapeEdit.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Allocator.h"
#include <map>

using namespace llvm;
using namespace hlomem::PatternMatch;

namespace hlomem {

namespace {

class StateCarrier {
public:
  explicit StateCarrier(const RecordedAssignment &Record)
      : Record(Record), G(Record.getProgram()) {}

  Expected<Carrying> run(ArrayRef<ScannedState> States,
                         const AssignerPolicy &P);

private:
  const LoopElements &getElements(InstructionId Loop);
  void replace(InstructionId User, uint32_t Operand, InstructionId Instead,
               OperandEdit::Kind What = OperandEdit::Kind::Itself);
  void change(const ScannedState &S);
  void emptyElement(const LoopElements &E, uint64_t Element);
  bool isUsed(InstructionId Instruction) const;
  void removeUnused();

  const RecordedAssignment &Record;
  const HloGraph &G;
  std::map<InstructionId, LoopElements> Loops;
  std::vector<OperandEdit> Edits;
  std::vector<RecomputedLeaf> Kept;
  std::vector<NewShape> Shapes;
  /// Uses that are no more: by user and number of the operand.
  DenseSet<std::pair<InstructionId, uint32_t>> Gone;
  DenseSet<InstructionId> IsRemoved;
  SmallVector<InstructionId> Removed;
  SmallVector<InstructionId> MayBeUnused;
  BumpPtrAllocator Arena;
  ShapeContext Context{Arena};
  const Shape *Nothing = Context.getArray(ElementType::U8, {0}, {0});
  Carrying Result;
};

} // namespace

const LoopElements &StateCarrier::getElements(InstructionId Loop) {
  auto [At, IsNew] = Loops.try_emplace(Loop);
  if (IsNew)
    At->second = *LoopElements::find(G, Loop);
  return At->second;
}

void StateCarrier::replace(InstructionId User, uint32_t Operand,
                           InstructionId Instead, OperandEdit::Kind What) {
  Edits.push_back({User, Operand, Instead, What});
  Gone.insert({User, Operand});
  MayBeUnused.push_back(G[User].Operands[Operand]);
}

void StateCarrier::change(const ScannedState &S) {
  using Kind = OperandEdit::Kind;
  const LoopElements &E = getElements(S.getLoop());
  uint64_t Written = S.Paths.front().Element;
  for (const ScannedState::ReadElement &R : S.Read) {
    replace(E.getInit(), R.Element, InstructionId::none(), Kind::Nothing);
    emptyElement(E, R.Element);
    if (R.Kept) {
      Kept.push_back({E.getBody(), R.Element, R.Kept});
      continue;
    }
    for (InstructionId I : E.inBody(R.Element))
      for (const GraphUse &U : G[I].Uses)
        if (U.User != E.getRoot())
          replace(U.User, U.OperandNumber, E.inBody(Written).front());
  }
  for (const StatePath &P : S.Paths) {
    const LoopElements &Of = getElements(P.Loop);
    replace(Of.getInit(), P.Element, P.State,
            P.IsCallers ? Kind::Copy : Kind::Itself);
    replace(P.Root, P.Operand, Of.behind(P.Element).front());
  }
  ++Result.Count;
  ValueId V =
      Record.getDataflow().getValueAt({S.getLoop(), E.getLeaf(Written)});
  Result.Size += Record.sizes()[V];
}

/// The element is an array without elements.
void StateCarrier::emptyElement(const LoopElements &E, uint64_t Element) {
  LeafId Leaf = E.getLeaf(Element);
  for (InstructionId Tuple : {E.getLoop(), E.getInit(), E.getRoot()})
    Shapes.push_back({{Tuple, Leaf}, Nothing});
  for (InstructionId Parameter : E.parameters())
    Shapes.push_back({{Parameter, Leaf}, Nothing});
  for (ArrayRef<InstructionId> Parts :
       {E.inBody(Element), E.inCondition(Element), E.behind(Element)})
    for (InstructionId I : Parts)
      Shapes.push_back({{I, RootLeaf}, Nothing});
}

bool StateCarrier::isUsed(InstructionId Instruction) const {
  return any_of(G[Instruction].Uses, [&](const GraphUse &U) {
    return !Gone.contains({U.User, U.OperandNumber}) &&
           !IsRemoved.contains(U.User);
  });
}

/// It does nothing but make its result.
static bool mayGo(const HloGraph &G, InstructionId Instruction) {
  auto CallsNothing = [](const HloGraph &G, InstructionId Fusion) {
    const GraphComputation *Fused = G.getBody(G[Fusion]);
    return Fused && none_of(Fused->instructions(), [&](InstructionId I) {
             return G[I].Op == Opcode::CustomCall;
           });
  };
  auto IsRoom = [](const HloGraph &G, InstructionId Call) {
    return G[Call].getCustomCallTarget() == AllocateTarget;
  };
  return match(G, Instruction,
               m_AnyOf(m_MoveOfWhole(), m_Op(Opcode::Broadcast), IsRoom,
                       m_GetTupleElement(m_Op(Opcode::Fusion)),
                       m_AllOf(m_Op(Opcode::Fusion), CallsNothing)));
}

/// What only moved the state, or made the array that was written.
void StateCarrier::removeUnused() {
  while (!MayBeUnused.empty()) {
    InstructionId Number = MayBeUnused.pop_back_val();
    if (!mayGo(G, Number) || isUsed(Number) || !IsRemoved.insert(Number).second)
      continue;
    Removed.push_back(Number);
    append_range(MayBeUnused, G[Number].Operands);
  }
}

Expected<Carrying> StateCarrier::run(ArrayRef<ScannedState> States,
                                     const AssignerPolicy &P) {
  if (States.empty())
    return createStringError("there is no state to carry");
  for (const ScannedState &S : States)
    change(S);
  removeUnused();
  IdVector<ValueId, const Shape *> Types(Record.sizes().size());
  Expected<EditedAssignment> Edited = reshape(Record,
                                              {.Types = Types,
                                               .Recomputed = Kept,
                                               .Others = Shapes,
                                               .Operands = Edits,
                                               .Removed = Removed},
                                              P);
  if (!Edited)
    return Edited.takeError();
  static_cast<EditedAssignment &>(Result) = std::move(*Edited);
  return std::move(Result);
}

Expected<Carrying> carry(const RecordedAssignment &Record,
                         ArrayRef<ScannedState> States,
                         const AssignerPolicy &P) {
  return StateCarrier(Record).run(States, P);
}

} // namespace hlomem
