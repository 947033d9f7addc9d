//===- Carrying.cpp - State that loops carry instead of copying -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Replay/Carrying.h"
#include "Donation/ProgramEdit.h"
#include "Edit/Dots.h"
#include "Edit/SliceUpdate.h"
#include "OperandSharing.h"
#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "hlomem/Replay/SameData.h"
#include "hlomem/Replay/ShapeEdit.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;

namespace hlomem::replay {

//===----------------------------------------------------------------------===//
// State that is scanned
//===----------------------------------------------------------------------===//

namespace {

class ScannedStateFinder {
public:
  ScannedStateFinder(const RecordedAssignment &Record, Backend Kind)
      : Record(Record), G(Record.getProgram()), Kind(Kind), Schedule(G) {}

  std::vector<ScannedState> run();

private:
  /// Elements of what a loop carries.
  using ElementSet = std::set<uint64_t>;

  void addPath(uint32_t State, uint32_t Root, uint32_t Operand, bool IsCallers);
  bool isInOneSpace(const StatePath &P) const;
  void findIn(const StatePath &P);
  void addOuterPaths(ScannedState &S) const;
  std::optional<uint32_t> getMoved(uint32_t Instruction) const;
  uint32_t skipAllMoves(uint32_t Instruction) const;
  bool isWrittenBySlices(const StatePath &P);
  bool isReadBySlices(const StatePath &P, uint64_t Element);
  bool isMadeOfOldSlice(uint32_t New) const;
  bool isReadLate(const ScannedState &S) const;
  bool isSlicedBy(uint32_t Array, const GraphUse &U);
  bool isUsedElsewhere(const StatePath &P, ArrayRef<uint64_t> Elements) const;
  SmallVector<uint32_t, 1> getElements(uint32_t Parameter,
                                       uint64_t Number) const;
  void addElements(uint32_t Instruction, uint32_t Body, ElementSet &Elements,
                   DenseSet<uint32_t> &Seen) const;
  ElementSet getIndexElements(const GraphInstruction &Slice, uint32_t First,
                              uint32_t Dimension) const;

  const GraphInstruction &at(uint32_t Instruction) const {
    return G.instructions()[Instruction];
  }
  const GraphComputation &getBody(const StatePath &P) const {
    return G.computations()[at(P.Loop).Called.front()];
  }

  const RecordedAssignment &Record;
  const HloGraph &G;
  const Backend Kind;
  HloSchedule Schedule;
  std::vector<StatePath> Paths;
  std::vector<ScannedState> Found;

  /// What writes the slices of state.
  DenseSet<uint32_t> Writers;

  // Of the path that is looked at: how many slices there are, what is written,
  // what is read, and what of the loop's tuple the index is made of.
  uint64_t Count = 0;
  uint32_t Written = 0;
  DenseSet<uint32_t> Slices;
  ElementSet IndexElements;
  /// Loops of which some state cannot be carried: what the rest would need is
  /// no change that anybody makes.
  DenseSet<uint32_t> Refused;
};

} // namespace

/// What \p Instruction moves or converts the whole of; none of anything else.
std::optional<uint32_t>
ScannedStateFinder::getMoved(uint32_t Instruction) const {
  const GraphInstruction &I = at(Instruction);
  if (I.Op == Opcode::GetTupleElement || I.Operands.empty() ||
      !isMovedOrConverted(G, Instruction))
    return std::nullopt;
  const GraphComputation *Fused = getBodyOf(G, I);
  if (!Fused)
    return I.Operands.front();
  uint64_t Number = at(skipMoves(G, Fused->Root)).Number;
  return Number < I.Operands.size() ? std::optional(I.Operands[Number])
                                    : std::nullopt;
}

uint32_t ScannedStateFinder::skipAllMoves(uint32_t Instruction) const {
  while (std::optional<uint32_t> Moved = getMoved(Instruction))
    Instruction = *Moved;
  return Instruction;
}

/// The get-tuple-elements of element \p Number of \p Parameter.
SmallVector<uint32_t, 1>
ScannedStateFinder::getElements(uint32_t Parameter, uint64_t Number) const {
  SmallVector<uint32_t, 1> Elements;
  for (const GraphUse &U : at(Parameter).Uses)
    if (at(U.User).Op == Opcode::GetTupleElement && at(U.User).Number == Number)
      Elements.push_back(U.User);
  return Elements;
}

/// Adds what \p Instruction, in \p Body or a fusion there, is made of.
void ScannedStateFinder::addElements(uint32_t Instruction, uint32_t Body,
                                     ElementSet &Elements,
                                     DenseSet<uint32_t> &Seen) const {
  SmallVector<uint32_t> Pending{Instruction};
  while (!Pending.empty()) {
    uint32_t Number = Pending.pop_back_val();
    if (!Seen.insert(Number).second)
      continue;
    const GraphInstruction &I = at(Number);
    if (I.Op == Opcode::GetTupleElement && I.Computation == Body &&
        at(I.Operands.front()).Op == Opcode::Parameter) {
      Elements.insert(I.Number);
    } else if (I.Op == Opcode::Parameter && I.Computation != Body) {
      // A fusion's, which has one caller.
      for (uint32_t Caller : G.computations()[I.Computation].Callers)
        if (I.Number < at(Caller).Operands.size())
          Pending.push_back(at(Caller).Operands[I.Number]);
    } else {
      append_range(Pending, I.Operands);
    }
  }
}

/// What the index of \p Slice along \p Dimension is made of; its indices are
/// the operands from \p First on.
ScannedStateFinder::ElementSet
ScannedStateFinder::getIndexElements(const GraphInstruction &Slice,
                                     uint32_t First, uint32_t Dimension) const {
  ElementSet Elements;
  DenseSet<uint32_t> Seen;
  if (First + Dimension >= Slice.Operands.size())
    return Elements;
  uint32_t Body = Slice.Computation;
  while (G.computations()[Body].IsFused &&
         !G.computations()[Body].Callers.empty())
    Body = at(G.computations()[Body].Callers.front()).Computation;
  addElements(Slice.Operands[First + Dimension], Body, Elements, Seen);
  return Elements;
}

/// One slice of each iteration, which nothing else reads.
bool ScannedStateFinder::isWrittenBySlices(const StatePath &P) {
  const GraphComputation &Body = getBody(P);
  const GraphInstruction &Root = at(Body.Root);
  std::optional<SliceUpdate> Update =
      findSliceUpdate(G, Root.Operands[P.Element]);
  if (!Update)
    return false;
  std::optional<uint32_t> Dimension =
      findSlicedDimension(*Update->Whole, *Update->Slice);
  SmallVector<uint32_t, 1> Elements =
      getElements(Body.Parameters.front(), P.Element);
  if (!Dimension || Elements.size() != 1 || !at(Elements.front()).hasOneUser())
    return false;
  Writers.insert(at(Elements.front()).Uses.front().User);
  Count = Update->Whole->getDimensions()[*Dimension].Extent;
  Written = at(Update->Update).Operands[1];
  IndexElements = getIndexElements(at(Update->Update), 2, *Dimension);
  return !IndexElements.empty();
}

/// \p U, a use of \p Array or of what a fusion is given as that, reads but the
/// slice that is written.
bool ScannedStateFinder::isSlicedBy(uint32_t Array, const GraphUse &U) {
  const GraphInstruction &I = at(U.User);
  if (I.Op == Opcode::DynamicSlice && U.OperandNumber == 0) {
    std::optional<uint32_t> Dimension =
        findSlicedDimension(*at(Array).Type, *I.Type);
    Slices.insert(U.User);
    return Dimension &&
           at(Array).Type->getDimensions()[*Dimension].Extent == Count &&
           getIndexElements(I, 1, *Dimension) == IndexElements;
  }
  uint32_t Inner = U.User;
  if (const GraphComputation *Fused = getBodyOf(G, I)) {
    if (U.OperandNumber >= Fused->Parameters.size())
      return false;
    Inner = Fused->Parameters[U.OperandNumber];
  } else if (!isMoveOrConversion(I.Op) || I.Op == Opcode::GetTupleElement) {
    return false;
  }
  return !G.isRoot(Inner) && all_of(at(Inner).Uses, [&](const GraphUse &Next) {
    return isSlicedBy(Inner, Next);
  });
}

/// And in no other way.
bool ScannedStateFinder::isReadBySlices(const StatePath &P, uint64_t Element) {
  const GraphComputation &Body = getBody(P);
  return all_of(getElements(Body.Parameters.front(), Element), [&](uint32_t E) {
    return all_of(at(E).Uses, [&](const GraphUse &U) {
      return U.User == Body.Root || isSlicedBy(E, U);
    });
  });
}

/// \p New, perhaps in a fusion, is an old slice of which elements are written
/// over or calculated with, each on its own. The gradient of a weight is not,
/// though a loop reads the one and writes the other.
bool ScannedStateFinder::isMadeOfOldSlice(uint32_t New) const {
  SmallVector<uint32_t> Pending{New};
  DenseSet<uint32_t> Seen;
  while (!Pending.empty()) {
    uint32_t Number = Pending.pop_back_val();
    if (Slices.contains(Number))
      return true;
    if (!Seen.insert(Number).second)
      continue;
    const GraphInstruction &I = at(Number);
    const GraphComputation &C = G.getComputation(I);
    const GraphComputation *Fused = I.Op == Opcode::GetTupleElement
                                        ? getBodyOf(G, at(I.Operands.front()))
                                        : getBodyOf(G, I);
    if (Fused) {
      const GraphInstruction &Root = at(Fused->Root);
      if (Root.Op != Opcode::Tuple)
        Pending.push_back(Fused->Root);
      else if (I.Op == Opcode::GetTupleElement &&
               I.Number < Root.Operands.size())
        Pending.push_back(Root.Operands[I.Number]);
    } else if (I.Op == Opcode::Parameter && C.IsFused && !C.Callers.empty()) {
      ArrayRef<uint32_t> Operands = at(C.Callers.front()).Operands;
      if (I.Number < Operands.size())
        Pending.push_back(Operands[I.Number]);
    } else if (I.Op == Opcode::DynamicUpdateSlice && !I.Operands.empty()) {
      Pending.push_back(I.Operands.front());
    } else if (I.Type->isArray() &&
               (isElementwise(G, Number) || isMoveOrConversion(I.Op) ||
                I.Op == Opcode::CopyDone)) {
      // What has fewer elements is broadcast.
      for (uint32_t Operand : I.Operands)
        if (!at(Operand).Type->isArray() ||
            countElements(*at(Operand).Type) == countElements(*I.Type))
          Pending.push_back(Operand);
    } else if (I.Op == Opcode::CopyStart || I.Op == Opcode::AsyncDone) {
      append_range(Pending, I.Operands);
    }
  }
  return false;
}

/// Something but these elements of the loop needs the old state.
bool ScannedStateFinder::isUsedElsewhere(const StatePath &P,
                                         ArrayRef<uint64_t> Elements) const {
  uint32_t Init = at(P.Loop).Operands.front();
  SmallVector<uint32_t> Pending{P.State};
  while (!Pending.empty()) {
    uint32_t Number = Pending.pop_back_val();
    for (const GraphUse &U : at(Number).Uses) {
      if (U.User == Init ? !is_contained(Elements, U.OperandNumber)
                         : getMoved(U.User) != Number)
        return true;
      if (U.User != Init)
        Pending.push_back(U.User);
    }
  }
  return false;
}

/// \p State, which operand \p Operand of \p Root replaces for the next call or
/// iteration, if a loop gives that.
void ScannedStateFinder::addPath(uint32_t State, uint32_t Root,
                                 uint32_t Operand, bool IsCallers) {
  const GraphInstruction &Result = at(skipAllMoves(at(Root).Operands[Operand]));
  if (Result.Op != Opcode::GetTupleElement || !at(State).Type->isArray() ||
      !Result.Type->isArray() ||
      Result.Type->getElementType() != at(State).Type->getElementType())
    return;
  const GraphInstruction &Loop = at(Result.Operands.front());
  if (Loop.Op != Opcode::While || Loop.Called.empty())
    return;
  const GraphInstruction &Init = at(Loop.Operands.front());
  const GraphInstruction &End = at(G.computations()[Loop.Called.front()].Root);
  if (Init.Op != Opcode::Tuple || End.Op != Opcode::Tuple ||
      End.Operands.size() != Init.Operands.size())
    return;
  StatePath P = {
      Result.Operands.front(), Result.Number, State, Root, Operand, IsCallers};
  if (isInOneSpace(P))
    Paths.push_back(P);
}

/// What would share a buffer is in one memory space.
bool ScannedStateFinder::isInOneSpace(const StatePath &P) const {
  const HloDataflow &D = Record.getDataflow();
  uint32_t Before = D.getValueAt({P.State, 0});
  std::optional<uint32_t> Leaf = at(P.Loop).Leaves->getElement(0, P.Element);
  uint32_t Carried =
      Leaf ? D.getValueAt({P.Loop, *Leaf}) : HloDataflow::NoValue;
  uint32_t After = D.getValueAt({at(P.Root).Operands[P.Operand], 0});
  return Before != HloDataflow::NoValue && Carried != HloDataflow::NoValue &&
         After != HloDataflow::NoValue &&
         Record.spaces()[Before] == Record.spaces()[Carried] &&
         Record.spaces()[Carried] == Record.spaces()[After];
}

/// The loops around that of \p S, as long as they carry the state.
void ScannedStateFinder::addOuterPaths(ScannedState &S) const {
  for (;;) {
    const GraphInstruction &State = at(S.Paths.back().State);
    if (State.Op != Opcode::GetTupleElement ||
        G.getComputation(State).Callers.empty())
      return;
    uint32_t Outer = G.getComputation(State).Callers.front();
    auto Found = find_if(Paths, [&](const StatePath &P) {
      return P.Loop == Outer && P.Element == State.Number;
    });
    if (Found == Paths.end() ||
        skipAllMoves(at(at(Outer).Operands.front()).Operands[Found->Element]) !=
            Found->State ||
        isUsedElsewhere(*Found, Found->Element))
      return;
    S.Paths.push_back(*Found);
  }
}

/// What writes other state of the loop needs the old slice, or something reads
/// it after the new one is written.
bool ScannedStateFinder::isReadLate(const ScannedState &S) const {
  const StatePath &P = S.Paths.front();
  uint32_t Parameter = getBody(P).Parameters.front();
  uint32_t Root = getBody(P).Root;
  uint32_t Own =
      at(getElements(Parameter, P.Element).front()).Uses.front().User;
  auto IsLate = [&](const GraphUse &U) {
    Time Read = Schedule.getTime(U.User);
    return U.User != Root && U.User != Own &&
           (Writers.contains(U.User) || Read == HloSchedule::NotScheduled ||
            Read > Schedule.getTime(Own));
  };
  return any_of(S.Read, [&](uint64_t Element) {
    return any_of(getElements(Parameter, Element),
                  [&](uint32_t E) { return any_of(at(E).Uses, IsLate); });
  });
}

void ScannedStateFinder::findIn(const StatePath &P) {
  const GraphInstruction &Init = at(at(P.Loop).Operands.front());
  const GraphComputation &Body = getBody(P);
  if (!isWrittenBySlices(P))
    return;
  Slices.clear();
  ScannedState S;
  for (uint64_t N = 0; N != Init.Operands.size(); ++N) {
    if (N == P.Element || skipAllMoves(Init.Operands[N]) != P.State)
      continue;
    // What the loop changes of it is something else.
    if (!is_contained(getElements(Body.Parameters.front(), N),
                      at(Body.Root).Operands[N]) ||
        !isReadBySlices(P, N)) {
      Refused.insert(P.Loop);
      return;
    }
    S.Read.push_back(N);
  }
  if (S.Read.empty() || isUsedElsewhere(P, S.Read) ||
      !isMadeOfOldSlice(Written))
    return;
  S.Paths.push_back(P);
  S.Kept = at(*Slices.begin()).Type;
  addOuterPaths(S);
  Found.push_back(std::move(S));
}

std::vector<ScannedState> ScannedStateFinder::run() {
  const GraphComputation &Entry = G.getEntry();
  for (const StatePair &P : findStatePairs(G)) {
    const GraphInstruction &Root = at(Entry.Root);
    if (P.Argument.Leaf != 0 || Root.Op != Opcode::Tuple ||
        P.Result.Leaf == 0 || Root.Leaves->nodes()[P.Result.Leaf].Parent != 0)
      continue;
    bool IsDonated = any_of(G.inputOutputAliases(), [&](InputOutputAlias A) {
      return A.Output == P.Result.Leaf;
    });
    addPath(P.Argument.Instruction, Entry.Root,
            Root.Leaves->nodes()[P.Result.Leaf].Number,
            /*IsCallers=*/!IsDonated);
  }
  for (const GraphInstruction &Loop : G.instructions()) {
    if (Loop.Op != Opcode::While || Loop.Called.empty())
      continue;
    const GraphComputation &Body = G.computations()[Loop.Called.front()];
    const GraphInstruction &Root = at(Body.Root);
    if (Root.Op != Opcode::Tuple)
      continue;
    for (const GraphUse &U : at(Body.Parameters.front()).Uses)
      if (const GraphInstruction &I = at(U.User);
          I.Op == Opcode::GetTupleElement && I.Number < Root.Operands.size())
        addPath(U.User, Body.Root, I.Number, /*IsCallers=*/false);
  }
  for (const StatePath &P : Paths)
    findIn(P);
  for (ScannedState &S : Found)
    if (!isReadLate(S))
      S.Kept = nullptr;
    else if (Kind == Backend::CPU)
      // Its copy insertion knows no schedule, and copies the whole.
      S.Kept = at(S.Paths.front().State).Type;
    else if (Kind != Backend::GPU)
      Refused.insert(S.getLoop());
  erase_if(Found, [&](const ScannedState &S) {
    return Refused.contains(S.getLoop());
  });
  llvm::sort(Found, [](const ScannedState &L, const ScannedState &R) {
    return std::pair(L.Paths.front().Loop, L.Paths.front().Element) <
           std::pair(R.Paths.front().Loop, R.Paths.front().Element);
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

//===----------------------------------------------------------------------===//
// The program that carries it
//===----------------------------------------------------------------------===//

namespace {

class StateCarrier {
public:
  explicit StateCarrier(const RecordedAssignment &Record)
      : Record(Record), G(Record.getProgram()) {}

  Expected<Carrying> run(ArrayRef<ScannedState> States, const Policy &P);

private:
  void change(const ScannedState &S);
  void emptyElement(uint32_t Loop, uint64_t Number);
  bool isUsed(uint32_t Instruction) const;
  bool mayGo(uint32_t Instruction) const;
  void removeUnused();

  const RecordedAssignment &Record;
  const HloGraph &G;
  std::vector<OperandEdit> Edits;
  std::vector<RecomputedLeaf> Kept;
  std::vector<NewShape> Shapes;
  /// Uses that are no more: by user and number of the operand.
  DenseSet<std::pair<uint32_t, uint32_t>> Gone;
  SmallVector<uint32_t> Removed;
  SmallVector<uint32_t> MayBeUnused;
  BumpPtrAllocator Arena;
  ShapeContext Context{Arena};
  const Shape *Nothing = Context.getArray(ElementType::U8, {0}, {0});
  Carrying Result;
};

} // namespace

void StateCarrier::change(const ScannedState &S) {
  using Kind = OperandEdit::Kind;
  auto Replace = [&](uint32_t User, uint32_t Operand, uint32_t Instead,
                     Kind What = Kind::Itself) {
    Edits.push_back({User, Operand, Instead, What});
    Gone.insert({User, Operand});
    MayBeUnused.push_back(G.instructions()[User].Operands[Operand]);
  };
  auto IsElement = [&](const GraphUse &U, uint64_t Number) {
    const GraphInstruction &I = G.instructions()[U.User];
    return I.Op == Opcode::GetTupleElement && I.Number == Number;
  };
  auto GetElement = [&](uint32_t Tuple, uint64_t Number) {
    return find_if(G.instructions()[Tuple].Uses,
                   [&](const GraphUse &U) { return IsElement(U, Number); })
        ->User;
  };
  const GraphInstruction &Loop = G.instructions()[S.getLoop()];
  uint64_t Written = S.Paths.front().Element;
  for (uint64_t Read : S.Read) {
    Replace(Loop.Operands.front(), Read, 0, Kind::Nothing);
    emptyElement(S.getLoop(), Read);
  }
  const GraphComputation &Body = G.computations()[Loop.Called.front()];
  uint32_t Parameter = Body.Parameters.front();
  if (S.Kept)
    for (uint64_t Read : S.Read)
      Kept.push_back({Loop.Called.front(), Read, S.Kept});
  for (const GraphUse &E : G.instructions()[Parameter].Uses)
    if (!S.Kept &&
        any_of(S.Read, [&](uint64_t Read) { return IsElement(E, Read); }))
      for (const GraphUse &U : G.instructions()[E.User].Uses)
        if (U.User != Body.Root)
          Replace(U.User, U.OperandNumber, GetElement(Parameter, Written));
  for (const StatePath &P : S.Paths) {
    uint32_t Begin = G.instructions()[P.Loop].Operands.front();
    Replace(Begin, P.Element, P.State, P.IsCallers ? Kind::Copy : Kind::Itself);
    Replace(P.Root, P.Operand, GetElement(P.Loop, P.Element));
  }
  ++Result.Count;
  uint32_t Leaf = *Loop.Leaves->getElement(0, Written);
  Result.Size = SaturatingAdd(
      Result.Size,
      Record.sizes()[Record.getDataflow().getValueAt({S.getLoop(), Leaf})]);
}

/// Element \p Number of what \p Loop carries is an array without elements.
void StateCarrier::emptyElement(uint32_t Loop, uint64_t Number) {
  const GraphInstruction &I = G.instructions()[Loop];
  uint32_t Leaf = *I.Leaves->getElement(0, Number);
  SmallVector<uint32_t, 8> Tuples{Loop, I.Operands.front()};
  for (uint32_t Called : I.Called) {
    const GraphComputation &C = G.computations()[Called];
    Tuples.push_back(C.Parameters.front());
    if (G.instructions()[C.Root].Type->isTuple())
      Tuples.push_back(C.Root);
  }
  for (uint32_t Tuple : Tuples) {
    Shapes.push_back({{Tuple, Leaf}, Nothing});
    for (const GraphUse &U : G.instructions()[Tuple].Uses)
      if (G.instructions()[U.User].Op == Opcode::GetTupleElement &&
          G.instructions()[U.User].Number == Number)
        Shapes.push_back({{U.User, 0}, Nothing});
  }
}

bool StateCarrier::isUsed(uint32_t Instruction) const {
  return any_of(G.instructions()[Instruction].Uses, [&](const GraphUse &U) {
    return !Gone.contains({U.User, U.OperandNumber}) &&
           !is_contained(Removed, U.User);
  });
}

/// It does nothing but make its result.
bool StateCarrier::mayGo(uint32_t Instruction) const {
  const GraphInstruction &I = G.instructions()[Instruction];
  switch (I.Op) {
  case Opcode::Broadcast:
  case Opcode::Fusion:
    return true;
  case Opcode::CustomCall:
    return I.getCustomCallTarget() == AllocateTarget;
  case Opcode::GetTupleElement:
    return G.instructions()[I.Operands.front()].Op == Opcode::Fusion;
  default:
    return isMoveOrConversion(I.Op);
  }
}

/// What only moved the state, or made the array that was written.
void StateCarrier::removeUnused() {
  while (!MayBeUnused.empty()) {
    uint32_t Number = MayBeUnused.pop_back_val();
    if (!mayGo(Number) || is_contained(Removed, Number) || isUsed(Number))
      continue;
    Removed.push_back(Number);
    append_range(MayBeUnused, G.instructions()[Number].Operands);
  }
}

Expected<Carrying> StateCarrier::run(ArrayRef<ScannedState> States,
                                     const Policy &P) {
  if (States.empty())
    return createStringError("there is no state to carry");
  for (const ScannedState &S : States)
    change(S);
  removeUnused();
  std::vector<const Shape *> Types(Record.sizes().size());
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
