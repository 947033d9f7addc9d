//===- ChangeTrial.cpp - Changes that may save memory, tried --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/Advice/ChangeTrial.h"
#include "hlomem/Analysis/Program/StatePairs.h"
#include "hlomem/WhatIf/Donation/Donation.h"
#include "hlomem/WhatIf/SameElements.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;

namespace hlomem {

TriedChanges ChangeTrial::sum(ArrayRef<ReplayedAllocation> Allocations) const {
  TriedChanges Sum;
  for (const ReplayedAllocation &A : Allocations) {
    if (A.IsThreadLocal || !Counts(A.Space))
      continue;
    Sum.Needed += A.Size;
    if (!A.isTemporary())
      Sum.Floor += A.Size;
  }
  return Sum;
}

static bool mayDonate(const HloGraph &G) {
  return findStatePairs(G).size() > G.inputOutputAliases().size();
}

/// Of \p State one array of each weight of \p G if each has several in it; none
/// otherwise. Statistics that a step updates too look like weights.
static SmallVector<uint64_t> findOneOfSeveral(ArrayRef<uint64_t> State,
                                              const HloGraph &G) {
  using Extents = SmallVector<uint64_t, 6>;
  std::map<Extents, uint64_t> Weights;
  std::map<Extents, SmallVector<uint64_t>> OfState;
  for (const StatePair &Pair : findStatePairs(G))
    if (const GraphInstruction &I = G[Pair.Argument.Instruction];
        I.Type->isArray() && !is_contained(State, I.Number))
      ++Weights[getExtents(*I.Type)];
  uint64_t Each = 1;
  for (uint64_t Number : State) {
    Extents Of = getExtents(*G[G.getEntry().Parameters[Number]].Type);
    SmallVector<uint64_t> &Numbers = OfState[Of];
    Numbers.push_back(Number);
    Each = std::max(
        Each, divideCeil(Numbers.size(), std::max<uint64_t>(Weights[Of], 1)));
  }
  SmallVector<uint64_t> One;
  for (const auto &[Of, Numbers] : OfState) {
    if (Each == 1 || Weights[Of] == 0 || Numbers.size() % Each != 0)
      return {};
    append_range(One, ArrayRef(Numbers).take_front(Numbers.size() / Each));
  }
  llvm::sort(One);
  return One;
}

/// If optax has `mu` and `nu` of a weight, those of \p State that `mu_dtype`
/// makes narrower, `mu`; of others one array of each weight, if it has several,
/// and else all.
/// Second moments, and averages of weights beside them, change by less than
/// bfloat16 tells apart.
static SmallVector<uint64_t> findNarrowed(ArrayRef<uint64_t> State,
                                          ArrayRef<StringRef> Names,
                                          const HloGraph &G, bool &IsOne) {
  StringSet<> Known;
  Known.insert(Names.begin(), Names.end());
  auto IsFirstMoment = [&](StringRef Name) {
    for (size_t At = Name.find(".mu"); At != StringRef::npos;
         At = Name.find(".mu", At + 1)) {
      StringRef After = Name.drop_front(At + 3);
      if ((After.empty() || StringRef("[.").contains(After.front())) &&
          Known.contains((Name.take_front(At) + ".nu" + After).str()))
        return true;
    }
    return false;
  };
  if (none_of(Names, IsFirstMoment)) {
    SmallVector<uint64_t> One = findOneOfSeveral(State, G);
    IsOne = !One.empty();
    return IsOne ? One : to_vector(State);
  }
  return to_vector(make_filter_range(
      State, [&](uint64_t Number) { return IsFirstMoment(Names[Number]); }));
}

ChangeTrial::ChangeTrial(const RecordedAssignment &Record,
                         const AssignerPolicy &P, Backend Kind,
                         std::function<bool(MemorySpace)> TheCounts,
                         ArrayRef<StringRef> Names,
                         ArrayRef<uint64_t> OptimizerState,
                         StringSet<> NoGradients)
    : Record(Record), P(P), Kind(Kind), Counts(std::move(TheCounts)),
      Base(sum(Record.allocations())),
      MayDonate(mayDonate(Record.getProgram())),
      NoGradients(std::move(NoGradients)), Stacks(findStacks(Record)),
      Scanned(findScannedStates(Record, Kind)),
      State(findChangeableState(Record, OptimizerState, OtherState)),
      Narrowed(findNarrowed(State, Names, Record.getProgram(), NarrowsOne)) {}

std::vector<ResidualStack>
ChangeTrial::findStacks(const RecordedAssignment &R) const {
  std::vector<ResidualStack> Found = findResidualStacks(R);
  erase_if(Found, [&](const ResidualStack &S) {
    return all_of(S.Readers, [&](const ResidualStack::Reader &By) {
      return NoGradients.contains(R.getProgram()[By.Loop].Name);
    });
  });
  return Found;
}

uint64_t ChangeTrial::limitEffort(std::optional<uint64_t> Count) {
  // Of whatever values the program has.
  constexpr uint64_t ValuesInAll = uint64_t(1) << 20, Least = 4;
  uint64_t Limit = Count.value_or(std::max(
      Least, ValuesInAll / std::max<uint64_t>(Record.sizes().size(), 1)));
  Effort = Limit == 0 ? std::nullopt : std::optional(Limit);
  return Limit;
}

bool ChangeTrial::claim() {
  if (Effort && *Effort == 0)
    return false;
  if (Effort)
    --*Effort;
  return true;
}

bool ChangeTrial::mayApply(Change C) const {
  auto Drops = [&](RematPolicy Kept) {
    return any_of(Stacks,
                  [&](const ResidualStack &S) { return !isKept(S, Kept); });
  };
  switch (C) {
  case Change::Checkpoint:
    return Drops(RematPolicy::Nothing);
  case Change::CheckpointKeepingDots:
    return Drops(RematPolicy::DotsWithoutBatch);
  case Change::NarrowState:
    return !Narrowed.empty();
  case Change::OffloadState:
    return !State.empty() && Kind != Backend::CPU;
  case Change::Carry:
    return !Scanned.empty();
  case Change::Donate:
    return MayDonate;
  }
  llvm_unreachable("no change");
}

const ChangeTrial::Tried &ChangeTrial::get(ChangeSet Changes) {
  auto Found = Known.find(Changes);
  if (Found != Known.end())
    return Found->second;
  Tried &New = Known.emplace(Changes, make(Changes)).first->second;
  // A checkpoint changes what the backward pass computes, too.
  for (Change C : {Change::Donate, Change::NarrowState, Change::OffloadState})
    if (Changes == getSet(C) && New.Result)
      New.Result->Bound = getBound(C);
  return New;
}

const std::optional<TriedChanges> &ChangeTrial::getResult(ChangeSet Changes) {
  return get(Changes).Result;
}

/// The last change, made in the program after the others.
ChangeTrial::Tried ChangeTrial::make(ChangeSet Changes) {
  if (Changes == 0)
    return {};
  constexpr ChangeSet Checkpoints =
      getSet(Change::Checkpoint) | getSet(Change::CheckpointKeepingDots);
  constexpr ChangeSet OfState =
      getSet(Change::NarrowState) | getSet(Change::OffloadState);
  if ((Changes & Checkpoints) == Checkpoints || (Changes & OfState) == OfState)
    return {};
  auto Last = Change(Log2_32(Changes));
  ChangeSet Others = Changes & ~getSet(Last);
  if (!mayApply(Last))
    return {};
  if (!WhyForbidden.empty())
    return makeUnknown(WhyForbidden);
  const RecordedAssignment *Before = &Record;
  Bytes Needed = Base.Needed;
  if (Others != 0) {
    const Tried &T = get(Others);
    if (T.IsSkipped)
      return makeSkipped();
    if (!T.Result)
      return {};
    Before = T.After.get();
    Needed = T.Result->Needed;
  }
  if (!claim())
    return makeSkipped();
  switch (Last) {
  case Change::Checkpoint:
    return checkpoint(*Before, RematPolicy::Nothing, Needed);
  case Change::CheckpointKeepingDots:
    return checkpoint(*Before, RematPolicy::DotsWithoutBatch, Needed);
  case Change::NarrowState:
    return changeState(*Before, /*ToHost=*/false, Needed);
  case Change::OffloadState:
    return changeState(*Before, /*ToHost=*/true, Needed);
  case Change::Carry:
    return carryAll(*Before);
  case Change::Donate:
    return donateAll(*Before, Needed);
  }
  llvm_unreachable("no change");
}

ChangeTrial::Tried ChangeTrial::finish(EditedAssignment E, uint64_t Count,
                                       Bytes Size) const {
  Tried Result;
  Result.Result = sum(E.Allocations);
  Result.Result->Count = Count;
  Result.Result->Size = Size;
  Result.After = std::move(E.After);
  Result.Allocations = std::move(E.Allocations);
  return Result;
}

const RecordedAssignment &ChangeTrial::getProgram(ChangeSet Changes) const {
  return Changes == 0 ? Record : *Known.at(Changes).After;
}

std::optional<LivePeak> ChangeTrial::findPeak(ChangeSet Changes) const {
  return findLivePeak(getProgram(Changes),
                      Changes == 0 ? Record.allocations()
                                   : Known.at(Changes).Allocations,
                      /*Space=*/0, P);
}

Expected<EditedAssignment> ChangeTrial::tryShapes(const Reshaping &R) const {
  return reshape(Record, R, P);
}

/// Of what XLA would place in VMEM then nothing is known.
Error ChangeTrial::checkLargeEnough(ArrayRef<ReplayedAllocation> After,
                                    Bytes Before, Prediction Of) const {
  const Bytes Changed = absoluteDifference(sum(After).Needed, Before);
  if (Error E = hlomem::checkLargeEnough(Changed, Of, Kind))
    return E;
  return checkBeyondError(Changed, Kind);
}

ChangeTrial::Tried ChangeTrial::checkpoint(const RecordedAssignment &R,
                                           RematPolicy Kept, Bytes Before) {
  if (!WhyNotCheckpointed.empty())
    return makeUnknown(WhyNotCheckpointed);
  Expected<Rematerialization> E = rematerialize(R, findStacks(R), Kept, P);
  if (!E)
    return makeUnknown(E.takeError());
  if (E->Count == 0)
    return {};
  if (Error TooSmall =
          checkLargeEnough(E->Allocations, Before, Prediction::remat))
    return makeUnknown(std::move(TooSmall));
  uint64_t Count = E->Count;
  Bytes Size = E->Size;
  return finish(std::move(*E), Count, Size);
}

/// Fills \p New. False if an argument of \p R that is state has no value.
bool ChangeTrial::changeStateShapes(const RecordedAssignment &R, bool ToHost,
                                    BufferShapes &New) const {
  const HloGraph &G = R.getProgram();
  std::set<BufferId> Buffers;
  for (uint64_t Number : ToHost ? State : Narrowed) {
    ValueId V =
        R.getDataflow().getValueAt({G.getEntry().Parameters[Number], RootLeaf});
    if (!V)
      return false;
    Buffers.insert(R.getBuffers().getBuffer(V));
  }
  SmallVector<BufferId> Named(Buffers.begin(), Buffers.end());
  if (ToHost)
    moveToHost(R, Named, Kind, New);
  else
    castBuffers(R, Named, ElementType::BF16, Kind, New);
  return true;
}

ChangeTrial::Tried ChangeTrial::changeState(const RecordedAssignment &R,
                                            bool ToHost, Bytes Before) {
  BufferShapes New(R);
  if (!changeStateShapes(R, ToHost, New))
    return {};
  if (!New.WhyUnknown.empty())
    return makeUnknown(New.WhyUnknown);
  Expected<EditedAssignment> E = reshape(R, New.get(), P);
  if (!E)
    return makeUnknown(E.takeError());
  // A bound is one however small it is.
  if (!ToHost)
    if (Error TooSmall =
            checkLargeEnough(E->Allocations, Before, Prediction::cast))
      return makeUnknown(std::move(TooSmall));
  Bytes Size;
  const SmallVector<uint64_t> &Changed = ToHost ? State : Narrowed;
  for (uint64_t Number : Changed)
    Size += R.sizes()[R.getDataflow().getValueAt(
        {R.getProgram().getEntry().Parameters[Number], RootLeaf})];
  return finish(std::move(*E), Changed.size(), Size);
}

ChangeTrial::Tried ChangeTrial::carryAll(const RecordedAssignment &R) {
  Expected<Carrying> E = carry(R, findScannedStates(R, Kind), P);
  if (!E)
    return makeUnknown(E.takeError());
  uint64_t Count = E->Count;
  Bytes Size = E->Size;
  return finish(std::move(*E), Count, Size);
}

ChangeTrial::Tried ChangeTrial::donateAll(const RecordedAssignment &R,
                                          Bytes Before) {
  SmallVector<uint64_t> All;
  for (uint64_t N = 0; N != R.getProgram().getEntry().Parameters.size(); ++N)
    All.push_back(N);
  Expected<Donation> D = donate(R, All, P);
  if (!D)
    return makeUnknown(D.takeError());
  SmallVector<InputOutputAlias> New = D->getNewPairs(R);
  if (New.empty())
    return {};
  Bytes Size;
  SmallVector<uint64_t> Numbers;
  for (const InputOutputAlias &A : New) {
    Numbers.push_back(A.Parameter);
    Size += R.sizes()[R.getDataflow().getValueAt(
        {R.getProgram().getEntry().Parameters[A.Parameter], A.ParameterLeaf})];
  }
  if (&R == &Record)
    Donated = Numbers;
  Prediction Of = hlomem::getPrediction(*D);
  if (Error E = checkKnown(R, *D))
    return makeUnknown(std::move(E));
  if (Error E = checkMeasured(Of, Kind))
    return makeUnknown(std::move(E));
  if (Error E = checkLargeEnough(D->Allocations, Before, Of))
    return makeUnknown(std::move(E));
  Tried Result = finish(std::move(*D), New.size(), Size);
  Result.AddsCopies = Of == Prediction::donatecopied;
  return Result;
}

//===----------------------------------------------------------------------===//
// What is not known
//===----------------------------------------------------------------------===//

std::string ChangeTrial::getWhyUnknown(Change C) {
  if (!WhyForbidden.empty())
    return WhyForbidden;
  if (C == Change::Carry && holdCallersState(Scanned))
    return "without donation, XLA copies the arrays, and what that costs "
           "differs; recompile to know";
  if (Error E = checkMeasured(getPrediction(C, getSet(C)), Kind))
    return toString(std::move(E));
  return get(getSet(C)).WhyUnknown;
}

Bytes ChangeTrial::getBound(const Reshaping &New, bool HalvesAll) const {
  // The bytes of a value that remain.
  auto GetRest = [&](const PlacedValue &M) {
    const Shape *Type = New.Types[M.Value];
    if (!Type)
      return M.Size;
    MemorySpace Space = Type->getLayout() ? Type->getLayout()->MemorySpace : 0;
    std::optional<Bytes> Size = Type->getPaddedSize();
    return Counts(Space) && Size ? std::min(M.Size, *Size) : Bytes();
  };
  // The VMEM of a v5e and a v6e; others have less.
  constexpr Bytes Vmem(uint64_t(128) << 20);
  // Once smaller, a temporary may fit into the memory of a result that it was
  // too large for. Sorted by the size then, each with the largest before of
  // those up to it.
  std::vector<std::pair<Bytes, Bytes>> Shrunk;
  if (HalvesAll)
    for (const ReplayedAllocation &A : Record.allocations())
      if (A.isTemporary() && !A.IsThreadLocal && Counts(A.Space))
        for (const PlacedValue &M : A.Members)
          if (New.Types[M.Value])
            Shrunk.emplace_back(GetRest(M), M.Size);
  llvm::sort(Shrunk);
  for (size_t N = 1; N < Shrunk.size(); ++N)
    Shrunk[N].second = std::max(Shrunk[N].second, Shrunk[N - 1].second);
  auto MayGetTemporaries = [&](const ReplayedAllocation &A) {
    const auto End = partition_point(
        Shrunk, [&](const auto &S) { return S.first <= A.Size; });
    return End != Shrunk.begin() && A.Size < std::prev(End)->second;
  };
  Bytes Bound, Temporaries, OfTemporaries, Results;
  for (const ReplayedAllocation &A : Record.allocations()) {
    if (A.IsThreadLocal || !Counts(A.Space))
      continue;
    // Temporaries in the memory of a result find room elsewhere.
    Bytes Rest, Sum;
    bool Changes = false;
    for (const PlacedValue &M : A.Members) {
      Bytes Left = GetRest(M);
      Sum += M.Size - Left;
      if (!New.Types[M.Value])
        continue;
      Changes = true;
      Rest = std::max(Rest, Left);
    }
    if (!Changes)
      Rest = A.Size;
    if (A.isTemporary()) {
      Temporaries += A.Size;
      OfTemporaries += Sum;
    } else if (A.IsLiveOut && !A.Parameter) {
      Results += A.Size;
      if (MayGetTemporaries(A))
        Bound += A.Size / 2;
      if (!HalvesAll)
        Bound += differenceOrZero(A.Size, Rest);
    } else if (!A.Members.empty()) {
      Bound += differenceOrZero(A.Size, Rest);
    }
  }
  if (HalvesAll)
    return Bound + (Temporaries + Results) / 2 +
           (Kind == Backend::TPU ? Vmem : Bytes());
  return Bound + std::min(Temporaries, OfTemporaries);
}

/// The bytes of results that arguments which are not donated could give their
/// memory to, and of copies of these.
static Bytes sumDonatable(const RecordedAssignment &Record) {
  const HloGraph &G = Record.getProgram();
  auto GetSize = [&](HloPlace P) {
    ValueId V = Record.getDataflow().getValueAt(P);
    return V ? Record.sizes()[V] : Bytes();
  };
  Bytes Sum;
  SmallVector<StatePair> Pairs = findStatePairs(G);
  // The first ones are donated.
  for (const StatePair &Pair :
       ArrayRef(Pairs).drop_front(G.inputOutputAliases().size())) {
    Sum += GetSize(Pair.Result);
    for (GraphUse U : G[Pair.Argument.Instruction].Uses)
      if (G[U.User].Op == Opcode::Copy)
        Sum += GetSize({U.User, RootLeaf});
  }
  return Sum;
}

Bytes ChangeTrial::getBound(Change C) const {
  const HloDataflow &D = Record.getDataflow();
  // Each counts once.
  std::set<BufferId> Buffers;
  auto Add = [&](HloPlace P) {
    if (ValueId V = D.getValueAt(P))
      Buffers.insert(Record.getBuffers().getBuffer(V));
  };
  switch (C) {
  case Change::Checkpoint:
  case Change::CheckpointKeepingDots:
    for (const ResidualStack &S : Stacks)
      if (!isKept(S, C == Change::Checkpoint ? RematPolicy::Nothing
                                             : RematPolicy::DotsWithoutBatch))
        Buffers.insert(S.Buffers.begin(), S.Buffers.end());
    break;
  case Change::Carry:
    for (const ScannedState &S : Scanned)
      for (const StatePath &Path : S.Paths) {
        const LeafTree &Leaves = *Record.getProgram()[Path.Loop].Leaves;
        auto AddElement = [&](uint64_t Element) {
          if (LeafId Leaf = Leaves.getElement(RootLeaf, Element))
            Add({Path.Loop, Leaf});
        };
        AddElement(Path.Element);
        if (&Path == S.Paths.begin())
          for (const ScannedState::ReadElement &Of : S.Read)
            AddElement(Of.Element);
      }
    break;
  case Change::NarrowState:
  case Change::OffloadState: {
    BufferShapes New(Record);
    return changeStateShapes(Record, C == Change::OffloadState, New)
               ? getBound(New.get(), /*HalvesAll=*/false)
               : Bytes();
  }
  case Change::Donate:
    return sumDonatable(Record);
  }
  return sumSizes(Buffers);
}

Bytes ChangeTrial::sumSizes(const std::set<BufferId> &Buffers) const {
  Bytes Sum;
  for (BufferId B : Buffers) {
    Bytes Size;
    for (ValueId V : Record.getBuffers().getValues(B))
      if (Counts(Record.spaces()[V]))
        Size = std::max(Size, Record.sizes()[V]);
    Sum += Size;
  }
  return Sum;
}

Bytes ChangeTrial::sumStacks(
    function_ref<bool(const ResidualStack &)> IsCounted) const {
  std::set<BufferId> Buffers;
  for (const ResidualStack &S : make_filter_range(Stacks, IsCounted))
    Buffers.insert(S.Buffers.begin(), S.Buffers.end());
  return sumSizes(Buffers);
}

//===----------------------------------------------------------------------===//
// Precision
//===----------------------------------------------------------------------===//

/// \p C as one of the changes \p Of.
Prediction ChangeTrial::getPrediction(Change C, ChangeSet Of) const {
  switch (C) {
  case Change::Checkpoint:
    return Prediction::remat;
  case Change::CheckpointKeepingDots:
    return Prediction::rematpolicy;
  case Change::NarrowState:
    return Prediction::cast;
  case Change::OffloadState:
    return Prediction::offload;
  case Change::Carry:
    return Prediction::carry;
  case Change::Donate: {
    auto Found = Known.find(Of);
    return Found != Known.end() && Found->second.AddsCopies
               ? Prediction::donatecopied
               : Prediction::donate;
  }
  }
  llvm_unreachable("no change");
}

/// How far the saving of a recompile may be from \p Predicted, rounded up. The
/// error is relative to what is really saved: of P percent, that is between
/// Predicted * 100 / (100 + P) and Predicted * 100 / (100 - P).
static Bytes getError(Bytes Predicted, uint64_t Percent, bool IsMore) {
  using WideInt = unsigned __int128;
  const uint64_t Divisor =
      IsMore ? 100 - std::min<uint64_t>(Percent, 99) : 100 + Percent;
  const WideInt Error =
      (WideInt(Predicted.count()) * Percent + Divisor - 1) / Divisor;
  return Bytes(uint64_t(std::min<WideInt>(Error, UINT64_MAX)));
}

Bytes ChangeTrial::getMostNeeded(StringRef Precision,
                                 const TriedChanges &R) const {
  std::optional<unsigned> Percent = getPercent(Precision);
  // A bound promises nothing.
  if (!Percent || R.Needed >= Base.Needed)
    return std::max(R.Needed, Base.Needed);
  const Bytes Error =
      getError(Base.Needed - R.Needed, *Percent, /*IsMore=*/false);
  return std::min(Base.Needed, R.Needed + std::max(Error, getLeastError(Kind)));
}

Bytes ChangeTrial::getLeastNeeded(StringRef Precision,
                                  const TriedChanges &R) const {
  std::optional<unsigned> Percent = getPercent(Precision);
  if (!Percent)
    return R.Needed;
  Bytes Error = std::max(getError(absoluteDifference(R.Needed, Base.Needed),
                                  *Percent, /*IsMore=*/true),
                         getLeastError(Kind));
  // What no temporary lies in is known.
  Bytes Least = std::max(R.Floor, differenceOrZero(R.Needed, Error));
  if (R.Bound)
    Least = std::max(
        Least,
        std::min(R.Needed, differenceOrZero(Base.Needed,
                                            *R.Bound + getLeastError(Kind))));
  return Least;
}

std::string ChangeTrial::describePrecision(StringRef Precision,
                                           const TriedChanges &R) const {
  const bool HasRoom = !Limit || R.Needed < *Limit;
  return HasRoom && getPercent(Precision) && Record.getOwnRemat().Count != 0
             ? "at most"
             : widenPrecision(Precision, Kind,
                              absoluteDifference(R.Needed, Base.Needed));
}

std::string ChangeTrial::getPrecision(ChangeSet Changes) const {
  // A percentage is worse than "exact", a bound worse than that.
  auto Rank = [](StringRef Word) {
    return getPercent(Word).value_or(Word == "at most" ? 1000 : 2000);
  };
  // What the copy costs differs.
  if ((Changes & getSet(Change::Carry)) &&
      !(Changes & getSet(Change::Donate)) && holdCallersState(Scanned))
    return "unknown";
  std::string Worst = "exact";
  for (unsigned C = 0; C != ChangeCount; ++C)
    if (Changes >> C & 1) {
      std::string Word =
          hlomem::getPrecision(getPrediction(Change(C), Changes), Kind);
      if (Rank(Word) > Rank(Worst))
        Worst = Word;
    }
  return Worst;
}

std::string ChangeTrial::getPrecisionOfNumbers(ChangeSet Changes) const {
  std::string Worst = "exact";
  for (unsigned C = 0; C != ChangeCount; ++C)
    if (Changes >> C & 1) {
      std::string Word =
          hlomem::getPrecision(getPrediction(Change(C), Changes), Kind);
      if (getPercent(Word).value_or(0) > getPercent(Worst).value_or(0))
        Worst = Word;
    }
  return Worst;
}

} // namespace hlomem
