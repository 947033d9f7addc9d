//===- Carrying.cpp - State that loops carry instead of copying -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Replay/Carrying.h"
#include "Donation/ProgramEdit.h"
#include "Edit/LoopElements.h"
#include "Edit/SliceUpdate.h"
#include "hlomem/Replay/ShapeEdit.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/Allocator.h"
#include <map>

using namespace llvm;
using namespace hlomem::PatternMatch;

namespace hlomem::replay {

namespace {

class StateCarrier {
public:
  explicit StateCarrier(const RecordedAssignment &Record)
      : Record(Record), G(Record.getProgram()) {}

  Expected<Carrying> run(ArrayRef<ScannedState> States, const Policy &P);

private:
  const LoopElements &getElements(uint32_t Loop);
  void replace(uint32_t User, uint32_t Operand, uint32_t Instead,
               OperandEdit::Kind What = OperandEdit::Kind::Itself);
  void change(const ScannedState &S);
  void emptyElement(const LoopElements &E, uint64_t Element);
  bool isUsed(uint32_t Instruction) const;
  void removeUnused();

  const RecordedAssignment &Record;
  const HloGraph &G;
  std::map<uint32_t, LoopElements> Loops;
  std::vector<OperandEdit> Edits;
  std::vector<RecomputedLeaf> Kept;
  std::vector<NewShape> Shapes;
  /// Uses that are no more: by user and number of the operand.
  DenseSet<std::pair<uint32_t, uint32_t>> Gone;
  DenseSet<uint32_t> IsRemoved;
  SmallVector<uint32_t> Removed;
  SmallVector<uint32_t> MayBeUnused;
  BumpPtrAllocator Arena;
  ShapeContext Context{Arena};
  const Shape *Nothing = Context.getArray(ElementType::U8, {0}, {0});
  Carrying Result;
};

} // namespace

const LoopElements &StateCarrier::getElements(uint32_t Loop) {
  auto [At, IsNew] = Loops.try_emplace(Loop);
  if (IsNew)
    At->second = *LoopElements::find(G, Loop);
  return At->second;
}

void StateCarrier::replace(uint32_t User, uint32_t Operand, uint32_t Instead,
                           OperandEdit::Kind What) {
  Edits.push_back({User, Operand, Instead, What});
  Gone.insert({User, Operand});
  MayBeUnused.push_back(G[User].Operands[Operand]);
}

void StateCarrier::change(const ScannedState &S) {
  using Kind = OperandEdit::Kind;
  const LoopElements &E = getElements(S.getLoop());
  uint64_t Written = S.Paths.front().Element;
  for (const ScannedState::ReadElement &R : S.Read) {
    replace(E.getInit(), R.Element, 0, Kind::Nothing);
    emptyElement(E, R.Element);
    if (R.Kept) {
      Kept.push_back({E.getBody(), R.Element, R.Kept});
      continue;
    }
    for (uint32_t I : E.inBody(R.Element))
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
  uint32_t Leaf = E.getLeaf(Element);
  for (uint32_t Tuple : {E.getLoop(), E.getInit(), E.getRoot()})
    Shapes.push_back({{Tuple, Leaf}, Nothing});
  for (uint32_t Parameter : E.parameters())
    Shapes.push_back({{Parameter, Leaf}, Nothing});
  for (ArrayRef<uint32_t> Parts :
       {E.inBody(Element), E.inCondition(Element), E.behind(Element)})
    for (uint32_t I : Parts)
      Shapes.push_back({{I, 0}, Nothing});
}

bool StateCarrier::isUsed(uint32_t Instruction) const {
  return any_of(G[Instruction].Uses, [&](const GraphUse &U) {
    return !Gone.contains({U.User, U.OperandNumber}) &&
           !IsRemoved.contains(U.User);
  });
}

/// It does nothing but make its result.
static bool mayGo(const HloGraph &G, uint32_t Instruction) {
  auto CallsNothing = [](const HloGraph &G, uint32_t Fusion) {
    const GraphComputation *Fused = G.getBody(G[Fusion]);
    return Fused && none_of(seq(Fused->Begin, Fused->End), [&](uint32_t I) {
             return G[I].Op == Opcode::CustomCall;
           });
  };
  auto IsRoom = [](const HloGraph &G, uint32_t Call) {
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
    uint32_t Number = MayBeUnused.pop_back_val();
    if (!mayGo(G, Number) || isUsed(Number) || !IsRemoved.insert(Number).second)
      continue;
    Removed.push_back(Number);
    append_range(MayBeUnused, G[Number].Operands);
  }
}

Expected<Carrying> StateCarrier::run(ArrayRef<ScannedState> States,
                                     const Policy &P) {
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
                         ArrayRef<ScannedState> States, const Policy &P) {
  return StateCarrier(Record).run(States, P);
}

} // namespace hlomem::replay
