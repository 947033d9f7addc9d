//===- VerifierPeak.cpp - What XLA calculated, again ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifierImpl.h"
#include "hlomem/Analysis/Arena/HeapTraceAnalysis.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/PeakList.h"
#include "hlomem/Support/CountText.h"

using namespace llvm;

namespace hlomem {

/// A sum of many sizes, or a multiple of one, which 64 bits need not hold.
using Wide = unsigned __int128;

static void print(raw_ostream &OS, Wide N) {
  if (N >= 10)
    print(OS, N / 10);
  OS << char('0' + unsigned(N % 10));
}

//===----------------------------------------------------------------------===//
// The time
//===----------------------------------------------------------------------===//

void Verifier::checkPeak() {
  const std::optional<PrintedPeak> &Peak = getClaims(M).Peak;
  std::optional<Time> At;
  if (Options.Rules[size_t(VerifierRule::Peak)] && Peak && hasOwnClaims() &&
      IsWhole)
    At = computePeakTime(M);
  if (!begin(VerifierRule::Peak, At.has_value()))
    return;
  if (Peak->At != *At)
    report(VerifierRule::Peak, Peak->Loc, [&](raw_ostream &OS) {
      OS << "the printed peak is at schedule position " << Peak->At
         << ", but XLA's rule gives " << *At;
    });
}

//===----------------------------------------------------------------------===//
// The list
//===----------------------------------------------------------------------===//

// They do not add up to the peak, docs/HloProto.md#what-is-not-read.
void Verifier::checkPeakBuffers() {
  const HeapTraces &Known = *Options.Traces->get();
  for (auto [Index, Id] : Known.PeakBuffers) {
    ValueId Listed = Known.find(Id);
    if (!Listed) {
      report(VerifierRule::PeakList, SMLoc(),
             [Index = Index, Id = Id](raw_ostream &OS) {
               OS << "value " << Id << " is listed at the peak of allocation "
                  << Index << ", but there is none with that id";
             });
      continue;
    }
    const Value *V = Options.Traces->getValue(Listed);
    if (V && V->getAllocation().getIndex() != Index)
      report(VerifierRule::PeakList, *V, [&, Index = Index](raw_ostream &OS) {
        OS << "value " << ValueName(*V) << " is listed at the peak of "
           << "allocation " << Index << ", but lies in allocation "
           << V->getAllocation().getIndex();
      });
  }
}

void Verifier::checkPeakList() {
  const std::optional<PrintedPeak> &Peak = getClaims(M).Peak;
  bool HasPeak = Peak && hasOwnClaims() && M.hasLiveRanges() && IsWhole;
  bool HasLists = !hasOwnClaims() && Options.Traces && Options.Traces->get() &&
                  !Options.Traces->get()->PeakBuffers.empty();
  if (!begin(VerifierRule::PeakList, HasPeak || HasLists))
    return;
  if (HasLists)
    return checkPeakBuffers();
  // An older list has a name once for each value of the instruction.
  auto KeyOf = [&Peak](const HloPosition &N) {
    return Peak->Form.HasIndices ? N.getKey()
                                 : DefinitionKey(N.getName(), StringRef());
  };
  auto ForEachLive = [&](auto F) {
    forEachValue([&](const Value &V) {
      if (V.isLiveAt(Peak->At))
        F(V.getDefinition());
    });
    for (const UnlistedLiveRange &U : unlistedLiveRanges(M))
      if (U.Range.contains(Peak->At))
        F(U.Definition);
  };
  DenseMap<DefinitionKey, int64_t> Missing;
  ForEachLive([&](const HloPosition &N) { ++Missing[KeyOf(N)]; });
  for (const PeakListEntry &E : Peak->Entries)
    if (--Missing[KeyOf(E.Definition)] < 0)
      report(VerifierRule::PeakList, E.Definition.getLoc(),
             [&](raw_ostream &OS) {
               OS << E.Definition << " is listed at the peak more often than "
                  << "it is live at schedule position " << Peak->At;
             });
  ForEachLive([&](const HloPosition &N) {
    auto Known = Missing.find(KeyOf(N));
    if (Known->second-- > 0)
      report(VerifierRule::PeakList, Peak->Loc, [&](raw_ostream &OS) {
        OS << N << " is live at schedule position " << Peak->At
           << ", but not listed at the peak";
      });
  });
}

void Verifier::checkPeakSizes() {
  const std::optional<PrintedPeak> &Peak = getClaims(M).Peak;
  if (!begin(VerifierRule::PeakSizes,
             Peak && hasOwnClaims() && hasAllocations() && IsWhole))
    return;
  constexpr VerifierRule Rule = VerifierRule::PeakSizes;
  // What is listed is live then: to look only there is quicker than a table of
  // all values, and gives the same where no name stands for two of them.
  DenseMap<DefinitionKey, const Value *> Live;
  if (Result.Checked[size_t(VerifierRule::Unique)] &&
      Result.getCount(VerifierRule::Unique, RuleSeverity::Error) == 0)
    for (const Value *V : findValues([&](const Value &V) {
           return V.isAllocated() && V.isLiveAt(Peak->At);
         }))
      Live.try_emplace(V->getDefinition().getKey(), V);
  bool IsLeaf = Peak->Form.HasIndices;
  auto GetSize = [&](const HloPosition &N) {
    ShapeIndex Index = IsLeaf ? N.getIndex() : ShapeIndex();
    const Value *V = Live.lookup({N.getName(), Index.getText()});
    return V ? V->getShape().getLogicalSize() : getListedSize(M, N, IsLeaf);
  };

  Bytes Sum;
  const PeakListEntry *Before = nullptr;
  for (const PeakListEntry &E : Peak->Entries) {
    SMLoc Loc = E.Definition.getLoc();
    Sum += E.Size;
    std::optional<Bytes> Size = GetSize(E.Definition);
    if (Size && *Size != E.Size)
      report(Rule, Loc, [&](raw_ostream &OS) {
        OS << E.Definition << " is listed with "
           << countText(E.Size.count(), "byte") << ", but has "
           << Size->count();
      });
    if (E.Cumulative && *E.Cumulative != Sum)
      report(Rule, Loc, [&](raw_ostream &OS) {
        OS << "the running sum at " << E.Definition << " is "
           << countText(E.Cumulative->count(), "byte")
           << ", but the list adds up to " << Sum.count();
      });
    // Earlier lists have no running sum and are in no order.
    if (E.Cumulative && Before && isListedBefore(E, *Before))
      report(Rule, Loc, [&](raw_ostream &OS) {
        OS << E.Definition << " is listed after " << Before->Definition;
      });
    Before = &E;
  }
}

//===----------------------------------------------------------------------===//
// The tree
//===----------------------------------------------------------------------===//

void Verifier::checkStackTrace() {
  const std::optional<StackTraceTree> &Tree = getClaims(M).StackTrace;
  constexpr VerifierRule Rule = VerifierRule::StackTrace;
  if (!begin(Rule, Tree && IsWhole))
    return;
  Bytes Listed = getClaims(M).Peak ? getClaims(M).Peak->getSum() : Bytes();
  if (Tree->Total != Listed)
    report(Rule, Tree->Loc, [&](raw_ostream &OS) {
      OS << "the stack trace tree has "
         << countText(Tree->Total.count(), "byte") << ", but the peak list "
         << Listed.count();
    });

  ArrayRef<StackTraceNode> Nodes = Tree->Nodes;
  SMLoc Loc = Tree->Loc;
  auto LocOf = [&](const StackTraceNode &N) {
    return N.Label.empty() ? Loc : SMLoc::getFromPointer(N.Label.data());
  };
  // From the last one on, so that a node's children are known: what those of
  // each depth add up to.
  SmallVector<Bytes> Below(2);
  std::vector<Bytes> ChildrenOf(Nodes.size());
  for (size_t I = Nodes.size(); I-- != 0;) {
    const StackTraceNode &N = Nodes[I];
    if (Below.size() < N.Depth + 2)
      Below.resize(N.Depth + 2);
    ChildrenOf[I] = std::exchange(Below[N.Depth + 1], Bytes());
    Below[N.Depth] += N.Total;
  }
  Bytes Current;
  for (auto [N, Children] : zip_equal(Nodes, ChildrenOf)) {
    Current += N.Current;
    auto Report = [&, &N = N](StringRef What, Bytes Printed, Bytes Expected) {
      if (Printed != Expected)
        report(Rule, LocOf(N), [&](raw_ostream &OS) {
          OS << "node '" << N.Label << "' has " << What << ' '
             << countText(Printed.count(), "byte") << ", but the tree gives "
             << Expected.count();
        });
    };
    Report("total", N.Total, N.Current + Children);
    Report("remaining", N.Remaining, differenceOrZero(Tree->Total, Current));
    if (Tree->Total.isZero())
      continue;
    // Printed from a floating point number.
    Wide Share = (Wide(N.Total.count()) * 1000 + Tree->Total.count() / 2) /
                 Tree->Total.count();
    Wide Off = Share > N.ShareInTenths ? Share - N.ShareInTenths
                                       : N.ShareInTenths - Share;
    if (Off > 1)
      report(Rule, LocOf(N), [&, &N = N](raw_ostream &OS) {
        OS << "node '" << N.Label << "' has a share of " << N.ShareInTenths / 10
           << '.' << N.ShareInTenths % 10 << "%, but the tree gives ";
        print(OS, Share / 10);
        OS << '.' << unsigned(Share % 10) << '%';
      });
  }
}

} // namespace hlomem
