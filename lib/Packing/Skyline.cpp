//===- Skyline.cpp - A partial placement and what follows from it ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Skyline.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace hlomem::packing {

Skyline::Skyline(const Instance &I) : I(I) {
  unsigned NumItems = I.items().size(), NumSections = I.getNumSections();
  Leasts.resize(NumItems);
  Lasts.resize(NumItems);
  Offsets.resize(NumItems);
  Floors.assign(NumSections, NoHeight);
  Slacks.assign(NumSections, I.getCapacity());
  Sums.resize(NumSections);
  Counts.resize(NumSections);
  Opens.resize(NumSections);
  Crossings.resize(NumSections);
  if (I.hasLongItems())
    LongOpens.resize(NumSections);
  Possible = I.isPossible();
  if (!Possible)
    return;
  for (unsigned It = 0; It != NumItems; ++It) {
    const Instance::Item &Item = I.items()[It];
    Leasts[It] = Item.Least;
    Lasts[It] = Item.Last;
    for (unsigned S = Item.First; S <= Item.Last; ++S) {
      ++Opens[S];
      Crossings[S] += S != Item.Last;
      Slacks[S] -= Item.Size;
      if (I.isLong(It))
        ++LongOpens[S];
    }
  }
  for (unsigned S = 0; S != NumSections; ++S) {
    for (unsigned It : I.getLive(S)) {
      if (Leasts[It] > Floors[S])
        continue;
      if (Leasts[It] < Floors[S]) {
        Floors[S] = Leasts[It];
        Sums[S] = Counts[S] = 0;
      }
      Sums[S] += I.items()[It].Size;
      ++Counts[S];
    }
    Slacks[S] -= Floors[S];
    if (I.hasLongItems() && LongOpens[S] != 0)
      ++Slacks[S];
    Possible = Possible && Slacks[S] >= 0 && hasRoomAbove(S, NoHeight - 1);
  }
}

bool Skyline::place(unsigned Item) {
  const Instance::Item &It = I.items()[Item];
  Height To = Leasts[Item] + It.Size;
  Offsets[Item] = Leasts[Item];
  Trail.push_back({Change::Place, Item, 0, 0});
  Leasts[Item] = NoHeight;
  ++NumPlaced;
  for (unsigned S = It.First; S <= It.Last; ++S)
    --Opens[S];
  for (unsigned S = It.First; S != It.Last; ++S)
    --Crossings[S];
  bool IsPossible = true;
  // Only what lies topmost may stick out, so the last one that can do so takes
  // its unit along.
  if (I.isLong(Item))
    for (unsigned S = It.First; S <= It.Last; ++S)
      if (--LongOpens[S] == 0 && --Slacks[S] < 0 && Opens[S] != 0)
        IsPossible = fail(S);
  // The slack stays: what the floor rises by need not fit above it any more.
  return IsPossible && raiseRun(It.First, It.Last, To);
}

bool Skyline::raise(unsigned Section, Height To) {
  Height By = To - Floors[Section];
  Trail.push_back({Change::Slack, Section, Section, By});
  Slacks[Section] -= By;
  if (Slacks[Section] < 0)
    return fail(Section);
  return raiseRun(Section, Section, To);
}

/// The floor of the sections from \p First to \p Last, which have the same one,
/// rises: what is live there and may begin below is lifted, wherever it is
/// live.
bool Skyline::raiseRun(unsigned First, unsigned Last, Height To) {
  Height From = Floors[First];
  // Whatever is live here and may begin at To or below has begun since the
  // floor was last above that.
  unsigned Begin = First, End = Last;
  while (Begin != 0 && Crossings[Begin - 1] != 0 && Floors[Begin - 1] <= To)
    --Begin;
  unsigned FirstItem = I.getFirstItem(Begin);
  unsigned EndItem = I.getFirstItem(Last + 1);
  Steps += (Last - First) / 2 + EndItem - FirstItem;
  Begin = First;

  for (unsigned S = First; S <= Last; ++S) {
    SavedCandidates.push_back({Sums[S], Counts[S]});
    Floors[S] = To;
    Sums[S] = 0;
    Counts[S] = 0;
  }
  Trail.push_back({Change::Run, First, Last, From});

  Height Highest = To;
  for (unsigned It = FirstItem; It != EndItem; ++It) {
    Height Least = Leasts[It];
    if (Least > To || Lasts[It] < First)
      continue;
    const Instance::Item &Item = I.items()[It];
    if (Least < To) {
      Height Next = I.getLeastFrom(It, To);
      if (Next == NoHeight)
        return fail(std::max(First, Item.First));
      Trail.push_back({Change::Least, It, 0, Least});
      Leasts[It] = Next;
      Highest = std::max(Highest, Next);
      Begin = std::min(Begin, Item.First);
      End = std::max(End, Item.Last);
      Steps += (Item.Last - Item.First) / 4;
      // With the least offset of the run, it is live within the run only, since
      // the floor is higher around it.
      if (Item.First < First)
        dropCandidate(Item.First, First - 1, Least, Item.Size);
      if (Item.Last > Last)
        dropCandidate(Last + 1, Item.Last, Least, Item.Size);
      if (Next != To)
        continue;
    }
    unsigned AddEnd = std::min(Last, Item.Last);
    for (unsigned S = std::max(First, Item.First); S <= AddEnd; ++S) {
      Sums[S] += Item.Size;
      ++Counts[S];
    }
  }
  Steps += End - Begin;
  return checkSections(Begin, End, Highest);
}

void Skyline::dropCandidate(unsigned First, unsigned Last, Height Least,
                            Height Size) {
  for (unsigned S = First; S <= Last; ++S) {
    if (Floors[S] != Least)
      continue;
    unsigned Begin = S;
    for (; S <= Last && Floors[S] == Least; ++S) {
      Sums[S] -= Size;
      --Counts[S];
    }
    Trail.push_back({Change::Candidate, Begin, S - 1, Size});
  }
}

/// Some least offsets have risen, up to \p To at most.
bool Skyline::checkSections(unsigned First, unsigned Last, Height To) {
  for (unsigned S = First; S <= Last; ++S) {
    if (Opens[S] == 0 || Floors[S] > To)
      continue;
    if (Counts[S] == 0 && !tighten(S))
      return false;
    // What is no candidate begins above the floor, and if all of it begins at
    // To or above, fits. Nothing that begins above To was moved.
    if (Sums[S] + Slacks[S] < To - Floors[S] && !hasRoomAbove(S, To))
      return fail(S);
  }
  return true;
}

/// Finds the floor of a section that has no candidates left.
bool Skyline::tighten(unsigned Section) {
  if (Slacks[Section] == 0)
    return fail(Section);
  Height Least = NoHeight;
  Candidates New = {0, 0};
  for (unsigned It : I.getLive(Section)) {
    if (Leasts[It] > Least)
      continue;
    if (Leasts[It] < Least) {
      Least = Leasts[It];
      New = {0, 0};
    }
    New.Sum += I.items()[It].Size;
    ++New.Count;
  }
  Steps += I.getLive(Section).size();
  SavedCandidates.push_back({Sums[Section], Counts[Section]});
  Trail.push_back({Change::Floor, Section, Section, Floors[Section]});
  Slacks[Section] -= Least - Floors[Section];
  Floors[Section] = Least;
  Sums[Section] = New.Sum;
  Counts[Section] = New.Count;
  return Slacks[Section] >= 0 || fail(Section);
}

/// Whether, for each height up to \p To, what cannot begin below it fits above
/// it.
bool Skyline::hasRoomAbove(unsigned Section, Height To) {
  Height Floor = Floors[Section];
  Height Rest = Slacks[Section] + Sums[Section];
  // Rest: how far above the floor all that is no candidate may begin.
  Above.clear();
  for (unsigned It : I.getLive(Section))
    if (Floor < Leasts[It] && Leasts[It] <= To)
      Above.push_back({Leasts[It], I.items()[It].Size});
  llvm::sort(Above);
  Steps += I.getLive(Section).size() + Above.size();
  for (auto [Least, Size] : Above) {
    if (Least - Floor > Rest)
      return false;
    Rest += Size;
  }
  return true;
}

void Skyline::undo(Mark M) {
  while (Trail.size() != M) {
    Entry E = Trail.back();
    Trail.pop_back();
    switch (E.What) {
    case Change::Least:
      Leasts[E.First] = E.Value;
      break;
    case Change::Candidate:
      for (unsigned S = E.First; S <= E.Last; ++S) {
        Sums[S] += E.Value;
        ++Counts[S];
      }
      break;
    case Change::Floor:
      Slacks[E.First] += Floors[E.First] - E.Value;
      [[fallthrough]];
    case Change::Run: {
      const Candidates *Saved =
          &SavedCandidates[SavedCandidates.size() - (E.Last - E.First + 1)];
      for (unsigned S = E.First; S <= E.Last; ++S, ++Saved) {
        Floors[S] = E.Value;
        Sums[S] = Saved->Sum;
        Counts[S] = Saved->Count;
      }
      SavedCandidates.resize(SavedCandidates.size() - (E.Last - E.First + 1));
      break;
    }
    case Change::Slack:
      Slacks[E.First] += E.Value;
      break;
    case Change::Place: {
      unsigned Item = E.First;
      const Instance::Item &It = I.items()[Item];
      Leasts[Item] = Offsets[Item];
      --NumPlaced;
      for (unsigned S = It.First; S <= It.Last; ++S)
        ++Opens[S];
      for (unsigned S = It.First; S != It.Last; ++S)
        ++Crossings[S];
      if (I.isLong(Item))
        for (unsigned S = It.First; S <= It.Last; ++S)
          if (LongOpens[S]++ == 0)
            ++Slacks[S];
      break;
    }
    }
  }
}

} // namespace hlomem::packing
