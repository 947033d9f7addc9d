//===- ScannedState.cpp - State that loops read and write by slices -------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/LoopElements.h"
#include "Loops/SliceUpdate.h"
#include "hlomem/Analysis/Program/StatePairs.h"
#include "hlomem/WhatIf/Loops/Carrying.h"
#include "hlomem/XlaSim/OperandSharing.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include <map>

using namespace llvm;
using namespace hlomem::PatternMatch;

namespace hlomem {

namespace {

class ScannedStateFinder {
public:
  ScannedStateFinder(const RecordedAssignment &Record, Backend Kind)
      : Record(Record), G(Record.getProgram()), Kind(Kind), Schedule(G) {}

  std::vector<ScannedState> run();

private:
  struct Loop {
    std::optional<LoopElements> Elements;
    /// By what they begin as, before moves and conversions.
    DenseMap<InstructionId, SmallVector<uint64_t, 1>> ByInit;
  };

  const Loop &getLoop(InstructionId Number);
  void addEntryPaths();
  void addPath(InstructionId State, InstructionId Root, uint32_t Operand,
               bool IsCallers);
  bool isInOneSpace(const StatePath &P, const LoopElements &E) const;
  void findIn(const StatePath &P);
  void addOuterPaths(ScannedState &S);
  InstructionId getMoved(InstructionId Instruction) const;
  InstructionId skipAllMoves(InstructionId Instruction) const;
  bool isWrittenBySlices(const StatePath &P, const LoopElements &E);
  bool changes(InstructionId Index, const LoopElements &E) const;
  bool isReadBySlices(uint64_t Element, const LoopElements &E);
  bool isSlicedBy(InstructionId Array, const GraphUse &U);
  bool isMadeOfOldSlice(InstructionId New) const;
  bool isReadLate(const ScannedState &S);
  bool isUsedElsewhere(const StatePath &P, const LoopElements &E,
                       ArrayRef<uint64_t> Elements) const;

  const GraphInstruction &at(InstructionId Instruction) const {
    return G[Instruction];
  }

  const RecordedAssignment &Record;
  const HloGraph &G;
  const Backend Kind;
  HloSchedule Schedule;
  std::map<InstructionId, Loop> Loops;
  std::vector<StatePath> Paths;
  /// By loop and element, positions in Paths.
  std::map<std::pair<InstructionId, uint64_t>, size_t> PathOf;
  std::vector<ScannedState> Found;
  /// What writes the slices of state, by loop and element, and all of these.
  std::map<std::pair<InstructionId, uint64_t>, InstructionId> WriterOf;
  DenseSet<InstructionId> Writers;
  /// Loops of which some state cannot be carried: what the rest would need is
  /// no change that anybody makes.
  DenseSet<InstructionId> Refused;

  // Of the path that is looked at: how many slices there are, what is written,
  // by which index, and what is read.
  uint64_t Count = 0;
  InstructionId Written;
  InstructionId Index;
  DenseSet<InstructionId> Slices;
  const Shape *Slice = nullptr;
};

} // namespace

const ScannedStateFinder::Loop &
ScannedStateFinder::getLoop(InstructionId Number) {
  auto [At, IsNew] = Loops.try_emplace(Number);
  Loop &L = At->second;
  if (!IsNew)
    return L;
  L.Elements = LoopElements::find(G, Number);
  if (L.Elements)
    for (uint64_t N = 0; N != L.Elements->size(); ++N)
      L.ByInit[skipAllMoves(L.Elements->getInitOf(N))].push_back(N);
  return L;
}

/// What \p Instruction moves or converts the whole of; none of anything else.
InstructionId ScannedStateFinder::getMoved(InstructionId Instruction) const {
  InstructionId Of;
  if (match(G, Instruction, m_MoveOfWhole(m_Inst(Of))))
    return Of;
  if (match(G, Instruction, m_Body(m_SkipMoves(m_Inst(Of)))))
    return getArgument(G, at(Instruction), Of);
  return InstructionId::none();
}

InstructionId
ScannedStateFinder::skipAllMoves(InstructionId Instruction) const {
  while (InstructionId Moved = getMoved(Instruction))
    Instruction = Moved;
  return Instruction;
}

//===----------------------------------------------------------------------===//
// What a loop writes and reads
//===----------------------------------------------------------------------===//

/// \p Index, perhaps in a fusion, is made of something that iterations change.
bool ScannedStateFinder::changes(InstructionId Index,
                                 const LoopElements &E) const {
  SmallSetVector<InstructionId, 16> Work;
  Work.insert(Index);
  for (size_t N = 0; N != Work.size(); ++N) {
    const InstructionId Number = Work[N];
    uint64_t Element = 0;
    if (match(G, Number,
              m_GetTupleElement(m_Specific(E.getParameter()), Element))) {
      if (E.getResultOf(Element) != Number)
        return true;
    } else if (InstructionId Given = G.getFusedOperand(at(Number))) {
      Work.insert(Given);
    } else {
      Work.insert(at(Number).Operands.begin(), at(Number).Operands.end());
    }
  }
  return false;
}

/// One slice in each iteration, of what nothing else reads, by an index that
/// changes.
bool ScannedStateFinder::isWrittenBySlices(const StatePath &P,
                                           const LoopElements &E) {
  ArrayRef<InstructionId> Elements = E.inBody(P.Element);
  std::optional<SliceUpdate> Update =
      findSliceUpdate(G, E.getResultOf(P.Element));
  if (!Update || Elements.size() != 1 || Update->Base != Elements.front() ||
      at(Elements.front()).Uses.size() != 1)
    return false;
  std::optional<uint32_t> Dimension =
      findSlicedDimension(*Update->Whole, *Update->Slice);
  ArrayRef<InstructionId> Operands = at(Update->Update).Operands;
  if (!Dimension || *Dimension + 2 >= Operands.size())
    return false;
  Count = Update->Whole->getDimensions()[*Dimension].Extent;
  Written = Operands[1];
  Index = Operands[*Dimension + 2];
  InstructionId Writer = at(Elements.front()).Uses.front().User;
  WriterOf[{P.Loop, P.Element}] = Writer;
  Writers.insert(Writer);
  return changes(Index, E);
}

/// \p U, a use of \p Array or of what a fusion is given as that, reads but the
/// slice that is written.
bool ScannedStateFinder::isSlicedBy(InstructionId Array, const GraphUse &U) {
  SmallVector<std::pair<InstructionId, GraphUse>> Pending{{Array, U}};
  DenseSet<InstructionId> Seen;
  while (!Pending.empty()) {
    auto [Of, Use] = Pending.pop_back_val();
    const GraphInstruction &I = at(Use.User);
    if (I.Op == Opcode::DynamicSlice && Use.OperandNumber == 0) {
      std::optional<uint32_t> Dimension =
          findSlicedDimension(*at(Of).Type, *I.Type);
      if (!Dimension || *Dimension + 1 >= I.Operands.size() ||
          at(Of).Type->getDimensions()[*Dimension].Extent != Count ||
          !areSameIndex(G, I.Operands[*Dimension + 1], Index))
        return false;
      Slices.insert(Use.User);
      Slice = I.Type;
      continue;
    }
    InstructionId Inner = Use.User;
    if (const GraphComputation *Fused = G.getBody(I)) {
      if (Use.OperandNumber >= Fused->Parameters.size())
        return false;
      Inner = Fused->Parameters[Use.OperandNumber];
    } else if (!G.getComputation(I).IsFused ||
               !match(G, Inner, m_MoveOfWhole())) {
      // In no fusion it would be another array.
      return false;
    }
    if (G.isRoot(Inner))
      return false;
    if (Seen.insert(Inner).second)
      for (const GraphUse &Next : at(Inner).Uses)
        Pending.push_back({Inner, Next});
  }
  return true;
}

/// The body takes nothing but that slice of \p Element, and passes the whole on
/// to nobody.
bool ScannedStateFinder::isReadBySlices(uint64_t Element,
                                        const LoopElements &E) {
  auto IsUnused = [&](InstructionId I) { return at(I).Uses.empty(); };
  return is_contained(E.inBody(Element), E.getResultOf(Element)) &&
         all_of(E.inCondition(Element), IsUnused) &&
         all_of(E.behind(Element), IsUnused) &&
         all_of(E.inBody(Element), [&](InstructionId I) {
           return all_of(at(I).Uses, [&](const GraphUse &U) {
             return U.User == E.getRoot() || isSlicedBy(I, U);
           });
         });
}

/// \p New, perhaps in a fusion, is an old slice of which elements are written
/// over or calculated with, each on its own. The gradient of a weight is not,
/// though a loop reads the one and writes the other.
bool ScannedStateFinder::isMadeOfOldSlice(InstructionId New) const {
  SmallSetVector<InstructionId, 16> Work;
  Work.insert(New);
  for (size_t N = 0; N != Work.size(); ++N) {
    const InstructionId Number = Work[N];
    if (Slices.contains(Number))
      return true;
    const GraphInstruction &I = at(Number);
    uint64_t Element = ~uint64_t();
    InstructionId Of = Number;
    match(G, Number, m_GetTupleElement(m_Inst(Of), Element));
    if (const GraphComputation *Fused = G.getBody(at(Of))) {
      if (InstructionId Result = getResult(G, *Fused, Element))
        Work.insert(Result);
    } else if (match(G, Number,
                     m_AnyOf(m_FusedParameter(m_Inst(Of)),
                             m_Op(Opcode::DynamicUpdateSlice, m_Inst(Of))))) {
      Work.insert(Of);
    } else if (I.Type->isArray() &&
               (isElementwise(G, Number) ||
                match(G, Number, m_AnyOf(m_Move(), m_Op(Opcode::CopyDone))))) {
      // What has fewer elements is broadcast.
      for (InstructionId Operand : I.Operands)
        if (!at(Operand).Type->isArray() ||
            countElements(*at(Operand).Type) == countElements(*I.Type))
          Work.insert(Operand);
    } else if (match(G, Number,
                     m_AnyOp<Opcode::CopyStart, Opcode::AsyncDone>())) {
      Work.insert(I.Operands.begin(), I.Operands.end());
    }
  }
  return false;
}

/// What writes other state of the loop needs the old slice, or something reads
/// it after the new one is written.
bool ScannedStateFinder::isReadLate(const ScannedState &S) {
  const StatePath &P = S.Paths.front();
  const LoopElements &E = *getLoop(P.Loop).Elements;
  InstructionId Own = WriterOf.at({P.Loop, P.Element});
  auto IsLate = [&](const GraphUse &U) {
    Time Read = Schedule.getTime(U.User);
    return U.User != E.getRoot() && U.User != Own &&
           (Writers.contains(U.User) || Read == HloSchedule::NotScheduled ||
            Read > Schedule.getTime(Own));
  };
  return any_of(S.Read, [&](const ScannedState::ReadElement &R) {
    return any_of(E.inBody(R.Element),
                  [&](InstructionId I) { return any_of(at(I).Uses, IsLate); });
  });
}

/// Something but these elements of the loop needs the old state.
bool ScannedStateFinder::isUsedElsewhere(const StatePath &P,
                                         const LoopElements &E,
                                         ArrayRef<uint64_t> Elements) const {
  SmallSetVector<InstructionId, 8> Work;
  Work.insert(P.State);
  for (size_t N = 0; N != Work.size(); ++N)
    for (const GraphUse &U : at(Work[N]).Uses) {
      if (U.User == E.getInit() ? !is_contained(Elements, U.OperandNumber)
                                : getMoved(U.User) != Work[N])
        return true;
      if (U.User != E.getInit())
        Work.insert(U.User);
    }
  return false;
}

//===----------------------------------------------------------------------===//
// Where state goes
//===----------------------------------------------------------------------===//

/// \p State, which operand \p Operand of \p Root replaces for the next call or
/// iteration, if a loop gives that.
void ScannedStateFinder::addPath(InstructionId State, InstructionId Root,
                                 uint32_t Operand, bool IsCallers) {
  InstructionId Result = skipAllMoves(at(Root).Operands[Operand]);
  const GraphInstruction &I = at(Result);
  if (I.Op != Opcode::GetTupleElement || !at(State).Type->isArray() ||
      !I.Type->isArray() ||
      I.Type->getElementType() != at(State).Type->getElementType())
    return;
  const std::optional<LoopElements> &E = getLoop(I.Operands.front()).Elements;
  if (!E)
    return;
  StatePath P = {E->getLoop(), I.Number, State, Root, Operand, IsCallers};
  if (!isInOneSpace(P, *E))
    return;
  // What becomes two results would have to be copied.
  if (PathOf.try_emplace({P.Loop, P.Element}, Paths.size()).second)
    Paths.push_back(P);
  else
    Refused.insert(P.Loop);
}

/// What would share a buffer is in one memory space.
bool ScannedStateFinder::isInOneSpace(const StatePath &P,
                                      const LoopElements &E) const {
  const HloDataflow &D = Record.getDataflow();
  ValueId Before = D.getValueAt({P.State, RootLeaf});
  ValueId Carried = D.getValueAt({P.Loop, E.getLeaf(P.Element)});
  ValueId After = D.getValueAt({at(P.Root).Operands[P.Operand], RootLeaf});
  return Before && Carried && After &&
         Record.spaces()[Before] == Record.spaces()[Carried] &&
         Record.spaces()[Carried] == Record.spaces()[After];
}

/// The loops around that of \p S, as long as they carry the state.
void ScannedStateFinder::addOuterPaths(ScannedState &S) {
  for (;;) {
    const GraphInstruction &State = at(S.Paths.back().State);
    if (State.Op != Opcode::GetTupleElement)
      return;
    InstructionId Outer = G.getComputation(State).Callers.front();
    auto Found = PathOf.find({Outer, State.Number});
    if (Found == PathOf.end())
      return;
    const StatePath &P = Paths[Found->second];
    const LoopElements &E = *getLoop(Outer).Elements;
    if (skipAllMoves(E.getInitOf(P.Element)) != P.State ||
        isUsedElsewhere(P, E, P.Element))
      return;
    S.Paths.push_back(P);
  }
}

void ScannedStateFinder::findIn(const StatePath &P) {
  const Loop &L = getLoop(P.Loop);
  const LoopElements &E = *L.Elements;
  auto Elements = L.ByInit.find(P.State);
  if (Elements == L.ByInit.end() || !isWrittenBySlices(P, E))
    return;
  Slices.clear();
  ScannedState S;
  for (uint64_t N : Elements->second) {
    if (N == P.Element)
      return;
    Slice = nullptr;
    if (!isReadBySlices(N, E)) {
      Refused.insert(P.Loop);
      return;
    }
    S.Read.push_back({N, Slice});
  }
  if (isUsedElsewhere(P, E, Elements->second) || !isMadeOfOldSlice(Written))
    return;
  S.Paths.push_back(P);
  addOuterPaths(S);
  Found.push_back(std::move(S));
}

void ScannedStateFinder::addEntryPaths() {
  const GraphComputation &Entry = G.getEntry();
  const GraphInstruction &Root = at(Entry.Root);
  if (Root.Op != Opcode::Tuple)
    return;
  DenseSet<LeafId> Aliased;
  for (const InputOutputAlias &A : G.inputOutputAliases())
    Aliased.insert(A.Output);
  for (const StatePair &P : findStatePairs(G)) {
    const LeafTree::Node &Leaf = (*Root.Leaves)[P.Result.Leaf];
    if (P.Argument.Leaf == RootLeaf && P.Result.Leaf != RootLeaf &&
        Leaf.Parent == RootLeaf && Leaf.Number < Root.Operands.size())
      addPath(P.Argument.Instruction, Entry.Root, Leaf.Number,
              /*IsCallers=*/!Aliased.contains(P.Result.Leaf));
  }
}

std::vector<ScannedState> ScannedStateFinder::run() {
  addEntryPaths();
  for (InstructionId I : G.instructions().ids()) {
    if (at(I).Op != Opcode::While)
      continue;
    const std::optional<LoopElements> &E = getLoop(I).Elements;
    if (!E)
      continue;
    for (uint64_t N = 0; N != E->size(); ++N)
      if (E->inBody(N).size() == 1)
        addPath(E->inBody(N).front(), E->getRoot(), N, /*IsCallers=*/false);
  }
  for (const StatePath &P : Paths)
    findIn(P);
  for (ScannedState &S : Found) {
    bool IsLate = isReadLate(S);
    if (IsLate && Kind != Backend::CPU && Kind != Backend::GPU)
      Refused.insert(S.getLoop());
    for (ScannedState::ReadElement &R : S.Read)
      if (!IsLate)
        R.Kept = nullptr;
      else if (R.Kept && Kind == Backend::CPU)
        // Its copy insertion knows no schedule, and copies the whole.
        R.Kept = at(S.Paths.front().State).Type;
  }
  erase_if(Found, [&](const ScannedState &S) {
    return Refused.contains(S.getLoop());
  });
  llvm::sort(Found, [](const ScannedState &L, const ScannedState &R) {
    return std::pair(L.getLoop(), L.Paths.front().Element) <
           std::pair(R.getLoop(), R.Paths.front().Element);
  });
  return std::move(Found);
}

std::vector<ScannedState> findScannedStates(const RecordedAssignment &Record,
                                            Backend Kind) {
  return ScannedStateFinder(Record, Kind).run();
}

bool holdCallersState(ArrayRef<ScannedState> States) {
  return any_of(States,
                [](const ScannedState &S) { return S.Paths.back().IsCallers; });
}

} // namespace hlomem
