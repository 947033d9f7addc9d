//===- ContentNames.cpp - What a content is for ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts/ContentNames.h"
#include "hlomem/Support/LLVM.h"

using namespace llvm;

namespace hlomem {

static constexpr uint32_t NoPosition = ~uint32_t();

ContentNames::ContentNames(const ProgramSource &P, const HloGraph &G,
                           ArrayRef<std::string> ResultNames)
    : G(G), ResultNames(ResultNames), Names(std::make_unique<ScopeNames>(P, G)),
      Origins(std::make_unique<ContentOrigins>(G, *Names)),
      Scopes(std::make_unique<ContentScopes>(*Origins, *Names)),
      Arguments(std::make_unique<ArgumentKinds>(*Origins, *Names, *Scopes)),
      Positions(G.instructions().size(), NoPosition) {
  for (const GraphComputation &C : G.computations())
    for (auto [Position, I] : enumerate(C.Schedule))
      Positions[I] = Position;
  findFirstBackward();
}

std::optional<size_t> ContentNames::getPosition(InstructionId I) const {
  return Positions[I] == NoPosition ? std::nullopt
                                    : std::optional<size_t>(Positions[I]);
}

void ContentNames::findFirstBackward() {
  auto IsHeavy = [&](const GraphInstruction &I) {
    if (I.Op == Opcode::While || isContraction(I))
      return true;
    return any_of(I.Called, [&](ComputationId C) {
      return any_of(G.computations()[C].instructions(),
                    [&](InstructionId In) { return isContraction(G[In]); });
    });
  };
  for (InstructionId I : G.getEntry().Schedule) {
    StringRef OpName = Names->getOpName(I);
    if (Names->getPhase(OpName) == Phase::Backward && !isRecomputed(OpName) &&
        IsHeavy(G[I])) {
      FirstBackward = I;
      return;
    }
  }
}

/// Returns true for an instruction of the entry that runs after the forward
/// pass.
bool ContentNames::isAfterForward(InstructionId I) const {
  std::optional<size_t> At = getPosition(I);
  return FirstBackward && isOfEntry(I) && At &&
         *At >= *getPosition(FirstBackward);
}

//===----------------------------------------------------------------------===//
// Arguments and results
//===----------------------------------------------------------------------===//

std::optional<Content> ContentNames::findInArgument(HloPlace Argument,
                                                    HloPlace P) {
  const ArgumentLeaf *A = Arguments->find(Argument);
  if (!A)
    return std::nullopt;
  if (const Origin &O = Origins->find(P); O.At == Argument)
    return nameArgument(*A, O, P);
  if (!Arguments->findResult(P))
    return std::nullopt;
  return Content{A->Kind, A->Name, "renewed", ""};
}

std::optional<Content> ContentNames::findResult(HloPlace P) {
  std::optional<size_t> Number = Arguments->findResult(P);
  if (!Number)
    return std::nullopt;
  if (const ArgumentLeaf *A = Arguments->findRenewed(*Number))
    return Content{PartKind::Results, "new " + A->Name, "", ""};
  const Origin &O = Origins->find(P);
  if (const Origin *Start = Origins->findStart(O))
    if (const ArgumentLeaf *A = Arguments->find(Start->At))
      return Content{PartKind::Results, "each " + A->Name, "", ""};
  ScopeName S = Scopes->getScopeOf(O);
  if (*Number < ResultNames.size() && !ResultNames[*Number].empty())
    return Content{PartKind::Results, ResultNames[*Number], S.Path, S.Source};
  return Content{PartKind::Results, S.Path, S.Operation, S.Source};
}

/// Is true for what a scan stacks in its iterations: arrays like \p A, behind
/// further extents.
bool ContentNames::isStackOf(const ArgumentLeaf &A, HloPlace P) const {
  const Shape &S = G.getType(P);
  if (!S.isArray() || !A.Type->isArray())
    return false;
  const ArrayRef<Dimension> All = S.getDimensions(),
                            One = A.Type->getDimensions();
  return !One.empty() && All.size() > One.size() &&
         All.take_back(One.size()) == One;
}

Content ContentNames::nameArgument(const ArgumentLeaf &A, const Origin &O,
                                   HloPlace P) {
  // A stack is no copy of the argument.
  if (isStackOf(A, P))
    return {PartKind::WorkingMemory, "each " + A.Name, "", ""};
  Content C = {A.Kind, A.Name, "", ""};
  if (O.IsUpdated)
    C.Detail = "updated";
  else if (StringRef Type = G.getType(P).getElementTypeName();
           Type != A.Type->getElementTypeName()) {
    // A cast is working memory: each kind of argument has the bytes of the
    // arguments alone.
    C = {PartKind::WorkingMemory, (Type + " " + A.Name).str(), "", ""};
  } else if (A.At.Instruction != P.Instruction)
    C.Detail = "moved";
  return C;
}

//===----------------------------------------------------------------------===//
// What the program makes
//===----------------------------------------------------------------------===//

/// An empty buffer belongs to what is written into it later.
std::optional<HloPlace> ContentNames::findFill(HloPlace P) {
  for (HloPlace Fill : Origins->findReaders(P).Fills)
    if (!Origins->isEmpty(Origins->find(Fill).At.Instruction))
      return Fill;
  return std::nullopt;
}

ScopeName ContentNames::findScope(const Origin &O, InstructionId Named) {
  ScopeName S = Scopes->getScope(Named);
  if (!O.Stacked)
    return S;
  if (const ArgumentLeaf *A = Arguments->find(O.Stacked->At)) {
    S.Path = A->Name;
    return S;
  }
  return Scopes->getScopeOf(*O.Stacked);
}

/// A derivative has the dimensions of a parameter, and the backward pass does
/// not multiply with it.
bool ContentNames::isGradient(HloPlace P, const ContentReaders &Readers) {
  if (!Arguments->isParameterShape(G.getType(P)))
    return false;
  return none_of(Readers.Readers, [&](const ContentReader &R) {
    bool IsBackward = any_of(R.Named, [&](InstructionId I) {
      return Names->getPhase(I) == Phase::Backward;
    });
    bool IsSum = any_of(R.Named, [&](InstructionId I) {
      StringRef Operation = Names->getOpName(I).rsplit('/').second;
      return Operation.contains("add") || Operation.contains("reduce") ||
             Operation.contains("mul");
    });
    return IsBackward && !IsSum && !Arguments->findResult({R.User, RootLeaf});
  });
}

/// What is made outside of both passes, such as the factors of an update, is
/// read in the backward pass only if that is what an op_name says.
const ContentReader *
ContentNames::findBackwardReader(Phase Made,
                                 const ContentReaders &Readers) const {
  const ContentReader *Last = nullptr;
  for (const ContentReader &R : Readers.Readers)
    if (Made == Phase::Other
            ? R.getToldPhases(*Names).contains(Phase::Backward)
            : R.Phases.contains(Phase::Backward) || isAfterForward(R.User))
      Last = &R;
  return Last;
}

/// A compiler may expand one operation into several without names, of which
/// only the last leads to a name.
InstructionId ContentNames::findNamedReader(HloPlace P) {
  constexpr size_t MostPlaces = 64;
  SmallVector<HloPlace> Places = {P};
  DenseSet<InstructionId> Seen;
  for (size_t N = 0; N != std::min(Places.size(), MostPlaces); ++N) {
    std::vector<ContentReader> Readers =
        Origins->findReaders(Places[N]).Readers;
    // The order of users differs from source to source of a program.
    stable_sort(Readers, [&](const ContentReader &L, const ContentReader &R) {
      return Positions[L.User] < Positions[R.User];
    });
    for (const ContentReader &R : Readers) {
      for (InstructionId I : R.Named)
        if (!Names->getOpName(I).empty())
          return I;
      if (Seen.insert(R.User).second)
        for (LeafId Leaf : G[R.User].Leaves->ids())
          Places.push_back({R.User, Leaf});
    }
  }
  return {};
}

Content ContentNames::nameMade(const Origin &O, HloPlace P) {
  ContentReaders Readers = Origins->findReaders(P);
  InstructionId Named = Scopes->findNamed(O.At);
  // Tells the pass.
  InstructionId Teller = Named;
  Phase Made = Names->getPhase(Teller);
  ScopeName S = findScope(O, Named);
  if (Made == Phase::None) {
    // What the compiler made in a loop is of its pass; otherwise its readers
    // tell what it is for.
    if (O.Loop)
      Made = Names->getPhase(Teller = O.Loop);
    const InstructionId ByReader = findNamedReader(P);
    if (!ByReader && S.Path.empty())
      return {PartKind::NotNamed, G[P.Instruction].Name.str(), S.Operation, ""};
    if (ByReader) {
      S = Scopes->getScope(ByReader);
      if (Made == Phase::None)
        Made = Names->getPhase(Teller = ByReader);
    }
  }
  auto As = [&](PartKind Kind) {
    return Content{Kind, S.Path, S.Operation, S.Source};
  };
  // An iota is not one element repeated.
  if (Origins->isEmpty(O.At.Instruction) &&
      G[O.At.Instruction].Op != Opcode::Iota)
    return As(PartKind::Constants);
  // The compiler undid a checkpoint.
  if (isRecomputed(Names->getOpName(Named)) && isOfEntry(P.Instruction) &&
      FirstBackward && getPosition(P.Instruction) &&
      !isAfterForward(P.Instruction)) {
    S.Operation += ", recomputed too early";
    return As(PartKind::KeptForBackward);
  }
  // Where nothing names the pass, the schedule does: a model may run again
  // after its gradient.
  const bool IsUntold =
      Made == Phase::Other ||
      (Made == Phase::Forward && !isOfForwardPass(Names->getOpName(Teller)));
  if (IsUntold && isAfterForward(P.Instruction))
    Made = Phase::Backward;
  if (Arguments->hasBackward() && Made != Phase::Backward &&
      (findBackwardReader(Made, Readers) ||
       (Readers.Readers.empty() && O.Loop)))
    return As(PartKind::KeptForBackward);
  if (Made == Phase::Backward && isGradient(P, Readers))
    return As(PartKind::Gradients);
  if (const Origin *Start = Origins->findStart(O))
    if (const ArgumentLeaf *A = Arguments->find(Start->At))
      return {PartKind::WorkingMemory,
              (isStackOf(*A, P) ? "each " : "next ") + A->Name, S.Path,
              S.Source};
  if (O.Loop) {
    std::string Loop = Scopes->getScope(O.Loop).Path;
    if (!Loop.empty() && Loop != S.Path)
      S.Path = "loop " + Loop + ": " + S.Path;
  }
  if (Made == Phase::Backward)
    S.Path = "backward: " + S.Path;
  return As(PartKind::WorkingMemory);
}

Content ContentNames::find(HloPlace P) {
  const Origin &O = Origins->find(P);
  const ArgumentLeaf *Argument = Arguments->find(O.At);
  bool IsArgumentItself = Argument && P.Instruction == O.At.Instruction;
  if (!IsArgumentItself)
    if (std::optional<size_t> Number = Arguments->findResult(P))
      if (!Argument || Arguments->findRenewed(*Number))
        if (std::optional<Content> C = findResult(P))
          return *C;
  if (Argument && O.IsUpdated && !O.Loop)
    return {PartKind::Results, "new " + Argument->Name, "", ""};
  if (Argument)
    return nameArgument(*Argument, O, P);
  if (Origins->isEmpty(O.At.Instruction) &&
      G[P.Instruction].Op != Opcode::While)
    if (std::optional<HloPlace> Fill = findFill(P))
      return find(*Fill);
  if (G[O.At.Instruction].Op == Opcode::Constant)
    return {PartKind::Constants, "", "constant", ""};
  return nameMade(O, P);
}

InstructionId ContentNames::findMaker(HloPlace P) {
  const Origin &O = Origins->find(P);
  if (Origins->isArgument(O.At))
    return O.At.Instruction;
  if (Origins->isEmpty(O.At.Instruction) &&
      G[P.Instruction].Op != Opcode::While)
    if (std::optional<HloPlace> Fill = findFill(P))
      return findMaker(*Fill);
  InstructionId Named = Scopes->findNamed(O.Stacked ? O.Stacked->At : O.At);
  if (G[Named].Op == Opcode::Constant || !Names->getOpName(Named).empty())
    return Named;
  InstructionId Reader = findNamedReader(P);
  return Reader ? Reader : Named;
}

//===----------------------------------------------------------------------===//
// Reasons
//===----------------------------------------------------------------------===//

static std::string quote(StringRef Name, StringRef OpName) {
  std::string Text = "`" + Name.str() + "`";
  return OpName.empty() ? Text : Text + " (" + OpName.str() + ")";
}

std::vector<std::string> ContentNames::explain(HloPlace P) {
  const Origin &O = Origins->find(P);
  std::vector<std::string> Reasons;
  auto Quote = [&](InstructionId I) {
    return quote(G[I].Name, Names->getOpName(I));
  };
  if (const ArgumentLeaf *A = Arguments->find(O.At)) {
    Reasons.push_back("it holds the argument " + A->Name);
    if (A->Renewal)
      Reasons.push_back(
          "result " + utostr(*A->Renewal) + " renews that argument, by " +
          (A->IsPairedByDonation ? "donation" : "the order of shapes"));
    else if (A->IsReturned)
      Reasons.push_back("the results have that argument unchanged");
    return Reasons;
  }
  Reasons.push_back("it is made by " + Quote(Scopes->findNamed(O.At)));
  if (O.Loop)
    Reasons.push_back("the loop " + Quote(O.Loop) + " carries it");
  ContentReaders Readers = Origins->findReaders(P);
  const ContentReader *Last =
      findBackwardReader(Names->getPhase(Scopes->findNamed(O.At)), Readers);
  if (Last)
    Reasons.push_back(Quote(Last->User) + " reads it in the backward pass");
  if (Last && FirstBackward)
    Reasons.push_back("the backward pass begins with " + Quote(FirstBackward) +
                      " at position " + utostr(*getPosition(FirstBackward)) +
                      " of the entry computation");
  return Reasons;
}

} // namespace hlomem
