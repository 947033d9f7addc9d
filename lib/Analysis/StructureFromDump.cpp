//===- StructureFromDump.cpp - Who owns an instruction, from the dump -----===//
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

#include "ProgramStructure.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace hlomem {

class StructureFromDump {
  const Module &M;
  ProgramStructure S;
  /// What the dump shows of one scheduled instruction.
  struct Facts {
    const InstructionDetails *Details = nullptr;
    bool IsRead = false;
    /// One of several that may be what some other one reads.
    bool MayBeRead = false;
    bool IsEntryParameter = false;
    bool IsCertainRoot = false;
    /// Its result is that of its computation's caller too.
    bool ReachesCaller = false;
    /// How many computations it runs.
    uint32_t CalleeCount = 0;
    /// What it reads: all, tables as a whole, what it is a position of.
    uint32_t ReadCount = 0;
    uint32_t TableReads = 0;
    uint32_t ForwardReads = 0;
    /// The asynchronous operation that it waits for.
    std::optional<uint32_t> Start;

    bool isLeaf() const { return !Details && ReadCount == 0; }
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

public:
  explicit StructureFromDump(const Module &M)
      : M(M), Known(M.schedule().size()), Groups(M.schedule().size()) {}

  std::optional<ProgramStructure> run() {
    if (!listInstructions() || !readTexts())
      return std::nullopt;
    for (const Value &V : M.values())
      readUsesOf(V);
    if (!classifyReaders() || !formComputations() || !assignCallees() ||
        !S.flatten(entryGroup()) || ArrayRef(S.Schedule) != M.schedule() ||
        !followResults())
      return std::nullopt;
    findDones();
    findRoots();
    return std::move(S);
  }

private:
  bool listInstructions();
  bool readTexts();
  void readUsesOf(const Value &V);
  bool classifyReaders();
  void resolveDoubts();
  bool formComputations();
  bool assignCallees();
  bool followResults();
  void findDones();
  void findRoots();
  bool holdsEntryResult(uint32_t I) const;

  void addRead(uint32_t Reader, uint32_t From) {
    Known[From].IsRead = true;
    Groups.join(Reader, From);
  }
  uint32_t entryGroup() const { return S.Instructions.back().Computation; }
  std::optional<uint32_t> indexOf(StringRef Name) const {
    auto It = S.ByName.find(Name);
    if (It == S.ByName.end())
      return std::nullopt;
    return It->second;
  }
};

bool StructureFromDump::listInstructions() {
  if (M.schedule().empty())
    return false;
  for (auto [I, Name] : enumerate(M.schedule())) {
    if (!S.ByName.try_emplace(Name, I).second)
      return false;
    ScheduledInstruction New;
    New.Name = Name;
    S.Instructions.push_back(New);
  }
  return true;
}

static bool runsComputations(Opcode Op) {
  return hasTrait(Op, OpcodeTraits::ControlFlow) || Op == Opcode::AsyncStart ||
         Op == Opcode::AsyncUpdate || Op == Opcode::AsyncDone;
}

// Operands and control predecessors stand in the same computation.
bool StructureFromDump::readTexts() {
  uint32_t Last = Known.size() - 1;
  // Asynchronous computations are part of the schedule since June 2022,
  // pointers are printed until September.
  bool IsSinceMid2022 = none_of(M.allocations(), [](const Allocation &A) {
    return A.getPointer().has_value();
  });
  for (const Value &V : M.values()) {
    std::optional<uint32_t> I = indexOf(V.getInstructionName());
    if (!I)
      continue;
    Facts &F = Known[*I];
    if (F.Details)
      continue;
    const InstructionDetails *D = M.getInstruction(V);
    if (!D || D->OpcodeName.empty() || D->Name != V.getInstructionName())
      return false;
    bool HasLiteral = D->Op == Opcode::Constant || D->Op == Opcode::Parameter;
    if (D->Operands.empty() && !D->OperandText.empty() && !HasLiteral)
      return false;
    F.Details = D;
    S.Instructions[*I].Op = D->Op;
    for (const Operand &O : D->Operands) {
      std::optional<uint32_t> From = indexOf(O.Name);
      if (!From)
        return false;
      addRead(*I, *From);
    }
    for (StringRef Name : D->ControlPredecessors)
      if (std::optional<uint32_t> From = indexOf(Name))
        Groups.join(*I, *From);

    // Of the parameters only those of the entry define a value that is no phi,
    // but for computations that the schedule does not hold.
    if (D->Op == Opcode::Parameter && !V.isPhi()) {
      if (!V.getAllocation().has(AllocationFlags::Parameter))
        return false;
      F.IsEntryParameter = true;
      Groups.join(*I, Last);
    }
    // `all-to-all-start`: an asynchronous start that does not name what it
    // runs.
    if (D->Op == Opcode::AsyncStart && D->OpcodeName != "async-start") {
      if (!IsSinceMid2022)
        return false;
      F.CalleeCount = 1;
      ++UnnamedCallees;
      continue;
    }
    if (!runsComputations(D->Op))
      continue;
    // A call has a text only where it merges several callers' values.
    ArrayRef<CalledComputation> Called = D->CalledComputations;
    bool IsUsual =
        (D->Op == Opcode::While && Called.size() == 2 &&
         Called[0].Role == "condition") ||
        (D->Op == Opcode::AsyncStart && Called.size() == 1 && IsSinceMid2022) ||
        (D->Op == Opcode::Conditional && !Called.empty());
    if (!IsUsual || !D->IsComplete)
      return false;
    F.CalleeCount = Called.size();
    for (const CalledComputation &C : Called)
      if (!CalleeNames.insert(C.Name).second)
        return false;
  }
  return true;
}

// What an instruction without text reads is a position of the value that it
// uses, of the same index.
void StructureFromDump::readUsesOf(const Value &V) {
  struct Candidates {
    SmallVector<uint32_t, 4> First;
    uint32_t Count = 0;
    bool IsInDoubt = false;
  };
  // A use has an index where its operand has one.
  DenseMap<std::pair<unsigned, StringRef>, Candidates> ByIndex;
  DenseSet<uint32_t> WithoutIndex;
  auto KeyOf = [](const NamedIndex &N) {
    return std::pair(unsigned(N.hasIndex()), N.getIndex().getText());
  };
  std::optional<uint32_t> Definer = indexOf(V.getInstructionName());
  bool IsStart = Definer && hasTrait(S.Instructions[*Definer].Op,
                                     OpcodeTraits::AsyncStart);

  for (const Use &U : V.getUses()) {
    std::optional<uint32_t> Reader = indexOf(U.User.getName());
    if (!Reader)
      continue;
    Facts &F = Known[*Reader];
    if (F.Details) {
      // Only as a root does a tuple count as a reader.
      F.IsCertainRoot |= F.Details->Op == Opcode::Tuple;
      continue;
    }
    if (ByIndex.empty())
      for (const Position &P : V.getPositions())
        if (std::optional<uint32_t> I = indexOf(P.getName())) {
          Candidates &C = ByIndex[KeyOf(P)];
          if (++C.Count <= MaxCandidates)
            C.First.push_back(*I);
          if (!P.hasIndex())
            WithoutIndex.insert(*I);
        }

    bool HasIndex = U.User.hasIndex();
    bool IsPosition = WithoutIndex.contains(*Reader);
    bool ReadsWhole = U.OperandNumber == 0 && U.User.getIndex().empty();
    ++F.ReadCount;
    F.TableReads += ReadsWhole && HasIndex;
    F.ForwardReads += U.OperandNumber == 0 && IsPosition;
    if (ReadsWhole && IsStart)
      F.Start = Definer;

    Candidates &C = ByIndex[KeyOf(U.User)];
    DoubtfulRead Read = {*Reader, {}};
    copy_if(C.First, std::back_inserter(Read.Candidates),
            [&](uint32_t I) { return I != *Reader; });
    bool HasAll = C.Count == C.First.size();
    if (HasAll && Read.Candidates.size() == 1) {
      addRead(*Reader, Read.Candidates.front());
      continue;
    }
    C.IsInDoubt = true;
    if (HasAll)
      DoubtfulReads.push_back(std::move(Read));
  }

  for (const Position &P : V.getPositions())
    if (auto C = ByIndex.find(KeyOf(P)); C != ByIndex.end())
      if (std::optional<uint32_t> I = indexOf(P.getName()))
        Known[*I].MayBeRead |= C->second.IsInDoubt;
}

// Says what those are that the dump does not print. They define nothing: what
// forwards its operand, parameters of computations that are not the entry, and
// calls. Where this takes something else for a call, the computations do not
// come out right.
bool StructureFromDump::classifyReaders() {
  for (auto [I, F] : enumerate(Known)) {
    if (F.Details || F.isLeaf())
      continue;
    // copy-done and the like.
    if (F.Start)
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
    S.Instructions[I].Op = Opcode::Call;
    Calls.push_back(I);
  }
  return true;
}

// What stands before a caller is the last of what it runs, and nothing that
// follows belongs to that. The entry's last instruction is the program's.
void StructureFromDump::resolveDoubts() {
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

bool StructureFromDump::formComputations() {
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
  for (auto [I, Instruction] : enumerate(S.Instructions)) {
    Instruction.Computation = IsSingle ? 0 : Groups[I];
    S.Computations[Instruction.Computation].Instructions.push_back(I);
    if (Instruction.Op == Opcode::Parameter && !Known[I].IsEntryParameter)
      S.Computations[Instruction.Computation].FirstParameter = I;
  }
  return true;
}

// Walks backwards through the schedule. Before a caller stand its computations,
// the last one first.
bool StructureFromDump::assignCallees() {
  struct Frame {
    uint32_t Computation;
    size_t InstructionsLeft;
    uint32_t Caller = 0;
    /// Of the caller's computations those that are not met yet.
    size_t CalleesLeft = 0;
  };
  SmallVector<Frame, 8> Frames;
  std::vector<bool> IsMet(S.Computations.size());
  auto Enter = [&](uint32_t C) {
    if (IsMet[C])
      return false;
    IsMet[C] = true;
    Frames.push_back({C, S.Computations[C].Instructions.size()});
    return true;
  };
  Enter(entryGroup());
  for (size_t T = Known.size(); T-- > 0;) {
    uint32_t C = S.Instructions[T].Computation;
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
      F.Caller = T;
      F.CalleesLeft = Known[T].CalleeCount;
      S.Callees[T].resize(F.CalleesLeft);
    }
  }
  return all_of(Frames, [](const Frame &F) {
    return F.InstructionsLeft == 0 && F.CalleesLeft == 0;
  });
}

// What a call or an asynchronous start gives is what its computation gives.
// False if that does not show for something taken for a call.
bool StructureFromDump::followResults() {
  DenseSet<uint32_t> SeenCalls, Sources;
  for (const Value &V : M.values()) {
    Sources.clear();
    SmallVector<uint32_t, 2> Callers;
    for (const Position &P : V.getPositions())
      if (std::optional<uint32_t> I = indexOf(P.getName()))
        if (Known[*I].CalleeCount == 1) {
          Callers.push_back(*I);
          Sources.insert(S.Callees[*I].front());
        }
    if (Callers.empty())
      continue;
    DenseSet<uint32_t> Owners;
    for (const Position &P : V.getPositions())
      if (std::optional<uint32_t> I = indexOf(P.getName())) {
        uint32_t Owner = S.Instructions[*I].Computation;
        Known[*I].ReachesCaller |= Sources.contains(Owner);
        Owners.insert(Owner);
      }
    for (uint32_t I : Callers)
      if (Owners.contains(S.Callees[I].front()))
        SeenCalls.insert(I);
  }
  return all_of(Calls, [&](uint32_t I) { return SeenCalls.contains(I); });
}

void StructureFromDump::findDones() {
  for (auto [I, F] : enumerate(Known))
    // A get-tuple-element of a start reads nothing but the table.
    if (F.Start && F.ReadCount != 1 && Known[*F.Start].CalleeCount == 1)
      S.Computations[S.Callees[*F.Start].front()].AsyncDone = I;
}

// True for a position of a value that lies in the block of the program's
// result.
bool StructureFromDump::holdsEntryResult(uint32_t I) const {
  for (const Allocation &A : M.allocations())
    if (A.has(AllocationFlags::OutputShape))
      for (const Value &V : A.values())
        for (const Position &P : V.getPositions())
          if (P.getIndex().empty() && P.getName() == S.Instructions[I].Name)
            return true;
  return false;
}

// An instruction that nobody reads is there for its own sake or is the root.
void StructureFromDump::findRoots() {
  for (ScheduledComputation &C : S.Computations) {
    SmallVector<uint32_t, 4> Certain, Roots, WithEffect;
    bool IsInDoubt = false;
    for (uint32_t I : C.Instructions) {
      const Facts &F = Known[I];
      Opcode Op = S.Instructions[I].Op;
      if (F.IsCertainRoot)
        Certain.push_back(I);
      if (F.IsRead || Op == Opcode::Parameter || F.isLeaf())
        continue;
      bool MayHaveEffect = runsComputations(Op) ||
                           hasTrait(Op, OpcodeTraits::SideEffect) ||
                           hasTrait(Op, OpcodeTraits::Collective) ||
                           (F.Details && Op == Opcode::Unknown);
      if (F.MayBeRead)
        IsInDoubt = true;
      else
        (MayHaveEffect ? WithEffect : Roots).push_back(I);
    }
    if (Roots.empty() && WithEffect.size() == 1 && !IsInDoubt &&
        (C.IsEntry ? holdsEntryResult(WithEffect.front())
                   : Known[WithEffect.front()].ReachesCaller))
      Roots.push_back(WithEffect.front());
    if (!Certain.empty())
      Roots = Certain;
    C.IsRootKnown = Roots.size() == 1;
    if (C.IsRootKnown)
      S.Instructions[Roots.front()].IsRoot = true;
  }
}

std::optional<ProgramStructure> ProgramStructure::fromDump(const Module &M) {
  return StructureFromDump(M).run();
}

} // namespace hlomem
