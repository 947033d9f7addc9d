//===- ScheduleOfDump.cpp - Who owns an instruction, from the dump --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dump names computations (`body=%region_0`) but not what they hold. It does
// say which instruction reads which, and those belong together. If that gives
// as many groups as there are computations, each group is one. Their order in
// the schedule tells which is whose: a computation ends right before its caller
// or before the next computation of the same caller.
//
//===----------------------------------------------------------------------===//

#include "OperandTimes.h"
#include "hlomem/Analysis/Program/HloSchedule.h"
#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/ValueLists.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/IntEqClasses.h"
#include <array>

using namespace llvm;

namespace hlomem {

// Whether all releases do that may have written the dump.
static bool schedulesAsync(const Module &M) {
  return all_of(XlaReleases, [Pointers = printsPointers(M)](const XlaFacts &F) {
    return F.Pointers != Pointers || F.SchedulesAsync;
  });
}

class ScheduleOfDump {
  const Module &M;
  const ScheduleIndex &Times;
  bool SchedulesAsync;
  /// The id of an instruction is its time.
  HloSchedule S;
  /// The instructions of each computation as they run.
  IdVector<ComputationId, std::vector<InstructionId>> Lists;
  /// What the dump shows of one scheduled instruction. There are millions.
  struct Facts {
    bool HasText : 1 = false;
    bool IsRead : 1 = false;
    /// One of several that may be what some other one reads.
    bool MayBeRead : 1 = false;
    bool IsEntryParameter : 1 = false;
    bool IsCertainRoot : 1 = false;
    /// Its result is that of its computation's caller too.
    bool ReachesCaller : 1 = false;
    /// What it reads: all, tables as a whole, what it is a position of. More
    /// than two are as many as three.
    uint8_t ReadCount : 2 = 0;
    uint8_t TableReads : 2 = 0;
    uint8_t ForwardReads : 2 = 0;
    /// How many computations it runs.
    uint32_t CalleeCount = 0;
    /// The asynchronous operation that it waits for; NotScheduled if none.
    Time Start = ScheduleIndex::NotScheduled;

    bool waits() const { return Start != ScheduleIndex::NotScheduled; }
    bool isLeaf() const { return !HasText && ReadCount == 0; }
  };
  std::vector<Facts> Known;
  IntEqClasses Groups;
  /// A reader without text and the instructions one of which it reads.
  struct DoubtfulRead {
    uint32_t Reader;
    SmallVector<uint32_t, 4> Candidates;
  };
  static constexpr size_t MaxCandidates = 8;
  std::vector<DoubtfulRead> DoubtfulReads;
  DenseSet<StringRef> CalleeNames;
  size_t UnnamedCallees = 0;
  /// Calls are not printed, since their results are values of others.
  std::vector<uint32_t> Calls;
  /// A position of a value, by what a use of it names.
  struct Holder {
    bool HasIndex;
    StringRef Index;
    Time At;
    /// Of the first one of those with one index: what some use reads is in
    /// doubt between them.
    bool IsInDoubt = false;

    auto key() const { return std::pair(HasIndex, Index); }
    bool operator<(const Holder &O) const {
      return std::pair(key(), At) < std::pair(O.key(), O.At);
    }
  };
  // Of the value that is looked at: no lists are made to stay.
  SmallVector<Holder, 8> Holders;
  SmallVector<Use, 8> Uses;

public:
  ScheduleOfDump(const Module &M, const ScheduleIndex &Times)
      : M(M), Times(Times), SchedulesAsync(schedulesAsync(M)),
        Known(M.schedule().size()), Groups(M.schedule().size()) {}

  std::optional<HloSchedule> run() {
    if (!listInstructions() || !readTexts())
      return std::nullopt;
    readUses();
    if (!classifyReaders() || !formComputations() || !assignCallees() ||
        !S.flatten(entryGroup(),
                   [this](ComputationId C) { return ArrayRef(Lists[C]); }) ||
        S.IsDeep || !isInOrder() || !followResults())
      return std::nullopt;
    findDones();
    findRoots();
    S.GivenNames = M.schedule();
    return std::move(S);
  }

private:
  bool listInstructions();
  bool readTexts();
  bool addText(const OperandTimes::Instruction &Text, ArrayRef<Time> Operands);
  MutableArrayRef<Holder> findHolders(bool HasIndex, StringRef Index);
  bool readCallees(const Value &V, Facts &F);
  void readUses();
  bool readUsesByTexts(const Value &V);
  void readUsesOf(const Value &V);
  bool classifyReaders();
  void resolveDoubts();
  bool formComputations();
  bool assignCallees();
  bool followResults();
  void findDones();
  void findRoots();
  bool holdsEntryResult(uint32_t I) const;
  bool isInOrder() const {
    return S.Order.size() == Known.size() &&
           all_of(enumerate(S.Order), [](const auto &At) {
             return At.index() == At.value().index();
           });
  }

  void addRead(uint32_t Reader, uint32_t From) {
    Known[From].IsRead = true;
    Groups.join(Reader, From);
  }
  ComputationId entryGroup() const { return S.Instructions.back().Computation; }
  ScheduledInstruction &at(size_t T) {
    return S.Instructions[InstructionId(T)];
  }
  /// What the instruction at \p T runs alone.
  ComputationId getCallee(size_t T) {
    return S.Callees[InstructionId(T)].front();
  }
};

bool ScheduleOfDump::listInstructions() {
  if (M.schedule().empty() || !Times.isUnique())
    return false;
  S.Instructions.resize(M.schedule().size());
  return true;
}

static bool runsComputations(Opcode Op) {
  return hasTrait(Op, OpcodeTraits::ControlFlow) || Op == Opcode::AsyncStart ||
         Op == Opcode::AsyncUpdate || Op == Opcode::AsyncDone;
}

bool ScheduleOfDump::readTexts() {
  BitVector IsDefiner(M.values().size());
  for (auto [N, V] : enumerate(M.values())) {
    Time I = Times.getDefinition(V);
    if (I == ScheduleIndex::NotScheduled || Known[I].HasText)
      continue;
    Known[I].HasText = true;
    IsDefiner.set(N);
  }
  std::vector<OperandTimes> Parts = readOperandTimes(M, Times, IsDefiner);
  if (!all_of(Parts, [](const OperandTimes &Part) { return Part.IsComplete; }))
    return false;
  for (const OperandTimes &Part : Parts) {
    ArrayRef<Time> Rest = Part.Operands;
    for (const OperandTimes::Instruction &I : Part.Instructions) {
      if (!addText(I, Rest.take_front(I.OperandCount)))
        return false;
      Rest = Rest.drop_front(I.OperandCount);
    }
  }
  return true;
}

// Operands and control predecessors stand in the same computation.
bool ScheduleOfDump::addText(const OperandTimes::Instruction &Text,
                             ArrayRef<Time> Operands) {
  const Value &V = M.values()[Text.Definer];
  Time I = Text.At;
  Facts &F = Known[I];
  at(I).Op = Text.Op;
  for (Time From : Operands)
    addRead(I, From);
  if (Text.HasControlPredecessors)
    for (StringRef Name : M.getInstruction(V)->ControlPredecessors)
      if (std::optional<Time> From = M.getTime(Name))
        Groups.join(I, *From);

  // Of the parameters only those of the entry define a value that is no phi,
  // but for computations that the schedule does not hold.
  if (Text.Op == Opcode::Parameter && !V.isPhi()) {
    if (!V.getAllocation().has(AllocationFlags::Parameter))
      return false;
    F.IsEntryParameter = true;
    Groups.join(I, Known.size() - 1);
  }
  return !runsComputations(Text.Op) || readCallees(V, F);
}

bool ScheduleOfDump::readCallees(const Value &V, Facts &F) {
  const InstructionDetails &D = *M.getInstruction(V);
  // `all-to-all-start`: an asynchronous start that does not name what it runs.
  if (D.Op == Opcode::AsyncStart && D.OpcodeName != "async-start") {
    F.CalleeCount = 1;
    ++UnnamedCallees;
    return SchedulesAsync;
  }
  // A call has a text only where it merges several callers' values.
  ArrayRef<CalledComputation> Called = D.CalledComputations;
  bool IsUsual =
      (D.Op == Opcode::While && Called.size() == 2 &&
       Called[0].Role == "condition") ||
      (D.Op == Opcode::AsyncStart && Called.size() == 1 && SchedulesAsync) ||
      (D.Op == Opcode::Conditional && !Called.empty());
  if (!IsUsual || !D.IsComplete)
    return false;
  F.CalleeCount = Called.size();
  for (const CalledComputation &C : Called)
    if (!CalleeNames.insert(C.Name).second)
      return false;
  return true;
}

void ScheduleOfDump::readUses() {
  // The lists lie far apart in the text: those of the next values are asked for
  // while the ones before are read.
  static constexpr size_t Ahead = 16;
  std::array<const Value *, Ahead> Next;
  size_t Begin = 0, End = 0;
  for (const Value &V : M.values()) {
    if (readUsesByTexts(V))
      continue;
    if (End - Begin == Ahead)
      readUsesOf(*Next[Begin++ % Ahead]);
    Next[End++ % Ahead] = &V;
    if (const char *Lists = V.getUnreadLists()) {
      LLVM_PREFETCH(Lists, /*rw=*/0, /*locality=*/3);
      LLVM_PREFETCH(Lists + 64, /*rw=*/0, /*locality=*/3);
    }
  }
  while (Begin != End)
    readUsesOf(*Next[Begin++ % Ahead]);
}

// Most instructions have a text, which says what they read. False if one that
// reads \p V has none.
bool ScheduleOfDump::readUsesByTexts(const Value &V) {
  ArrayRef<Time> Readers = Times.getUses(V);
  if (any_of(Readers, [this](Time T) {
        return T != ScheduleIndex::NotScheduled && !Known[T].HasText;
      }))
    return false;
  for (Time T : Readers)
    // Only as a root does a tuple count as a reader.
    if (T != ScheduleIndex::NotScheduled && at(T).Op == Opcode::Tuple)
      Known[T].IsCertainRoot = true;
  return true;
}

// What an instruction without text reads is a position of the value that it
// uses, of the same index.
void ScheduleOfDump::readUsesOf(const Value &V) {
  Holders.clear();
  Uses.clear();
  const Time *NextTime = Times.getPositions(V).begin();
  visitLists(
      V,
      [&](const Position &P) {
        // A use has an index where its operand has one.
        if (Time I = *NextTime++; I != ScheduleIndex::NotScheduled)
          Holders.push_back({P.hasIndex(), P.getIndex().getText(), I});
      },
      [&](const Use &U) { Uses.push_back(U); });
  llvm::sort(Holders);
  Time Definer = Times.getDefinition(V);
  bool IsStart = Definer != ScheduleIndex::NotScheduled &&
                 hasTrait(at(Definer).Op, OpcodeTraits::AsyncStart);

  for (auto [U, Reader] : zip_equal(Uses, Times.getUses(V))) {
    if (Reader == ScheduleIndex::NotScheduled)
      continue;
    Facts &F = Known[Reader];
    if (F.HasText) {
      F.IsCertainRoot |= at(Reader).Op == Opcode::Tuple;
      continue;
    }
    bool HasIndex = U.User.hasIndex();
    bool IsPosition = std::binary_search(Holders.begin(), Holders.end(),
                                         Holder{false, StringRef(), Reader});
    bool ReadsWhole = U.OperandNumber == 0 && U.User.getIndex().empty();
    F.ReadCount += F.ReadCount != 3;
    F.TableReads += F.TableReads != 3 && ReadsWhole && HasIndex;
    F.ForwardReads += F.ForwardReads != 3 && U.OperandNumber == 0 && IsPosition;
    if (ReadsWhole && IsStart)
      F.Start = Definer;

    MutableArrayRef<Holder> Read =
        findHolders(HasIndex, U.User.getIndex().getText());
    DoubtfulRead Doubt = {Reader, {}};
    bool HasAll = Read.size() <= MaxCandidates;
    if (HasAll)
      for (const Holder &H : Read)
        if (H.At != Reader)
          Doubt.Candidates.push_back(H.At);
    if (Doubt.Candidates.size() == 1) {
      addRead(Reader, Doubt.Candidates.front());
      continue;
    }
    if (!Read.empty() && !std::exchange(Read.front().IsInDoubt, true))
      for (const Holder &H : Read)
        Known[H.At].MayBeRead = true;
    if (HasAll)
      DoubtfulReads.push_back(std::move(Doubt));
  }
}

// Of the value that is looked at, what a use with this index may read.
MutableArrayRef<ScheduleOfDump::Holder>
ScheduleOfDump::findHolders(bool HasIndex, StringRef Index) {
  struct ByKey {
    using Key = std::pair<bool, StringRef>;
    bool operator()(const Holder &H, Key K) const { return H.key() < K; }
    bool operator()(Key K, const Holder &H) const { return K < H.key(); }
  };
  auto [First, Last] = std::equal_range(Holders.begin(), Holders.end(),
                                        std::pair(HasIndex, Index), ByKey());
  return {First, Last};
}

// Says what those are that the dump does not print. They define nothing: what
// forwards its operand, parameters of computations that are not the entry, and
// calls. Where this takes something else for a call, the computations do not
// come out right.
bool ScheduleOfDump::classifyReaders() {
  for (auto [I, F] : enumerate(Known)) {
    if (F.HasText || F.isLeaf())
      continue;
    // copy-done and the like.
    if (F.waits())
      continue;
    // get-tuple-element, bitcast.
    if (F.ReadCount == 1 && F.TableReads + F.ForwardReads == 1)
      continue;
    // Only as a root does a get-tuple-element count as a reader of the leaf.
    if (F.ReadCount == 2 && F.TableReads == 1 && F.ForwardReads == 1) {
      F.IsCertainRoot = true;
      continue;
    }
    F.CalleeCount = 1;
    at(I).Op = Opcode::Call;
    Calls.push_back(I);
  }
  return true;
}

// What stands before a caller is the last of what it runs, and nothing that
// follows belongs to that. The entry's last instruction is the program's.
void ScheduleOfDump::resolveDoubts() {
  static constexpr unsigned MaxRounds = 8;
  DenseMap<unsigned, uint32_t> EndOfGroup;
  for (unsigned Round = 0; Round != MaxRounds; ++Round) {
    EndOfGroup.clear();
    for (auto [I, F] : enumerate(Known))
      if (F.CalleeCount != 0 && I != 0)
        EndOfGroup.try_emplace(Groups.findLeader(I - 1), I);
    unsigned Entry = Groups.findLeader(Known.size() - 1);
    auto MayRead = [&](uint32_t Reader, uint32_t From) {
      unsigned Own = Groups.findLeader(Reader);
      unsigned Other = Groups.findLeader(From);
      if (From >= Reader)
        return false;
      if (auto End = EndOfGroup.find(Other); End != EndOfGroup.end())
        return Reader < End->second && Own != Entry;
      return Other != Entry || !EndOfGroup.contains(Own);
    };
    size_t CountBefore = DoubtfulReads.size();
    erase_if(DoubtfulReads, [&](DoubtfulRead &R) {
      erase_if(R.Candidates,
               [&](uint32_t From) { return !MayRead(R.Reader, From); });
      if (R.Candidates.empty())
        return true;
      // In doubt between instructions of one computation, there is none.
      unsigned Group = Groups.findLeader(R.Candidates.front());
      if (any_of(R.Candidates, [&](uint32_t From) {
            return Groups.findLeader(From) != Group;
          }))
        return false;
      if (R.Candidates.size() == 1)
        addRead(R.Reader, R.Candidates.front());
      else
        Groups.join(R.Reader, R.Candidates.front());
      return true;
    });
    if (DoubtfulReads.size() == CountBefore)
      break;
  }
}

bool ScheduleOfDump::formComputations() {
  size_t Count = 1 + CalleeNames.size() + UnnamedCallees + Calls.size();
  // A leaf may be a call without operands.
  bool IsSingle =
      Count == 1 && none_of(Known, [](const Facts &F) { return F.isLeaf(); });
  if (!IsSingle) {
    resolveDoubts();
    Groups.compress();
    if (Groups.getNumClasses() != Count)
      return false;
  }
  S.Computations.resize(Count);
  Lists.resize(Count);
  if (IsSingle)
    Lists.front().reserve(Known.size());
  for (auto [I, Instruction] : withIds(S.Instructions)) {
    Instruction.Computation = ComputationId(IsSingle ? 0 : Groups[I.index()]);
    Lists[Instruction.Computation].push_back(I);
    if (Instruction.Op == Opcode::Parameter &&
        !Known[I.index()].IsEntryParameter)
      S.Computations[Instruction.Computation].FirstParameter = I;
  }
  return true;
}

// Walks backwards through the schedule. Before a caller stand its computations,
// the last one first.
bool ScheduleOfDump::assignCallees() {
  struct Frame {
    ComputationId Computation;
    size_t InstructionsLeft;
    InstructionId Caller = {};
    /// Of the caller's computations those that are not met yet.
    size_t CalleesLeft = 0;
  };
  SmallVector<Frame, 8> Frames;
  IdVector<ComputationId, bool> IsMet(S.Computations.size());
  auto Enter = [&](ComputationId C) {
    if (IsMet[C])
      return false;
    IsMet[C] = true;
    Frames.push_back({C, Lists[C].size()});
    return true;
  };
  Enter(entryGroup());
  for (size_t T = Known.size(); T-- > 0;) {
    ComputationId C = at(T).Computation;
    while (Frames.back().InstructionsLeft == 0 &&
           Frames.back().CalleesLeft == 0) {
      Frames.pop_back();
      if (Frames.empty())
        return false;
    }
    if (Frame &F = Frames.back(); F.CalleesLeft != 0) {
      S.Callees[F.Caller][--F.CalleesLeft] = C;
      if (!Enter(C))
        return false;
    }
    Frame &F = Frames.back();
    if (F.Computation != C)
      return false;
    --F.InstructionsLeft;
    if (Known[T].CalleeCount != 0) {
      F.Caller = InstructionId(T);
      F.CalleesLeft = Known[T].CalleeCount;
      S.Callees[F.Caller].resize(F.CalleesLeft);
    }
  }
  return all_of(Frames, [](const Frame &F) {
    return F.InstructionsLeft == 0 && F.CalleesLeft == 0;
  });
}

// What a call or an asynchronous start gives is what its computation gives.
// False if that does not show for something taken for a call.
bool ScheduleOfDump::followResults() {
  DenseSet<uint32_t> SeenCalls;
  DenseSet<ComputationId> Sources, Owners;
  SmallVector<uint32_t, 2> Callers;
  for (const Value &V : M.values()) {
    ArrayRef<Time> Positions = Times.getPositions(V);
    Callers.clear();
    copy_if(Positions, std::back_inserter(Callers), [this](Time T) {
      return T != ScheduleIndex::NotScheduled && Known[T].CalleeCount == 1;
    });
    if (Callers.empty())
      continue;
    Sources.clear();
    for (uint32_t I : Callers)
      Sources.insert(getCallee(I));
    Owners.clear();
    for (Time T : Positions)
      if (T != ScheduleIndex::NotScheduled) {
        ComputationId Owner = at(T).Computation;
        Known[T].ReachesCaller |= Sources.contains(Owner);
        Owners.insert(Owner);
      }
    for (uint32_t I : Callers)
      if (Owners.contains(getCallee(I)))
        SeenCalls.insert(I);
  }
  return all_of(Calls, [&](uint32_t I) { return SeenCalls.contains(I); });
}

void ScheduleOfDump::findDones() {
  for (auto [I, F] : enumerate(Known))
    // A get-tuple-element of a start reads nothing but the table.
    if (F.waits() && F.ReadCount != 1 && Known[F.Start].CalleeCount == 1)
      S.Computations[getCallee(F.Start)].AsyncDone = I;
}

// True for a position of a value that lies in the block of the program's
// result.
bool ScheduleOfDump::holdsEntryResult(uint32_t I) const {
  for (const Allocation &A : M.allocations())
    if (A.has(AllocationFlags::OutputShape))
      for (const Value &V : A.values())
        for (auto [P, T] : zip_equal(V.getPositions(), Times.getPositions(V)))
          if (T == I && P.getIndex().empty())
            return true;
  return false;
}

// An instruction that is never read has a side effect or is the root.
void ScheduleOfDump::findRoots() {
  for (auto [C, List] : withIds(Lists)) {
    SmallVector<InstructionId, 4> Certain, Roots, WithEffect;
    bool IsInDoubt = false;
    for (InstructionId I : List) {
      const Facts &F = Known[I.index()];
      Opcode Op = S.Instructions[I].Op;
      if (F.IsCertainRoot)
        Certain.push_back(I);
      if (F.IsRead || Op == Opcode::Parameter || F.isLeaf())
        continue;
      bool MayHaveEffect = runsComputations(Op) ||
                           hasTrait(Op, OpcodeTraits::SideEffect) ||
                           hasTrait(Op, OpcodeTraits::Collective) ||
                           (F.HasText && Op == Opcode::Unknown);
      if (F.MayBeRead)
        IsInDoubt = true;
      else
        (MayHaveEffect ? WithEffect : Roots).push_back(I);
    }
    if (Roots.empty() && WithEffect.size() == 1 && !IsInDoubt &&
        (C == S.Entry ? holdsEntryResult(WithEffect.front().index())
                      : Known[WithEffect.front().index()].ReachesCaller))
      Roots.push_back(WithEffect.front());
    if (!Certain.empty())
      Roots = Certain;
    if (Roots.size() == 1)
      S.Computations[C].Root = Roots.front();
  }
}

std::optional<HloSchedule> HloSchedule::ofDump(const Module &M,
                                               const ScheduleIndex &Times) {
  return ScheduleOfDump(M, Times).run();
}

} // namespace hlomem
