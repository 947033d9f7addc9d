//===- ProgramEdit.cpp - A program with other copies and aliases ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramEdit.h"
#include "llvm/ADT/DenseMap.h"
#include <numeric>

using namespace llvm;

namespace hlomem {

/// Sorts \p Numbers, and leaves each of them once.
static void sortUnique(SmallVectorImpl<uint32_t> &Numbers) {
  llvm::sort(Numbers);
  Numbers.erase(llvm::unique(Numbers), Numbers.end());
}

/// Schedules the instructions 0, 1, ... of one computation as XLA's BFScheduler
/// (xla/service/hlo_memory_scheduler.cc) does: first what has no operands, then
/// whatever the last one made ready. Of \p Operands each list has those of one
/// instruction, once each. Of several that become ready at once those with the
/// lower \p Ranks, which are by instruction, come first.
static SmallVector<uint32_t>
orderBreadthFirst(ArrayRef<SmallVector<uint32_t, 4>> Operands,
                  ArrayRef<uint32_t> Ranks) {
  SmallVector<uint32_t> ByRank(Operands.size());
  std::iota(ByRank.begin(), ByRank.end(), 0);
  llvm::sort(ByRank, [&](uint32_t L, uint32_t R) {
    return std::pair(Ranks[L], L) < std::pair(Ranks[R], R);
  });
  std::vector<SmallVector<uint32_t, 4>> Users(Operands.size());
  SmallVector<size_t> Missing(Operands.size());
  SmallVector<uint32_t> Order;
  for (uint32_t I : ByRank) {
    Missing[I] = Operands[I].size();
    for (uint32_t Operand : Operands[I])
      Users[Operand].push_back(I);
    if (Missing[I] == 0)
      Order.push_back(I);
  }
  // What is ready is what stands in the order already.
  for (size_t Next = 0; Next != Order.size(); ++Next)
    for (uint32_t User : Users[Order[Next]])
      if (--Missing[User] == 0)
        Order.push_back(User);
  return Order;
}

bool isBreadthFirst(const HloGraph &G) {
  const GraphComputation &C = G.getEntry();
  const size_t Count = C.End - C.Begin;
  if (C.Schedule.size() != Count)
    return false;
  std::vector<SmallVector<uint32_t, 4>> Operands(Count);
  SmallVector<uint32_t> Ranks(Count), Expected;
  for (auto [Rank, I] : enumerate(C.Schedule)) {
    Ranks[I - C.Begin] = Rank;
    Expected.push_back(I - C.Begin);
    SmallVector<uint32_t, 4> &Read = Operands[I - C.Begin];
    for (InstructionId Operand : G[I].Operands)
      Read.push_back(Operand - C.Begin);
    sortUnique(Read);
  }
  return orderBreadthFirst(Operands, Ranks) == Expected;
}

namespace {

class ProgramCopier {
public:
  ProgramCopier(const HloGraph &G, const ProgramEdit &Edit)
      : G(G), Edit(Edit), B(G.getName(), /*KeepsNames=*/false) {
    Result.Numbers.resize(G.instructions().size());
    Result.Copies.resize(Edit.CopiedArguments.size());
    for (auto [I, P] : enumerate(Edit.CopiedArguments))
      CopyOf[P] = I;
    Result.StandIns.resize(Edit.StandIns.size());
    for (auto [I, S] : enumerate(Edit.StandIns)) {
      StandInsBehind[S.Parameter].push_back(I);
      for (InstructionId Element : S.Elements)
        StandInOf[Element] = I;
    }
    Result.Operands.resize(Edit.Operands.size());
    for (auto [I, E] : enumerate(Edit.Operands))
      OperandsOf[E.User].push_back(I);
  }

  Expected<EditedProgram> run();

private:
  void addInstruction(InstructionId Number);
  void copyResults();
  void addCopy(InstructionId Argument);
  void setSchedule(ComputationId Computation);
  void setScheduleBreadthFirst();
  InstructionId add(const HloGraphBuilder::NewInstruction &New);
  void addStandIns(InstructionId Parameter);
  void replaceOperands(InstructionId Number,
                       SmallVectorImpl<InstructionId> &Operands);
  InstructionId getOperand(InstructionId Number, bool IsOfRoot = false) const;
  SmallVector<InstructionId> getOperands(InstructionId Number);
  const Shape *getType(InstructionId Number) const;

  const HloGraph &G;
  const ProgramEdit &Edit;
  HloGraphBuilder B;
  EditedProgram Result;
  /// Of the entry computation that is made: its first instruction, and by
  /// instruction what it reads.
  InstructionId EntryBegin;
  std::vector<SmallVector<uint32_t, 4>> EntryOperands;
  /// Positions in ProgramEdit::CopiedArguments.
  SmallDenseMap<InstructionId, size_t> CopyOf;
  /// Positions in ProgramEdit::StandIns: by get-tuple-element, and by
  /// parameter.
  DenseMap<InstructionId, size_t> StandInOf;
  DenseMap<InstructionId, SmallVector<size_t, 4>> StandInsBehind;
  /// Of ProgramEdit::ComputedByReaders, what their readers read instead.
  DenseMap<InstructionId, SmallVector<InstructionId>> ReadBy;
  /// Positions in ProgramEdit::Operands, by user.
  DenseMap<InstructionId, SmallVector<size_t, 2>> OperandsOf;
};

} // namespace

/// What a user of \p Number, perhaps the root of its computation, reads now.
InstructionId ProgramCopier::getOperand(InstructionId Number,
                                        bool IsOfRoot) const {
  while (Edit.Removed.contains(Number)) {
    // Another operand stands there in the end.
    if (G[Number].Operands.empty())
      return InstructionId::none();
    Number = G[Number].Operands[0];
  }
  if (auto Copy = CopyOf.find(Number); Copy != CopyOf.end())
    return Result.Copies[Copy->second];
  if (auto S = StandInOf.find(Number); S != StandInOf.end() && !IsOfRoot)
    return Result.StandIns[S->second];
  return Result.Numbers[Number];
}

/// What a fusion reads at the place of one that it computes again is the first
/// operand of that; the others come after its own.
SmallVector<InstructionId> ProgramCopier::getOperands(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  SmallVector<InstructionId> Operands, Behind;
  for (InstructionId Operand : I.Operands) {
    if (I.Op == Opcode::Fusion && Edit.ComputedByReaders.contains(Operand)) {
      // Results that are read by results would be asked for again and again.
      if (!ReadBy.contains(Operand)) {
        SmallVector<InstructionId> Found = getOperands(Operand);
        ReadBy[Operand] = std::move(Found);
      }
      const SmallVector<InstructionId> &Read = ReadBy[Operand];
      Operands.push_back(Read.front());
      Behind.append(Read.begin() + 1, Read.end());
    } else {
      Operands.push_back(getOperand(Operand, /*IsOfRoot=*/G.isRoot(Number)));
    }
  }
  for (InstructionId Operand : Behind)
    if (!is_contained(Operands, Operand))
      Operands.push_back(Operand);
  return Operands;
}

const Shape *ProgramCopier::getType(InstructionId Number) const {
  const Shape *New = Edit.Types.empty() ? nullptr : Edit.Types[Number];
  return New ? New : G[Number].Type;
}

InstructionId ProgramCopier::add(const HloGraphBuilder::NewInstruction &New) {
  InstructionId Number = B.addInstruction(New);
  if (EntryOperands.empty())
    EntryBegin = Number;
  SmallVector<uint32_t, 4> &Operands = EntryOperands.emplace_back();
  for (InstructionId Operand : New.Operands)
    Operands.push_back(Operand - EntryBegin);
  sortUnique(Operands);
  return Number;
}

void ProgramCopier::addCopy(InstructionId Argument) {
  const GraphInstruction &I = G[Argument];
  // Ids only order calls, which a copy has none of.
  Result.Copies[CopyOf[Argument]] =
      add({.Name = I.Name,
           .Op = Opcode::Copy,
           .Type = getType(Argument),
           .Operands = {Result.Numbers[Argument]}});
}

/// Adds for each its get-tuple-element and itself.
void ProgramCopier::addStandIns(InstructionId Parameter) {
  const GraphInstruction &P = G[Parameter];
  for (size_t I : StandInsBehind.lookup(Parameter)) {
    const StandIn &S = Edit.StandIns[I];
    InstructionId Element = add({.Name = P.Name,
                                 .Op = Opcode::GetTupleElement,
                                 .Type = getType(S.Elements.front()),
                                 .Number = S.Element,
                                 .Operands = {Result.Numbers[Parameter]}});
    Result.StandIns[I] = add({.Name = P.Name,
                              .Op = Opcode::CustomCall,
                              .Type = S.Type,
                              .Operands = {Element},
                              .CustomCallTarget = StandInTarget});
  }
}

bool canCopyResult(const HloGraph &G, LeafId Leaf) {
  const GraphInstruction &Root = G[G.getEntry().Root];
  if (!Root.Type->isTuple())
    return Leaf == RootLeaf;
  return Root.Op == Opcode::Tuple && (*Root.Leaves)[Leaf].Type->isArray() &&
         (*Root.Leaves)[Leaf].Parent == RootLeaf;
}

/// Adds copies of what the root, which is not added yet, is made of.
void ProgramCopier::copyResults() {
  const GraphInstruction &Root = G[G.getEntry().Root];
  for (LeafId Leaf : Edit.CopiedResults) {
    InstructionId Operand =
        Root.Operands[Root.Leaves->getElementAbove(Leaf, RootLeaf).first];
    const GraphInstruction &I = G[Operand];
    Result.ResultCopies.push_back(add({.Name = I.Name,
                                       .Op = Opcode::Copy,
                                       .Type = getType(Operand),
                                       .Operands = {getOperand(Operand)}}));
  }
}

/// Puts the new ones in their places, which stand before the user.
void ProgramCopier::replaceOperands(InstructionId Number,
                                    SmallVectorImpl<InstructionId> &Operands) {
  for (size_t I : OperandsOf.lookup(Number)) {
    const OperandEdit &E = Edit.Operands[I];
    switch (E.What) {
    case OperandEdit::Kind::Itself:
      addInstruction(E.Instead);
      Operands[E.OperandNumber] = Result.Numbers[E.Instead];
      continue;
    case OperandEdit::Kind::Copy:
      addInstruction(E.Instead);
      Result.Operands[I] = add({.Name = G[E.Instead].Name,
                                .Op = Opcode::Copy,
                                .Type = getType(E.Instead),
                                .Operands = {Result.Numbers[E.Instead]}});
      break;
    case OperandEdit::Kind::Nothing:
      Result.Operands[I] = add({.Name = G[Number].Name,
                                .Op = Opcode::CustomCall,
                                .Type = Edit.Nothing,
                                .CustomCallTarget = AllocateTarget});
      break;
    }
    Operands[E.OperandNumber] = Result.Operands[I];
  }
}

void ProgramCopier::addInstruction(InstructionId Number) {
  if (Result.Numbers[Number])
    return;
  const GraphInstruction &I = G[Number];
  bool IsRoot = Number == G.getEntry().Root;
  if (IsRoot && I.Type->isTuple())
    copyResults();
  SmallVector<InstructionId> Operands = getOperands(Number);
  replaceOperands(Number, Operands);
  if (IsRoot && I.Type->isTuple())
    for (auto [Leaf, Copy] : zip(Edit.CopiedResults, Result.ResultCopies))
      Operands[I.Leaves->getElementAbove(Leaf, RootLeaf).first] = Copy;
  HloGraphBuilder::NewInstruction New;
  New.Name = I.Name;
  New.Op = I.Op;
  New.OpcodeName = I.OpcodeName;
  New.Type = getType(Number);
  New.Number = I.Number;
  New.Operands = Operands;
  New.Called = I.Called;
  New.Aliases = I.Aliases;
  New.Id = I.Id;
  New.Fusion = I.Fusion;
  if (I.CustomCall) {
    New.CustomCallTarget = I.CustomCall->Target;
    New.BackendConfig = I.CustomCall->BackendConfig;
  }
  // Another shape, or other operands, would have another list.
  if (I.MayAlias && New.Type == I.Type &&
      Operands.size() == I.Operands.size() && !OperandsOf.contains(Number))
    New.MayAlias = *I.MayAlias;
  Result.Numbers[Number] = add(New);
  if (CopyOf.contains(Number))
    addCopy(Number);
  addStandIns(Number);
  if (IsRoot && !I.Type->isTuple() && !Edit.CopiedResults.empty())
    Result.ResultCopies.push_back(add({.Name = I.Name,
                                       .Op = Opcode::Copy,
                                       .Type = getType(Number),
                                       .Operands = {getOperand(Number)}}));
}

void ProgramCopier::setScheduleBreadthFirst() {
  const GraphComputation &C = G.getEntry();
  // Copies are made after all else that reads the same.
  SmallVector<uint32_t> Ranks(EntryOperands.size(), C.Schedule.size());
  // What its readers compute again comes after them, of several the last one
  // first.
  DenseMap<InstructionId, InstructionId> LastReader;
  for (InstructionId I : C.Schedule)
    for (InstructionId Operand : G[I].Operands)
      if (I != C.Root && Edit.ComputedByReaders.contains(Operand))
        LastReader[Operand] = I;
  DenseMap<InstructionId, SmallVector<InstructionId, 2>> Behind;
  for (InstructionId I : reverse(C.Schedule))
    if (auto Last = LastReader.find(I); Last != LastReader.end())
      Behind[Last->second].push_back(I);
  uint32_t Rank = 0;
  auto SetRank = [&](InstructionId I) {
    if (Result.Numbers[I])
      Ranks[Result.Numbers[I] - EntryBegin] = Rank;
    ++Rank;
  };
  for (InstructionId I : C.Schedule) {
    if (!LastReader.contains(I))
      SetRank(I);
    for_each(Behind.lookup(I), SetRank);
  }
  SmallVector<InstructionId> Order;
  for (uint32_t I : orderBreadthFirst(EntryOperands, Ranks))
    Order.push_back(EntryBegin + I);
  B.setSchedule(G.getEntryNumber(), Order);
}

void ProgramCopier::setSchedule(ComputationId Computation) {
  const GraphComputation &C = G.computations()[Computation];
  if (C.Schedule.empty())
    return;
  if (Computation == G.getEntryNumber() && Edit.SchedulesBreadthFirst)
    return setScheduleBreadthFirst();
  SmallVector<InstructionId> Before(C.Schedule);
  if (Computation == G.getEntryNumber() && !Edit.Waits.empty())
    Before = orderWithWaits(G, C, Edit.Waits);
  size_t LastArgument = 0;
  bool AddsAtOnce = Computation == G.getEntryNumber() &&
                    Edit.Where == CopyPlace::BehindAllArguments;
  for (auto [Position, I] : enumerate(Before))
    if (G[I].Op == Opcode::Parameter)
      LastArgument = Position;
  SmallVector<InstructionId> Order;
  SmallVector<bool> IsPlaced(Result.Copies.size());
  auto PlaceCopy = [&](InstructionId Of) {
    auto Copy = CopyOf.find(Of);
    if (Copy != CopyOf.end() && !std::exchange(IsPlaced[Copy->second], true))
      Order.push_back(Result.Copies[Copy->second]);
  };
  DenseSet<InstructionId> Placed;
  auto Place = [&](InstructionId I) {
    if (Result.Numbers[I] && Placed.insert(I).second)
      Order.push_back(Result.Numbers[I]);
  };
  for (auto [Position, I] : enumerate(Before)) {
    // Not every schedule begins with all arguments.
    if (AddsAtOnce)
      for_each(G[I].Operands, PlaceCopy);
    for (size_t E : OperandsOf.lookup(I)) {
      InstructionId Instead = Edit.Operands[E].Instead;
      if (Edit.Operands[E].What != OperandEdit::Kind::Nothing)
        Place(Instead);
      if (Result.Operands[E])
        Order.push_back(Result.Operands[E]);
    }
    bool EndsWithTuple = I == G.getEntry().Root && G[I].Type->isTuple();
    if (EndsWithTuple)
      append_range(Order, Result.ResultCopies);
    Place(I);
    for (size_t S : StandInsBehind.lookup(I))
      // The get-tuple-element is made just before.
      append_range(Order, ArrayRef{Result.StandIns[S] - 1, Result.StandIns[S]});
    if (!AddsAtOnce)
      PlaceCopy(I);
    else if (Position == LastArgument)
      for (auto [Copy, Made] : zip_equal(IsPlaced, Result.Copies))
        if (!std::exchange(Copy, true))
          Order.push_back(Made);
  }
  // XLA may have scheduled something behind what the root is.
  if (Computation == G.getEntryNumber() && !G[C.Root].Type->isTuple())
    append_range(Order, Result.ResultCopies);
  B.setSchedule(Computation, Order);
}

/// Of the donors of \p G those that \p Aliases pair with no result.
static std::vector<BufferDonor>
findUnpairedDonors(const HloGraph &G, ArrayRef<InputOutputAlias> Aliases) {
  std::vector<BufferDonor> Donors(G.bufferDonors());
  erase_if(Donors, [&](const BufferDonor &D) {
    return any_of(Aliases, [&](const InputOutputAlias &A) {
      return A.Parameter == D.Parameter && A.ParameterLeaf == D.ParameterLeaf;
    });
  });
  return Donors;
}

EditedProgram donateOnly(const HloGraph &G,
                         ArrayRef<InputOutputAlias> Aliases) {
  EditedProgram Result;
  Result.Program = G.withAliases(Aliases, findUnpairedDonors(G, Aliases));
  for (InstructionId I : G.instructions().ids())
    Result.Numbers.push_back(I);
  return Result;
}

Expected<EditedProgram> ProgramCopier::run() {
  for (auto [Number, C] : withIds(G.computations())) {
    B.addComputation(C.Name, C.IsFused, C.Thread);
    EntryOperands.clear();
    for (InstructionId I : C.instructions())
      if (!Edit.Removed.contains(I))
        addInstruction(I);
    bool CopiesRoot = Number == G.getEntryNumber() &&
                      !Result.ResultCopies.empty() &&
                      !G[C.Root].Type->isTuple();
    B.setRoot(Number,
              CopiesRoot ? Result.ResultCopies.front() : getOperand(C.Root));
    setSchedule(Number);
  }
  B.setEntry(G.getEntryNumber());
  B.setIsInCallOrder(G.isInCallOrder());
  for (const InputOutputAlias &A : Edit.Aliases)
    B.addInputOutputAlias(A);
  for (const BufferDonor &D : findUnpairedDonors(G, Edit.Aliases))
    B.addBufferDonor(D);
  Expected<std::unique_ptr<HloGraph>> Program = std::move(B).build();
  if (!Program)
    return Program.takeError();
  Result.Program = std::move(*Program);
  return std::move(Result);
}

void renumberMembers(MutableArrayRef<ReplayedAllocation> Allocations,
                     IdArrayRef<ValueId, ValueId> NewValues) {
  for (ReplayedAllocation &A : Allocations) {
    erase_if(A.Members,
             [&](const PlacedValue &M) { return NewValues[M.Value].isNone(); });
    for (PlacedValue &M : A.Members)
      M.Value = NewValues[M.Value];
  }
}

Error checkParameters(const HloGraph &G, ArrayRef<uint64_t> Parameters) {
  for (uint64_t Parameter : Parameters)
    if (Parameter >= G.getEntry().Parameters.size())
      return createStringError("the program has no argument " +
                               Twine(Parameter));
  return Error::success();
}

Expected<EditedProgram> editProgram(const HloGraph &G,
                                    const ProgramEdit &Edit) {
  return ProgramCopier(G, Edit).run();
}

} // namespace hlomem
