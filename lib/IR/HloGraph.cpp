//===- HloGraph.cpp - The program of a module as a graph ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/HloGraph.h"
#include "llvm/ADT/StringSwitch.h"
#include <numeric>

using namespace llvm;

namespace hlomem {

FusionKind parseFusionKind(StringRef Word) {
  return StringSwitch<FusionKind>(Word)
      .Case("kLoop", FusionKind::Loop)
      .Case("kInput", FusionKind::Input)
      .Case("kOutput", FusionKind::Output)
      .Case("kCustom", FusionKind::Custom)
      .Default(FusionKind::None);
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

LeafId LeafTree::getElement(LeafId Leaf, uint64_t Number) const {
  const Node &N = Nodes[Leaf];
  if (!N.Type->isTuple() || Number >= N.Type->getElements().size())
    return LeafId::none();
  return Elements[N.FirstElement + Number];
}

LeafId LeafTree::find(ArrayRef<int64_t> Index) const {
  LeafId Leaf = RootLeaf;
  for (int64_t Number : Index) {
    Leaf = Number < 0 ? LeafId::none() : getElement(Leaf, Number);
    if (!Leaf)
      break;
  }
  return Leaf;
}

LeafId LeafTree::find(ShapeIndex Index) const {
  SmallVector<uint64_t, 4> Parts = Index.getParts();
  return find(SmallVector<int64_t, 4>(Parts.begin(), Parts.end()));
}

std::pair<uint64_t, LeafId> LeafTree::getElementAbove(LeafId Leaf,
                                                      LeafId Ancestor) const {
  assert(Leaf > Ancestor && Leaf < Ancestor + Nodes[Ancestor].Size &&
         "the leaf is below");
  while (Nodes[Leaf].Parent != Ancestor)
    Leaf = Nodes[Leaf].Parent;
  return {Nodes[Leaf].Number, Leaf};
}

void LeafTree::printIndex(LeafId Leaf, raw_ostream &OS) const {
  SmallVector<uint32_t, 4> Numbers;
  for (; Leaf != RootLeaf; Leaf = Nodes[Leaf].Parent)
    Numbers.push_back(Nodes[Leaf].Number);
  OS << '{';
  interleave(reverse(Numbers), OS, ",");
  OS << '}';
}

//===----------------------------------------------------------------------===//
// HloGraph
//===----------------------------------------------------------------------===//

InstructionId HloGraph::find(StringRef Name) const {
  const auto &Numbers = NumbersByName.get([&] {
    DenseMap<StringRef, InstructionId> Made(Instructions.size());
    for (auto [Number, I] : withIds(Instructions))
      Made.try_emplace(I.Name, Number);
    return Made;
  });
  auto Found = Numbers.find(Name);
  return Found == Numbers.end() ? InstructionId::none() : Found->second;
}

std::optional<HloPlace> HloGraph::find(StringRef Name, ShapeIndex Index) const {
  InstructionId Definer = find(Name);
  LeafId Leaf =
      Definer ? Instructions[Definer].Leaves->find(Index) : LeafId::none();
  return Leaf ? std::optional(HloPlace{Definer, Leaf}) : std::nullopt;
}

std::shared_ptr<HloGraph> HloGraph::share() const {
  std::shared_ptr<HloGraph> G(new HloGraph);
  G->Name = Name;
  G->Computations = Computations;
  G->Instructions = Instructions;
  G->Aliases = Aliases;
  G->Donors = Donors;
  G->BadAliasingLists = BadAliasingLists;
  G->Entry = Entry;
  G->IsInCallOrder = IsInCallOrder;
  return G;
}

std::shared_ptr<const HloGraph>
HloGraph::rename(ArrayRef<NewName> Names) const {
  std::shared_ptr<HloGraph> G = share();
  for (const NewName &N : Names) {
    G->Instructions[N.Instruction].Name = N.Name;
    G->Instructions[N.Instruction].Id = N.Id;
  }
  return G;
}

std::shared_ptr<const HloGraph>
HloGraph::withAliases(ArrayRef<InputOutputAlias> NewAliases,
                      std::vector<BufferDonor> NewDonors) const {
  std::shared_ptr<HloGraph> G = share();
  G->Aliases = NewAliases.vec();
  G->Donors = std::move(NewDonors);
  return G;
}

//===----------------------------------------------------------------------===//
// HloGraphBuilder
//===----------------------------------------------------------------------===//

HloGraphBuilder::HloGraphBuilder(StringRef Name, bool KeepsNames)
    : KeepsNames(KeepsNames), G(new HloGraph) {
  G->Arena = std::make_unique<BumpPtrAllocator>();
  G->Name = Name.copy(*G->Arena);
}

HloGraphBuilder::~HloGraphBuilder() = default;

StringRef HloGraphBuilder::keep(StringRef Text) {
  return KeepsNames ? Text.copy(*G->Arena) : Text;
}

void HloGraphBuilder::reserve(size_t Instructions) {
  G->Instructions.reserve(Instructions);
}

ComputationId HloGraphBuilder::addComputation(StringRef Name, bool IsFused,
                                              StringRef Thread) {
  GraphComputation &C = G->Computations.emplace_back();
  C.Name = keep(Name);
  C.Thread = keep(Thread);
  C.IsFused = IsFused;
  C.Begin = C.End = InstructionId(G->Instructions.size());
  Roots.emplace_back();
  return G->getNumber(C);
}

InstructionId HloGraphBuilder::addInstruction(const NewInstruction &New) {
  assert(!G->Computations.empty() && "an instruction is in a computation");
  assert(New.Type && "an instruction has a type");
  GraphInstruction &I = G->Instructions.emplace_back();
  I.Name = keep(New.Name);
  I.Op = New.Op;
  I.OpcodeName =
      New.OpcodeName.empty() ? opcodeName(New.Op) : keep(New.OpcodeName);
  I.Type = New.Type;
  I.Leaves = &getLeaves(*New.Type);
  I.Computation = ComputationId(G->Computations.size() - 1);
  I.Number = New.Number;
  I.Operands = ArrayRef(New.Operands).copy(*G->Arena);
  I.Called = ArrayRef(New.Called).copy(*G->Arena);
  I.Aliases = ArrayRef(New.Aliases).copy(*G->Arena);
  I.Id = New.Id;
  I.Fusion = New.Fusion;
  if (New.Op == Opcode::CustomCall)
    I.CustomCall = new (G->Arena->Allocate<CustomCallDetails>())
        CustomCallDetails{keep(New.CustomCallTarget), keep(New.BackendConfig)};
  if (New.MayAlias)
    setMayAlias(I, *New.MayAlias);
  ++G->Computations.back().End;
  return G->getNumber(I);
}

void HloGraphBuilder::setOperands(InstructionId Instruction,
                                  ArrayRef<InstructionId> Operands) {
  G->Instructions[Instruction].Operands = Operands.copy(*G->Arena);
}

void HloGraphBuilder::readAliasingOperands(InstructionId Instruction,
                                           StringRef BackendConfig,
                                           uint32_t OperandCount) {
  GraphInstruction &I = G->Instructions[Instruction];
  auto Read = parseAliasingOperands(BackendConfig, *I.Type, OperandCount);
  if (!Read)
    G->BadAliasingLists.emplace_back(Instruction, toString(Read.takeError()));
  else if (*Read)
    setMayAlias(I, **Read);
}

void HloGraphBuilder::setMayAlias(GraphInstruction &I,
                                  ArrayRef<AliasingOperand> List) {
  using ListT = ArrayRef<AliasingOperand>;
  I.MayAlias = new (G->Arena->Allocate<ListT>()) ListT(List.copy(*G->Arena));
}

void HloGraphBuilder::setCalled(InstructionId Instruction,
                                ArrayRef<ComputationId> Called) {
  G->Instructions[Instruction].Called = Called.copy(*G->Arena);
}

void HloGraphBuilder::setAliases(InstructionId Instruction,
                                 ArrayRef<OutputOperandAlias> Aliases) {
  G->Instructions[Instruction].Aliases = Aliases.copy(*G->Arena);
}

void HloGraphBuilder::setRoot(ComputationId Computation,
                              InstructionId Instruction) {
  Roots[Computation] = Instruction;
}

void HloGraphBuilder::setUnread(ComputationId Computation,
                                ArrayRef<UnreadCall> Calls) {
  GraphComputation &C = G->Computations[Computation];
  C.IsUnread = true;
  C.UnreadCalls = Calls.copy(*G->Arena);
}

void HloGraphBuilder::setEntry(ComputationId Computation) {
  Entry = Computation;
}

void HloGraphBuilder::setSchedule(ComputationId Computation,
                                  ArrayRef<InstructionId> Order) {
  G->Computations[Computation].Schedule = Order.copy(*G->Arena);
}

void HloGraphBuilder::addInputOutputAlias(const InputOutputAlias &A) {
  G->Aliases.push_back(A);
}

void HloGraphBuilder::addBufferDonor(const BufferDonor &D) {
  G->Donors.push_back(D);
}

// Shapes nest as deep as whoever made them allowed, so that a list of what is
// to be done takes the place of a recursion.
const LeafTree &HloGraphBuilder::getLeaves(const Shape &S) {
  std::unique_ptr<LeafTree> &Tree = G->Trees[&S];
  if (Tree)
    return *Tree;
  Tree = std::make_unique<LeafTree>();
  IdVector<LeafId, LeafTree::Node> &Nodes = Tree->Nodes;
  struct Open {
    LeafId Leaf;
    size_t NextElement;
  };
  SmallVector<Open> Stack;
  auto Add = [&](const Shape *Part, LeafId Parent, uint32_t Number) {
    LeafTree::Node N;
    N.Type = Part;
    N.Parent = Parent;
    N.Number = Number;
    Stack.push_back({Nodes.add(N), 0});
  };
  Add(&S, RootLeaf, 0);
  size_t Elements = 0;
  while (!Stack.empty()) {
    auto [Leaf, Element] = Stack.back();
    const Shape *Type = Nodes[Leaf].Type;
    if (Element == 0 && Type->isTuple()) {
      Nodes[Leaf].FirstElement = Elements;
      Elements += Type->getElements().size();
    }
    if (!Type->isTuple() || Element == Type->getElements().size()) {
      Nodes[Leaf].Size = Nodes.size() - Leaf.index();
      Stack.pop_back();
      continue;
    }
    ++Stack.back().NextElement;
    Add(Type->getElements()[Element], Leaf, Element);
  }
  Nodes.shrink_to_fit();
  Tree->Elements.resize(Elements);
  for (auto [Leaf, N] : drop_begin(withIds(Nodes)))
    Tree->Elements[Nodes[N.Parent].FirstElement + N.Number] = Leaf;
  return *Tree;
}

static Error failOf(const GraphInstruction &I, const Twine &Problem) {
  return createStringError("instruction '" + I.Name + "' " + Problem);
}

static Error failOf(const GraphComputation &C, const Twine &Problem) {
  return createStringError("computation '" + C.Name + "' " + Problem);
}

// Whoever follows what is passed on asks for a leaf of the one by its number in
// the other, so that there have to be as many.
static constexpr StringLiteral OtherShape =
    "passes on what has another shape there";

Error HloGraphBuilder::checkInstruction(InstructionId Number) {
  const GraphInstruction &I = G->Instructions[Number];
  const GraphComputation &C = G->getComputation(I);
  for (InstructionId Operand : I.Operands) {
    if (!C.instructions().contains(Operand))
      return failOf(I, "has an operand that is not in its computation");
    if (Operand >= Number)
      return failOf(I, "stands before its operand '" +
                           G->Instructions[Operand].Name + "'");
  }
  for (ComputationId Called : I.Called) {
    if (!G->Computations.ids().contains(Called))
      return failOf(I, "calls a computation that is not there");
    if (G->Computations[Called].IsUnread && I.Op != Opcode::Fusion)
      return failOf(I, "calls a computation that was not read");
  }
  for (const OutputOperandAlias &A : I.Aliases)
    if (!I.Leaves->ids().contains(A.Output) ||
        A.OperandNumber >= I.Operands.size() ||
        !G->Instructions[I.Operands[A.OperandNumber]].Leaves->ids().contains(
            A.OperandLeaf))
      return failOf(I, "aliases what is not there");
  if (I.MayAlias && any_of(*I.MayAlias, [&](const AliasingOperand &A) {
        return A.OperandNumber >= I.Operands.size();
      }))
    return failOf(I, "lends an operand that it does not have");
  auto Wants = [&](size_t Operands, size_t Called) {
    return I.Operands.size() == Operands && I.Called.size() == Called
               ? Error::success()
               : failOf(I, "does not have the operands and computations of "
                           "its opcode");
  };
  switch (I.Op) {
  case Opcode::GetTupleElement: {
    if (Error E = Wants(1, 0))
      return E;
    const LeafTree &From = *G->Instructions[I.Operands[0]].Leaves;
    LeafId Leaf = From.getElement(RootLeaf, I.Number);
    if (!Leaf)
      return failOf(I, "takes an element that its operand does not have");
    return From[Leaf].Size == I.Leaves->size() ? Error::success()
                                               : failOf(I, OtherShape);
  }
  case Opcode::Tuple: {
    // The elements come one after the other, and nothing else is there.
    LeafId Leaf = RootLeaf + 1;
    for (InstructionId Operand : I.Operands) {
      uint32_t Size = G->Instructions[Operand].Leaves->size();
      if (!I.Leaves->ids().contains(Leaf) || (*I.Leaves)[Leaf].Size != Size)
        return failOf(I, OtherShape);
      Leaf += Size;
    }
    return I.Type->isTuple() && Leaf.index() == I.Leaves->size()
               ? Error::success()
               : failOf(I, OtherShape);
  }
  case Opcode::While:
    return Wants(1, 2);
  case Opcode::Call:
    return Wants(I.Operands.size(), 1);
  case Opcode::Conditional:
    // One branch at least.
    return Wants(I.Called.size() + 1, std::max<size_t>(I.Called.size(), 1));
  default:
    return Error::success();
  }
}

// Callees first; who is met again on the way back up calls itself.
Error HloGraphBuilder::checkOrder() {
  enum State : uint8_t { New, Open, Done };
  IdVector<ComputationId, State> States(G->Computations.size(), New);
  struct Visit {
    ComputationId Computation;
    InstructionId NextInstruction;
    size_t NextCalled;
  };
  SmallVector<Visit> Stack;
  auto Enter = [&](ComputationId C) {
    States[C] = Open;
    Stack.push_back({C, G->Computations[C].Begin, 0});
  };
  // The next computation that the last one on the stack calls, and what it is
  // called by; none behind the last.
  auto Next = [&](const GraphInstruction *&By) -> ComputationId {
    Visit &V = Stack.back();
    const GraphComputation &C = G->Computations[V.Computation];
    if (V.NextCalled < C.UnreadCalls.size())
      return C.UnreadCalls[V.NextCalled++].Computation;
    for (; V.NextInstruction != C.End; ++V.NextInstruction, V.NextCalled = 0) {
      By = &G->Instructions[V.NextInstruction];
      if (V.NextCalled != By->Called.size())
        return By->Called[V.NextCalled++];
    }
    return ComputationId::none();
  };
  for (ComputationId First : G->Computations.ids()) {
    if (States[First] != New)
      continue;
    Enter(First);
    while (!Stack.empty()) {
      const GraphInstruction *By = nullptr;
      ComputationId Called = Next(By);
      if (!Called) {
        States[Stack.back().Computation] = Done;
        Stack.pop_back();
      } else if (States[Called] == Open) {
        std::string Problem = ("calls '" + G->Computations[Called].Name +
                               "', which it is called by")
                                  .str();
        return By ? failOf(*By, Problem)
                  : failOf(G->Computations[Stack.back().Computation], Problem);
      } else if (States[Called] == New) {
        Enter(Called);
      }
    }
  }
  return Error::success();
}

Error HloGraphBuilder::makeParameters() {
  for (auto [Number, C] : withIds(G->Computations)) {
    if (C.IsUnread)
      continue;
    SmallVector<InstructionId> Parameters;
    for (InstructionId I : C.instructions())
      if (G->Instructions[I].Op == Opcode::Parameter)
        Parameters.push_back(I);
    llvm::sort(Parameters, [&](InstructionId A, InstructionId B) {
      return G->Instructions[A].Number < G->Instructions[B].Number;
    });
    for (auto [P, I] : enumerate(Parameters))
      if (G->Instructions[I].Number != P)
        return failOf(C, "has no parameter " + Twine(P) +
                             ", or several of that number");
    C.Parameters = ArrayRef(Parameters).copy(*G->Arena);
    C.Root = Roots[Number];
    if (!C.instructions().contains(C.Root))
      return failOf(C, "has no root");
  }
  return Error::success();
}

/// True if what \p I passes to the computations it calls, and back, has as many
/// leaves there.
bool HloGraphBuilder::haveSameLeaves(const GraphInstruction &I) const {
  auto Count = [&](InstructionId Number) -> size_t {
    return G->Instructions[Number].Leaves->size();
  };
  auto Enters = [&](ComputationId Called, ArrayRef<InstructionId> Operands) {
    return all_of(zip(Operands, G->Computations[Called].Parameters),
                  [&](const auto &Pair) {
                    return Count(std::get<0>(Pair)) == Count(std::get<1>(Pair));
                  });
  };
  auto Returns = [&](ComputationId Called) {
    return G->Computations[Called].IsUnread ||
           Count(G->Computations[Called].Root) == I.Leaves->size();
  };
  switch (I.Op) {
  case Opcode::While:
    return Count(I.Operands[0]) == I.Leaves->size() &&
           all_of(I.Called,
                  [&](ComputationId C) { return Enters(C, I.Operands); }) &&
           Returns(I.Called[0]);
  case Opcode::Conditional:
    return all_of(enumerate(I.Called), [&](const auto &Branch) {
      return Returns(Branch.value()) &&
             Enters(Branch.value(), I.Operands.slice(Branch.index() + 1, 1));
    });
  case Opcode::Call:
  case Opcode::Fusion:
    return all_of(I.Called, [&](ComputationId C) {
      return Returns(C) && Enters(C, I.Operands);
    });
  default:
    return true;
  }
}

Error HloGraphBuilder::checkSchedules() {
  InstructionSet Met(G->Instructions.size());
  for (const GraphComputation &C : G->Computations) {
    if (C.Schedule.empty())
      continue;
    for (InstructionId I : C.Schedule) {
      if (!C.instructions().contains(I))
        return failOf(C, "has a schedule with what is not in it");
      if (Met[I])
        return failOf(C, "schedules '" + G->Instructions[I].Name + "' twice");
      Met[I] = true;
      for (InstructionId Operand : G->Instructions[I].Operands)
        if (!Met[Operand])
          return failOf(C, "schedules '" + G->Instructions[I].Name +
                               "' before its operand '" +
                               G->Instructions[Operand].Name + "'");
    }
    if (C.Schedule.size() != C.instructions().size())
      return failOf(C, "has " + Twine(C.instructions().size()) +
                           " instructions, of which its schedule has " +
                           Twine(C.Schedule.size()));
  }
  return Error::success();
}

Error HloGraphBuilder::checkAliases() {
  const GraphComputation &C = G->getEntry();
  auto IsLeaf = [&](uint64_t Parameter, LeafId Leaf) {
    return Parameter < C.Parameters.size() &&
           G->Instructions[C.Parameters[Parameter]].Leaves->ids().contains(
               Leaf);
  };
  for (const InputOutputAlias &A : G->Aliases)
    if (!G->Instructions[C.Root].Leaves->ids().contains(A.Output) ||
        !IsLeaf(A.Parameter, A.ParameterLeaf))
      return createStringError("an aliased argument or result is not there");
  for (const BufferDonor &D : G->Donors)
    if (!IsLeaf(D.Parameter, D.ParameterLeaf))
      return createStringError("an argument that is given away is not there");
  return Error::success();
}

Error HloGraphBuilder::check() {
  if (!G->Computations.ids().contains(Entry) || G->Computations[Entry].IsUnread)
    return createStringError("the program has no entry computation");
  G->Entry = Entry;
  for (InstructionId I : G->Instructions.ids())
    if (Error E = checkInstruction(I))
      return E;
  // Newer sources name the computation of an asynchronous operation once.
  for (GraphInstruction &I : G->Instructions)
    if ((I.Op == Opcode::AsyncUpdate || I.Op == Opcode::AsyncDone) &&
        I.Called.empty() && !I.Operands.empty())
      I.Called = G->Instructions[I.Operands[0]].Called;
  if (Error E = checkOrder())
    return E;
  if (Error E = makeParameters())
    return E;
  for (const GraphInstruction &I : G->Instructions)
    if (I.Op == Opcode::While)
      for (ComputationId Called : I.Called)
        if (G->Computations[Called].Parameters.size() != 1)
          return failOf(I, "calls '" + G->Computations[Called].Name +
                               "', which does not have one parameter");
  for (const GraphInstruction &I : G->Instructions)
    if (!I.Called.empty() && !haveSameLeaves(I))
      return failOf(I, OtherShape);
  if (Error E = checkSchedules())
    return E;
  return checkAliases();
}

void HloGraphBuilder::makeUses() {
  // Counted, and then filled in.
  IdVector<InstructionId, uint32_t> Next(G->Instructions.size() + 1);
  IdVector<ComputationId, uint32_t> NextCaller(G->Computations.size() + 1);
  IdVector<ComputationId, InstructionId> LastCaller(G->Computations.size());
  auto VisitCallers = [&](auto Visit) {
    LastCaller.assign(LastCaller.size(), InstructionId::none());
    for (auto [Number, I] : withIds(G->Instructions))
      for (ComputationId Called : I.Called)
        if (std::exchange(LastCaller[Called], Number) != Number)
          Visit(Called, Number);
  };
  for (const GraphInstruction &I : G->Instructions)
    for (InstructionId Operand : I.Operands)
      ++Next[Operand + 1];
  VisitCallers(
      [&](ComputationId Called, InstructionId) { ++NextCaller[Called + 1]; });
  std::partial_sum(Next.begin(), Next.end(), Next.begin());
  std::partial_sum(NextCaller.begin(), NextCaller.end(), NextCaller.begin());
  MutableArrayRef<GraphUse> Uses(G->Arena->Allocate<GraphUse>(Next.back()),
                                 Next.back());
  MutableArrayRef<InstructionId> Callers(
      G->Arena->Allocate<InstructionId>(NextCaller.back()), NextCaller.back());
  for (auto [I, Begin, End] : zip(G->Instructions, Next, drop_begin(Next)))
    I.Uses = Uses.slice(Begin, End - Begin);
  for (auto [C, Begin, End] :
       zip(G->Computations, NextCaller, drop_begin(NextCaller)))
    C.Callers = Callers.slice(Begin, End - Begin);
  for (auto [Number, I] : withIds(G->Instructions))
    for (auto [N, Operand] : enumerate(I.Operands))
      Uses[Next[Operand]++] = {Number, static_cast<uint32_t>(N)};
  VisitCallers([&](ComputationId Called, InstructionId Caller) {
    Callers[NextCaller[Called]++] = Caller;
  });
}

Expected<std::unique_ptr<HloGraph>> HloGraphBuilder::build() && {
  if (Error E = check())
    return E;
  G->Computations.shrink_to_fit();
  makeUses();
  return std::move(G);
}

} // namespace hlomem
