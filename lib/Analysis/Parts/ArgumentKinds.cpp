//===- ArgumentKinds.cpp - What arguments and results are for -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts/ArgumentKinds.h"
#include "hlomem/Analysis/Layers/NameFolding.h"
#include "hlomem/Analysis/Program/StatePairs.h"
#include "llvm/ADT/DenseSet.h"
#include <deque>

using namespace llvm;

namespace hlomem {

ArgumentKinds::ArgumentKinds(ContentOrigins &Origins, const ScopeNames &Names,
                             const ContentScopes &Scopes)
    : Origins(Origins), Names(Names), Scopes(Scopes), G(Origins.getGraph()) {
  HasBackward = any_of(G.instructions().ids(), [&](InstructionId I) {
    return Names.getPhase(I) == Phase::Backward;
  });
  for (InstructionId P : G.getEntry().Parameters)
    for (auto [Leaf, Node] : withIds(G[P].Leaves->nodes()))
      if (!Node.Type->isTuple()) {
        StringRef Name = Names.getOpName(P);
        LeafAt[{P, Leaf}] = Leaves.size();
        Leaves.push_back(
            {.At = {P, Leaf},
             .Type = Node.Type,
             .Name = (Name.empty() ? StringRef(G[P].Name) : Name).str(),
             .HasPath = !Name.empty()});
      }
  findResults();
  pairWithResults();
  findReturned();
  classifyAll();
  findWorlds();
  nameByReaders();
  for (const ArgumentLeaf &A : Leaves)
    if (A.Kind == PartKind::Parameters)
      if (std::vector<uint64_t> Extents = getExtents(*A.Type); !Extents.empty())
        ParameterShapes.insert(std::move(Extents));
}

const ArgumentLeaf *ArgumentKinds::find(HloPlace P) const {
  auto It = LeafAt.find(P);
  return It == LeafAt.end() ? nullptr : &Leaves[It->second];
}

std::optional<size_t> ArgumentKinds::findResult(HloPlace P) const {
  auto It = ResultAt.find(P);
  return It == ResultAt.end() ? std::nullopt : std::optional(It->second);
}

const ArgumentLeaf *ArgumentKinds::findRenewed(size_t Number) const {
  auto It = RenewedBy.find(Number);
  return It == RenewedBy.end() ? nullptr : &Leaves[It->second];
}

std::vector<uint64_t> ArgumentKinds::getExtents(const Shape &S) {
  std::vector<uint64_t> Extents;
  if (S.isArray())
    for (const Dimension &D : S.getDimensions())
      if (D.Extent != 1)
        Extents.push_back(D.Extent);
  llvm::sort(Extents);
  return Extents;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// A buffer becomes a result in place through moves, writes and loops.
void ArgumentKinds::findResults() {
  InstructionId Root = G.getEntry().Root;
  SmallVector<HloPlace> Waiting;
  for (auto [Leaf, Node] : withIds(G[Root].Leaves->nodes())) {
    if (Node.Type->isTuple())
      continue;
    size_t Number = Results.size();
    Results.push_back({Root, Leaf});
    Waiting.push_back({Root, Leaf});
    auto Add = [&](InstructionId I, LeafId Leaf) {
      if (I && Leaf && G[I].Leaves->ids().contains(Leaf))
        Waiting.push_back({I, Leaf});
    };
    while (!Waiting.empty()) {
      HloPlace P = Waiting.pop_back_val();
      if (!ResultAt.try_emplace(P, Number).second)
        continue;
      const GraphInstruction &I = G[P.Instruction];
      bool IsPart = P.Leaf != RootLeaf;
      switch (I.Op) {
      case Opcode::GetTupleElement:
        if (LeafId Element =
                G[I.getOperand(0)].Leaves->getElement(RootLeaf, I.Number))
          Add(I.getOperand(0), Element + P.Leaf.index());
        break;
      case Opcode::Tuple:
        if (IsPart) {
          auto [N, Element] = I.Leaves->getElementAbove(P.Leaf, RootLeaf);
          Add(I.Operands[N], LeafId(P.Leaf - Element));
        }
        break;
      case Opcode::While:
        Add(I.getOperand(0), P.Leaf);
        [[fallthrough]];
      case Opcode::Call:
      case Opcode::Conditional:
        for (ComputationId Called : I.Called) {
          const GraphComputation &C = G.computations()[Called];
          if (C.IsUnread || G[C.Root].Leaves->size() != I.Leaves->size())
            continue;
          Add(C.Root, P.Leaf);
          if (I.Op == Opcode::While)
            for (InstructionId Parameter : C.Parameters)
              Add(Parameter, P.Leaf);
        }
        break;
      case Opcode::Fusion: {
        InstructionId Inner = Origins.getInner(P.Instruction, P.Leaf);
        while (Inner && !G[Inner].Operands.empty() &&
               (ContentOrigins::isMove(G[Inner].Op) ||
                ContentOrigins::isWriteInPlace(G[Inner].Op)) &&
               G[Inner].Op != Opcode::Convert &&
               G[Inner].Op != Opcode::DynamicSlice &&
               G[Inner].Op != Opcode::Slice)
          Inner = G[Inner].Operands[0];
        if (Inner && G[Inner].Op == Opcode::Parameter)
          Add(I.getOperand(G[Inner].Number), RootLeaf);
        break;
      }
      case Opcode::OptBarrier:
        Add(I.getOperand(0), P.Leaf);
        break;
      case Opcode::CopyDone:
        // It hands on the first element of its copy-start.
        Add(I.getOperand(0),
            G[I.getOperand(0)].Leaves->getElement(RootLeaf, 0));
        break;
      case Opcode::Bitcast:
      case Opcode::Copy:
      case Opcode::CopyStart:
      case Opcode::DynamicUpdateSlice:
      case Opcode::Reshape:
      case Opcode::Scatter:
      case Opcode::Transpose:
        Add(I.getOperand(0), RootLeaf);
        break;
      default:
        break;
      }
    }
  }
}

static bool isCounted(const Shape &S) {
  StringRef Type = S.getElementTypeName();
  return is_contained({"pred", "s32", "u32", "s64", "u64"}, Type);
}

/// What shares memory is a pair; what is not donated is renewed by the first
/// result of its type and dimensions.
void ArgumentKinds::pairWithResults() {
  DenseMap<HloPlace, size_t> NumberOf;
  for (auto [Number, P] : enumerate(Results))
    NumberOf[P] = Number;
  for (auto [Number, Pair] : enumerate(findStatePairs(G))) {
    auto Argument = LeafAt.find(Pair.Argument);
    auto Result = NumberOf.find(Pair.Result);
    if (Argument == LeafAt.end() || Result == NumberOf.end())
      continue;
    ArgumentLeaf &A = Leaves[Argument->second];
    bool IsDonated = Number < G.inputOutputAliases().size();
    // A loss and a scale are numbers too; a step is counted.
    if (!IsDonated && A.Type->getDimensions().empty() && !isCounted(*A.Type))
      continue;
    // Predictions have the shape of labels.
    if (!IsDonated && HasBackward && getRootArgument(A.Name) == A.Name &&
        getMaker(Pair.Result) == Phase::Forward)
      continue;
    A.Renewal = Result->second;
    A.IsPairedByDonation = IsDonated;
  }
}

void ArgumentKinds::findReturned() {
  std::vector<bool> IsArgument;
  for (HloPlace P : Results) {
    const Origin &O = Origins.find(P);
    IsArgument.push_back(Origins.isArgument(O.At) && !O.IsUpdated);
  }
  for (auto [Number, A] : enumerate(Leaves)) {
    if (A.Renewal && IsArgument[*A.Renewal]) {
      A.IsReturned = true;
      A.Renewal.reset();
    }
    if (A.Renewal)
      RenewedBy.try_emplace(*A.Renewal, Number);
  }
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Returns "state[0]" of "state[0][12]"; the name if no number ends it.
static StringRef dropLastNumber(StringRef Name) {
  StringRef Rest = Name;
  if (!Rest.consume_back("]"))
    return Name;
  StringRef Before = Rest.rtrim("0123456789");
  return Before.size() != Rest.size() && Before.consume_back("[") ? Before
                                                                  : Name;
}

bool ArgumentKinds::isOpaque(const ArgumentLeaf &A) const {
  if (!A.HasPath)
    return true;
  StringRef Path = dropLastNumber(A.Name);
  if (Path.size() == A.Name.size())
    return false;
  auto It = ShapesOfPath.find(Path.str());
  return It != ShapesOfPath.end() && It->second.size() > 2;
}

PartKind ArgumentKinds::classify(const ArgumentLeaf &A, PhaseSet ReadBy,
                                 const Root &Of) const {
  if (!HasBackward && (A.Renewal || A.IsReturned))
    return PartKind::Inputs;
  bool IsOfModel =
      ReadBy.contains(Phase::Forward) || ReadBy.contains(Phase::Backward);
  // Keys of random numbers are arrays.
  if (A.Renewal && isCounted(*A.Type) &&
      (IsOfModel || !A.Type->getDimensions().empty()))
    return PartKind::Inputs;
  if (A.Renewal)
    return IsOfModel ? PartKind::Parameters : PartKind::OptimizerState;
  // Numbers, and results that are divided among devices otherwise, are not
  // paired with what they renew.
  bool IsOfUpdate = HasBackward && !IsOfModel && !ReadBy.empty() && A.HasPath;
  if (A.IsReturned)
    return IsOfUpdate ? PartKind::OptimizerState : PartKind::Parameters;
  if (isCounted(*A.Type))
    return PartKind::Inputs;
  if (IsOfUpdate && Of.IsRenewed)
    return PartKind::OptimizerState;
  // Arrays of indices are beside the nodes and edges of a graph.
  if (isOfEquinox(A.Name)
          ? isOfEquinoxRest(A.Name) != IsModelInRest
          : Of.LeadingExtents.size() <= 1 || (Of.HasIndices && !Of.IsRenewed))
    return PartKind::Inputs;
  return A.HasPath ? PartKind::Parameters : PartKind::Arguments;
}

/// Returns true for what only joins arrays, as the gates of a recurrent cell.
static bool isJoin(ContentOrigins &Origins, InstructionId I) {
  const HloGraph &G = Origins.getGraph();
  auto Joins = [](Opcode Op) {
    return Op == Opcode::Concatenate || Op == Opcode::Pad ||
           Op == Opcode::DynamicUpdateSlice;
  };
  const GraphComputation *Body = G.getBody(G[I]);
  if (!Body)
    return Joins(G[I].Op);
  // XLA for TPUs joins by the maximum of what it pads with the least number.
  const bool HasPads = any_of(Body->instructions(), [&](InstructionId In) {
    return G[In].Op == Opcode::Pad;
  });
  return all_of(Body->instructions(), [&](InstructionId In) {
    Opcode Op = G[In].Op;
    return Joins(Op) || (HasPads && Op == Opcode::Maximum) ||
           ContentOrigins::isMove(Op) || Op == Opcode::Parameter ||
           Origins.isEmpty(In);
  });
}

PhaseSet ArgumentKinds::findPhases(HloPlace P) const {
  PhaseSet ReadBy;
  auto Add = [&](ArrayRef<ContentReader> Readers) {
    for (const ContentReader &R : Readers)
      ReadBy |= R.getToldPhases(Names);
  };
  std::vector<ContentReader> Readers = Origins.findReaders(P).Readers;
  Add(Readers);
  for (const ContentReader &R : Readers)
    if (isJoin(Origins, R.User))
      Add(Origins.findReaders({R.User, RootLeaf}).Readers);
  return ReadBy;
}

void ArgumentKinds::classifyAll() {
  // A model has more arrays than its data. What trains one gets it first.
  IsModelInRest =
      !HasBackward && 2 * count_if(Leaves, [](const ArgumentLeaf &A) {
                        return isOfEquinoxRest(A.Name);
                      }) > static_cast<ptrdiff_t>(Leaves.size());
  std::map<StringRef, Root> Roots;
  auto GetRoot = [&](const ArgumentLeaf &A) -> Root & {
    return Roots[A.HasPath ? getRootArgument(A.Name) : StringRef()];
  };
  for (const ArgumentLeaf &A : Leaves) {
    Root &Of = GetRoot(A);
    Of.IsRenewed |= A.Renewal || A.IsReturned;
    if (!A.Renewal && A.Type->isArray() && !A.Type->getDimensions().empty()) {
      Of.LeadingExtents.insert(A.Type->getDimensions().front().Extent);
      Of.HasIndices |=
          is_contained({"s32", "s64"}, A.Type->getElementTypeName());
    }
    ShapesOfPath[dropLastNumber(A.Name).str()].insert(A.Type);
  }
  for (ArgumentLeaf &A : Leaves)
    A.Kind = classify(A, findPhases(A.At), GetRoot(A));
  unifyMirrors();

  // Where no parameter is renewed, or the forward pass renews all, it is the
  // state of a simulation, a cache or the like.
  bool IsTrained = false, IsOfForward = true;
  for (const ArgumentLeaf &A : Leaves) {
    if (!A.Renewal)
      continue;
    IsTrained |= A.Kind == PartKind::Parameters;
    HloPlace Result = Results[*A.Renewal];
    const Shape &S = G.getType(Result);
    if (!S.isArray() || S.getDimensions().empty())
      continue;
    Phase Made = getMaker(Result);
    IsOfForward &= Made == Phase::Forward || Made == Phase::None;
  }
  if (IsTrained && !IsOfForward)
    return;
  for (ArgumentLeaf &A : Leaves)
    if (!A.HasPath && !isCounted(*A.Type))
      A.Kind = PartKind::Arguments;
    else if (A.Renewal)
      A.Kind = PartKind::Inputs;
}

/// One array says nothing of a beginning. Where all others that begin as it
/// does but for that are parameters, it is one: params['shared']['embedding'],
/// beside other embeddings of a model. \p OfRoot has the shorter beginnings.
static void
unifyLone(ArrayRef<ArgumentLeaf *> Trained,
          const std::map<StringRef, std::vector<ArgumentLeaf *>> &Beginnings,
          ArrayRef<std::pair<ArgumentLeaf *, StringRef>> OfRoot) {
  DenseSet<const ArgumentLeaf *> Alone;
  for (const auto &[Beginning, Of] : Beginnings)
    if (Of.size() == 1)
      Alone.insert(Of.front());
  struct Sum {
    unsigned Leaves = 0, Parameters = 0;
  };
  DenseMap<StringRef, Sum> Sums;
  for (const auto &[Leaf, Beginning] : OfRoot)
    if (Alone.contains(Leaf))
      Sums.try_emplace(Beginning);
  if (Sums.empty())
    return;
  for (const ArgumentLeaf *A : Trained)
    for (auto [At, C] : enumerate(StringRef(A->Name)))
      if (C == '[' || C == '.')
        if (auto It = Sums.find(StringRef(A->Name).take_front(At));
            It != Sums.end()) {
          ++It->second.Leaves;
          It->second.Parameters += A->Kind == PartKind::Parameters;
        }
  SmallVector<ArgumentLeaf *> Found;
  for (const auto &[Leaf, Beginning] : OfRoot)
    if (const Sum S = Sums.lookup(Beginning);
        Alone.contains(Leaf) && Leaf->Kind != PartKind::Parameters &&
        S.Parameters > 1 && S.Parameters + 1 == S.Leaves)
      Found.push_back(Leaf);
  for (ArgumentLeaf *A : Found)
    A->Kind = PartKind::Parameters;
}

/// An optimizer has arrays with the paths of parameters behind another
/// beginning, ["w1"] of params["w1"] and of opt.mu["w1"]. What most of one
/// beginning are, all are: XLA fuses the update of some with the backward pass.
/// Of two models in arguments of their own, the same names in one argument tell
/// where a beginning ends: ["w1"] of gen.params["w1"], not .params["w1"].
void ArgumentKinds::unifyMirrors() {
  DenseMap<std::pair<StringRef, StringRef>, unsigned> EndsOfRoot;
  DenseMap<StringRef, unsigned> Ends;
  auto ForEachEnd = [](StringRef Path, function_ref<void(size_t)> Use) {
    for (auto [At, C] : enumerate(Path))
      if ((C == '[' || C == '.') && any_of(Path.substr(At), isAlpha))
        Use(At);
  };
  std::vector<ArgumentLeaf *> Trained;
  for (ArgumentLeaf &A : Leaves)
    if (A.HasPath && A.Kind != PartKind::Inputs && !isCounted(*A.Type))
      Trained.push_back(&A);
  for (const ArgumentLeaf *A : Trained)
    ForEachEnd(A->Name, [&](size_t At) {
      StringRef End = StringRef(A->Name).substr(At);
      ++Ends[End];
      ++EndsOfRoot[{getRootArgument(A->Name), End}];
    });
  std::map<StringRef, std::vector<ArgumentLeaf *>> Beginnings;
  // Each with the beginning that it has otherwise.
  std::vector<std::pair<ArgumentLeaf *, StringRef>> OfRoot;
  for (ArgumentLeaf *A : Trained) {
    std::optional<size_t> Longest, LongestOfRoot;
    ForEachEnd(A->Name, [&](size_t At) {
      StringRef End = StringRef(A->Name).substr(At);
      if (!Longest && Ends.lookup(End) > 1)
        Longest = At;
      if (!LongestOfRoot &&
          EndsOfRoot.lookup({getRootArgument(A->Name), End}) > 1)
        LongestOfRoot = At;
    });
    if (LongestOfRoot && *LongestOfRoot != *Longest)
      OfRoot.emplace_back(A, StringRef(A->Name).take_front(*Longest));
    if (LongestOfRoot)
      Longest = LongestOfRoot;
    if (Longest)
      Beginnings[StringRef(A->Name).take_front(*Longest)].push_back(A);
  }
  auto Unify = [](ArrayRef<ArgumentLeaf *> Of, PartKind Kind) {
    for (ArgumentLeaf *A : Of)
      A->Kind = Kind;
  };
  unifyLone(Trained, Beginnings, OfRoot);
  SmallVector<const std::vector<ArgumentLeaf *> *> Ties;
  std::set<StringRef> RootsOfParameters, RootsOfState;
  for (const auto &[Beginning, Of] : Beginnings) {
    size_t Parameters = count_if(Of, [](const ArgumentLeaf *A) {
      return A->Kind == PartKind::Parameters;
    });
    if (2 * Parameters == Of.size()) {
      Ties.push_back(&Of);
      continue;
    }
    const bool IsOfModel = 2 * Parameters > Of.size();
    Unify(Of, IsOfModel ? PartKind::Parameters : PartKind::OptimizerState);
    (IsOfModel ? RootsOfParameters : RootsOfState)
        .insert(getRootArgument(Beginning));
  }
  // Where each model is in one argument with its state, one of these beginnings
  // has its parameters.
  const bool IsTogether = all_of(RootsOfParameters, [&](StringRef Root) {
    return RootsOfState.contains(Root);
  });
  for (const std::vector<ArgumentLeaf *> *Of : Ties)
    if (StringRef Root = getRootArgument(Of->front()->Name);
        IsTogether && RootsOfState.contains(Root) &&
        !RootsOfParameters.contains(Root))
      Unify(*Of, PartKind::Parameters);
}

/// What a program that is trained in worlds of its own carries of them is data.
/// The state of many worlds has their number as the leading extent of all of
/// its arrays, of which some count; what is observed of them has it too.
void ArgumentKinds::findWorlds() {
  struct State {
    std::set<uint64_t> Extents;
    bool Counts = false;
    unsigned Leaves = 0;
  };
  auto HasExtents = [](const ArgumentLeaf &A) {
    return A.HasPath && A.Renewal && A.Type->isArray() &&
           !A.Type->getDimensions().empty();
  };
  auto GetParent = [](const ArgumentLeaf &A) {
    StringRef Name = A.Name;
    return Name.take_front(std::min(Name.find_last_of("[."), Name.size()));
  };
  std::map<StringRef, State> States;
  for (const ArgumentLeaf &A : Leaves)
    if (HasExtents(A)) {
      State &S = States[GetParent(A)];
      S.Extents.insert(A.Type->getDimensions().front().Extent);
      S.Counts |= isCounted(*A.Type);
      ++S.Leaves;
    }
  std::set<uint64_t> Worlds;
  for (const auto &[Parent, S] : States)
    if (S.Extents.size() == 1 && S.Counts && S.Leaves > 1)
      Worlds.insert(*S.Extents.begin());
  if (Worlds.empty())
    return;
  // A moment has the dimensions of its weight.
  std::set<std::vector<uint64_t>> OfWeights, OfMoments;
  for (const ArgumentLeaf &A : Leaves)
    if (HasExtents(A) && A.Kind == PartKind::Parameters)
      OfWeights.insert(getExtents(*A.Type));
    else if (HasExtents(A) && A.Kind == PartKind::OptimizerState)
      OfMoments.insert(getExtents(*A.Type));
  auto HasTwin = [&](const ArgumentLeaf &A) {
    return (A.Kind == PartKind::Parameters ? OfMoments : OfWeights)
        .contains(getExtents(*A.Type));
  };
  // A weight lies beside others.
  auto IsAlone = [&](const ArgumentLeaf &A) {
    return States[GetParent(A)].Extents.size() == 1;
  };
  for (ArgumentLeaf &A : Leaves)
    if (HasExtents(A) && !OfMoments.empty() && !HasTwin(A) &&
        Worlds.contains(A.Type->getDimensions().front().Extent) &&
        (A.Kind == PartKind::OptimizerState ||
         (A.Kind == PartKind::Parameters && IsAlone(A))))
      A.Kind = PartKind::Inputs;
}

/// A path that ends in a number says nothing where the numbers stand for arrays
/// of all shapes: what reads such a parameter is added, and for optimizer state
/// the name of the parameter that it meets.
void ArgumentKinds::nameByReaders() {
  DenseMap<size_t, std::string> Found;
  for (auto [Number, A] : enumerate(Leaves)) {
    if ((A.Kind != PartKind::Parameters && A.Kind != PartKind::Arguments) ||
        !isOpaque(A))
      continue;
    std::vector<ContentReader> Readers = Origins.findReaders(A.At).Readers;
    for (Phase Wanted : {Phase::Forward, Phase::Backward, Phase::Other}) {
      for (const ContentReader &R : Readers)
        for (InstructionId I : R.Named)
          if (Names.getPhase(I) == Wanted && !Found.contains(Number))
            Found[Number] = Scopes.getScope(I).Path;
      if (Found.contains(Number))
        break;
    }
  }
  constexpr size_t MaxVisited = 40;
  for (auto [Number, A] : enumerate(Leaves)) {
    if (A.Kind != PartKind::OptimizerState || !isOpaque(A))
      continue;
    std::deque<InstructionId> Waiting;
    for (const ContentReader &R : Origins.findReaders(A.At).Readers)
      Waiting.push_back(R.User);
    DenseSet<InstructionId> Seen;
    while (!Waiting.empty() && Seen.size() < MaxVisited &&
           !Found.contains(Number)) {
      InstructionId I = Waiting.front();
      Waiting.pop_front();
      if (!Seen.insert(I).second)
        continue;
      for (const GraphUse &U : G[I].Uses)
        Waiting.push_back(U.User);
      for (InstructionId Operand : G[I].Operands) {
        auto Met = LeafAt.find(Origins.find({Operand, RootLeaf}).At);
        if (Met == LeafAt.end() || !Found.contains(Met->second))
          continue;
        const ArgumentLeaf &P = Leaves[Met->second];
        if (P.Kind == PartKind::Parameters && P.Type->isArray() &&
            A.Type->isArray() &&
            P.Type->getDimensions() == A.Type->getDimensions()) {
          // A new entry may move the others.
          std::string Scope = Found.lookup(Met->second);
          Found[Number] = std::move(Scope);
          break;
        }
      }
    }
  }
  for (const auto &[Number, Scope] : Found)
    if (!Scope.empty()) {
      std::string &Name = Leaves[Number].Name;
      Name = (dropLastNumber(Name) + " of " + Scope).str();
    }
}

} // namespace hlomem
