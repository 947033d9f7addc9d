//===- VerifierIdentity.cpp - Which values there are ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifierImpl.h"
#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace hlomem {

void Verifier::checkIdsAndUnique() {
  // The reader of a proto puts values in the order of their ids, and allows no
  // id and no definition twice.
  if (isAsComputed()) {
    begin(VerifierRule::Ids,
          hasOwnClaims() && (hasAllocations() || hasUsedValues()));
    if (begin(VerifierRule::Unique, hasAllocations()))
      checkUnplaced();
    return;
  }
  bool IsUsual = isUsedListUsual();
  checkIds(IsUsual);
  checkUnique(IsUsual);
}

// XLA lists none that it has not placed.
void Verifier::checkUnplaced() {
  if (const auto *P =
          dyn_cast_if_present<PrintableProvenance>(M.getProvenance()))
    for (const ValueHeader &H : P->UnplacedValues)
      report(VerifierRule::Unique, getLoc(M), [&](raw_ostream &OS) {
        OS << "value " << ValueName(H) << " is in no allocation";
      });
}

//===----------------------------------------------------------------------===//
// The short way
//===----------------------------------------------------------------------===//

/// True if the ids under `Used values:` ascend, so that none is there twice,
/// and all headers there are as in the allocations.
bool Verifier::isUsedListUsual() const {
  std::optional<uint64_t> Before;
  for (const Value *V : usedValues(M)) {
    const ValueHeader &H = getUsedHeader(M, *V);
    if ((Before && H.Id <= *Before) ||
        (&H != &V->getHeader() && !(H == V->getHeader())))
      return false;
    Before = H.Id;
  }
  return true;
}

// Two that differ have different fingerprints, with luck. What has the same is
// looked at again.
static uint64_t getFingerprint(const HloPosition &N) {
  uint64_t Fingerprint = xxh3_64bits(N.getName());
  if (StringRef Index = N.getIndex().getText(); !Index.empty())
    Fingerprint = (Fingerprint ^ xxh3_64bits(Index)) * 0x9e3779b97f4a7c15;
  // The largest numbers mean something to the table.
  return Fingerprint >> 1;
}

/// Number by number.
static bool isBefore(ShapeIndex L, ShapeIndex R) {
  StringRef A = L.getText(), B = R.getText();
  size_t Same =
      std::mismatch(A.begin(), A.end(), B.begin(), B.end()).first - A.begin();
  A = A.drop_front(Same);
  B = B.drop_front(Same);
  size_t DigitsOfA = A.take_while(isDigit).size();
  size_t DigitsOfB = B.take_while(isDigit).size();
  return DigitsOfA != DigitsOfB ? DigitsOfA < DigitsOfB : A < B;
}

/// True only if checkPlacedUnique() would find nothing.
bool Verifier::arePlacedUnique(bool IsUsedListUsual) const {
  bool AreAllUsed =
      usedValues(M).size() - Facts.Unplaced.size() == M.values().size();
  if (!AreAllUsed || !IsUsedListUsual)
    return false;
  // The list has the values of one instruction side by side, by their index.
  // The time tells it from others.
  const ScheduleIndex &Times = AM.getResult<ScheduleIndexAnalysis>();
  BitVector Met(M.schedule().size());
  DenseSet<uint64_t> Unscheduled;
  const Value *Before = nullptr;
  for (const Value *V : usedValues(M)) {
    if (!V->isAllocated())
      continue;
    Time T = Times.getDefinition(*V);
    if (T == ScheduleIndex::NotScheduled) {
      if (!Unscheduled.insert(getFingerprint(V->getDefinition())).second)
        return false;
    } else if (!Met[T]) {
      Met.set(T);
    } else if (Times.getDefinition(*Before) != T ||
               !isBefore(Before->getDefinition().getIndex(),
                         V->getDefinition().getIndex())) {
      return false;
    }
    Before = V;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The long way
//===----------------------------------------------------------------------===//

void Verifier::checkIds(bool IsUsedListUsual) {
  if (!begin(VerifierRule::Ids,
             hasOwnClaims() && (hasAllocations() || hasUsedValues())))
    return;
  auto Check = [this](const ValueHeader &Before, const ValueHeader &H) {
    // Equal ids are of the rule `unique`.
    if (H.Id >= Before.Id)
      return;
    report(VerifierRule::Ids, H.Definition.getLoc(), [&](raw_ostream &OS) {
      OS << "value " << ValueName(H) << " comes after " << ValueName(Before);
    });
  };
  for (const Allocation &A : M.allocations())
    for (size_t I = 1; I < A.values().size(); ++I)
      Check(A.values()[I - 1].getHeader(), A.values()[I].getHeader());
  if (IsUsedListUsual)
    return;
  ValueOrder Used = usedValues(M);
  for (size_t I = 1; I < Used.size(); ++I)
    Check(getUsedHeader(M, *Used[I - 1]), getUsedHeader(M, *Used[I]));
}

void Verifier::checkUnique(bool IsUsedListUsual) {
  if (!begin(VerifierRule::Unique, hasAllocations()))
    return;
  if (!arePlacedUnique(IsUsedListUsual))
    checkPlacedUnique();
  checkUsedUnique(IsUsedListUsual);
}

void Verifier::checkPlacedUnique() {
  DenseMap<uint64_t, const Value *> ById;
  DenseMap<DefinitionKey, const Value *> ByDefinition;
  ById.reserve(M.values().size());
  ByDefinition.reserve(M.values().size());
  for (const Value &V : M.values()) {
    auto [Same, IsNew] = ById.try_emplace(V.getId(), &V);
    if (!IsNew) {
      report(VerifierRule::Unique, V.getLoc(),
             [&, Same = Same](raw_ostream &OS) {
               uint64_t First = Same->second->getAllocation().getIndex();
               uint64_t Second = V.getAllocation().getIndex();
               OS << "the id of value " << ValueName(V) << " in allocation "
                  << Second << " is that of " << ValueName(*Same->second);
               if (First != Second)
                 OS << " in allocation " << First;
             });
      continue;
    }
    auto [SameName, IsNewName] =
        ByDefinition.try_emplace(V.getDefinition().getKey(), &V);
    if (!IsNewName)
      report(VerifierRule::Unique, V.getLoc(),
             [&, SameName = SameName](raw_ostream &OS) {
               OS << "value " << ValueName(V) << " has the definition of "
                  << ValueName(*SameName->second);
             });
    if (hasUsedValues() && IsWhole && !V.isUsedValue())
      report(VerifierRule::Unique, V.getLoc(), [&](raw_ostream &OS) {
        OS << "value " << ValueName(V) << " is not listed under 'Used values:'";
      });
  }
}

void Verifier::checkUsedUnique(bool IsUsedListUsual) {
  DenseSet<uint64_t> Listed;
  auto Check = [&](const Value *V) {
    const ValueHeader &H = getUsedHeader(M, *V);
    SMLoc Loc = H.Definition.getLoc();
    if (!Listed.insert(H.Id).second) {
      report(VerifierRule::Unique, Loc, [&](raw_ostream &OS) {
        OS << "value " << ValueName(H)
           << " is listed twice under 'Used values:'";
      });
    } else if (V->isAllocated() && !(H == V->getHeader())) {
      report(VerifierRule::Unique, Loc, [&](raw_ostream &OS) {
        OS << "the header " << H << " is " << V->getHeader()
           << " in its allocation";
      });
    } else if (!V->isAllocated() && IsWhole) {
      // Since then XLA has values that are views of others, without a place.
      bool MayBeView = getDialect(M).PrintsNoUses;
      report(VerifierRule::Unique,
             MayBeView ? RuleSeverity::Warning : RuleSeverity::Error, Loc,
             [&](raw_ostream &OS) {
               OS << "value " << ValueName(H) << " is in no allocation";
             });
    }
  };
  if (IsUsedListUsual)
    for_each(Facts.Unplaced, Check);
  else
    for_each(usedValues(M), Check);
}

} // namespace hlomem
