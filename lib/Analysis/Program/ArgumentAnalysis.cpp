//===- ArgumentAnalysis.cpp - Arguments, donated or not -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/ArgumentAnalysis.h"
#include "InPlaceWriters.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Program/AliasAnalysis.h"
#include "hlomem/Analysis/Program/InstructionIndex.h"
#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "hlomem/Analysis/Program/ProgramGraph.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <set>

using namespace llvm;

namespace hlomem {

AnalysisKey ArgumentAnalysis::Key;

ArgumentInfo ArgumentAnalysis::run(const Module &M, AnalysisManager &AM) {
  return ArgumentInfo(M, AM);
}

namespace {

/// A part of the result with memory of its own.
struct Output {
  const Value *V = nullptr;
  /// All values that lie where it does to hand it on, the result included.
  std::vector<const Value *> Values;
  const Value *Writer = nullptr;
  Time WrittenAt = 0;
  /// Of the first of Values that is not the writer's; none if all are.
  std::optional<Time> ChangedAt;
  bool IsTaken = false;
  /// Of its list: all from this one on up to here are taken.
  size_t TakenUpTo = 0;
};

/// Results of one size and shape, by the time of writing.
class OutputList {
  std::vector<Output> Outputs;

public:
  void add(Output O) { Outputs.push_back(std::move(O)); }
  void sort() {
    llvm::stable_sort(Outputs, [](const Output &L, const Output &R) {
      return L.WrittenAt < R.WrittenAt;
    });
  }
  bool empty() const { return Outputs.empty(); }
  MutableArrayRef<Output> outputs() { return Outputs; }
  const Output &back() const { return Outputs.back(); }
  bool contains(const Output *O) const {
    return O >= Outputs.data() && O < Outputs.data() + Outputs.size();
  }

  /// The first one that is written at \p T or later; all of them if there is no
  /// such time.
  size_t findWritten(std::optional<Time> T) const {
    return llvm::partition_point(
               Outputs,
               [T](const Output &O) { return T && O.WrittenAt < *T; }) -
           Outputs.begin();
  }
  /// The first one from \p I on that nobody has taken, or null. Nearly constant
  /// over all calls.
  Output *findFree(size_t I) {
    size_t Free = I;
    while (Free < Outputs.size() && Outputs[Free].IsTaken)
      Free = std::max(Outputs[Free].TakenUpTo, Free + 1);
    for (size_t Next = 0; I < Free; I = Next) {
      Next = std::max(Outputs[I].TakenUpTo, I + 1);
      Outputs[I].TakenUpTo = Free;
    }
    return Free < Outputs.size() ? &Outputs[Free] : nullptr;
  }
  /// The same after \p O.
  Output *findFreeBehind(const Output &O) {
    return findFree(&O - Outputs.data() + 1);
  }
};

class DonationFinder {
public:
  DonationFinder(const Module &M, AnalysisManager &AM)
      : M(M), AM(AM), Live(AM.getResult<LivenessAnalysis>()),
        Loops(AM.getResult<LoopAnalysis>()),
        Buffers(AM.getResult<AliasAnalysis>()), Writers(M, AM) {}

  std::vector<Argument> run();

private:
  /// Memory space and padded size.
  using Place = std::pair<MemorySpace, uint64_t>;
  /// With the shape, printed without layout.
  using Key = std::pair<Place, std::string>;

  void indexConditionals();
  std::vector<const Value *> findBranchResults(const Value &V) const;
  /// findBranchResults() of it are all values of its slice.
  bool mayHaveAnyBranch(const Value &V) const;
  Output makeOutput(const Value &V) const;
  void findRoot();
  const Position *findInRoot(const Value &V) const;
  const Shape &getResultShape(const Value &V) const;
  void findOutputs();
  Argument makeArgument(const Allocation &A) const;
  /// False where it is unknown.
  bool findLastRead(Argument &A) const;
  InPlace findInPlace(const Argument &A, const Output &O) const;
  bool isCopied(const Argument &A, const Output &O) const;
  OutputList *findOutputs(const Argument &A);
  void setOutput(Argument &A, const Output &O) const;
  void take(Argument &A, Output &O, DonationState State) const;
  std::vector<Output *> findCopies(const Argument &A);
  void chooseCopy(Argument &A);
  void choose(Argument &A);
  void chooseConditionallyInPlace(Argument &A);
  void findInOtherSpace(Argument &A) const;
  void explain(Argument &A);
  void markUnusedDonors(MutableArrayRef<Argument> List) const;
  bool isCall(const Value &V, const Use &U) const;
  bool isDefiner(StringRef Name) const;

  const Module &M;
  AnalysisManager &AM;
  const Liveness &Live;
  const LoopInfo &Loops;
  const AliasBuffers &Buffers;
  DenseMap<StringRef, const Conditional *> Conditionals;
  /// The values with a live range at each allocation and offset where a
  /// conditional's result is, by their ends.
  std::map<std::pair<const Allocation *, uint64_t>, std::vector<const Value *>>
      BySlice;
  InPlaceWriters Writers;
  /// What the program returns, a leaf or all of them; empty if that is unknown.
  StringRef Root;
  const Shape *RootShape = nullptr;
  /// Each list by the time of writing; empty where donated arguments have all.
  std::map<Key, OutputList> Outputs;
  DenseMap<StringRef, SmallVector<Output *, 1>> OutputsByWriter;
  /// Of results in the memory of donated arguments.
  std::set<Place> DonatedSizes;
  /// The instructions that define values, once they matter.
  mutable std::optional<DenseSet<StringRef>> Definers;
  /// A result of each size, whatever its shape.
  std::map<Place, const Value *> BySize;
  /// Those with results.
  std::set<MemorySpace> Spaces;
};

} // namespace

void DonationFinder::indexConditionals() {
  for (const Conditional &C : Loops.conditionals())
    Conditionals.try_emplace(C.Name, &C);
  if (Conditionals.empty())
    return;
  for (const Value &V : M.values())
    if (V.isPhi() && Conditionals.contains(V.getInstructionName()))
      BySlice[{&V.getAllocation(), V.getOffset().count()}];
  for (const Value &V : M.values())
    if (auto Found = BySlice.find({&V.getAllocation(), V.getOffset().count()});
        Found != BySlice.end() && Live.getRange(V))
      Found->second.push_back(&V);
  for (auto &[Slice, Values] : BySlice)
    stable_sort(Values, [this](const Value *L, const Value *R) {
      return Live.getRange(*L)->End < Live.getRange(*R)->End;
    });
}

// What the branches of a conditional give lies where its own result does. Where
// its branches are not known that is anything there.
std::vector<const Value *>
DonationFinder::findBranchResults(const Value &V) const {
  std::vector<const Value *> Result;
  const Conditional *C = Conditionals.lookup(V.getInstructionName());
  if (!V.isPhi() || !C)
    return Result;
  const std::vector<const Value *> &InSlice =
      BySlice.at({&V.getAllocation(), V.getOffset().count()});
  if (C->Branches.empty())
    return InSlice;
  for (const Conditional::Branch &B : C->Branches) {
    auto From = partition_point(InSlice, [&](const Value *Other) {
      return Live.getRange(*Other)->End < B.End;
    });
    for (; From != InSlice.end() && Live.getRange(**From)->End == B.End; ++From)
      if (Live.getRange(**From)->Begin >= B.Begin)
        Result.push_back(*From);
  }
  return Result;
}

bool DonationFinder::mayHaveAnyBranch(const Value &V) const {
  const Conditional *C = Conditionals.lookup(V.getInstructionName());
  return V.isPhi() && C && C->Branches.empty();
}

// A run of values ends where a loop's body has read the old contents and not
// written the new ones; what the loop carries joins the parts.
Output DonationFinder::makeOutput(const Value &V) const {
  Output O;
  O.V = &V;
  SmallVector<const AliasBuffer *, 4> Queue = {Buffers.find(V)};
  DenseSet<const AliasBuffer *> Seen(Queue.begin(), Queue.end());
  // All that is in the slice was found for a conditional before.
  bool HasAll = false;
  while (!Queue.empty()) {
    const AliasBuffer &B = *Queue.pop_back_val();
    append_range(O.Values, B.Values);
    for (const Value *Member : B.Values) {
      if (!HasAll)
        for (const Value *Part : findBranchResults(*Member))
          if (const AliasBuffer *Next = Buffers.find(*Part);
              Next && Seen.insert(Next).second)
            Queue.push_back(Next);
      HasAll |= mayHaveAnyBranch(*Member);
      std::optional<LoopInfo::Carried> C = Loops.findCarried(*Member);
      if (!C)
        continue;
      const CarriedLeaf &Leaf = Loops.loops()[C->InLoop].Leaves[C->Leaf];
      for (const Value *Part :
           {Leaf.Init, Leaf.Condition, Leaf.Body, Leaf.Root, Leaf.Result}) {
        const AliasBuffer *Next = Part ? Buffers.find(*Part) : nullptr;
        if (Next && &Part->getAllocation() == &V.getAllocation() &&
            Part->getOffset() == V.getOffset() && Seen.insert(Next).second)
          Queue.push_back(Next);
      }
    }
  }
  O.Writer = *min_element(O.Values, [&](const Value *L, const Value *R) {
    return std::pair(Live.getRange(*L)->Begin, L->getId()) <
           std::pair(Live.getRange(*R)->Begin, R->getId());
  });
  O.WrittenAt = Live.getRange(*O.Writer)->Begin;
  for (const Value *Member : O.Values)
    if (Time Begin = Live.getRange(*Member)->Begin;
        Member != O.Writer && (!O.ChangedAt || Begin < *O.ChangedAt))
      O.ChangedAt = Begin;
  return O;
}

void DonationFinder::findRoot() {
  std::optional<Time> Latest;
  for (const Allocation &A : M.allocations()) {
    if (!A.getOutputShape() || A.isThreadLocal())
      continue;
    RootShape = A.getOutputShape();
    for (const Value &V : A.values())
      if (std::optional<LiveRange> R = Live.getRange(V);
          R && R->End == Live.getEndOfProgram() && Latest <= R->Begin &&
          V.getShape().isTuple() == RootShape->isTuple()) {
        Latest = R->Begin;
        Root = V.getInstructionName();
      }
  }
}

const Position *DonationFinder::findInRoot(const Value &V) const {
  for (const Position &P : V.getPositions())
    if (P.getName() == Root)
      return &P;
  return nullptr;
}

// A bitcast on the way to the caller may give a result another shape than it
// was defined with.
const Shape &DonationFinder::getResultShape(const Value &V) const {
  if (!RootShape)
    return V.getShape();
  if (!RootShape->isTuple())
    return V.getAllocation().getOutputShape() ? *RootShape : V.getShape();
  const Position *P = findInRoot(V);
  const Shape *Part = P ? RootShape->getSubshape(P->getIndex()) : nullptr;
  return Part && Part->isArray() ? *Part : V.getShape();
}

static std::string printWithoutLayout(const Shape &S) {
  std::string Text;
  raw_string_ostream OS(Text);
  S.print(OS, /*WithLayout=*/false);
  return Text;
}

// Tables are made by the runtime, which no argument is for.
void DonationFinder::findOutputs() {
  for (const Allocation &A : M.allocations()) {
    if (!A.has(AllocationFlags::MaybeLiveOut) ||
        A.has(AllocationFlags::Constant) || A.isThreadLocal())
      continue;
    for (const Value &V : A.values()) {
      std::optional<LiveRange> R = Live.getRange(V);
      if (!R || R->End != Live.getEndOfProgram() || V.getShape().isTuple() ||
          !Buffers.find(V))
        continue;
      // Arguments live to the end whether the program returns them or not.
      if (A.isDonated() && R->Begin == 0 && !findInRoot(V))
        continue;
      Place Where = {A.getMemorySpace(), V.getSize().count()};
      OutputList &List =
          Outputs[{Where, printWithoutLayout(getResultShape(V))}];
      if (A.isDonated()) {
        DonatedSizes.insert(Where);
        continue;
      }
      List.add(makeOutput(V));
      BySize.try_emplace(Where, &V);
      Spaces.insert(Where.first);
    }
  }
  for (auto &[Where, List] : Outputs) {
    List.sort();
    for (Output &O : List.outputs())
      OutputsByWriter[O.Writer->getInstructionName()].push_back(&O);
  }
}

// Alone of all instructions a call may define no value and forward none: what
// it gives its computation's root defines.
bool DonationFinder::isCall(const Value &V, const Use &U) const {
  StringRef Name = U.User.getName();
  return !U.User.hasIndex() && V.getPositions().size() > 1 &&
         !Conditionals.contains(Name) &&
         none_of(V.getPositions(),
                 [Name](const Position &P) { return P.getName() == Name; }) &&
         !isDefiner(Name);
}

bool DonationFinder::isDefiner(StringRef Name) const {
  if (!Definers) {
    Definers.emplace();
    for (const Value &V : M.values())
      Definers->insert(V.getInstructionName());
  }
  return Definers->contains(Name);
}

bool DonationFinder::findLastRead(Argument &A) const {
  const Value &V = *A.Leaf;
  if (!V.hasUses())
    return false;
  for (const Use &U : V.getUses()) {
    std::optional<Time> T = Live.getTime(U.User.getName());
    if (!T)
      return false;
    std::optional<Time> &Last = isCall(V, U) ? A.LastCall : A.LastRead;
    Last = std::max(Last, T);
  }
  for (const Position &P : V.getPositions())
    if (!(P == V.getDefinition()))
      A.LastRead = std::max(A.LastRead, Live.getTime(P.getName()));
  return true;
}

Argument DonationFinder::makeArgument(const Allocation &A) const {
  Argument Result;
  Result.Block = &A;
  for (const Value &V : A.values()) {
    std::optional<LiveRange> R = Live.getRange(V);
    if (R && R->Begin == 0 &&
        (!Result.Leaf || V.getSize() > Result.Leaf->getSize()))
      Result.Leaf = &V;
  }
  if (A.isDonated())
    Result.State = DonationState::Done;
  else if (A.getSize().isZero())
    Result.State = DonationState::NoBytes;
  else if (Result.Leaf && !Result.Leaf->getSize().isZero() &&
           Live.getRange(*Result.Leaf) && findLastRead(Result))
    Result.State = DonationState::Possible;
  return Result;
}

OutputList *DonationFinder::findOutputs(const Argument &A) {
  Place Where = {A.Block->getMemorySpace(), A.Leaf->getSize().count()};
  auto Found = Outputs.find({Where, printWithoutLayout(A.Leaf->getShape())});
  return Found == Outputs.end() ? nullptr : &Found->second;
}

InPlace DonationFinder::findInPlace(const Argument &A, const Output &O) const {
  return A.LastRead == O.WrittenAt ? Writers.find(*A.Leaf, *O.Writer)
                                   : InPlace::No;
}

// A result that is the argument, unchanged until it is read no more.
bool DonationFinder::isCopied(const Argument &A, const Output &O) const {
  return A.LastRead > O.WrittenAt && A.LastCall < O.WrittenAt &&
         (!O.ChangedAt || A.LastRead < O.ChangedAt) &&
         Buffers.getInstructions().get(*O.Writer).Op == Opcode::Copy &&
         Writers.find(*A.Leaf, *O.Writer) == InPlace::Yes;
}

void DonationFinder::setOutput(Argument &A, const Output &O) const {
  A.Output = O.V;
  A.OutputShape = &getResultShape(*O.V);
  A.Writer = O.Writer;
  A.WrittenAt = O.WrittenAt;
}

void DonationFinder::take(Argument &A, Output &O, DonationState State) const {
  A.State = State;
  setOutput(A, O);
  O.IsTaken = true;
}

std::vector<Output *> DonationFinder::findCopies(const Argument &A) {
  std::vector<Output *> Copies;
  OutputList *List = findOutputs(A);
  for (const Use &U : A.Leaf->getUses()) {
    auto Written = OutputsByWriter.find(U.User.getName());
    if (Written == OutputsByWriter.end())
      continue;
    for (Output *O : Written->second)
      if (List && List->contains(O) && isCopied(A, *O))
        Copies.push_back(O);
  }
  // The order of uses is no matter of the program.
  llvm::sort(Copies, [](const Output *L, const Output *R) {
    return std::pair(L->WrittenAt, L->V) < std::pair(R->WrittenAt, R->V);
  });
  return Copies;
}

void DonationFinder::chooseCopy(Argument &A) {
  for (Output *O : findCopies(A))
    if (!O->IsTaken)
      return take(A, *O, DonationState::Possible);
}

// Results that the last reader writes come first: whoever is read earlier can
// have the later ones too.
void DonationFinder::choose(Argument &A) {
  OutputList *List = findOutputs(A);
  if (!List)
    return;
  for (Output *O = List->findFree(List->findWritten(A.LastRead)); O;
       O = List->findFreeBehind(*O))
    if (A.LastCall < O->WrittenAt &&
        (A.LastRead < O->WrittenAt || findInPlace(A, *O) == InPlace::Yes))
      return take(A, *O, DonationState::Possible);
}

// A call may need what it was given to its end.
void DonationFinder::chooseConditionallyInPlace(Argument &A) {
  OutputList *List = findOutputs(A);
  if (!List)
    return;
  for (Output *O = List->findFree(List->findWritten(A.LastRead)); O;
       O = List->findFreeBehind(*O))
    if (A.LastRead < O->WrittenAt || findInPlace(A, *O) != InPlace::No)
      return take(A, *O, DonationState::ConditionallyInPlace);
}

void DonationFinder::findInOtherSpace(Argument &A) const {
  std::string Shape = printWithoutLayout(A.Leaf->getShape());
  for (MemorySpace Space : Spaces) {
    auto Found = Outputs.find({{Space, A.Leaf->getSize().count()}, Shape});
    if (Found == Outputs.end() || Found->second.empty())
      continue;
    A.State = DonationState::OtherSpace;
    A.Output = Found->second.back().V;
    A.OutputShape = &getResultShape(*A.Output);
    return;
  }
}

// Why none is left.
void DonationFinder::explain(Argument &A) {
  OutputList *List = findOutputs(A);
  if (!List) {
    Place Where = {A.Block->getMemorySpace(), A.Leaf->getSize().count()};
    auto Other = BySize.find(Where);
    A.State = DonatedSizes.contains(Where) ? DonationState::OutputsTaken
                                           : DonationState::NoOutput;
    if (Other != BySize.end()) {
      A.State = DonationState::OtherShape;
      A.Output = Other->second;
      A.OutputShape = &getResultShape(*A.Output);
    } else if (A.State == DonationState::NoOutput) {
      findInOtherSpace(A);
    }
    return;
  }
  if (List->empty() || A.LastRead < List->back().WrittenAt ||
      any_of(
          List->outputs().drop_front(List->findWritten(A.LastRead)),
          [&](const Output &O) { return findInPlace(A, O) != InPlace::No; }) ||
      !findCopies(A).empty()) {
    A.State = DonationState::OutputsTaken;
    return;
  }
  const Output &O = List->back();
  A.Output = O.V;
  A.Writer = O.Writer;
  A.WrittenAt = O.WrittenAt;
  A.State = *A.LastRead == O.WrittenAt ? DonationState::ReadByWriter
                                       : DonationState::ReadLater;
}

// What JAX donates is a buffer donor, or aliased with a result that it chose.
void DonationFinder::markUnusedDonors(MutableArrayRef<Argument> List) const {
  const HloGraph *G = getOutline(AM);
  if (!G)
    return;
  DenseSet<HloPlace> Given;
  ArrayRef<InstructionId> Parameters = G->getEntry().Parameters;
  for (const BufferDonor &D : G->bufferDonors())
    Given.insert({Parameters[D.Parameter], D.ParameterLeaf});
  for (const InputOutputAlias &Pair : G->inputOutputAliases())
    Given.insert({Parameters[Pair.Parameter], Pair.ParameterLeaf});
  for (Argument &A : List)
    if (const auto &Origin = A.Block->getParameter();
        Origin && A.State != DonationState::Done &&
        Origin->Number < Parameters.size()) {
      InstructionId I = Parameters[Origin->Number];
      LeafId Leaf = (*G)[I].Leaves->find(Origin->Index);
      A.IsUnusedDonor = Leaf && Given.contains({I, Leaf});
    }
}

std::vector<Argument> DonationFinder::run() {
  indexConditionals();
  findRoot();
  findOutputs();
  std::vector<Argument> Result;
  for (const Allocation &A : M.allocations())
    if (A.has(AllocationFlags::Parameter) && !A.isThreadLocal())
      Result.push_back(makeArgument(A));
  stable_sort(Result, [](const Argument &L, const Argument &R) {
    return L.Block->getSize() > R.Block->getSize();
  });

  // What is read longest can take the fewest results, and what it can take all
  // others of its size can: in this order the most find one.
  SmallVector<Argument *, 0> Order;
  for (Argument &A : Result)
    if (A.State == DonationState::Possible)
      Order.push_back(&A);
  stable_sort(Order, [](const Argument *L, const Argument *R) {
    return L->LastRead > R->LastRead;
  });
  // What is certain first.
  auto Choose = [this, &Order](void (DonationFinder::*Chooser)(Argument &)) {
    for (Argument *A : Order)
      if (!A->Output)
        (this->*Chooser)(*A);
  };
  Choose(&DonationFinder::chooseCopy);
  Choose(&DonationFinder::choose);
  Choose(&DonationFinder::chooseConditionallyInPlace);
  Choose(&DonationFinder::explain);
  markUnusedDonors(Result);
  return Result;
}

ArgumentInfo::ArgumentInfo(const Module &M, AnalysisManager &AM)
    : Arguments(DonationFinder(M, AM).run()) {}

} // namespace hlomem
