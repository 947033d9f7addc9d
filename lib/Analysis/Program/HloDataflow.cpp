//===- HloDataflow.cpp - Which value is where in a program ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/HloDataflow.h"
#include "llvm/ADT/DenseMap.h"

using namespace llvm;

namespace hlomem {

/// Instead of a value: not found out yet, and about to be.
static constexpr ValueId Unknown(~uint32_t() - 1);
static constexpr ValueId InWork(~uint32_t() - 2);

HloDataflow::HloDataflow(const HloGraph &Graph, XlaRelease TheRelease)
    : G(&Graph), Release(TheRelease) {
  findContexts();
  size_t Places = 0;
  FirstPlace.reserve(G->instructions().size());
  for (const GraphInstruction &I : G->instructions()) {
    FirstPlace.push_back(Places);
    Places += I.Leaves->size();
  }
  ValueAt.resize(Places);
  findInnerUses();
}

static bool runsInCallersStead(Opcode Op) {
  return is_contained({Opcode::Call, Opcode::Conditional, Opcode::While,
                       Opcode::AsyncStart, Opcode::AsyncUpdate,
                       Opcode::AsyncDone},
                      Op);
}

void HloDataflow::findContexts() {
  Contexts.assign(G->computations().size(), HloContext::Unreached);
  SmallVector<ComputationId> Worklist = {G->getEntryNumber()};
  Contexts[G->getEntryNumber()] = HloContext::Global;
  for (size_t Next = 0; Next != Worklist.size(); ++Next) {
    const GraphComputation &C = G->computations()[Worklist[Next]];
    HloContext Outer = Contexts[Worklist[Next]];
    auto Enter = [&](ComputationId Called, Opcode Op) {
      if (Contexts[Called] != HloContext::Unreached)
        return;
      // What a fusion applies to elements is not fused itself.
      if (Op == Opcode::Fusion || G->computations()[Called].IsFused)
        Contexts[Called] = HloContext::Fused;
      else if (runsInCallersStead(Op) && Outer != HloContext::Fused)
        Contexts[Called] = Outer;
      else
        Contexts[Called] = HloContext::ThreadLocal;
      Worklist.push_back(Called);
    };
    for (UnreadCall U : C.UnreadCalls)
      Enter(U.Computation, U.IsByFusion ? Opcode::Fusion : Opcode::Unknown);
    for (InstructionId Number : C.instructions()) {
      const GraphInstruction &I = G->instructions()[Number];
      for (ComputationId Called : I.Called)
        Enter(Called, I.Op);
    }
  }
}

//===----------------------------------------------------------------------===//
// What defines values, and where others come from
//===----------------------------------------------------------------------===//

// The parameters of other computations are what their callers give them.
static bool takesCallersValues(const HloDataflow &D,
                               ComputationId Computation) {
  return Computation != D.getGraph().getEntryNumber() &&
         D.getContext(Computation) == HloContext::Global;
}

bool HloDataflow::mayBePhi(const GraphInstruction &I) const {
  return I.Op == Opcode::While || I.Op == Opcode::Conditional ||
         (I.Op == Opcode::Parameter &&
          takesCallersValues(*this, I.Computation));
}

bool HloDataflow::isPhi(ValueId Value) const {
  return mayBePhi(G->instructions()[Definitions[Value].Instruction]);
}

bool HloDataflow::defines(InstructionId Number, LeafId Leaf) const {
  const GraphInstruction &I = G->instructions()[Number];
  const LeafTree &Tree = *I.Leaves;
  // The element of the result that the leaf is in, if it is not the result.
  auto IsIn = [&](uint64_t Element) {
    return Leaf != RootLeaf &&
           Tree.getElementAbove(Leaf, RootLeaf).first == Element;
  };
  switch (I.Op) {
  case Opcode::AddDependency:
  case Opcode::AllReduceDone:
  case Opcode::Bitcast:
  case Opcode::Call:
  case Opcode::Conditional:
  case Opcode::CopyDone:
  case Opcode::Domain:
  case Opcode::GetTupleElement:
  case Opcode::OptBarrier:
  case Opcode::While:
    return false;
  case Opcode::Parameter:
    return !takesCallersValues(*this, I.Computation);
  case Opcode::Tuple:
  case Opcode::Copy:
    return Leaf == RootLeaf;
  case Opcode::CopyStart:
    return !IsIn(1);
  case Opcode::AsyncStart:
    return Tree[Leaf].Type->isTuple() || !(IsIn(0) || IsIn(1));
  case Opcode::AllGatherDone:
  case Opcode::AsyncDone:
  case Opcode::AsyncUpdate:
  case Opcode::CollectivePermuteDone:
    return Tree[Leaf].Type->isTuple();
  case Opcode::AllGatherStart:
    return !IsIn(0) || Tree[Leaf].Type->isTuple();
  case Opcode::CollectivePermuteStart:
  case Opcode::Send:
  case Opcode::RecvDone:
    return !IsIn(0);
  default:
    return true;
  }
}

// The parts of two shapes are the same ones below places of the same form.
static std::optional<HloPlace> follow(const HloGraph &G, HloPlace P,
                                      LeafId Part, InstructionId Source,
                                      LeafId SourcePart) {
  const LeafTree &From = *G.instructions()[Source].Leaves;
  const LeafTree &To = *G.instructions()[P.Instruction].Leaves;
  if (From[SourcePart].Size != To[Part].Size)
    return std::nullopt;
  return HloPlace{Source, SourcePart + (P.Leaf - Part)};
}

// The same index of another shape, where both have an array there.
static std::optional<HloPlace> followIndex(const HloGraph &G, HloPlace P,
                                           InstructionId Source) {
  const LeafTree &From = *G.instructions()[Source].Leaves;
  const LeafTree &To = *G.instructions()[P.Instruction].Leaves;
  LeafId Part = RootLeaf, SourcePart = RootLeaf;
  while (Part != P.Leaf) {
    auto [Element, Next] = To.getElementAbove(P.Leaf, Part);
    LeafId Found = From.getElement(SourcePart, Element);
    if (!Found)
      return std::nullopt;
    Part = Next;
    SourcePart = Found;
  }
  if (From[SourcePart].Type->isTuple() || To[Part].Type->isTuple())
    return std::nullopt;
  return HloPlace{Source, SourcePart};
}

std::optional<HloPlace> HloDataflow::getParameterSource(HloPlace P) const {
  const GraphInstruction &I = G->instructions()[P.Instruction];
  if (!takesCallersValues(*this, I.Computation))
    return std::nullopt;
  std::optional<HloPlace> First;
  visitSources(P, [&](HloPlace Source) {
    if (!First)
      First = Source;
  });
  return First;
}

// A result is a tuple of the operands, of what the computation gives, and of
// what the backend needs. An update, whose first operand is the operation
// itself, may add operands that the start did not have, and a place for the
// result, for which the start has an empty tuple.
std::optional<HloPlace> HloDataflow::getAsyncSource(HloPlace P) const {
  const GraphInstruction &I = G->instructions()[P.Instruction];
  if (I.Op == Opcode::AsyncUpdate && !I.Operands.empty())
    if (std::optional<HloPlace> Before = followIndex(*G, P, I.Operands[0]))
      return Before;
  if (P.Leaf == RootLeaf)
    return std::nullopt;
  auto [Element, Part] = I.Leaves->getElementAbove(P.Leaf, RootLeaf);
  if (InstructionId Updated = getUpdatedOperand(I); Updated && Element == 1)
    return follow(*G, P, Part, Updated, RootLeaf);
  if (Element == 1 && !I.Called.empty())
    return follow(*G, P, Part, G->getCalled(I).Root, RootLeaf);
  if (Element != 0 || P.Leaf == Part)
    return std::nullopt;
  auto [Number, Operand] = I.Leaves->getElementAbove(P.Leaf, Part);
  InstructionId Source = getAsyncOperand(I, Number);
  return Source ? follow(*G, P, Operand, Source, RootLeaf) : std::nullopt;
}

// The operand of an asynchronous operation that it writes over, where the rules
// tell the two apart.
InstructionId HloDataflow::getUpdatedOperand(const GraphInstruction &I) const {
  if (!getFacts(Release).AsyncUpdatesForwardOperand || I.Called.empty())
    return InstructionId::none();
  const GraphInstruction &Root = (*G)[G->getCalled(I).Root];
  if (Root.Op != Opcode::DynamicUpdateSlice || Root.Operands.empty())
    return InstructionId::none();
  const GraphInstruction &Written = (*G)[Root.Operands[0]];
  if (Written.Op != Opcode::Parameter)
    return InstructionId::none();
  return getAsyncOperand(I, Written.Number);
}

// An operation that was not started here is known by its operand alone.
std::optional<HloPlace> HloDataflow::getDoneSource(HloPlace P) const {
  const HloGraph &All = *G;
  InstructionId Start = All[P.Instruction].Operands[0];
  LeafId Part = All[Start].Leaves->getElement(RootLeaf, 1);
  std::optional<HloPlace> Element =
      Part ? follow(*G, P, RootLeaf, Start, Part) : std::nullopt;
  while (All[Start].Op == Opcode::AsyncUpdate && !All[Start].Operands.empty())
    Start = All[Start].Operands[0];
  if (All[Start].Op != Opcode::AsyncStart || !getUpdatedOperand(All[Start]))
    return Element;
  return follow(*G, P, RootLeaf, G->computations()[All[Start].Called[0]].Root,
                RootLeaf);
}

InstructionId HloDataflow::getAsyncOperand(const GraphInstruction &I,
                                           uint64_t Number) const {
  uint64_t First = 0;
  if (I.Op == Opcode::AsyncUpdate) {
    // Those of the start stand before its own.
    if (I.Operands.empty())
      return InstructionId::none();
    const Shape *Before = G->instructions()[I.Operands[0]].Type;
    uint64_t Known = 0;
    if (Before->isTuple() && !Before->getElements().empty())
      Known = Before->getElements()[0]->getElements().size();
    if (Number < Known)
      return InstructionId::none();
    Number -= Known;
    First = 1;
  }
  if (Number >= I.Operands.size() - First)
    return InstructionId::none();
  return I.Operands[First + Number];
}

// Where the value at P comes from, if P defines none.
std::optional<HloPlace> HloDataflow::getSource(HloPlace P) const {
  const GraphInstruction &I = G->instructions()[P.Instruction];
  if (I.Op == Opcode::Parameter)
    return getParameterSource(P);
  if (I.Op == Opcode::AsyncStart || I.Op == Opcode::AsyncUpdate)
    return getAsyncSource(P);
  if (I.Op == Opcode::Call || (I.Op == Opcode::Conditional))
    return follow(*G, P, RootLeaf, G->getCalled(I).Root, RootLeaf);
  if (I.Operands.empty())
    return std::nullopt;
  InstructionId Operand = I.Operands[0];
  const LeafTree &From = *G->instructions()[Operand].Leaves;
  auto FromElement = [&](uint64_t Element) -> std::optional<HloPlace> {
    LeafId Part = From.getElement(RootLeaf, Element);
    return Part ? follow(*G, P, RootLeaf, Operand, Part) : std::nullopt;
  };
  // The operand that element \p Element of the result is.
  auto IsElement = [&](uint64_t Element) -> std::optional<HloPlace> {
    if (P.Leaf == RootLeaf)
      return std::nullopt;
    auto [Number, Part] = I.Leaves->getElementAbove(P.Leaf, RootLeaf);
    if (Number != Element)
      return std::nullopt;
    if (std::optional<HloPlace> Whole = follow(*G, P, Part, Operand, RootLeaf))
      return Whole;
    if (P.Leaf == Part)
      return std::nullopt;
    auto [Nested, NestedPart] = I.Leaves->getElementAbove(P.Leaf, Part);
    return Nested < I.Operands.size()
               ? follow(*G, P, NestedPart, I.Operands[Nested], RootLeaf)
               : std::nullopt;
  };
  switch (I.Op) {
  case Opcode::GetTupleElement:
    return FromElement(I.Number);
  case Opcode::CopyDone:
    return FromElement(0);
  case Opcode::AsyncDone:
    return getDoneSource(P);
  case Opcode::AllGatherDone:
  case Opcode::CollectivePermuteDone:
    return FromElement(1);
  case Opcode::Tuple: {
    auto [Number, Part] = I.Leaves->getElementAbove(P.Leaf, RootLeaf);
    return Number < I.Operands.size()
               ? follow(*G, P, Part, I.Operands[Number], RootLeaf)
               : std::nullopt;
  }
  case Opcode::RecvDone: {
    LeafId Part = I.Leaves->getElement(RootLeaf, 0);
    LeafId Received = From.getElement(RootLeaf, 0);
    return Part && Received ? follow(*G, P, Part, Operand, Received)
                            : std::nullopt;
  }
  case Opcode::CopyStart:
    return IsElement(1);
  case Opcode::AllGatherStart:
  case Opcode::CollectivePermuteStart:
  case Opcode::Send:
    return IsElement(0);
  default:
    return follow(*G, P, RootLeaf, Operand, RootLeaf);
  }
}

// What may meet at P, where mayBePhi().
template <typename VisitFn>
void HloDataflow::visitSources(HloPlace P, VisitFn Visit) const {
  const GraphInstruction &I = G->instructions()[P.Instruction];
  auto VisitAll = [&](InstructionId Source) {
    if (std::optional<HloPlace> Found =
            follow(*G, P, RootLeaf, Source, RootLeaf))
      Visit(*Found);
  };
  auto VisitLoop = [&](const GraphInstruction &While) {
    VisitAll(While.Operands[0]);
    VisitAll(G->getCalled(While).Root);
  };
  if (I.Op == Opcode::While)
    return VisitLoop(I);
  if (I.Op == Opcode::Conditional) {
    for (ComputationId Branch : I.Called)
      VisitAll(G->computations()[Branch].Root);
    return;
  }
  for (InstructionId Number : G->getComputation(I).Callers) {
    const GraphInstruction &Caller = G->instructions()[Number];
    switch (Caller.Op) {
    case Opcode::While:
      VisitLoop(Caller);
      break;
    case Opcode::Conditional:
      for (auto [Branch, Called] : enumerate(Caller.Called))
        if (Called == I.Computation)
          VisitAll(Caller.Operands[Branch + 1]);
      break;
    case Opcode::Call:
      if (I.Number < Caller.Operands.size())
        VisitAll(Caller.Operands[I.Number]);
      break;
    case Opcode::AsyncStart:
    case Opcode::AsyncUpdate:
      if (InstructionId Source = getAsyncOperand(Caller, I.Number))
        VisitAll(Source);
      break;
    default:
      break;
    }
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

namespace {

/// From place to place to where the value of the first one comes from.
class SourceChain {
public:
  explicit SourceChain(IdArrayRef<InstructionId, size_t> FirstPlace)
      : FirstPlace(FirstPlace) {}

  ArrayRef<HloPlace> places() const { return Places; }
  void add(HloPlace P) { Places.push_back(P); }
  void clear();
  /// The chain has come back to \p P: another source of the last parameter on
  /// the way that has one, with \p GetSources. The values of all its callers
  /// meet in a parameter, and one of them is what it has itself.
  std::optional<HloPlace> leaveCycle(
      HloPlace P,
      function_ref<void(HloPlace, SmallVectorImpl<HloPlace> &)> GetSources);

private:
  struct Crossing {
    size_t Position;
    SmallVector<HloPlace> Untried;
  };

  size_t getNumber(HloPlace P) const {
    return FirstPlace[P.Instruction] + P.Leaf.index();
  }

  IdArrayRef<InstructionId, size_t> FirstPlace;
  SmallVector<HloPlace> Places;
  // Filled when a cycle is met, which XLA's programs have none of.
  DenseMap<size_t, size_t> PositionOf;
  SmallVector<Crossing> Crossings;
};

} // namespace

void SourceChain::clear() {
  Places.clear();
  PositionOf.clear();
  Crossings.clear();
}

std::optional<HloPlace> SourceChain::leaveCycle(
    HloPlace P,
    function_ref<void(HloPlace, SmallVectorImpl<HloPlace> &)> GetSources) {
  for (size_t At = PositionOf.size(); At != Places.size(); ++At) {
    HloPlace Place = Places[At];
    PositionOf[getNumber(Place)] = At;
    Crossing C = {At, {}};
    GetSources(Place, C.Untried);
    // The first one was tried.
    if (C.Untried.size() > 1) {
      std::reverse(C.Untried.begin(), C.Untried.end());
      C.Untried.pop_back();
      Crossings.push_back(std::move(C));
    }
  }
  size_t Begin = PositionOf.lookup(getNumber(P));
  while (!Crossings.empty() && Crossings.back().Position >= Begin) {
    Crossing &Last = Crossings.back();
    if (!Last.Untried.empty())
      return Last.Untried.pop_back_val();
    Crossings.pop_back();
  }
  return std::nullopt;
}

// Every place that defines nothing has one source, so that a chain of them is
// followed to its end. A chain that comes back to itself, and enters by no
// caller, has no value.
void HloDataflow::resolve() {
  ValueAt.assign(ValueAt.size(), Unknown);
  for (auto [Value, P] : withIds(Definitions))
    at(P) = Value;
  SourceChain Chain(FirstPlace);
  auto GetSources = [this](HloPlace P, SmallVectorImpl<HloPlace> &Sources) {
    const GraphInstruction &I = G->instructions()[P.Instruction];
    if (I.Op == Opcode::Parameter && takesCallersValues(*this, I.Computation))
      visitSources(P, [&](HloPlace Source) { Sources.push_back(Source); });
  };
  for (InstructionId I : G->instructions().ids()) {
    for (LeafId Leaf : G->instructions()[I].Leaves->ids()) {
      std::optional<HloPlace> P = HloPlace{I, Leaf};
      while (P && (at(*P) == Unknown || at(*P) == InWork)) {
        if (at(*P) == InWork) {
          P = Chain.leaveCycle(*P, GetSources);
          continue;
        }
        at(*P) = InWork;
        Chain.add(*P);
        P = defines(P->Instruction, P->Leaf) ? std::nullopt : getSource(*P);
      }
      ValueId Value = P ? at(*P) : ValueId::none();
      for (HloPlace Met : Chain.places())
        at(Met) = Value;
      Chain.clear();
    }
  }
}

// True if values meet where no phi is yet.
bool HloDataflow::addPhis() {
  const IdRange<ValueId> Before = Definitions.ids();
  for (auto [Number, I] : withIds(G->instructions())) {
    if (!mayBePhi(I) || Contexts[I.Computation] == HloContext::Unreached ||
        Contexts[I.Computation] == HloContext::Fused)
      continue;
    for (LeafId Leaf : I.Leaves->ids()) {
      HloPlace P = {Number, Leaf};
      ValueId Here = getValueAt(P);
      if (Before.contains(Here) && Definitions[Here] == P)
        continue;
      bool Differ = false;
      visitSources(
          P, [&](HloPlace Source) { Differ |= getValueAt(Source) != Here; });
      if (Differ)
        Definitions.push_back(P);
    }
  }
  return Definitions.size() != Before.size();
}

// A phi of itself and one other value is that other value, but XLA may keep it
// if that is a phi too.
bool HloDataflow::isDefined(ValueId Value) const {
  HloPlace P = Definitions[Value];
  if (defines(P.Instruction, P.Leaf))
    return true;
  if (!isPhi(Value))
    return false;
  ValueId First;
  bool Differ = false;
  visitSources(P, [&](HloPlace Source) {
    ValueId Merged = getValueAt(Source);
    if (Merged == Value)
      return;
    if (!First)
      First = Merged;
    Differ |= Merged != First;
  });
  return Differ || (First && isPhi(First));
}

void HloDataflow::collectPositions() {
  FirstPosition.assign(Definitions.size() + 1, 0);
  auto Visit = [&](auto Use) {
    for (auto [Number, C] : withIds(G->computations())) {
      HloContext Context = Contexts[Number];
      if (Context != HloContext::Global && Context != HloContext::ThreadLocal)
        continue;
      for (InstructionId I : C.instructions())
        for (LeafId Leaf : G->instructions()[I].Leaves->ids()) {
          ValueId Value = getValueAt({I, Leaf});
          if (Value && Definitions[Value] != HloPlace{I, Leaf})
            Use(Value, HloPlace{I, Leaf});
        }
    }
  };
  // Counted, and then filled in behind the definitions.
  Visit([&](ValueId Value, HloPlace) { ++FirstPosition[Value + 1]; });
  for (ValueId V : Definitions.ids())
    FirstPosition[V + 1] += FirstPosition[V] + 1;
  Positions.resize(FirstPosition.back());
  IdVector<ValueId, size_t> Next = FirstPosition;
  for (auto [Value, P] : withIds(Definitions))
    Positions[Next[Value]++] = P;
  Visit([&](ValueId Value, HloPlace P) { Positions[Next[Value]++] = P; });
}

HloDataflow HloDataflow::compute(const HloGraph &Graph, XlaRelease Release) {
  HloDataflow D(Graph, Release);
  for (auto [Number, I] : withIds(Graph.instructions())) {
    HloContext Context = D.Contexts[I.Computation];
    if (Context != HloContext::Global && Context != HloContext::ThreadLocal)
      continue;
    for (LeafId Leaf : I.Leaves->ids())
      if (D.defines(Number, Leaf))
        D.Definitions.push_back({Number, Leaf});
  }
  do
    D.resolve();
  while (D.addPhis());
  D.collectPositions();
  return D;
}

HloDataflow HloDataflow::of(const HloGraph &Graph,
                            ArrayRef<HloPlace> Definitions,
                            XlaRelease Release) {
  HloDataflow D(Graph, Release);
  D.Definitions.assign(Definitions.begin(), Definitions.end());
  D.resolve();
  D.collectPositions();
  return D;
}

// A tuple index table is read where an element is taken from it, and not by an
// instruction that only passes it on.
static bool reads(Opcode Op, LeafId Leaf) {
  switch (Op) {
  case Opcode::GetTupleElement:
  case Opcode::Copy:
    return Leaf == RootLeaf;
  case Opcode::Tuple:
  case Opcode::Domain:
    return false;
  default:
    return true;
  }
}

// What reads a table alone reads no other leaf, unless it is a root.
void HloDataflow::findInnerUses() {
  for (auto [Number, I] : withIds(G->instructions())) {
    if (I.Leaves->size() == 1)
      continue;
    SmallVector<GraphUse, 1> &Inner = InnerUses[Number];
    copy_if(I.Uses, std::back_inserter(Inner), [this](GraphUse U) {
      return reads(G->instructions()[U.User].Op, RootLeaf + 1) ||
             G->isRoot(U.User);
    });
  }
}

void HloDataflow::getUses(ArrayRef<HloPlace> Places,
                          SmallVectorImpl<HloUse> &Uses) const {
  // What ends a computation with the value in it reads it in any case.
  SmallVector<InstructionId, 4> Roots;
  for (HloPlace P : Places)
    if (G->isRoot(P.Instruction))
      Roots.push_back(P.Instruction);
  llvm::sort(Roots);
  for (HloPlace P : Places)
    for (GraphUse U : P.Leaf == RootLeaf
                          ? G->instructions()[P.Instruction].Uses
                          : ArrayRef(InnerUses.find(P.Instruction)->second))
      if (reads(G->instructions()[U.User].Op, P.Leaf) ||
          std::binary_search(Roots.begin(), Roots.end(), U.User))
        Uses.push_back({U.User, U.OperandNumber, P.Leaf});
}

bool HloDataflow::isLiveOut(ValueId Value) const {
  InstructionId Root = G->getEntry().Root;
  return any_of(getPositions(Value),
                [Root](HloPlace P) { return P.Instruction == Root; });
}

} // namespace hlomem
