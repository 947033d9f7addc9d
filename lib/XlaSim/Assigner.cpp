//===- Assigner.cpp - XLA's buffer assignment, run again ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/XlaSim/Assigner.h"
#include "BufferOrder.h"
#include "CombineTemporaries.h"
#include "HeapEvents.h"
#include "hlomem/Support/Unavailable.h"
#include "llvm/ADT/DenseSet.h"
#include <queue>
#include <set>

using namespace llvm;

namespace hlomem {

namespace {

/// The live ranges of the values that one allocation holds.
class OccupiedRanges {
public:
  void add(ValueId Value, LiveRange Range);
  /// Calls \p Visit with each value whose range overlaps \p Range, both ends
  /// included, until it returns false. Returns false if it did.
  bool forEachOverlap(LiveRange Range,
                      llvm::function_ref<bool(ValueId, LiveRange)> Visit) const;

private:
  struct Entry {
    LiveRange Range;
    ValueId Value;
  };
  /// By their begins.
  std::vector<Entry> Entries;
  /// Their ends ascend too, which is so unless values overlap.
  bool EndsAscend = true;
};

/// Stretches of the schedule, in 64 equal parts: enough to see at once that
/// most allocations are taken.
class CoarseTimes {
public:
  explicit CoarseTimes(Time End) : Width(End / 64 + 1) {}

  /// The parts in which something happens during \p R.
  uint64_t getTouched(LiveRange R) const {
    return getParts(R.Begin / Width, R.End / Width);
  }
  /// The parts of which each moment is inside \p R and none is its end.
  uint64_t getFilled(LiveRange R) const {
    Time First = R.Begin / Width + 1, End = R.End / Width;
    return First < End ? getParts(First, End - 1) : 0;
  }

private:
  static uint64_t getParts(Time First, Time Last) {
    return (~uint64_t() << First) & (~uint64_t() >> (63 - Last));
  }

  Time Width;
};

} // namespace

void OccupiedRanges::add(ValueId Value, LiveRange Range) {
  auto At = partition_point(Entries, [&](const Entry &E) {
    return std::pair(E.Range.Begin, E.Range.End) <=
           std::pair(Range.Begin, Range.End);
  });
  At = Entries.insert(At, {Range, Value});
  if ((At != Entries.begin() && std::prev(At)->Range.End > Range.End) ||
      (std::next(At) != Entries.end() && std::next(At)->Range.End < Range.End))
    EndsAscend = false;
}

bool OccupiedRanges::forEachOverlap(
    LiveRange Range, function_ref<bool(ValueId, LiveRange)> Visit) const {
  auto First = EndsAscend ? partition_point(Entries,
                                            [&](const Entry &E) {
                                              return E.Range.End < Range.Begin;
                                            })
                          : Entries.begin();
  for (auto It = First; It != Entries.end() && It->Range.Begin <= Range.End;
       ++It)
    if (It->Range.overlaps(Range) && !Visit(It->Value, It->Range))
      return false;
  return true;
}

namespace {

class BufferAssigner {
public:
  BufferAssigner(const AssignerInput &Input, const AssignerPolicy &P);

  Expected<ReplayedAssignment> run();

private:
  /// An allocation that later buffers may take the memory of.
  struct Reusable {
    AllocationId Allocation;
    /// CoarseTimes::getFilled() of what it holds.
    uint64_t Filled = 0;
    /// Of the allocation, so that most need not be looked at.
    MemorySpace Space = 0;
    Bytes Size;
  };
  /// The same where buffers are taken in the order of time: what is free, by
  /// size and number, and what is not, by its end.
  struct Pool {
    std::map<MemorySpace, std::set<std::pair<Bytes, AllocationId>>> Free;
    using Taken = std::pair<Time, AllocationId>;
    std::priority_queue<Taken, std::vector<Taken>, std::greater<>> Busy;
  };

  void addPresets();
  void assign(HloContext Context);
  bool assignSpecially(BufferId Buffer, HloContext Context);
  bool reuseOperand(BufferId Buffer);
  bool reuseListed(BufferId Buffer);
  bool reusePooled(BufferId Buffer);
  bool keepsResultsApart(AllocationId Allocation, BufferId Buffer) const;
  bool canFit(AllocationId Allocation, BufferId Buffer);
  bool interfere(ValueId New, LiveRange NewRange, ValueId Old,
                 LiveRange OldRange);
  bool mayTakeOver(ValueId Ending, ValueId Beginning);
  bool copiesFrom(ValueId Value, AllocationId Allocation) const;
  AllocationId add(ReplayedAllocation New);
  AllocationId add(BufferId Buffer);
  void put(AllocationId Allocation, BufferId Buffer);
  void makeReusable(AllocationId Allocation);
  bool isAliased(HloPlace Parameter) const;
  bool isWholeProgramScheduled() const;
  LiveRange getSpan(BufferId Buffer) const;
  Error assignHeaps();

  ArrayRef<ValueId> getValues(BufferId Buffer) const {
    return Input.Buffers->getValues(Buffer);
  }
  const GraphInstruction &getDefinition(ValueId Value) const {
    return G[D.definitions()[Value].Instruction];
  }
  const Shape &getType(ValueId Value) const {
    return *(*getDefinition(Value).Leaves)[D.definitions()[Value].Leaf].Type;
  }

  const AssignerInput &Input;
  const AssignerPolicy &P;
  const HloDataflow &D;
  const HloGraph &G;
  OperandSharing Sharing;
  CoarseTimes Coarse;
  IdVector<BufferId, BufferFacts> Buffers;
  IdVector<BufferId, Bytes> BufferSizes;
  IdVector<BufferId, AllocationId> AllocationOf;
  IdVector<AllocationId, ReplayedAllocation> Allocations;
  IdVector<AllocationId, OccupiedRanges> Occupied;
  std::vector<Reusable> Listed;
  /// By allocation: its position in Listed, if it is there.
  IdVector<AllocationId, std::optional<uint32_t>> PositionInList;
  /// Allocations with what other devices write.
  DenseSet<AllocationId> HoldsReceived;
  Pool Pooled;
  /// Values of buffers that go to a heap.
  std::vector<ValueId> Delayed;
  std::vector<ReplayedHeap> Heaps;
  /// Numbers and leaves of arguments that results are written over.
  std::set<std::pair<uint64_t, LeafId>> Aliased;
};

Time getScheduleEnd(const AssignerInput &Input) {
  Time End = 0;
  for (const std::optional<LiveRange> &R : Input.Ranges)
    if (R)
      End = std::max(End, R->End);
  return End;
}

} // namespace

/// True if other devices write what is defined at \p Definition, but by a plain
/// all-reduce. A fusion that starts a collective also hands on what it sends.
static bool isReceived(const HloGraph &G, HloPlace Definition) {
  const GraphInstruction &I = G[Definition.Instruction];
  auto IsCollective = [](const GraphInstruction &Of) {
    return hasTrait(Of.Op, OpcodeTraits::Collective);
  };
  auto Calls = [&](auto Matches) {
    return any_of(I.Called, [&](ComputationId C) {
      return any_of(G.computations()[C].instructions(),
                    [&](InstructionId Inner) { return Matches(G[Inner]); });
    });
  };
  switch (I.Op) {
  case Opcode::Recv:
    return true;
  case Opcode::AllReduce:
    return G.getComputation(I).Thread == "sparsecore";
  case Opcode::Fusion:
    if (any_of(I.Aliases, [&](const OutputOperandAlias &A) {
          return A.Output == Definition.Leaf;
        }))
      return false;
    return Calls([](const GraphInstruction &Inner) {
      return Inner.getCustomCallTarget() == "AsyncCollectiveStart";
    });
  case Opcode::AsyncStart:
    return Calls(IsCollective);
  default:
    return IsCollective(I);
  }
}

BufferAssigner::BufferAssigner(const AssignerInput &Input,
                               const AssignerPolicy &P)
    : Input(Input), P(P), D(*Input.Dataflow), G(D.getGraph()),
      Sharing(D, P.Kind), Coarse(getScheduleEnd(Input)),
      Buffers(Input.Buffers->size()), BufferSizes(Buffers.size()),
      AllocationOf(Buffers.size()) {
  for (auto [I, B] : withIds(Buffers)) {
    ArrayRef<ValueId> Values = getValues(I);
    for (ValueId V : Values) {
      B.Size = std::max(B.Size, Input.Sizes[V]);
      B.IsLiveOut |= D.isLiveOut(V);
      B.IsReceived |= P.KeepsReceivedApart && isReceived(G, D.definitions()[V]);
    }
    BufferSizes[I] = B.Size;
    B.Space = Input.Spaces[Values.front()];
    B.Context = D.getContext(getDefinition(Values.front()).Computation);
  }
  for (const InputOutputAlias &A : G.inputOutputAliases())
    Aliased.insert({A.Parameter, A.ParameterLeaf});
}

bool BufferAssigner::isAliased(HloPlace Parameter) const {
  const GraphInstruction &I = G[Parameter.Instruction];
  return Aliased.contains({I.Number, Parameter.Leaf});
}

/// From the first begin to the last end of its values.
LiveRange BufferAssigner::getSpan(BufferId Buffer) const {
  LiveRange Span{std::numeric_limits<Time>::max(), 0};
  for (ValueId V : getValues(Buffer))
    if (const std::optional<LiveRange> &R = Input.Ranges[V]) {
      Span.Begin = std::min(Span.Begin, R->Begin);
      Span.End = std::max(Span.End, R->End);
    }
  return Span;
}

//===----------------------------------------------------------------------===//
// Allocations
//===----------------------------------------------------------------------===//

void BufferAssigner::put(AllocationId Allocation, BufferId Buffer) {
  ReplayedAllocation &A = Allocations[Allocation];
  AllocationOf[Buffer] = Allocation;
  A.IsLiveOut |= Buffers[Buffer].IsLiveOut;
  if (Buffers[Buffer].IsReceived)
    HoldsReceived.insert(Allocation);
  for (ValueId V : getValues(Buffer)) {
    A.Members.push_back({V, Bytes(0), Buffers[Buffer].Size});
    if (!Input.Ranges[V])
      continue;
    Occupied[Allocation].add(V, *Input.Ranges[V]);
    if (PositionInList[Allocation])
      Listed[*PositionInList[Allocation]].Filled |=
          Coarse.getFilled(*Input.Ranges[V]);
  }
}

AllocationId BufferAssigner::add(ReplayedAllocation New) {
  Occupied.emplace_back();
  PositionInList.emplace_back();
  return Allocations.add(std::move(New));
}

/// A new one, which holds \p Buffer.
AllocationId BufferAssigner::add(BufferId Buffer) {
  ReplayedAllocation New;
  New.Size = Buffers[Buffer].Size;
  New.Space = Buffers[Buffer].Space;
  AllocationId Allocation = add(std::move(New));
  put(Allocation, Buffer);
  return Allocation;
}

void BufferAssigner::makeReusable(AllocationId Allocation) {
  const ReplayedAllocation &A = Allocations[Allocation];
  PositionInList[Allocation] = Listed.size();
  uint64_t Filled = 0;
  for (const PlacedValue &M : A.Members)
    if (Input.Ranges[M.Value])
      Filled |= Coarse.getFilled(*Input.Ranges[M.Value]);
  Listed.push_back({Allocation, Filled, A.Space, A.Size});
}

void BufferAssigner::addPresets() {
  for (const ReplayedAllocation &Preset : Input.Presets) {
    AllocationId A = add(Preset);
    Allocations[A].IsPreset = true;
    for (const PlacedValue &M : Preset.Members)
      AllocationOf[Input.Buffers->getBuffer(M.Value)] = A;
  }
}

/// What is a constant, an argument, of a thread-local computation or a tuple
/// index table gets an allocation of its own.
bool BufferAssigner::assignSpecially(BufferId Buffer, HloContext Context) {
  for (ValueId V : getValues(Buffer)) {
    const GraphInstruction &I = getDefinition(V);
    if (I.Op == Opcode::Constant) {
      Allocations[add(Buffer)].IsConstant = true;
      return true;
    }
    if (I.Op == Opcode::Parameter && I.Computation == G.getEntryNumber()) {
      AllocationId A = add(Buffer);
      HloPlace Place = D.definitions()[V];
      Allocations[A].Parameter = Place;
      Allocations[A].IsAliased = isAliased(Place);
      if (Allocations[A].IsAliased)
        makeReusable(A);
      return true;
    }
  }
  if (Context == HloContext::ThreadLocal) {
    Allocations[add(Buffer)].IsThreadLocal = true;
    return true;
  }
  if (any_of(getValues(Buffer),
             [&](ValueId V) { return getType(V).isTuple(); })) {
    Allocations[add(Buffer)].IsTuple = true;
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Reuse
//===----------------------------------------------------------------------===//

/// Where one value ends when another begins: the latter may be written over the
/// former.
bool BufferAssigner::mayTakeOver(ValueId Ending, ValueId Beginning) {
  HloPlace User = D.definitions()[Beginning];
  const GraphInstruction &I = G[User.Instruction];
  if (I.Op == Opcode::Copy)
    return false;
  auto Lends = [&](HloPlace From) {
    return is_contained(I.Operands, From.Instruction) &&
           Sharing.canShare(From, User);
  };
  if (P.SharesAnyPosition)
    return any_of(D.getPositions(Ending), Lends);
  return Lends(Input.EndPositions[Ending]);
}

bool BufferAssigner::interfere(ValueId New, LiveRange NewRange, ValueId Old,
                               LiveRange OldRange) {
  if (!NewRange.overlaps(OldRange))
    return false;
  if (NewRange.End == OldRange.Begin)
    return !mayTakeOver(New, Old);
  if (OldRange.End == NewRange.Begin)
    return !mayTakeOver(Old, New);
  return true;
}

/// \p Value is a copy of something in the allocation.
bool BufferAssigner::copiesFrom(ValueId Value, AllocationId Allocation) const {
  const GraphInstruction &I = getDefinition(Value);
  if (I.Op != Opcode::Copy)
    return false;
  return any_of(I.Operands, [&](InstructionId Operand) {
    return any_of(G[Operand].Leaves->ids(), [&](LeafId Leaf) {
      ValueId From = D.getValueAt({Operand, Leaf});
      return From && AllocationOf[Input.Buffers->getBuffer(From)] == Allocation;
    });
  });
}

/// No result of the program would be with what must not be with one.
bool BufferAssigner::keepsResultsApart(AllocationId Allocation,
                                       BufferId Buffer) const {
  const BufferFacts &B = Buffers[Buffer];
  if (Allocations[Allocation].IsLiveOut)
    return !B.IsReceived;
  return !B.IsLiveOut || !HoldsReceived.contains(Allocation);
}

bool BufferAssigner::canFit(AllocationId Allocation, BufferId Buffer) {
  const ReplayedAllocation &A = Allocations[Allocation];
  const BufferFacts &B = Buffers[Buffer];
  if (A.IsPreset || A.Space != B.Space || A.Size < B.Size || A.IsConstant ||
      (A.Parameter && !A.IsAliased) || A.IsThreadLocal || A.IsTuple ||
      !keepsResultsApart(Allocation, Buffer))
    return false;
  for (ValueId V : getValues(Buffer)) {
    const std::optional<LiveRange> &Range = Input.Ranges[V];
    if (!Range)
      return false;
    bool IsFree = Occupied[Allocation].forEachOverlap(
        *Range, [&, V = V](ValueId Old, LiveRange OldRange) {
          return !interfere(V, *Range, Old, OldRange);
        });
    if (!IsFree || copiesFrom(V, Allocation))
      return false;
  }
  return !B.IsLiveOut || A.Size == B.Size;
}

bool BufferAssigner::reuseOperand(BufferId Buffer) {
  for (ValueId V : getValues(Buffer)) {
    if (D.definitions()[V].Leaf != RootLeaf || getType(V).isTuple())
      continue;
    for (InstructionId Operand : getDefinition(V).Operands) {
      ValueId From = D.getValueAt({Operand, RootLeaf});
      if (!From)
        continue;
      AllocationId A = AllocationOf[Input.Buffers->getBuffer(From)];
      if (A && canFit(A, Buffer)) {
        put(A, Buffer);
        return true;
      }
    }
  }
  return false;
}

/// The one that was added last is asked first.
bool BufferAssigner::reuseListed(BufferId Buffer) {
  const BufferFacts &B = Buffers[Buffer];
  uint64_t Touched = 0;
  for (ValueId V : getValues(Buffer))
    if (Input.Ranges[V])
      Touched |= Coarse.getTouched(*Input.Ranges[V]);
  for (const Reusable &R : reverse(Listed))
    if ((R.Filled & Touched) == 0 && R.Space == B.Space && R.Size >= B.Size &&
        canFit(R.Allocation, Buffer)) {
      put(R.Allocation, Buffer);
      return true;
    }
  return false;
}

bool BufferAssigner::reusePooled(BufferId Buffer) {
  LiveRange Span = getSpan(Buffer);
  for (; !Pooled.Busy.empty() && Pooled.Busy.top().first <= Span.Begin;
       Pooled.Busy.pop()) {
    AllocationId A = Pooled.Busy.top().second;
    Pooled.Free[Allocations[A].Space].insert({Allocations[A].Size, A});
  }
  auto &Free = Pooled.Free[Buffers[Buffer].Space];
  for (auto It = Free.lower_bound({Buffers[Buffer].Size, AllocationId(0)});
       It != Free.end(); ++It)
    if (AllocationId A = It->second; canFit(A, Buffer)) {
      Free.erase(It);
      put(A, Buffer);
      Pooled.Busy.push({Span.End, A});
      return true;
    }
  return false;
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

void BufferAssigner::assign(HloContext Context) {
  Listed.clear();
  PositionInList.assign(PositionInList.size(), std::nullopt);
  bool IsGlobal = Context == HloContext::Global;
  for (BufferId B : getBufferOrder(Input, Buffers, Context, P)) {
    if (AllocationOf[B] || assignSpecially(B, Context) || reuseOperand(B) ||
        (P.AssignsByTime ? reusePooled(B) : reuseListed(B)))
      continue;
    if (!Buffers[B].IsLiveOut && IsGlobal) {
      append_range(Delayed, getValues(B));
      continue;
    }
    AllocationId A = add(B);
    if (P.AssignsByTime)
      Pooled.Busy.push({getSpan(B).End, A});
    else
      makeReusable(A);
  }
}

bool BufferAssigner::isWholeProgramScheduled() const {
  return all_of(G.computations().ids(), [&](ComputationId C) {
    return D.getContext(C) != HloContext::Global ||
           !G.computations()[C].Schedule.empty();
  });
}

Error BufferAssigner::assignHeaps() {
  std::map<MemorySpace, std::vector<ValueId>> BySpace;
  for (ValueId V : Delayed)
    BySpace[Input.Spaces[V]].push_back(V);
  SmallVector<MemorySpace> Spaces(make_first_range(BySpace));
  if (P.DefaultSpaceIsLast)
    std::stable_partition(Spaces.begin(), Spaces.end(),
                          [](MemorySpace S) { return S != 0; });
  for (MemorySpace Space : Spaces) {
    ArrayRef<ValueId> Values = BySpace[Space];
    ReplayedHeap H;
    H.Space = Space;
    H.Trace = makeHeapRequests(Input, Values, BufferSizes, Sharing);
    Expected<HeapGroups> Groups = HeapGroups::create(H.Trace);
    if (!Groups)
      return Groups.takeError();
    Expected<HeapPlacement> Placement = placeHeap(
        *Groups, P.getHeap(Space), P.getAlignment(Space), P.HeapLimit);
    if (!Placement)
      return Placement.takeError();
    H.Placement = std::move(*Placement);
    // A heap of nothing but empty values is an allocation too.
    std::vector<ReplayedAllocation> Made(
        std::max<size_t>(H.Placement.HeapSizes.size(), 1));
    for (auto [A, Size] : zip(Made, H.Placement.HeapSizes))
      A.Size = Size;
    IdVector<ValueId, Bytes> GroupSizes(Input.Sizes.size());
    for (const HeapGroup &Group : Groups->groups())
      for (ValueId V : Groups->values(Group))
        GroupSizes[V] = Group.LargestSize;
    for (ValueId V : Values)
      if (Input.Ranges[V])
        Made[H.Placement.HeapOf[V]].Members.push_back(
            {V, H.Placement.Offsets[V], GroupSizes[V]});
    for (ReplayedAllocation &A : Made) {
      A.Space = Space;
      add(std::move(A));
    }
    Heaps.push_back(std::move(H));
  }
  return Error::success();
}

Expected<ReplayedAssignment> BufferAssigner::run() {
  if (!isWholeProgramScheduled())
    return createStringError("the program has no whole schedule");
  Bytes Sum;
  for (const BufferFacts &B : Buffers) {
    Sum += B.Size;
    if (Sum >= Bytes(uint64_t(1) << 62))
      return createStringError(
          "the sizes of the buffers add up to 2^62 or more");
  }
  addPresets();
  assign(HloContext::Global);
  if (Error E = assignHeaps())
    return E;
  assign(HloContext::ThreadLocal);
  ReplayedAssignment Result;
  for (const ReplayedAllocation &A : Allocations)
    if (A.Space == 0 && !A.IsThreadLocal)
      Result.DefaultSpaceBytes += A.Size;
  Result.Allocations = combineTemporaries(std::move(Allocations), P);
  for (ReplayedAllocation &A : Result.Allocations)
    llvm::sort(A.Members, [](const PlacedValue &L, const PlacedValue &R) {
      return L.Value < R.Value;
    });
  Result.Heaps = std::move(Heaps);
  return Result;
}

Expected<ReplayedAssignment> assignBuffers(const AssignerInput &Input,
                                           const AssignerPolicy &P) {
  Expected<ReplayedAssignment> Result = BufferAssigner(Input, P).run();
  if (!Result || P.getHeap(0) != HeapAlgorithm::FastMerge ||
      Result->DefaultSpaceBytes <= P.FastMergeAtMost)
    return Result;
  const Bytes Size = Result->DefaultSpaceBytes;
  if (Size <= P.BestFitAbove)
    return unavailable("which heap XLA packs " + Twine(Size.count()) +
                       " bytes of HBM with depends on the device; name it with "
                       "-device");
  AssignerPolicy Instead = P;
  Instead.Heaps[0] = HeapAlgorithm::BestFit;
  Result = BufferAssigner(Input, Instead).run();
  if (Result) {
    Result->DefaultSpaceBytes = Size;
    Result->IsBestFitInstead = true;
  }
  return Result;
}

std::string describeRules(const AssignerPolicy &P,
                          const ReplayedAssignment &A) {
  std::string Text = P.Name.str();
  if (P.getHeap(0) == HeapAlgorithm::FastMerge)
    Text += A.IsBestFitInstead ? ", heap DEFAULT" : ", heap FAST_MERGE";
  return Text;
}

} // namespace hlomem
