//===- Advice.cpp - Changes that may save memory, tried -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Replay/Advice.h"
#include "hlomem/Replay/BufferShapes.h"
#include "hlomem/Replay/Donation.h"
#include "hlomem/Replay/SameData.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <memory>
#include <set>

using namespace llvm;

namespace hlomem::replay {

TriedChanges ChangeTrial::sum(ArrayRef<ReplayedAllocation> Allocations) const {
  TriedChanges Sum;
  for (const ReplayedAllocation &A : Allocations) {
    if (A.IsThreadLocal || !Counts(A.Space))
      continue;
    Sum.Needed = SaturatingAdd(Sum.Needed, A.Size);
    if (!A.isTemporary())
      Sum.Floor = SaturatingAdd(Sum.Floor, A.Size);
  }
  return Sum;
}

ChangeTrial::ChangeTrial(const RecordedAssignment &Record, const Policy &P,
                         Backend Kind,
                         std::function<bool(MemorySpace)> TheCounts)
    : Record(Record), P(P), Kind(Kind), Counts(std::move(TheCounts)),
      Base(sum(Record.allocations())), Stacks(findResidualStacks(Record)),
      Scanned(findScannedStates(Record, Kind)) {
  findState();
}

void ChangeTrial::findState() {
  const HloGraph &G = Record.getProgram();
  const HloDataflow &D = Record.getDataflow();
  BitVector IsOfUpdate = findUpdateArguments(Record);
  SmallVector<uint64_t> Numbers;
  SmallVector<uint32_t> Buffers;
  SmallVector<StatePair> Pairs = findStatePairs(G);
  MayDonate = Pairs.size() > G.inputOutputAliases().size();
  for (const StatePair &Pair : Pairs) {
    const GraphInstruction &I = G.instructions()[Pair.Argument.Instruction];
    uint32_t V = D.getValueAt(Pair.Argument);
    if (I.Type->isArray() && IsOfUpdate.test(I.Number) &&
        V != HloDataflow::NoValue &&
        elementClass(I.Type->getElementType()) == ElementClass::Float &&
        *elementBits(I.Type->getElementType()) > 16 &&
        !I.Type->getDimensions().empty()) {
      Numbers.push_back(I.Number);
      Buffers.push_back(Record.getBuffers().getBuffer(V));
    }
  }
  std::set<uint64_t> Paired;
  for (unsigned I : findReadByElement(Record, Buffers).set_bits())
    Paired.insert(Numbers[I]);
  State.assign(Paired.begin(), Paired.end());
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
    return !State.empty();
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
  if (Found == Known.end())
    Found = Known.emplace(Changes, make(Changes)).first;
  return Found->second;
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
  const RecordedAssignment *Before = &Record;
  uint64_t Needed = Base.Needed;
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
    return changeState(*Before, /*ToHost=*/false);
  case Change::OffloadState:
    return changeState(*Before, /*ToHost=*/true);
  case Change::Carry:
    return carryAll(*Before);
  case Change::Donate:
    return donateAll(*Before, Needed);
  }
  llvm_unreachable("no change");
}

ChangeTrial::Tried ChangeTrial::finish(EditedAssignment E, uint64_t Count,
                                       uint64_t Size) const {
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
                                   : ArrayRef(Known.at(Changes).Allocations),
                      /*Space=*/0, P);
}

// What cannot be made is not advised: its error is no mistake of the user's.
template <typename T> static std::optional<T> orNone(Expected<T> E) {
  if (E)
    return std::move(*E);
  consumeError(E.takeError());
  return std::nullopt;
}

std::optional<EditedAssignment>
ChangeTrial::tryShapes(const Reshaping &R) const {
  return orNone(reshape(Record, R, P));
}

/// Of what XLA would place in VMEM then nothing is known.
bool ChangeTrial::isTooSmall(ArrayRef<ReplayedAllocation> After,
                             uint64_t Before, Prediction Of) const {
  return AbsoluteDifference(sum(After).Needed, Before) <
         getLeastPredicted(Of, Kind);
}

ChangeTrial::Tried ChangeTrial::checkpoint(const RecordedAssignment &R,
                                           RematPolicy Kept, uint64_t Before) {
  std::optional<Rematerialization> E =
      orNone(rematerialize(R, findResidualStacks(R), Kept, P));
  if (!E || E->Count == 0 ||
      isTooSmall(E->Allocations, Before, Prediction::remat))
    return {};
  uint64_t Count = E->Count, Size = E->Size;
  return finish(std::move(*E), Count, Size);
}

ChangeTrial::Tried ChangeTrial::changeState(const RecordedAssignment &R,
                                            bool ToHost) {
  if (State.empty())
    return {};
  const HloGraph &G = R.getProgram();
  const HloDataflow &D = R.getDataflow();
  std::set<uint32_t> Buffers;
  uint64_t Size = 0;
  for (uint64_t Number : State) {
    uint32_t V = D.getValueAt({G.getEntry().Parameters[Number], 0});
    if (V == HloDataflow::NoValue)
      return {};
    Buffers.insert(R.getBuffers().getBuffer(V));
    Size = SaturatingAdd(Size, R.sizes()[V]);
  }
  SmallVector<uint32_t> Named(Buffers.begin(), Buffers.end());
  BufferShapes New(R);
  if (ToHost)
    moveToHost(R, Named, Kind, New);
  else
    castBuffers(R, Named, ElementType::BF16, Kind, New);
  if (!New.WhyUnknown.empty())
    return {};
  std::optional<EditedAssignment> E = orNone(reshape(R, New.get(), P));
  return E ? finish(std::move(*E), State.size(), Size) : Tried();
}

ChangeTrial::Tried ChangeTrial::carryAll(const RecordedAssignment &R) {
  std::optional<Carrying> E = orNone(carry(R, findScannedStates(R, Kind), P));
  if (!E)
    return {};
  uint64_t Count = E->Count, Size = E->Size;
  return finish(std::move(*E), Count, Size);
}

ChangeTrial::Tried ChangeTrial::donateAll(const RecordedAssignment &R,
                                          uint64_t Before) {
  SmallVector<uint64_t> All;
  for (uint64_t N = 0; N != R.getProgram().getEntry().Parameters.size(); ++N)
    All.push_back(N);
  std::optional<Donation> D = orNone(donate(R, All, P));
  if (!D)
    return {};
  SmallVector<InputOutputAlias> New = D->getNewPairs(R);
  if (New.empty())
    return {};
  uint64_t Size = 0;
  SmallVector<uint64_t> Numbers;
  for (const InputOutputAlias &A : New) {
    Numbers.push_back(A.Parameter);
    Size = SaturatingAdd(Size,
                         R.sizes()[R.getDataflow().getValueAt(
                             {R.getProgram().getEntry().Parameters[A.Parameter],
                              A.ParameterLeaf})]);
  }
  if (&R == &Record)
    Donated = Numbers;
  if (errorToBool(checkKnown(R, *D)))
    return {};
  Prediction Of = replay::getPrediction(*D);
  if (replay::getPrecision(Of, Kind) == "unknown" ||
      isTooSmall(D->Allocations, Before, Of))
    return {};
  Tried Result = finish(std::move(*D), New.size(), Size);
  Result.AddsCopies = Of == Prediction::donatecopied;
  return Result;
}

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

/// The percentage of a precision; none of one that has none.
static std::optional<unsigned> getPercent(StringRef Word) {
  unsigned Percent = 0;
  if (Word == "exact")
    return 0;
  if (Word.consume_front("within ") && !Word.consumeInteger(10, Percent))
    return Percent;
  return std::nullopt;
}

/// The error of a difference, rounded up. Sizes are below 2^63, so that their
/// hundredths can be multiplied.
static uint64_t getError(uint64_t Difference, unsigned Percent) {
  return Percent == 0 ? 0 : Difference / 100 * Percent + Difference % 100;
}

uint64_t ChangeTrial::getMostNeeded(StringRef Precision,
                                    const TriedChanges &R) const {
  std::optional<unsigned> Percent = getPercent(Precision);
  // A bound promises nothing.
  if (!Percent || R.Needed >= Base.Needed)
    return std::max(R.Needed, Base.Needed);
  return std::min(Base.Needed,
                  R.Needed + getError(Base.Needed - R.Needed, *Percent));
}

uint64_t ChangeTrial::getLeastNeeded(StringRef Precision,
                                     const TriedChanges &R) const {
  uint64_t Error = getError(AbsoluteDifference(R.Needed, Base.Needed),
                            getPercent(Precision).value_or(0));
  return R.Needed - std::min(R.Needed, Error);
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
          replay::getPrecision(getPrediction(Change(C), Changes), Kind);
      if (Rank(Word) > Rank(Worst))
        Worst = Word;
    }
  return Worst;
}

} // namespace hlomem::replay
