//===- AliasAnalysis.cpp - Buffers that several values share --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/AliasAnalysis.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Program/AliasClasses.h"
#include "hlomem/Analysis/Program/InstructionIndex.h"
#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/ADT/RadixSort.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;

namespace hlomem {

AnalysisKey AliasAnalysis::Key;

AliasBuffers AliasAnalysis::run(const Module &M, AnalysisManager &AM) {
  return AliasBuffers(M, AM);
}

StringRef getName(LinkKind Kind) {
  switch (Kind) {
  case LinkKind::Phi:
    return "phi";
  case LinkKind::While:
    return "while";
  case LinkKind::Conditional:
    return "conditional";
  case LinkKind::Call:
    return "call";
  case LinkKind::Tuple:
    return "tuple";
  case LinkKind::Bitcast:
    return "bitcast";
  case LinkKind::AsyncCopy:
    return "async copy";
  case LinkKind::InPlace:
    return "in place";
  case LinkKind::DonatedArgument:
    return "donated argument";
  case LinkKind::Unknown:
    return "unknown";
  }
  llvm_unreachable("no such kind");
}

static LinkKind classifyPhi(Opcode Definer) {
  switch (Definer) {
  case Opcode::While:
    return LinkKind::While;
  case Opcode::Conditional:
    return LinkKind::Conditional;
  case Opcode::Call:
    return LinkKind::Call;
  default:
    return LinkKind::Phi;
  }
}

static LinkKind classifyReader(Opcode Reader) {
  switch (Reader) {
  case Opcode::Tuple:
  case Opcode::GetTupleElement:
    return LinkKind::Tuple;
  case Opcode::Bitcast:
    return LinkKind::Bitcast;
  case Opcode::CopyStart:
  case Opcode::CopyDone:
    return LinkKind::AsyncCopy;
  default:
    return LinkKind::InPlace;
  }
}

static bool isReadByDefiner(const Value &From, const Value &To) {
  StringRef Definer = To.getInstructionName();
  return any_of(From.getUses(), [Definer](const Use &U) {
    return U.User.getName() == Definer;
  });
}

// Comparing schedule positions is cheaper than comparing names.
static bool isReadByDefiner(const ScheduleIndex &Times, const Value &From,
                            const Value &To) {
  Time Defined = Times.getDefinition(To);
  return Defined == ScheduleIndex::NotScheduled
             ? isReadByDefiner(From, To)
             : is_contained(Times.getUses(From), Defined);
}

static bool takesOverArgument(const Liveness &Live, const Value &From,
                              const Value &To) {
  return From.getAllocation().isDonated() && Live.getRange(From)->Begin == 0 &&
         Live.getRange(To)->End == Live.getEndOfProgram();
}

// Of two values that take over in one slice.
static LinkKind classify(const ScheduleIndex &Times, const Liveness &Live,
                         const InstructionIndex &Instructions,
                         const Value &From, const Value &To) {
  if (To.isPhi())
    return classifyPhi(Instructions.get(To).Op);
  if (isReadByDefiner(Times, From, To))
    return classifyReader(Instructions.get(To).Op);
  if (takesOverArgument(Live, From, To))
    return LinkKind::DonatedArgument;
  return LinkKind::Unknown;
}

void sortBySlice(MutableArrayRef<const Value *> Values, const Liveness &Live) {
  sortByStoredKey(Values, [&Live](const Value *V) {
    LiveRange R = *Live.getRange(*V);
    return std::tuple(V->getOffset(), R.Begin, R.End, V->getId());
  });
}

bool joinsChain(const Value &Last, Time End, const Value &To,
                const Liveness &Live) {
  Time Begin = Live.getRange(To)->Begin;
  if (Begin <= End)
    return true;
  // Before June 2022 the first ended one earlier. That may be chance, too.
  return Begin == End + 1 && (To.isPhi() || isReadByDefiner(Last, To) ||
                              takesOverArgument(Live, Last, To));
}

// What a loop carries stays in one slice, whoever writes it there: a branch in
// the body, for instance. A loop explains a link if it carries the value before
// it and one after it as the same leaf.
static void explainByLoops(const LoopInfo &Loops,
                           ArrayRef<const Value *> Values,
                           MutableArrayRef<LinkKind> Links) {
  if (!is_contained(Links, LinkKind::Unknown))
    return;
  DenseSet<std::pair<size_t, size_t>> Behind;
  for (size_t I = Links.size(); I-- != 0;) {
    if (auto Next = Loops.findCarried(*Values[I + 1]))
      Behind.insert({Next->InLoop, Next->Leaf});
    if (Links[I] != LinkKind::Unknown)
      continue;
    auto Before = Loops.findCarried(*Values[I]);
    if (Before && Behind.contains({Before->InLoop, Before->Leaf}))
      Links[I] = LinkKind::While;
  }
}

// What must share a buffer does, however long it is not live in between; what
// need not may still be put there by XLA at the moment that the other leaves.
static bool joins(const AliasClasses &Classes, const Value &Last, Time End,
                  const Value &To, const Liveness &Live) {
  BufferId Class = Classes.find(To), Before = Classes.find(Last);
  if (Class && Before)
    return Class == Before || Live.getRange(To)->Begin <= End;
  return joinsChain(Last, End, To, Live);
}

AliasBuffers::AliasBuffers(const Module &M, AnalysisManager &AM)
    : Instructions(&AM.getResult<InstructionIndexAnalysis>()) {
  const auto &Live = AM.getResult<LivenessAnalysis>();
  const auto &Loops = AM.getResult<LoopAnalysis>();
  const auto &Times = AM.getResult<ScheduleIndexAnalysis>();
  First = M.values().data();
  const auto &Classes = AM.getResult<AliasClassesAnalysis>();
  if (Classes.areKnown())
    ReuseCount = 0;
  static constexpr uint32_t None = ~uint32_t();
  ByValue.assign(M.values().size(), None);
  for (const Allocation &A : M.allocations()) {
    if (A.isThreadLocal())
      continue;
    size_t Begin = Values.size();
    for (const Value &V : A.values())
      if (!V.getSize().isZero() && Live.getRange(V))
        Values.push_back(&V);
    sortBySlice(MutableArrayRef(Values).drop_front(Begin), Live);
  }

  // Room for all, since buffers hold views.
  Links.reserve(Values.size());
  std::vector<std::pair<size_t, size_t>> Places;
  for (auto [I, V] : enumerate(Values)) {
    LiveRange R = *Live.getRange(*V);
    if (!Buffers.empty()) {
      AliasBuffer &B = Buffers.back();
      const Value &Last = *Values[I - 1];
      if (&Last.getAllocation() == &V->getAllocation() &&
          Last.getOffset() == V->getOffset() &&
          joins(Classes, Last, B.Range.End, *V, Live)) {
        Links.push_back(classify(Times, Live, *Instructions, Last, *V));
        if (Classes.areKnown() && Classes.find(Last) != Classes.find(*V))
          ++*ReuseCount;
        B.Range.End = std::max(B.Range.End, R.End);
        B.Size = std::max(B.Size, V->getSize());
        ByValue[V - First] = Buffers.size() - 1;
        continue;
      }
    }
    ByValue[V - First] = Buffers.size();
    Buffers.push_back({{}, {}, R, V->getSize()});
    Places.emplace_back(I, Links.size());
  }
  for (auto [I, B] : enumerate(Buffers)) {
    size_t End = I + 1 == Buffers.size() ? Values.size() : Places[I + 1].first;
    auto [FirstValue, FirstLink] = Places[I];
    B.Values = ArrayRef(Values).slice(FirstValue, End - FirstValue);
    MutableArrayRef<LinkKind> OfBuffer =
        MutableArrayRef(Links).slice(FirstLink, End - FirstValue - 1);
    explainByLoops(Loops, B.Values, OfBuffer);
    B.Links = OfBuffer;
  }
}

const AliasBuffer *AliasBuffers::find(const Value &V) const {
  uint32_t Index = ByValue[&V - First];
  return Index == ~uint32_t() ? nullptr : &Buffers[Index];
}

} // namespace hlomem
