//===- SpacesPass.cpp - What each memory space holds ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spaces/Spaces.inc"
#include "hlomem/Analysis/Target.h"
#include "hlomem/Passes/Report/ListedRows.h"
#include "hlomem/Passes/Selection/ValueSelection.h"
#include <set>

using namespace llvm;

namespace hlomem {

namespace {

class SpacesReport : public SpacesPass {
public:
  using SpacesPass::SpacesPass;

  void run();

private:
  // An operation as one of the spaces sees it.
  struct SeenOperation {
    const AsyncOperation *Operation;
    Bytes In, Out, Within;
    Bytes total() const { return In + Out + Within; }
  };

  void reportSpace(const SpaceBlock &B);
  void reportHeadline(const SpaceBlock &B);
  void reportUse(const SpaceBlock &B);
  void reportOperations(const SpaceBlock &B);
  void reportUnknownOperations();
  void reportOperation(const SpaceBlock &B, const SeenOperation &Seen);
  std::string describeWay(MemorySpace Space, const SeenOperation &Seen) const;
  std::string nameSpaces(StringRef Word, ArrayRef<const Value *> Values,
                         MemorySpace Except) const;
};

} // namespace

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static const Value *findLargest(ArrayRef<const Value *> Values) {
  const Value *Largest = nullptr;
  for (const Value *V : Values)
    if (!Largest || V->getSize() > Largest->getSize())
      Largest = V;
  return Largest;
}

/// "Arg_1.2", "while.9{1} and 2 more"; "?" for none.
static std::string describe(ArrayRef<const Value *> Values) {
  if (Values.empty())
    return "?";
  std::string Name = toString(findLargest(Values)->getDefinition());
  return Values.size() == 1
             ? Name
             : Name + " and " + utostr(Values.size() - 1) + " more";
}

static std::string describePeak(const SpaceBlock &B) {
  if (!B.Peak)
    return "what is live at the peak is unknown";
  Bytes Peak = B.Peak->Size;
  if (Peak > *B.Limit)
    return "the peak of " + toExactString(Peak) + " exceeds it by " +
           toExactString(Peak - *B.Limit);
  return "the peak leaves " + toExactString(*B.Limit - Peak);
}

/// " from HBM", where \p Word is " from "; empty where all \p Values are in \p
/// Except.
std::string SpacesReport::nameSpaces(StringRef Word,
                                     ArrayRef<const Value *> Values,
                                     MemorySpace Except) const {
  std::set<MemorySpace> Others;
  for (const Value *V : Values)
    Others.insert(V->getAllocation().getMemorySpace());
  Others.erase(Except);
  SmallVector<std::string> Texts;
  for (MemorySpace Space : Others) {
    StringRef Name = Backend.name(Space).Name;
    Texts.push_back(Name.empty() ? utostr(Space) : Name.str());
  }
  return Texts.empty() ? "" : Word.str() + join(Texts, "/");
}

/// "in from HBM"; several where an operation goes both ways.
std::string SpacesReport::describeWay(MemorySpace Space,
                                      const SeenOperation &Seen) const {
  SmallVector<std::string> Ways;
  if (!Seen.In.isZero())
    Ways.push_back("in" + nameSpaces(" from ", Seen.Operation->Sources, Space));
  if (!Seen.Out.isZero())
    Ways.push_back("out" + nameSpaces(" to ", Seen.Operation->Results, Space));
  if (!Seen.Within.isZero())
    Ways.push_back("within");
  return Ways.empty() ? "?" : join(Ways, ", ");
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

void SpacesReport::run() {
  C.count(NumOperations, Async.operations().size());
  for (StringRef Limited : AM.getTarget().findLimitsOfNoSpace(Backend.get()))
    emit(remark::LimitOfNoSpace{.Limited = Limited.str(),
                                .Backend = backendName(Backend.get()).str()});
  for (const SpaceBlock &B : Facts.spaces())
    Spaces.push_back(B.Space.Number);
  if (Spaces.empty())
    return emit(remark::NoSpaces{});
  if (!Options.Space)
    for (const SpaceBlock &B : Facts.spaces())
      reportSpace(B);
  else if (const SpaceBlock *B = Facts.find(*Options.Space))
    reportSpace(*B);
  else
    reportNothingInSpace(*this, *Options.Space, Spaces);
  if (!Options.Space)
    reportUnknownOperations();
}

void SpacesReport::reportUnknownOperations() {
  uint64_t Count = 0;
  Bytes Size;
  for (const AsyncOperation &O : Async.operations()) {
    if (!O.Done.empty())
      continue;
    ++Count;
    for (const Value *V : O.Sources)
      Size += V->getSize();
  }
  emitIfAny(remark::SpaceAsyncWithoutDone{.Count = Count, .Size = Size});
  emitIfAny(remark::SpaceAsyncUnknown{.Count = Async.getUnknownInstructions()});
  emitIfAny(remark::SpaceScopedUnknown{.Count = Scoped.Unknown});
}

void SpacesReport::reportSpace(const SpaceBlock &B) {
  reportHeadline(B);
  if (!B.Allocated.isZero())
    for (const SpaceKind &K : B.Kinds)
      emit(remark::SpaceKind{.Size = K.Size,
                             .Share = Percent{K.Size, B.Allocated},
                             .AtPeak = B.Peak ? std::optional(K.AtPeak)
                                              : std::nullopt,
                             .Count = K.Allocations,
                             .Kind = K.Kind.str()});
  reportUse(B);
  if (B.Limit && !B.isOverLimit())
    emit(remark::SpaceLimit{.Limit = *B.Limit,
                            .Headroom = *B.Limit - B.Allocated,
                            .Peak = describePeak(B)});
  reportOperations(B);
  if (B.isOverLimit())
    C.emit(B.Loc, remark::OverLimit{.Space = B.Space,
                                    .Allocated = B.Allocated,
                                    .Limit = *B.Limit,
                                    .Excess = B.Allocated - *B.Limit,
                                    .Peak = describePeak(B)});
}

void SpacesReport::reportHeadline(const SpaceBlock &B) {
  SMLoc Loc = B.Loc.isValid() ? B.Loc : getLoc(M);
  if (B.Allocated.isZero() && (!B.Peak || B.Peak->Size.isZero()) &&
      B.UnknownBytes.isZero())
    C.emit(Loc,
           remark::SpaceWithoutBytes{.Space = B.Space, .Count = B.Allocations});
  else if (!B.Peak)
    C.emit(Loc, remark::SpaceTotalUnknown{
                    .Space = B.Space,
                    .Allocated = B.Allocated,
                    .Count = B.Allocations,
                    .Why = Live.isKnown() ? " for the values in it"
                                          : Live.whyUnknown().str()});
  else
    C.emit(Loc, remark::SpaceTotal{.Space = B.Space,
                                   .Allocated = B.Allocated,
                                   .Count = B.Allocations,
                                   .Peak = B.Peak->Size,
                                   .Share = Percent{B.Peak->Size, B.Allocated},
                                   .At = B.Peak->At,
                                   .Instruction = Live.schedule()[B.Peak->At]});
}

void SpacesReport::reportUse(const SpaceBlock &B) {
  if (B.Peak && !B.Peak->Size.isZero()) {
    const bool IsWhole = B.UnknownArenas.isZero();
    if (IsWhole || !B.Fragmentation.isZero())
      emit(remark::SpaceUse{.Padding = B.Padding,
                            .Of = IsWhole ? "arenas" : "known arenas",
                            .Fragmentation = B.Fragmentation});
    else
      emit(remark::SpacePadding{.Padding = B.Padding});
    if (!IsWhole)
      emit(remark::SpaceUnknownFragmentation{.Size = B.UnknownArenas});
    Bytes Mean = B.ByteTime;
    if (!Mean.isOverflow())
      Mean = Bytes(Mean.count() / Live.getEndOfProgram());
    emit(remark::SpaceOverTime{.ByteTime = B.ByteTime, .Mean = Mean});
    if (!B.UnknownPadding.isZero())
      emit(remark::SpaceUnknownPadding{.Size = B.UnknownPadding});
  }
  if (B.Peak && B.UnknownValues != 0)
    emit(remark::SpaceUnknownRanges{.Count = B.UnknownValues,
                                    .Size = B.UnknownBytes});
  emitIfAny(remark::SpaceThreadLocal{.Size = B.ThreadLocal,
                                     .Count = B.ThreadLocalAllocations});
  const ScopedMemory &S = B.Scoped;
  if (S.Instructions == 0)
    return;
  std::string Then;
  if (S.At)
    Then = " at schedule position " + utostr(*S.At);
  if (S.At && B.Peak)
    Then += ", when " + toExactString(B.LiveBesideScoped) + " are live";
  emit(remark::SpaceScoped{.Count = S.Instructions,
                           .Size = S.Largest,
                           .Instruction = S.Instruction,
                           .Then = Then});
}

void SpacesReport::reportOperations(const SpaceBlock &B) {
  MemorySpace Space = B.Space.Number;
  std::vector<SeenOperation> All;
  Bytes In, Out, Within;
  for (const AsyncOperation &O : Async.operations()) {
    SeenOperation Seen = {&O, O.getBytesInto(Space), O.getBytesOutOf(Space),
                          O.getBytesWithin(Space)};
    if (Seen.total().isZero())
      continue;
    All.push_back(Seen);
    In += Seen.In;
    Out += Seen.Out;
    Within += Seen.Within;
  }
  if (All.empty())
    return;
  emit(remark::SpaceAsync{
      .Count = All.size(), .In = In, .Out = Out, .Within = Within});
  // Of the default space alone: what other spaces have no row for.
  if (Space == 0 && !Options.Space)
    erase_if(All, [](const SeenOperation &S) {
      auto IsElsewhere = [](const Value *V) {
        return V->getAllocation().getMemorySpace() != 0;
      };
      return any_of(S.Operation->Sources, IsElsewhere) ||
             any_of(S.Operation->Results, IsElsewhere);
    });
  std::ranges::stable_sort(All, std::greater(), &SeenOperation::total);
  listRows(C, Options, All, &SeenOperation::total,
           [&](const SeenOperation &S) { reportOperation(B, S); });
}

void SpacesReport::reportOperation(const SpaceBlock &B,
                                   const SeenOperation &Seen) {
  const AsyncOperation &O = *Seen.Operation;
  const Value *Largest = findLargest(O.Results);
  // As in the sum of the space: what the caller sees lies behind the last time.
  std::optional<Bytes> ByteTime;
  for (const Value *V : O.Results) {
    std::optional<LiveRange> R = Live.getRange(*V);
    if (!R) {
      ByteTime = std::nullopt;
      break;
    }
    uint64_t End =
        std::min<uint64_t>(uint64_t(R->End) + 1, Live.getEndOfProgram());
    ByteTime = ByteTime.value_or(Bytes()) +
               V->getSize() * (End - std::min<uint64_t>(R->Begin, End));
  }
  std::string What = O.OpcodeName.str();
  if (O.CrossProgramPrefetch)
    What += ", cross-program prefetch " + utostr(*O.CrossProgramPrefetch);
  C.emit(O.Loc,
         remark::SpaceAsyncRow{
             .Size = Seen.total(),
             .Way = describeWay(B.Space.Number, Seen),
             .InFlight = O.InFlight,
             .Between = O.InFlight ? utostr(O.InFlight->length() < 2
                                                ? 0
                                                : O.InFlight->length() - 2)
                                   : "?",
             .Value = describe(O.Sources),
             .Result = describe(O.Results),
             .Resident = Largest ? Live.getRange(*Largest) : std::nullopt,
             .ByteTime = ByteTime,
             .What = What});
}

HLOMEM_PASS(Spaces, SpacesReport)

} // namespace hlomem
