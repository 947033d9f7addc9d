//===- Skyline.cpp - A partial placement and what follows from it ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Skyline.h"

using namespace llvm;

namespace hlomem::packing {

Skyline::Skyline(const Instance &I) : I(I), HasTies(I.hasTies()) {
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
  if (HasTies)
    Pinned.resize(NumItems);
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
  size_t NumPins = Pins.size();
  if (HasTies && IsPossible)
    pinOthers(Item);
  // The slack stays: what the floor rises by need not fit above it any more.
  if (!IsPossible || !raiseRun(It.First, It.Last, To))
    return false;
  for (size_t P = NumPins; P != Pins.size(); ++P)
    if (!pushAside(Pins[P]))
      return false;
  return true;
}

/// Those tied to \p Item, which has just been placed, can lie where it does:
/// that was their least offset too. So they are fixed from here on.
void Skyline::pinOthers(unsigned Item) {
  unsigned Tie = I.items()[Item].Tie;
  if (Tie == 0 || Pinned[Item])
    return;
  for (unsigned Other : I.getTied(Tie)) {
    if (Other == Item)
      continue;
    Pinned[Other] = true;
    Pins.push_back(Other);
    Trail.push_back({Change::Pin, Other, 0, 0});
  }
}

/// Lifts what would lie on bytes of \p Pin at its least offset. What begins
/// below may stay there; where it is lifted later, it passes \p Pin.
bool Skyline::pushAside(unsigned Pin) {
  const Instance::Item &P = I.items()[Pin];
  Lifted.clear();
  Height Highest = 0;
  auto Push = [&](unsigned It) {
    if (It == Pin || Leasts[It] == NoHeight)
      return true;
    Height Next = getLeastFrom(It, Leasts[It]);
    if (Next == NoHeight)
      return fail(std::max(P.First, I.items()[It].First));
    if (Next == Leasts[It])
      return true;
    lift(It, Next);
    liftOthers(It, Next);
    Highest = std::max(Highest, Next);
    return true;
  };
  unsigned Begin = I.getFirstItem(P.First + 1);
  unsigned End = I.getFirstItem(P.Last + 1);
  Steps += I.getLive(P.First).size() + End - std::min(Begin, End);
  for (unsigned It : I.getLive(P.First))
    if (!Push(It))
      return false;
  for (unsigned It = Begin; It < End; ++It)
    if (!Push(It))
      return false;
  return checkLifted(Highest);
}

/// The least offset of an item rises, and so do the floors that it has held;
/// checkLifted() finds out to where.
void Skyline::lift(unsigned Item, Height To) {
  const Instance::Item &It = I.items()[Item];
  Height From = Leasts[Item];
  Trail.push_back({Change::Least, Item, 0, From});
  Leasts[Item] = To;
  // A floor that is To or above is that of a run which is being raised: no
  // other exceeds the least offset of what is live there.
  dropCandidate(It.First, It.Last, From, It.Size);
  Lifted.push_back(Item);
}

/// Whatever is tied to \p Item, wherever in time, rises with it.
void Skyline::liftOthers(unsigned Item, Height To) {
  unsigned Tie = I.items()[Item].Tie;
  if (Tie == 0 || Pinned[Item])
    return;
  for (unsigned Other : I.getTied(Tie))
    if (Other != Item)
      lift(Other, To);
}

bool Skyline::checkLifted(Height To) {
  for (unsigned It : Lifted) {
    const Instance::Item &Item = I.items()[It];
    Steps += Item.Last - Item.First;
    if (!checkSections(Item.First, Item.Last, To))
      return false;
  }
  return true;
}

/// The least offset from \p From on that suits all that \p Item is tied to.
Height Skyline::getLeastOfTie(unsigned Item, Height From) const {
  unsigned Tie = I.items()[Item].Tie;
  if (Tie == 0 || Pinned[Item])
    return getLeastAmongPins(Item, From);
  ArrayRef<unsigned> Tied = I.getTied(Tie);
  // Until one after the other has nothing against it.
  Height Least = From;
  for (size_t Next = 0, NumContent = 0; NumContent != Tied.size();
       Next = (Next + 1) % Tied.size()) {
    Height Own = getLeastAmongPins(Tied[Next], Least);
    if (Own == NoHeight)
      return NoHeight;
    NumContent = Own == Least ? NumContent + 1 : 1;
    Least = Own;
  }
  return Least;
}

/// The least offset from \p From on that leaves \p Item apart from what is
/// fixed and what is pinned.
Height Skyline::getLeastAmongPins(unsigned Item, Height From) const {
  if (Pinned[Item])
    return From <= Leasts[Item] ? Leasts[Item] : NoHeight;
  const Instance::Item &It = I.items()[Item];
  Height Least = I.getLeastFrom(Item, From);
  for (size_t N = 0; N < Pins.size() && Least != NoHeight; ++N) {
    unsigned Pin = Pins[N];
    const Instance::Item &P = I.items()[Pin];
    // Above those that are placed the floor is, and so is all that is open.
    if (Leasts[Pin] == NoHeight || P.Last < It.First || It.Last < P.First ||
        Least + It.Size <= Leasts[Pin] || Leasts[Pin] + P.Size <= Least)
      continue;
    Least = I.getLeastFrom(Item, Leasts[Pin] + P.Size);
    N = size_t(-1); // Those before may be in the way now.
  }
  Steps += Pins.size() / 4;
  return Least;
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

  Lifted.clear();
  Height Highest = To;
  for (unsigned It = FirstItem; It != EndItem; ++It) {
    Height Least = Leasts[It];
    if (Least > To || Lasts[It] < First)
      continue;
    const Instance::Item &Item = I.items()[It];
    if (Least < To) {
      Height Next = getLeastFrom(It, To);
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
      // Of those tied to it that are live in the run none was looked at before:
      // they have had the same least offset.
      if (HasTies)
        liftOthers(It, Next);
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
  return checkSections(Begin, End, Highest) && checkLifted(Highest);
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
    case Change::Pin:
      Pinned[E.First] = false;
      Pins.pop_back();
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
