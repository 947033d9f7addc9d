//===- Donation.cpp - What the donation of arguments changes --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/Donation/Donation.h"
#include "PresetPlacement.h"
#include "ProgramEdit.h"
#include "Waits.h"
#include "hlomem/XlaSim/OperandSharing.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <set>

using namespace llvm;

namespace hlomem {

namespace {

/// A program after an edit as an assignment to be made.
struct EditedRecord {
  RecordedAssignment Record;
  /// By instruction of the program before.
  IdVector<InstructionId, InstructionId> Numbers;
  /// By value of Record, that of before; none for a copy.
  IdVector<ValueId, ValueId> Values;
};

class Donor {
public:
  Donor(const RecordedAssignment &Record, const AssignerPolicy &P,
        Donation SoFar)
      : Record(Record), P(P), D(Record.getDataflow()), G(Record.getProgram()),
        Entry(G.getEntry()), Schedule(G), Sharing(D, P.Kind),
        Result(std::move(SoFar)) {}

  /// Finds the copies that go.
  void findRemovedCopies();
  bool removesCopies() const { return !Result.RemovedCopies.empty(); }
  /// The program without them, whose buffers are those of before.
  Expected<EditedRecord> removeCopies();
  Donation takeResult() { return std::move(Result); }
  /// Assigns the program, in which copies may come. \p Before is what
  /// removeCopies() gave; null if no copies go.
  Expected<Donation> run(const EditedRecord *Before);

private:
  void findAddedCopies();
  bool isOnlyReadBefore(InstructionId Argument, InstructionId Copy) const;
  Expected<EditedProgram> addCopies(bool OutlivesResult) const;
  void addCopiesOnCpu(const InputOutputAlias &A, ValueId Writer);
  void addCopiesOnGpu(const InputOutputAlias &A, ValueId Writer, Time Begin);
  void addCopy(const InputOutputAlias &A, ValueId Writer, bool IsOfResult);
  SmallVector<std::string> findReaders(ValueId Value, ValueId Writer) const;
  bool isCarriedBy(const HloUse &U, BufferId Buffer) const;
  bool isUpdatedBy(InstructionId Instruction, BufferId Buffer) const;
  bool isReadByWritingLoop(ValueId Value, BufferId Buffer) const;
  std::optional<Time> getReadTime(const HloUse &U) const;
  Time getLastRead(ValueId Value, BufferId Buffer) const;
  InstructionSet getAncestors(InstructionId Instruction) const;
  bool isReadOnlyBy(ValueId Value, BufferId Buffer,
                    const InstructionSet &Before,
                    InstructionId Instruction) const;
  std::optional<std::pair<ValueId, Time>> findWriter(BufferId Buffer) const;
  bool mayWriteOver(ValueId Value, ValueId Writer);
  EditedRecord makeRecord(EditedProgram Edited, bool JoinsPairs) const;

  InstructionId getArgument(const InputOutputAlias &A) const {
    return Entry.Parameters[A.Parameter];
  }
  ValueId getArgumentValue(const InputOutputAlias &A) const {
    return D.getValueAt({getArgument(A), A.ParameterLeaf});
  }
  ValueId getResultValue(const InputOutputAlias &A) const {
    return D.getValueAt({Entry.Root, A.Output});
  }
  BufferId getBuffer(ValueId Value) const {
    return Record.getBuffers().getBuffer(Value);
  }

  const RecordedAssignment &Record;
  const AssignerPolicy &P;
  const HloDataflow &D;
  const HloGraph &G;
  const GraphComputation &Entry;
  HloSchedule Schedule;
  OperandSharing Sharing;
  Donation Result;
  WaitList Waits;
};

} // namespace

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

/// What JAX compares: not the layout.
using ArrayType = std::vector<uint64_t>;

static ArrayType getArrayType(const Shape &S) {
  ArrayType T = {uint64_t(S.getElementType())};
  for (const Dimension &D : S.getDimensions())
    T.insert(T.end(), {D.Extent, D.IsDynamic, D.IsUnbounded});
  return T;
}

// jax/_src/interpreters/mlir.py, _set_up_aliases: each result takes the first
// donated argument of its type that is left. What the program pairs already,
// also by hand or by another frontend, stays as it is.
static Expected<Donation> pairArguments(const HloGraph &G,
                                        ArrayRef<uint64_t> Parameters) {
  if (Error E = checkParameters(G, Parameters))
    return E;
  // An argument's number, and a leaf of it.
  using Leaf = std::pair<uint64_t, LeafId>;
  const GraphComputation &Entry = G.getEntry();
  auto GetLeaves = [&](uint64_t Parameter) -> const LeafTree & {
    return *G[Entry.Parameters[Parameter]].Leaves;
  };
  std::map<LeafId, InputOutputAlias> Pairs;
  std::set<Leaf> Taken;
  for (const InputOutputAlias &A : G.inputOutputAliases()) {
    Pairs[A.Output] = A;
    Taken.insert({A.Parameter, A.ParameterLeaf});
  }
  std::set<Leaf> Donated;
  for (uint64_t Parameter : Parameters) {
    const LeafTree &Leaves = GetLeaves(Parameter);
    for (LeafId L : Leaves.ids())
      if (Leaves[L].Type->isArray() && !Taken.contains({Parameter, L}))
        Donated.insert({Parameter, L});
  }
  std::map<ArrayType, std::set<Leaf>> Left;
  for (Leaf D : Donated)
    Left[getArrayType(*GetLeaves(D.first)[D.second].Type)].insert(D);
  const LeafTree &Outputs = *G[Entry.Root].Leaves;
  for (LeafId Output : Outputs.ids()) {
    if (!Outputs[Output].Type->isArray() || Pairs.contains(Output))
      continue;
    auto OfType = Left.find(getArrayType(*Outputs[Output].Type));
    if (OfType == Left.end() || OfType->second.empty())
      continue;
    auto [Parameter, L] = *OfType->second.begin();
    OfType->second.erase(OfType->second.begin());
    Donated.erase({Parameter, L});
    Pairs[Output] = {
        .Output = Output, .Parameter = Parameter, .ParameterLeaf = L};
  }
  Donation Result;
  append_range(Result.Pairs, make_second_range(Pairs));
  for (auto [Parameter, L] : Donated)
    Result.Unpaired.push_back({Entry.Parameters[Parameter], L});
  return Result;
}

Expected<bool> pairsResults(const RecordedAssignment &Record,
                            ArrayRef<uint64_t> Parameters) {
  Expected<Donation> Paired = pairArguments(Record.getProgram(), Parameters);
  if (!Paired)
    return Paired.takeError();
  return !Paired->getNewPairs(Record).empty();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

bool Donor::isOnlyReadBefore(InstructionId Argument, InstructionId Copy) const {
  return all_of(G[Argument].Uses, [&](GraphUse U) {
    Time T = Schedule.getTime(U.User);
    return T == HloSchedule::NotScheduled || T <= Schedule.getTime(Copy);
  });
}

// What is updated in place is copied first where it is the caller's.
void Donor::findRemovedCopies() {
  for (const InputOutputAlias &A : Result.Pairs) {
    if (A.ParameterLeaf != RootLeaf)
      continue;
    ValueId Output = getResultValue(A);
    if (!Output)
      continue;
    for (GraphUse U : G[getArgument(A)].Uses) {
      InstructionId User = U.User;
      if (G[User].Op != Opcode::Copy)
        continue;
      ValueId Copied = D.getValueAt({User, RootLeaf});
      if (Copied && getBuffer(Copied) == getBuffer(Output) &&
          isOnlyReadBefore(getArgument(A), User))
        Result.RemovedCopies.push_back(User);
    }
  }
}

/// The use begins a loop whose result is \p Buffer: it is no conflicting read.
bool Donor::isCarriedBy(const HloUse &U, BufferId Buffer) const {
  if (G[U.User].Op != Opcode::While)
    return false;
  ValueId Carried = D.getValueAt({U.User, U.Leaf});
  return Carried && D.definitions()[Carried].Instruction == U.User &&
         getBuffer(Carried) == Buffer;
}

/// The instruction is a part of the asynchronous operation that makes a value
/// of \p Buffer: it holds what the operation updates in place, and reads
/// nothing of it on its own.
bool Donor::isUpdatedBy(InstructionId Instruction, BufferId Buffer) const {
  Opcode Op = G[Instruction].Op;
  if (Op != Opcode::AsyncStart && Op != Opcode::AsyncUpdate &&
      Op != Opcode::AsyncDone)
    return false;
  return any_of(Record.getBuffers().getValues(Buffer), [&](ValueId V) {
    const GraphInstruction &Maker = G[D.definitions()[V].Instruction];
    return is_contained(G.getComputation(Maker).Callers, Instruction);
  });
}

/// A call reads where its computation does, a loop where its body begins.
std::optional<Time> Donor::getReadTime(const HloUse &U) const {
  const GraphInstruction &I = G[U.User];
  InstructionId Reader = U.User;
  if (I.Op == Opcode::Call && Schedule.getSpan(I.Called[0]))
    return std::nullopt;
  if (I.Op == Opcode::While && Schedule.getSpan(I.Called[0]))
    Reader = G.computations()[I.Called[0]].Parameters[0];
  Time T = Schedule.getTime(Reader);
  return T == HloSchedule::NotScheduled ? std::nullopt : std::optional(T);
}

/// One past the last time at which \p Value is read or held, but for loops that
/// begin with it and end as \p Buffer; 0 if there is none.
Time Donor::getLastRead(ValueId Value, BufferId Buffer) const {
  Time Last = 0;
  SmallVector<HloUse> Uses;
  D.getUses(Value, Uses);
  for (const HloUse &U : Uses)
    if (std::optional<Time> T = getReadTime(U);
        T && !isCarriedBy(U, Buffer) && !isUpdatedBy(U.User, Buffer))
      Last = std::max(Last, *T + 1);
  auto BeginsLoop = [&](InstructionId Instruction) {
    return any_of(G[Instruction].Uses, [&](GraphUse U) {
      return G[U.User].Op == Opcode::While &&
             any_of(Record.getBuffers().getValues(Buffer), [&](ValueId V) {
               return D.definitions()[V].Instruction == U.User;
             });
    });
  };
  for (HloPlace Q : D.getPositions(Value).drop_front()) {
    if (BeginsLoop(Q.Instruction) || isUpdatedBy(Q.Instruction, Buffer))
      continue;
    auto Span = Schedule.getSpan(G[Q.Instruction].Computation);
    if (G.isRoot(Q.Instruction) && Span)
      Last = std::max(Last, Span->second + 1);
    else if (Time T = Schedule.getTime(Q.Instruction);
             T != HloSchedule::NotScheduled)
      Last = std::max(Last, T + 1);
  }
  return Last;
}

/// What has run by the time \p Instruction does, whatever the schedule.
InstructionSet Donor::getAncestors(InstructionId Instruction) const {
  InstructionSet Ancestors(G.instructions().size());
  SmallVector<InstructionId> Pending{Instruction};
  while (!Pending.empty())
    for (InstructionId Operand : G[Pending.pop_back_val()].Operands)
      if (!Ancestors[Operand]) {
        Ancestors[Operand] = true;
        Pending.push_back(Operand);
      }
  return Ancestors;
}

/// All that reads \p Value is among \p Before, or is \p Instruction, or a loop
/// that begins with the value and ends as \p Buffer.
bool Donor::isReadOnlyBy(ValueId Value, BufferId Buffer,
                         const InstructionSet &Before,
                         InstructionId Instruction) const {
  SmallVector<HloUse> Uses;
  D.getUses(Value, Uses);
  return all_of(Uses, [&](const HloUse &U) {
    InstructionId User = liftToEntry(G, U.User);
    if (!User || User == Instruction || User == Entry.Root)
      return true;
    bool Carries =
        G[User].Op == Opcode::While &&
        any_of(Record.getBuffers().getValues(Buffer), [&](ValueId V) {
          return D.definitions()[V].Instruction == User;
        });
    return Carries || Before[User];
  });
}

bool Donor::mayWriteOver(ValueId Value, ValueId Writer) {
  HloPlace At = D.definitions()[Writer];
  const GraphInstruction &I = G[At.Instruction];
  if (I.Op == Opcode::Parameter || I.Op == Opcode::While)
    return true;
  return any_of(D.getPositions(Value), [&](HloPlace From) {
    return is_contained(I.Operands, From.Instruction) &&
           Sharing.canShare(From, At);
  });
}

/// The first value that is written in \p Buffer, and when.
std::optional<std::pair<ValueId, Time>>
Donor::findWriter(BufferId Buffer) const {
  std::optional<std::pair<ValueId, Time>> First;
  for (ValueId V : Record.getBuffers().getValues(Buffer)) {
    HloPlace At = D.definitions()[V];
    const GraphInstruction &I = G[At.Instruction];
    Time T = Schedule.getTime(At.Instruction);
    if (T == HloSchedule::NotScheduled)
      continue;
    if (I.Op == Opcode::Parameter)
      T = Schedule.getSpan(I.Computation)->first;
    if (!First || T < First->second)
      First = {V, T};
  }
  return First;
}

// XLA's CopyInsertion copies every such argument and result, and then takes
// away what no order of the program needs: the copies of arguments first. The
// CPU's does so before it knows a schedule.
void Donor::addCopiesOnCpu(const InputOutputAlias &A, ValueId Writer) {
  ValueId Value = getArgumentValue(A), Output = getResultValue(A);
  BufferId Buffer = getBuffer(Output);
  InstructionId WriterAt = liftToEntry(G, D.definitions()[Writer].Instruction);
  InstructionId OutputAt = liftToEntry(G, D.definitions()[Output].Instruction);
  if (!WriterAt || !OutputAt)
    return;
  InstructionSet BeforeWriter = getAncestors(WriterAt);
  bool CopiesArgument =
      !isReadOnlyBy(Value, Buffer, getAncestors(OutputAt), OutputAt);
  bool CopiesResult;
  if (CopiesArgument)
    CopiesResult = !BeforeWriter[getArgument(A)];
  else
    CopiesResult = !isReadOnlyBy(Value, Buffer, BeforeWriter, WriterAt) ||
                   (getLastRead(Value, Buffer) > findWriter(Buffer)->second &&
                    !mayWriteOver(Value, Writer));
  if (CopiesArgument)
    addCopy(A, Writer, /*IsOfResult=*/false);
  if (CopiesResult && canCopyResult(G, A.Output))
    addCopy(A, Writer, /*IsOfResult=*/true);
}

// A GPU's takes away more when the schedule is known.
void Donor::addCopiesOnGpu(const InputOutputAlias &A, ValueId Writer,
                           Time Begin) {
  ValueId Value = getArgumentValue(A), Output = getResultValue(A);
  BufferId Buffer = getBuffer(Output);
  Time Last = getLastRead(Value, Buffer);
  if (Last <= Begin || (Last == Begin + 1 && mayWriteOver(Value, Writer)))
    return;
  InstructionId OutputAt = liftToEntry(G, D.definitions()[Output].Instruction);
  bool IsOfResult =
      OutputAt && canCopyResult(G, A.Output) &&
      isReadOnlyBy(Value, Buffer, getAncestors(OutputAt), OutputAt);
  addCopy(A, Writer, IsOfResult);
}

/// What reads \p Value and need not have run when \p Writer, the first of a
/// buffer, is written.
SmallVector<std::string> Donor::findReaders(ValueId Value,
                                            ValueId Writer) const {
  SmallSetVector<StringRef, 4> Readers;
  InstructionId WriterAt = D.definitions()[Writer].Instruction;
  InstructionId InEntry = liftToEntry(G, WriterAt);
  if (!InEntry)
    return {};
  Time Begin = findWriter(getBuffer(Writer))->second;
  InstructionSet Before = getAncestors(InEntry);
  SmallVector<HloUse> Uses;
  D.getUses(Value, Uses);
  for (const HloUse &U : Uses) {
    std::optional<Time> At = getReadTime(U);
    InstructionId User = liftToEntry(G, U.User);
    if (!At || !User || U.User == WriterAt || User == InEntry)
      continue;
    bool MayBeLater = P.Kind == Backend::CPU ? !Before[User] : *At > Begin;
    if (MayBeLater)
      Readers.insert(G[U.User].Name);
  }
  return SmallVector<std::string>(Readers.begin(), Readers.end());
}

void Donor::addCopy(const InputOutputAlias &A, ValueId Writer,
                    bool IsOfResult) {
  ValueId Value = getArgumentValue(A);
  Result.AddedCopies.push_back(
      {A.Parameter, A.Output, IsOfResult, Record.getName(Writer),
       findReaders(Value, Writer), Record.sizes()[Value]});
}

/// A loop reads \p Value in iterations in which it writes \p Buffer: no
/// schedule helps.
bool Donor::isReadByWritingLoop(ValueId Value, BufferId Buffer) const {
  SmallVector<HloUse> Uses;
  D.getUses(Value, Uses);
  return any_of(Uses, [&](const HloUse &U) {
    return G[U.User].Op == Opcode::While && !isCarriedBy(U, Buffer) &&
           any_of(Record.getBuffers().getValues(Buffer), [&](ValueId V) {
             return D.definitions()[V].Instruction == U.User;
           });
  });
}

void Donor::findAddedCopies() {
  for (const InputOutputAlias &A : Result.Pairs) {
    ValueId Value = getArgumentValue(A), Output = getResultValue(A);
    if (!Value || !Output || getBuffer(Value) == getBuffer(Output) ||
        G[getArgument(A)].Type->isTuple())
      continue;
    std::optional<std::pair<ValueId, Time>> First =
        findWriter(getBuffer(Output));
    if (!First)
      continue;
    if (P.Kind == Backend::CPU)
      addCopiesOnCpu(A, First->first);
    else if (P.Kind == Backend::GPU)
      addCopiesOnGpu(A, First->first, First->second);
    else if (isReadByWritingLoop(Value, getBuffer(Output)))
      addCopy(A, First->first, /*IsOfResult=*/false);
    else
      addWaits(Record, Schedule, Value, First->first, Waits);
  }
}

//===----------------------------------------------------------------------===//
// The program with them
//===----------------------------------------------------------------------===//

EditedRecord Donor::makeRecord(EditedProgram Edited, bool JoinsPairs) const {
  std::vector<HloPlace> Definitions;
  IdVector<ValueId, Bytes> Sizes;
  IdVector<ValueId, MemorySpace> Spaces;
  IdVector<ValueId, ValueId> NewValues(D.definitions().size()), OldValues;
  for (auto [V, At] : withIds(D.definitions())) {
    InstructionId I = Edited.Numbers[At.Instruction];
    if (!I)
      continue;
    NewValues[V] = OldValues.add(V);
    Definitions.push_back({I, At.Leaf});
    Sizes.push_back(Record.sizes()[V]);
    Spaces.push_back(Record.spaces()[V]);
  }
  SmallVector<std::pair<ValueId, ValueId>> Aliases;
  const HloBuffers &Buffers = Record.getBuffers();
  for (BufferId B : Buffers.ids()) {
    ValueId First;
    for (ValueId V : Buffers.getValues(B))
      if (NewValues[V]) {
        if (First)
          Aliases.push_back({First, NewValues[V]});
        First = NewValues[V];
      }
  }
  auto AddCopy = [&](InstructionId Number, ValueId Value) {
    Definitions.push_back({Number, RootLeaf});
    Sizes.push_back(Record.sizes()[Value]);
    Spaces.push_back(Record.spaces()[Value]);
    return OldValues.add(ValueId::none());
  };
  const InstructionId *Copy = Edited.Copies.begin();
  const InstructionId *ResultCopy = Edited.ResultCopies.begin();
  DenseMap<LeafId, ValueId> ResultCopies;
  if (JoinsPairs)
    for (const Donation::Copy &C : Result.AddedCopies) {
      ValueId Value = D.getValueAt({Entry.Parameters[C.Parameter], RootLeaf});
      if (C.IsOfResult)
        ResultCopies[C.Output] = AddCopy(*ResultCopy++, Value);
      else
        AddCopy(*Copy++, Value);
    }
  for (const InputOutputAlias &A : Result.Pairs) {
    ValueId From = getArgumentValue(A), To = getResultValue(A);
    if (!JoinsPairs || !From || !To || !NewValues[From] || !NewValues[To])
      continue;
    auto Copied = ResultCopies.find(A.Output);
    Aliases.push_back({NewValues[From], Copied == ResultCopies.end()
                                            ? NewValues[To]
                                            : Copied->second});
  }
  // Of the record only what is preset is taken again.
  std::vector<ReplayedAllocation> Presets = Record.getPresets(P);
  renumberMembers(Presets, NewValues);
  return {RecordedAssignment(std::move(Edited.Program), Definitions,
                             std::move(Sizes), std::move(Spaces), Aliases,
                             std::move(Presets), Record.getRelease()),
          std::move(Edited.Numbers), std::move(OldValues)};
}

Expected<EditedRecord> Donor::removeCopies() {
  ProgramEdit Edit;
  for (InstructionId Copy : Result.RemovedCopies)
    Edit.Removed.insert(Copy);
  Edit.SchedulesBreadthFirst = P.Kind == Backend::CPU && isBreadthFirst(G);
  Edit.Aliases = Result.Pairs;
  Expected<EditedProgram> Edited = editProgram(G, Edit);
  if (!Edited)
    return Edited.takeError();
  return makeRecord(std::move(*Edited), /*JoinsPairs=*/false);
}

/// The program with the copies and waits that were found. If there are none, it
/// shares all but its aliases with G, which then \p OutlivesResult.
Expected<EditedProgram> Donor::addCopies(bool OutlivesResult) const {
  if (OutlivesResult && Result.AddedCopies.empty() && Waits.empty())
    return donateOnly(G, Result.Pairs);
  ProgramEdit Edit;
  for (const Donation::Copy &C : Result.AddedCopies)
    if (C.IsOfResult)
      Edit.CopiedResults.push_back(C.Output);
    else
      Edit.CopiedArguments.push_back(Entry.Parameters[C.Parameter]);
  Edit.Where = P.Kind == Backend::CPU ? CopyPlace::BehindAllArguments
                                      : CopyPlace::BehindArgument;
  Edit.SchedulesBreadthFirst = P.Kind == Backend::CPU && isBreadthFirst(G);
  Edit.Aliases = Result.Pairs;
  Edit.Waits = Waits;
  return editProgram(G, Edit);
}

Expected<Donation> Donor::run(const EditedRecord *Before) {
  findAddedCopies();
  // Most programs are scheduled so already.
  if (none_of(Waits, [&](auto Wait) {
        return Schedule.getTime(Wait.first) > Schedule.getTime(Wait.second);
      }))
    Waits.clear();
  Expected<EditedProgram> Edited = addCopies(/*OutlivesResult=*/!Before);
  if (!Edited)
    return Edited.takeError();
  EditedRecord After = makeRecord(std::move(*Edited), /*JoinsPairs=*/true);
  if (!Waits.empty())
    if (Error E = placePresetsAgain(Record, After.Record, After.Values, P))
      return E;
  Expected<ReplayedAssignment> Assignment = After.Record.replay(P);
  if (!Assignment)
    return Assignment.takeError();
  Result.Kind = P.Kind;
  Result.Allocations = std::move(Assignment->Allocations);
  if (!Before) {
    Result.Numbers = std::move(After.Numbers);
    Result.Values = std::move(After.Values);
  } else {
    for (InstructionId Number : Before->Numbers)
      Result.Numbers.push_back(Number ? After.Numbers[Number] : Number);
    for (ValueId Value : After.Values)
      Result.Values.push_back(Value ? Before->Values[Value] : Value);
  }
  Result.After =
      std::make_shared<const RecordedAssignment>(std::move(After.Record));
  return std::move(Result);
}

Expected<Donation> donate(const RecordedAssignment &Record,
                          ArrayRef<uint64_t> Parameters,
                          const AssignerPolicy &P) {
  Expected<Donation> Paired = pairArguments(Record.getProgram(), Parameters);
  if (!Paired)
    return Paired.takeError();
  Donor First(Record, P, std::move(*Paired));
  First.findRemovedCopies();
  if (!First.removesCopies())
    return First.run(/*Before=*/nullptr);
  Expected<EditedRecord> Without = First.removeCopies();
  if (!Without)
    return Without.takeError();
  return Donor(Without->Record, P, First.takeResult()).run(&*Without);
}

SmallVector<InputOutputAlias>
Donation::getNewPairs(const RecordedAssignment &Record) const {
  const HloGraph &G = Record.getProgram();
  std::set<std::pair<uint64_t, LeafId>> Before;
  for (const InputOutputAlias &A : G.inputOutputAliases())
    Before.insert({A.Parameter, A.ParameterLeaf});
  SmallVector<InputOutputAlias> New;
  for (const InputOutputAlias &A : Pairs) {
    HloPlace At = {G.getEntry().Parameters[A.Parameter], A.ParameterLeaf};
    if (!Before.contains({A.Parameter, A.ParameterLeaf}) &&
        Record.getDataflow().getValueAt(At))
      New.push_back(A);
  }
  return New;
}

} // namespace hlomem
