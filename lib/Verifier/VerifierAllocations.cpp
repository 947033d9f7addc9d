//===- VerifierAllocations.cpp - Rules of allocations ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifierImpl.h"
#include "hlomem/Analysis/Memory/ScopedMemory.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Support/CountText.h"
#include <map>

using namespace llvm;

namespace hlomem {

static constexpr AllocationFlags FlagsOfNoTemp =
    AllocationFlags::Parameter | AllocationFlags::Constant |
    AllocationFlags::ThreadLocal | AllocationFlags::MaybeLiveOut;

static bool isTemp(const Allocation &A) {
  return A.has(AllocationFlags::PreallocatedTemp);
}

void Verifier::checkAllocationOrder() {
  if (!begin(VerifierRule::AllocationOrder, hasAllocations() && IsWhole))
    return;
  // One that is missing makes all others stand too early, by a shift that is
  // reported once.
  uint64_t Shift = 0;
  for (auto [Position, A] : enumerate(M.allocations())) {
    uint64_t NewShift = A.getIndex() - Position;
    if (NewShift != Shift && NewShift != 0)
      report(VerifierRule::AllocationOrder, A.getLoc(),
             [&, Position = Position, &A = A](raw_ostream &OS) {
               OS << "allocation " << A.getIndex() << " is where allocation "
                  << Position + Shift << " is expected";
             });
    Shift = NewShift;
  }
}

void Verifier::checkTotal() {
  const DumpClaims &Claims = getClaims(M);
  if (!begin(VerifierRule::Total,
             Claims.Total && hasOwnClaims() && hasAllocations() && IsWhole))
    return;
  uint64_t Sum = M.getPrintedTotal().count();
  if (Claims.Total->count() != Sum)
    report(VerifierRule::Total, Claims.TotalLoc, [&](raw_ostream &OS) {
      OS << "the total is " << countText(Claims.Total->count(), "byte")
         << ", but the allocations add up to " << Sum;
    });
  else if (!Claims.HumanTotal.empty() &&
           Claims.HumanTotal != toHumanString(*Claims.Total))
    report(VerifierRule::Total, Claims.TotalLoc, [&](raw_ostream &OS) {
      OS << "the total of " << countText(Sum, "byte") << " is "
         << toHumanString(*Claims.Total) << ", not " << Claims.HumanTotal;
    });
}

void Verifier::checkBounds() {
  if (!begin(VerifierRule::Bounds, hasAllocations()))
    return;
  ScopedReservations Scoped(M, Options.ReadsProgram ? &AM : nullptr);
  for (const Allocation &A : M.allocations()) {
    RuleSeverity Severity = A.getMemorySpace() > LastCommonSpace
                                ? RuleSeverity::Warning
                                : RuleSeverity::Error;
    Bytes End;
    for (const Value &V : A.values()) {
      End = std::max(End, V.getEndOffset());
      if (V.getEndOffset() <= A.getSize())
        continue;
      report(VerifierRule::Bounds, Severity, V, [&](raw_ostream &OS) {
        OS << "value " << ValueName(V) << " ends at byte "
           << V.getEndOffset().count() << " of allocation " << A.getIndex()
           << ", which has " << A.getSize().count();
      });
    }
    // What stands at the end may have been cut off. Where nothing tells what
    // instructions need, it may be scoped memory.
    if (End >= A.getSize() || !IsWhole || Scoped.mayBeIn(A).value_or(true))
      continue;
    report(VerifierRule::Bounds, Severity, A, [&](raw_ostream &OS) {
      OS << "allocation " << A.getIndex() << " has "
         << countText(A.getSize().count(), "byte")
         << ", but its values end at byte " << End.count();
    });
  }
}

//===----------------------------------------------------------------------===//
// Memory spaces
//===----------------------------------------------------------------------===//

/// The GPU backend gives these spaces to allocations and values without a word
/// of it in shapes (and since June 2026 puts others into their blocks).
static bool isGpuPool(MemorySpace Space) { return Space == 1 || Space == 2; }

void Verifier::checkColourOf(const Value &V, bool IsReuse) {
  const Allocation &A = V.getAllocation();
  MemorySpace Color = V.getColor().value_or(A.getMemorySpace());
  bool MayBeGpu = !Facts.HasTiles;
  if (Color != A.getMemorySpace() && !IsReuse) {
    RuleSeverity Severity =
        MayBeGpu && Color == 0 && isGpuPool(A.getMemorySpace())
            ? RuleSeverity::Warning
            : RuleSeverity::Error;
    report(VerifierRule::Colour, Severity, V.getLoc(), [&](raw_ostream &OS) {
      OS << "value " << ValueName(V) << " of memory space " << Color
         << " is in allocation " << A.getIndex() << " of memory space "
         << A.getMemorySpace();
    });
  }

  // Before that form, shapes told nothing of memory spaces; nor does one that
  // was cut.
  const Shape &S = V.getShape();
  if (!S.isArray() || !IsWhole ||
      getDialect(M).ValueLines != ValueLineForm::SizeFirst)
    return;
  MemorySpace OfShape = S.getLayout() ? S.getLayout()->MemorySpace : 0;
  if (OfShape == Color)
    return;
  RuleSeverity Severity = MayBeGpu && OfShape == 0 && isGpuPool(Color)
                              ? RuleSeverity::Warning
                              : RuleSeverity::Error;
  report(VerifierRule::Colour, Severity, V.getLoc(), [&](raw_ostream &OS) {
    OS << "value " << ValueName(V) << " is in memory space " << Color
       << ", but its shape " << ShapeText{S} << " says " << OfShape;
  });
}

void Verifier::checkColour() {
  if (!begin(VerifierRule::Colour, hasAllocations()))
    return;
  for (const Allocation &A : M.allocations()) {
    DenseSet<uint64_t> Reusing;
    for (const ReusingValue &R : A.reusingValues())
      Reusing.insert(R.Header.Id);
    for (const Value &V : A.values())
      checkColourOf(V, Reusing.contains(V.getId()));
    for (const ReusingValue &R : A.reusingValues()) {
      const Value *V = M.findValue(R.Header.Id);
      if (V && &V->getAllocation() == &A &&
          R.Color == V->getColor().value_or(R.Color))
        continue;
      report(VerifierRule::Colour, RuleSeverity::Warning,
             R.Header.Definition.getLoc(), [&](raw_ostream &OS) {
               OS << "no value of allocation " << A.getIndex() << " is "
                  << ValueName(R.Header) << " of memory space " << R.Color;
             });
    }
  }
}

//===----------------------------------------------------------------------===//
// Kinds of allocations
//===----------------------------------------------------------------------===//

void Verifier::checkFlags() {
  // Older forms may not have had all of the flags.
  bool KnowsFlags = getDialect(M).ValueLines == ValueLineForm::SizeFirst;
  // What a text says of live ranges is compared with its program.
  bool KnowsResults = M.hasLiveRanges() && !hasOwnRanges() && IsWhole;
  if (!begin(VerifierRule::Flags, hasAllocations() && KnowsFlags &&
                                      (hasOwnClaims() || KnowsResults)))
    return;
  for (const Allocation &A : M.allocations()) {
    if (KnowsResults)
      checkLiveOut(A);
    AllocationFlags Others = A.getFlags() & FlagsOfNoTemp;
    if (isTemp(A) == (Others == AllocationFlags::None))
      continue;
    report(VerifierRule::Flags, A, [&](raw_ostream &OS) {
      OS << "allocation " << A.getIndex();
      if (isTemp(A))
        OS << " is both preallocated-temp and something else";
      else
        OS << " is neither preallocated-temp nor parameter, constant, "
              "thread-local or maybe-live-out";
    });
  }
}

// What the caller gets is live at the end, and of the rest only what it gave.
void Verifier::checkLiveOut(const Allocation &A) {
  bool IsLiveOut = A.has(AllocationFlags::MaybeLiveOut);
  if (A.has(AllocationFlags::Constant | AllocationFlags::ThreadLocal) ||
      A.values().empty() || (!IsLiveOut && A.has(AllocationFlags::Parameter)))
    return;
  bool HoldsResult = false;
  for (const Value &V : A.values()) {
    std::optional<LiveRange> R = V.getLiveRange();
    if (!R)
      return;
    HoldsResult |= R->End == M.getEndOfProgram();
  }
  if (HoldsResult != IsLiveOut)
    report(VerifierRule::Flags, A, [&](raw_ostream &OS) {
      OS << "allocation " << A.getIndex()
         << (IsLiveOut ? " is maybe-live-out, but none of its values is"
                       : " is not maybe-live-out, but one of its values is")
         << " live at the end of the program, " << M.getEndOfProgram();
    });
}

void Verifier::checkTempOrder() {
  bool KnowsFlags = getDialect(M).ValueLines == ValueLineForm::SizeFirst;
  if (!begin(VerifierRule::TempOrder, hasAllocations() && KnowsFlags))
    return;
  const Allocation *FirstTemp = nullptr;
  // A heap for each page of each memory space.
  std::map<std::pair<MemorySpace, std::optional<int64_t>>, const Allocation *>
      TempOfHeap;
  for (const Allocation &A : M.allocations()) {
    if (isTemp(A)) {
      if (!FirstTemp)
        FirstTemp = &A;
      auto [Other, IsNew] =
          TempOfHeap.try_emplace({A.getMemorySpace(), A.getPage()}, &A);
      if (!IsNew)
        report(VerifierRule::TempOrder, A, [&, Other = Other](raw_ostream &OS) {
          OS << "allocations " << Other->second->getIndex() << " and "
             << A.getIndex() << " are both preallocated-temp of memory space "
             << A.getMemorySpace();
          if (A.isPaged() && A.getPage())
            OS << ", page " << *A.getPage();
        });
      continue;
    }
    if (FirstTemp)
      report(VerifierRule::TempOrder, A, [&](raw_ostream &OS) {
        OS << "allocation " << A.getIndex()
           << " comes after preallocated-temp allocation "
           << FirstTemp->getIndex();
      });
    for (const Value &V : A.values())
      if (!V.getOffset().isZero())
        report(VerifierRule::TempOrder, V, [&](raw_ostream &OS) {
          OS << "value " << ValueName(V) << " is at offset "
             << V.getOffset().count() << " of allocation " << A.getIndex()
             << ", which is not preallocated-temp";
        });
  }
}

void Verifier::checkThreadLocal() {
  if (!begin(VerifierRule::ThreadLocal, hasAllocations()))
    return;
  for (const Allocation &A : M.allocations()) {
    size_t Count = A.values().size();
    if (!A.isThreadLocal() || Count == 1 || (Count == 0 && !IsWhole))
      continue;
    report(VerifierRule::ThreadLocal, A, [&](raw_ostream &OS) {
      OS << "thread-local allocation " << A.getIndex() << " holds "
         << countText(Count, "value") << " instead of one";
    });
  }
}

} // namespace hlomem
