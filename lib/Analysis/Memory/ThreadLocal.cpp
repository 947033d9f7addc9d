//===- ThreadLocal.cpp - What thread-local allocations hold ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/ThreadLocal.h"
#include "Program/PrintedInstructions.h"
#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace llvm;

namespace hlomem {

AnalysisKey ThreadLocalAnalysis::Key;

StringRef getRoleName(ThreadLocalRole Role) {
  switch (Role) {
  case ThreadLocalRole::Unknown:
    return "unknown";
  case ThreadLocalRole::Reducer:
    return "reducer";
  case ThreadLocalRole::Comparator:
    return "comparator";
  case ThreadLocalRole::Combiner:
    return "scatter combiner";
  case ThreadLocalRole::Selector:
    return "selector";
  case ThreadLocalRole::MapFunction:
    return "map function";
  case ThreadLocalRole::CustomCall:
    return "custom call";
  case ThreadLocalRole::Several:
    return "several";
  }
  llvm_unreachable("all roles have a case");
}

StringRef describeThreadLocalPlace(Backend B) {
  switch (B) {
  case Backend::CPU:
    return "no memory is requested for them: they lie on the stacks of the "
           "threads that run the computations";
  case Backend::GPU:
    return "no device memory is requested for them: they lie in registers or "
           "on the stacks of the threads that run the computations";
  case Backend::TPU:
    return "no part of the memory spaces of a TPU: a scalar in one of them is "
           "printed with the size of a whole tile";
  case Backend::Unknown:
    return "no device memory on a CPU, GPU or TPU; the backend of this dump "
           "is unknown";
  }
  llvm_unreachable("all backends have a case");
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

void ThreadLocalSum::add(const Allocation &A) {
  ++Allocations;
  Size += A.getSize();
  SmallVector<const Value *, 1> Values;
  for (const Value &V : A.values())
    Values.push_back(&V);
  std::optional<Bytes> Held = Bytes();
  forEachRun(Values, [&](ArrayRef<const Value *> Run, Bytes) {
    std::optional<Bytes> Largest = getLargestLogical(Run);
    if (!Largest)
      Held = std::nullopt;
    else if (Held)
      *Held += *Largest;
  });
  if (!Held) {
    ++UnknownCount;
    UnknownSize += A.getSize();
    return;
  }
  Logical += *Held;
  Waste += differenceOrZero(A.getSize(), *Held);
}

void ThreadLocalSum::add(const ThreadLocalSum &Other) {
  Allocations += Other.Allocations;
  Size += Other.Size;
  Logical += Other.Logical;
  Waste += Other.Waste;
  UnknownCount += Other.UnknownCount;
  UnknownSize += Other.UnknownSize;
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

namespace {

/// What the callers of a computation tell of it.
struct CallersOfOne {
  ThreadLocalRole Role = ThreadLocalRole::Unknown;
  StringRef First;
  uint64_t Count = 0;

  void merge(ThreadLocalRole Other) {
    if (Role == ThreadLocalRole::Unknown)
      Role = Other;
    else if (Other != ThreadLocalRole::Unknown && Other != Role)
      Role = ThreadLocalRole::Several;
  }
};

} // namespace

/// Unknown for calls that run a computation once, as a part of the caller.
static ThreadLocalRole getRole(const InstructionDetails &Caller,
                               const CalledComputation &Called) {
  if (Called.Role == "select")
    return ThreadLocalRole::Selector;
  if (Called.Role == "scatter")
    return ThreadLocalRole::Combiner;
  if (Caller.Op == Opcode::CustomCall)
    return ThreadLocalRole::CustomCall;
  if (Called.Role != "to_apply")
    return ThreadLocalRole::Unknown;
  switch (Caller.Op) {
  case Opcode::Sort:
    return ThreadLocalRole::Comparator;
  case Opcode::Scatter:
    return ThreadLocalRole::Combiner;
  case Opcode::Map:
    return ThreadLocalRole::MapFunction;
  default:
    // So are those that start asynchronously, under the names of what they
    // wrap.
    return Caller.OpcodeName.starts_with("reduce") ||
                   Caller.OpcodeName.starts_with("all-reduce")
               ? ThreadLocalRole::Reducer
               : ThreadLocalRole::Unknown;
  }
}

static IdVector<ComputationId, CallersOfOne>
findCallers(const ProgramSource &P) {
  IdVector<ComputationId, CallersOfOne> Callers(P.computations().size());
  // A text has a computation before those that call it: from the end, the role
  // of a caller is known before what it hands it down to.
  for (ComputationId C : reverse(P.computations()))
    P.visitCalls(C, [&](const InstructionDetails &Caller,
                        const CalledComputation &Called, ComputationId Callee) {
      CallersOfOne &Entry = Callers[Callee];
      ThreadLocalRole Role = getRole(Caller, Called);
      Entry.merge(Role == ThreadLocalRole::Unknown ? Callers[C].Role : Role);
      // Computations are not always in the same order in text and proto.
      if (Entry.Count++ == 0 || Caller.Name.compare_numeric(Entry.First) < 0)
        Entry.First = Caller.Name;
    });
  return Callers;
}

namespace {

/// What the instructions that the dump prints call, where that is all there is.
struct CallsInDump {
  ThreadLocalRole Role = ThreadLocalRole::Unknown;
  StringRef Computation;
  StringRef Caller;
  uint64_t FurtherCallers = 0;
};

} // namespace

/// The one role of all thread-local computations, and the computation's name if
/// it is the only one. A fusion hides what is called inside: then none.
static CallsInDump findCallsInDump(const Module &M) {
  CallersOfOne All;
  DenseSet<StringRef> Names;
  DenseSet<StringRef> Seen;
  if (M.isIncomplete())
    return {};
  for (const Value &V : M.values()) {
    if (!M.hasInstruction(V))
      return {};
    // Every leaf of a tuple has the text of the instruction again.
    if ((V.getDefinition().hasIndex() &&
         !Seen.insert(V.getInstructionName()).second) ||
        !mayHave(M, V, InstructionMarks::CallsComputations))
      continue;
    const InstructionDetails *D = M.getInstruction(V);
    if (D->Op == Opcode::Fusion || !D->IsComplete)
      return {};
    for (const CalledComputation &Called : D->CalledComputations) {
      ThreadLocalRole Role = getRole(*D, Called);
      if (Role == ThreadLocalRole::Unknown)
        continue;
      All.merge(Role);
      Names.insert(Called.Name);
      if (All.Count++ == 0)
        All.First = D->Name;
    }
  }
  if (All.Role == ThreadLocalRole::Several || All.Count == 0)
    return {};
  if (Names.size() > 1)
    return {All.Role, "", "", 0};
  return {All.Role, *Names.begin(), All.First, All.Count - 1};
}

//===----------------------------------------------------------------------===//
// Computations
//===----------------------------------------------------------------------===//

namespace {

/// Puts allocations together that belong to one computation.
class ComputationFinder {
public:
  ComputationFinder(const Module &M, const ProgramSource *P) : M(M), P(P) {}

  std::vector<ThreadLocalComputation> run();

private:
  void joinNeighbours();
  ComputationId findInText(const Allocation &A) const;
  ThreadLocalComputation makeFromText(ComputationId C);
  void findRoots(std::vector<ThreadLocalComputation> &Result);

  const Module &M;
  const ProgramSource *P;
  IdVector<ComputationId, CallersOfOne> Callers;
  /// Instructions that read each other.
  EquivalenceClasses<StringRef> Classes;
  /// Names that an instruction of a thread-local value reads.
  DenseSet<StringRef> ReadNames;
  DenseMap<StringRef, size_t> ByLeader;
};

} // namespace

template <typename CallableT>
static void forEachThreadLocal(const Module &M, CallableT Visit) {
  for (const Allocation &A : M.allocations())
    if (A.isThreadLocal())
      Visit(A);
}

/// No instruction reads one of another computation.
void ComputationFinder::joinNeighbours() {
  forEachThreadLocal(M, [this](const Allocation &A) {
    for (const Value &V : A.values()) {
      StringRef Name = V.getInstructionName();
      Classes.insert(Name);
      for (const Use &U : V.getUses()) {
        Classes.unionSets(Name, U.User.getName());
        ReadNames.insert(Name);
      }
      const InstructionDetails *D = M.getInstruction(V);
      if (!D)
        continue;
      for (const Operand &O : D->Operands) {
        Classes.unionSets(Name, O.Name);
        ReadNames.insert(O.Name);
      }
    }
  });
}

ThreadLocalComputation ComputationFinder::makeFromText(ComputationId C) {
  const CallersOfOne &Known = Callers[C];
  SourceInstruction Root = P->getRoot(C);
  ThreadLocalComputation Result;
  Result.Name = P->getName(C).str();
  Result.Role = Known.Role;
  Result.Caller = Known.First.str();
  Result.FurtherCallers = Known.Count == 0 ? 0 : Known.Count - 1;
  Result.Root = Root.Name.str();
  Result.RootOpcode = Root.OpcodeName.str();
  return Result;
}

/// The root is never read; of several instructions that are not, one could be
/// dead.
void ComputationFinder::findRoots(std::vector<ThreadLocalComputation> &Result) {
  std::vector<SmallVector<const Value *, 1>> Unread(Result.size());
  forEachThreadLocal(M, [&](const Allocation &A) {
    for (const Value &V : A.values()) {
      StringRef Name = V.getInstructionName();
      auto Group = ByLeader.find(Classes.getLeaderValue(Name));
      if (Group == ByLeader.end() || ReadNames.contains(Name))
        continue;
      auto &Candidates = Unread[Group->second];
      if (Candidates.empty() || Candidates.back()->getInstructionName() != Name)
        Candidates.push_back(&V);
    }
  });
  for (auto [C, Candidates] : zip_equal(Result, Unread)) {
    if (Candidates.size() != 1)
      continue;
    const Value &V = *Candidates.front();
    // That nobody is known to read it means nothing where neither uses nor
    // operands are printed.
    const InstructionDetails *D = M.getInstruction(V);
    if (!D && !V.hasUses())
      continue;
    C.Root = V.getInstructionName().str();
    if (D)
      C.RootOpcode = D->OpcodeName.str();
  }
}

/// The owner of the first value; none where the text does not tell it.
ComputationId ComputationFinder::findInText(const Allocation &A) const {
  if (!P || A.values().empty())
    return ComputationId::none();
  return P->findOwner(A.values().front().getInstructionName());
}

std::vector<ThreadLocalComputation> ComputationFinder::run() {
  std::vector<ThreadLocalComputation> Result;
  DenseMap<ComputationId, size_t> ByComputation;
  joinNeighbours();
  if (P)
    Callers = findCallers(*P);
  forEachThreadLocal(M, [&](const Allocation &A) {
    // One that holds nothing belongs to nobody.
    StringRef Name =
        A.values().empty() ? "" : A.values().front().getInstructionName();
    size_t Place = Result.size();
    if (ComputationId C = findInText(A)) {
      auto [It, IsNew] = ByComputation.try_emplace(C, Place);
      if (IsNew)
        Result.push_back(makeFromText(C));
      Place = It->second;
    } else {
      StringRef Leader = Name.empty() ? "" : Classes.getLeaderValue(Name);
      auto [It, IsNew] = ByLeader.try_emplace(Leader, Place);
      if (IsNew)
        Result.emplace_back();
      Place = It->second;
    }
    ThreadLocalComputation &C = Result[Place];
    if (C.Sum.Allocations == 0)
      C.Loc = A.getLoc();
    C.Sum.add(A);
  });
  findRoots(Result);
  return Result;
}

//===----------------------------------------------------------------------===//
// The result
//===----------------------------------------------------------------------===//

template <typename RowT> static void sortBySize(std::vector<RowT> &Rows) {
  stable_sort(Rows, [](const RowT &L, const RowT &R) {
    return L.Sum.Size > R.Sum.Size;
  });
}

/// The row for which \p Is says so, a new one if there is none yet. There are
/// few.
template <typename RowT, typename PredicateT>
static RowT &findOrAdd(std::vector<RowT> &Rows, PredicateT Is) {
  auto Found = find_if(Rows, Is);
  return Found == Rows.end() ? Rows.emplace_back() : *Found;
}

ThreadLocal::ThreadLocal(const Module &M, const ProgramText &Text) {
  PrintedTotal = getClaims(M).Total.value_or(M.getTotalSize());
  ComputationFinder Finder(M, Text.Program.get());
  Computations = Finder.run();
  if (!Text.Program && !Computations.empty()) {
    CallsInDump Calls = findCallsInDump(M);
    for (ThreadLocalComputation &C : Computations)
      C.Role = Calls.Role;
    if (Computations.size() == 1) {
      Computations.front().Name = Calls.Computation.str();
      Computations.front().Caller = Calls.Caller.str();
      Computations.front().FurtherCallers = Calls.FurtherCallers;
    }
  }
  if (any_of(Computations, [](const ThreadLocalComputation &C) {
        return C.Name.empty() || C.Role == ThreadLocalRole::Unknown;
      })) {
    if (!Text.Problem.empty())
      WhyUnknown = "the program cannot be read: " + Text.Problem;
    else if (Text.IsOfAnotherModule)
      WhyUnknown = "the HLO text beside the dump belongs to another module";
    else if (!Text.Program)
      WhyUnknown = "there is no HLO text beside the dump";
    else
      WhyUnknown = "the HLO text beside the dump does not show it";
  }
  sortBySize(Computations);

  for (const ThreadLocalComputation &C : Computations) {
    Total.add(C.Sum);
    ThreadLocalRoleSum &R =
        findOrAdd(Roles, [&C](const ThreadLocalRoleSum &Row) {
          return Row.Role == C.Role;
        });
    R.Role = C.Role;
    ++R.Computations;
    R.Sum.add(C.Sum);
  }
  sortBySize(Roles);

  forEachThreadLocal(M, [this](const Allocation &A) {
    uint64_t Size = A.getSize().count();
    Bytes AtMost(Size == 0 ? 0 : PowerOf2Ceil(Size));
    // Above 2^63 there is no such power; the largest number stands for it.
    if (AtMost < A.getSize())
      AtMost = Bytes(Bytes::overflow().count() - 1);
    ThreadLocalSizeClass &C =
        findOrAdd(SizeClasses, [AtMost](const ThreadLocalSizeClass &Row) {
          return Row.AtMost == AtMost;
        });
    C.AtMost = AtMost;
    C.Sum.add(A);
  });
  sortBySize(SizeClasses);
}

ThreadLocal ThreadLocalAnalysis::run(const Module &M, AnalysisManager &AM) {
  bool HasAny = any_of(M.allocations(),
                       [](const Allocation &A) { return A.isThreadLocal(); });
  // Without any, the HLO text need not be read.
  static const ProgramText None;
  return ThreadLocal(M, HasAny ? AM.getResult<ProgramAnalysis>() : None);
}

} // namespace hlomem
