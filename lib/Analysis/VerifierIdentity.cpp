//===- VerifierIdentity.cpp - Which values there are ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifierImpl.h"
#include "hlomem/IR/NameTimes.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace hlomem {

void Verifier::checkIdsAndUnique() {
  bool IsUsual = isUsedListUsual();
  checkIds(IsUsual);
  checkUnique(IsUsual);
}

//===----------------------------------------------------------------------===//
// The short way
//===----------------------------------------------------------------------===//

/// True if the ids under `Used values:` ascend, so that none is there twice,
/// and all headers there are as in the allocations.
bool Verifier::isUsedListUsual() const {
  std::optional<uint64_t> Before;
  for (const Value *V : M.usedValues()) {
    const ValueHeader &H = M.getUsedHeader(*V);
    if ((Before && H.Id <= *Before) ||
        (&H != &V->getHeader() && !(H == V->getHeader())))
      return false;
    Before = H.Id;
  }
  return true;
}

// Two that differ have different fingerprints, with luck. What has the same is
// looked at again.
static uint64_t getFingerprint(const NamedIndex &N) {
  uint64_t Fingerprint = xxh3_64bits(N.getName());
  if (StringRef Index = N.getIndex().getText(); !Index.empty())
    Fingerprint = (Fingerprint ^ xxh3_64bits(Index)) * 0x9e3779b97f4a7c15;
  // The largest numbers mean something to the table.
  return Fingerprint >> 1;
}

/// True only if checkPlacedUnique() would find nothing.
bool Verifier::arePlacedUnique(bool IsUsedListUsual) const {
  size_t Count = M.values().size();
  bool AreAllUsed = M.usedValues().size() - Facts.Unplaced.size() == Count;
  bool IdsDiffer = IsUsedListUsual && AreAllUsed;
  if (!AreAllUsed && hasUsedValues() && IsWhole)
    return false;
  // The time tells most instructions apart, which define one array.
  const NameTimes &Times = M.getNameTimes();
  BitVector HaveArray(M.schedule().size()), HaveLeaves(M.schedule().size());
  DenseSet<uint64_t> Ids, Leaves;
  for (const Value &V : M.values()) {
    Time T = Times.getDefinition(V);
    bool IsScheduled = T != NameTimes::NotScheduled;
    bool IsArray = IsScheduled && !V.getDefinition().hasIndex();
    if (IsScheduled) {
      if (HaveArray[T] || (IsArray && HaveLeaves[T]))
        return false;
      (IsArray ? HaveArray : HaveLeaves).set(T);
    }
    if (!IsArray && !Leaves.insert(getFingerprint(V.getDefinition())).second)
      return false;
    if (!IdsDiffer && !Ids.insert(V.getId()).second)
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The long way
//===----------------------------------------------------------------------===//

void Verifier::checkIds(bool IsUsedListUsual) {
  if (!begin(VerifierRule::Ids, hasAllocations() || hasUsedValues()))
    return;
  auto Check = [this](const ValueHeader &Before, const ValueHeader &H) {
    // Equal ids are of the rule `unique`.
    if (H.Id >= Before.Id)
      return;
    report(VerifierRule::Ids, H.Definition.getLoc(), [&](raw_ostream &OS) {
      OS << "value " << ValueName(H) << " stands behind " << ValueName(Before);
    });
  };
  for (const Allocation &A : M.allocations())
    for (size_t I = 1; I < A.values().size(); ++I)
      Check(A.values()[I - 1].getHeader(), A.values()[I].getHeader());
  if (IsUsedListUsual)
    return;
  ValueOrder Used = M.usedValues();
  for (size_t I = 1; I < Used.size(); ++I)
    Check(M.getUsedHeader(*Used[I - 1]), M.getUsedHeader(*Used[I]));
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
      report(VerifierRule::Unique, V.getLoc(), [&](raw_ostream &OS) {
        uint64_t First = Same->second->getAllocation().getIndex();
        uint64_t Second = V.getAllocation().getIndex();
        OS << "the id of value " << ValueName(V) << " in allocation " << Second
           << " is that of " << ValueName(*Same->second);
        if (First != Second)
          OS << " in allocation " << First;
      });
      continue;
    }
    auto [SameName, IsNewName] =
        ByDefinition.try_emplace(V.getDefinition().getKey(), &V);
    if (!IsNewName)
      report(VerifierRule::Unique, V.getLoc(), [&](raw_ostream &OS) {
        OS << "value " << ValueName(V) << " has the definition of "
           << ValueName(*SameName->second);
      });
    if (hasUsedValues() && IsWhole && !V.isUsedValue())
      report(VerifierRule::Unique, V.getLoc(), [&](raw_ostream &OS) {
        OS << "value " << ValueName(V)
           << " does not stand under 'Used values:'";
      });
  }
}

void Verifier::checkUsedUnique(bool IsUsedListUsual) {
  DenseSet<uint64_t> Listed;
  auto Check = [&](const Value *V) {
    const ValueHeader &H = M.getUsedHeader(*V);
    SMLoc Loc = H.Definition.getLoc();
    if (!Listed.insert(H.Id).second) {
      report(VerifierRule::Unique, Loc, [&](raw_ostream &OS) {
        OS << "value " << ValueName(H) << " stands under 'Used values:' twice";
      });
    } else if (V->isPlaced() && !(H == V->getHeader())) {
      report(VerifierRule::Unique, Loc, [&](raw_ostream &OS) {
        OS << "the header " << H << " is " << V->getHeader()
           << " in its allocation";
      });
    } else if (!V->isPlaced() && IsWhole) {
      // Since then XLA has values that are views of others, without a place.
      bool MayBeView = M.getDialect().PrintsNoUses;
      report(VerifierRule::Unique,
             MayBeView ? RuleSeverity::Warning : RuleSeverity::Error, Loc,
             [&](raw_ostream &OS) {
               OS << "value " << ValueName(H) << " stands in no allocation";
             });
    }
  };
  if (IsUsedListUsual)
    for_each(Facts.Unplaced, Check);
  else
    for_each(M.usedValues(), Check);
}

} // namespace hlomem
