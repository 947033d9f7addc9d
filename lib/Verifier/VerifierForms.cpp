//===- VerifierForms.cpp - The same dump in its other form ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dump as text and as HloProto: what both tell is compared. Live ranges and
// peaks are read from the one and calculated from the other.
//
//===----------------------------------------------------------------------===//

#include "VerifierImpl.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"

using namespace llvm;

namespace hlomem {

void Verifier::checkForms() {
  if (!Options.ComparesForms)
    return;
  bool HasOther = Options.Other || !Options.OtherProblem.empty();
  if (!begin(VerifierRule::Forms, HasOther && hasAllocations() && IsWhole))
    return;
  if (!Options.Other)
    return report(VerifierRule::Forms, getLoc(M), [&](raw_ostream &OS) {
      OS << "cannot compare with the " << getOtherForm() << ": "
         << Options.OtherProblem;
    });
  compareAllocations();
  compareValues();
  comparePeaks();
}

StringRef Verifier::getThisForm() const {
  return getDumpProvenance(M) ? "text" : "HloProto";
}

StringRef Verifier::getOtherForm() const {
  return getDumpProvenance(M) ? "HloProto" : "text";
}

void Verifier::compareAllocations() {
  ArrayRef<Allocation> Ours = M.allocations();
  ArrayRef<Allocation> Theirs = Options.Other->allocations();
  if (Ours.size() != Theirs.size())
    report(VerifierRule::Forms, getLoc(M), [&](raw_ostream &OS) {
      OS << "the " << getThisForm() << " has " << Ours.size()
         << " allocations, the " << getOtherForm() << ' ' << Theirs.size();
    });
  // Where the numbers differ, one of them has more at its end.
  for (const auto &[A, B] : zip(Ours, Theirs)) {
    auto Differ = [&, &A = A](StringRef What, const auto &Here,
                              const auto &There) {
      if (Here == There)
        return;
      report(VerifierRule::Forms, A, [&](raw_ostream &OS) {
        OS << "allocation " << A.getIndex() << " has " << What << ' ' << Here
           << " in the " << getThisForm() << ", " << There << " in the "
           << getOtherForm();
      });
    };
    Differ("size", A.getSize().count(), B.getSize().count());
    Differ("memory space", A.getMemorySpace(), B.getMemorySpace());
    Differ("kind", describeKind(A), describeKind(B));
  }
}

// That it is in no allocation has no number.
static std::string describeAllocation(const Value &V) {
  return V.isAllocated() ? std::to_string(V.getAllocation().getIndex())
                         : "none";
}

static std::string describeRange(const std::optional<LiveRange> &R) {
  return R ? std::to_string(R->Begin) + "-" + std::to_string(R->End) : "none";
}

// A number that depends on what its source leaves open has its own warning.
static bool knowsLiveRanges(const Module &M) {
  const auto *Origin =
      dyn_cast_if_present<PrintableProvenance>(M.getProvenance());
  return M.hasLiveRanges() && (!Origin || Origin->OpenQuestions.empty());
}

void Verifier::compareValues() {
  const Module &Other = *Options.Other;
  bool HaveRanges = knowsLiveRanges(M) && knowsLiveRanges(Other);
  for (const Value &V : M.values()) {
    const Value *Found = Other.findValue(V.getId());
    if (!Found || Found->getDefinition() != V.getDefinition()) {
      report(VerifierRule::Forms, V, [&](raw_ostream &OS) {
        OS << "value " << ValueName(V) << " of the " << getThisForm() << " is ";
        if (Found)
          OS << ValueName(*Found) << " in the ";
        else
          OS << "not in the ";
        OS << getOtherForm();
      });
      continue;
    }
    auto Differ = [&](StringRef What, const auto &Here, const auto &There) {
      if (Here == There)
        return;
      report(VerifierRule::Forms, V, [&](raw_ostream &OS) {
        OS << "value " << ValueName(V) << " has " << What << ' ' << Here
           << " in the " << getThisForm() << ", " << There << " in the "
           << getOtherForm();
      });
    };
    Differ("allocation", describeAllocation(V), describeAllocation(*Found));
    Differ("offset", V.getOffset().count(), Found->getOffset().count());
    Differ("size", V.getSize().count(), Found->getSize().count());
    if (HaveRanges)
      Differ("live range", describeRange(V.getLiveRange()),
             describeRange(Found->getLiveRange()));
  }
  for (const Value &V : Other.values())
    if (!M.findValue(V.getId()))
      report(VerifierRule::Forms, getLoc(M), [&](raw_ostream &OS) {
        OS << "value " << ValueName(V) << " of the " << getOtherForm()
           << " is not in the " << getThisForm();
      });
}

void Verifier::comparePeaks() {
  const Module &Other = *Options.Other;
  if (!knowsLiveRanges(M) || !knowsLiveRanges(Other))
    return;
  const Liveness OurLiveness(M), TheirLiveness(Other);
  const MemoryTimeline Ours(M, OurLiveness), Theirs(Other, TheirLiveness);
  for (MemorySpace Space : Ours.spaces()) {
    // That it is missing is told of its allocations.
    if (!is_contained(Theirs.spaces(), Space))
      continue;
    PeakLoad Here = Ours.getSpace(Space).Peak;
    PeakLoad There = Theirs.getSpace(Space).Peak;
    if (Here.Size == There.Size && Here.At == There.At)
      continue;
    report(VerifierRule::Forms, getInfo(VerifierRule::Forms).Severity,
           getLoc(M), Space, [&](raw_ostream &OS) {
             OS << "the peak of memory space " << Space << " is "
                << Here.Size.count() << " bytes at " << Here.At << " in the "
                << getThisForm() << ", " << There.Size.count() << " bytes at "
                << There.At << " in the " << getOtherForm();
           });
  }
}

} // namespace hlomem
