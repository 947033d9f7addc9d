//===- ExactSearch.cpp - Whether a problem fits into a capacity -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExactSearch.h"

using namespace llvm;

namespace hlomem::packing {

static constexpr unsigned NoItem = ~0u;
static constexpr unsigned MaxElites = 6;
/// How often a run follows one of them.
static constexpr double GuidedShare = 0.5;
/// How much better an item becomes by ending level with what lies beside it, or
/// by beginning or ending with its run: neither leaves a narrow hole.
static constexpr float LevelBoost = 8;
static constexpr float FlushBoost = 3;
/// Dead ends of the shortest runs.
static constexpr unsigned RunLength = 100;

ExactSearch::ExactSearch(const Instance &I, uint64_t Seed)
    : I(I), State(I), Numbers(Seed) {
  Weights.assign(I.getNumSections(), 1);
  Priorities.assign(I.getNumSections(), 1);
  Keys.resize(I.items().size());
  SeenClasses.resize(I.items().size());
}

/// 1, 1, 2, 1, 1, 2, 4, ... (Luby, Sinclair, Zuckerman), from \p N = 1.
static uint64_t getLuby(uint64_t N) {
  while (true) {
    uint64_t Power = 1;
    while (Power * 2 - 1 < N)
      Power *= 2;
    if (Power * 2 - 1 == N)
      return Power;
    N -= Power - 1;
  }
}

ExactSearch::Outcome ExactSearch::run(Limits &L) {
  if (!State.isPossible())
    return Outcome::Infeasible;
  while (!L.isOver()) {
    prepareRun();
    std::optional<bool> Result = runOnce(L);
    if (Result)
      return *Result ? Outcome::Found : Outcome::Infeasible;
    keepElite();
    State.undo(0);
  }
  return Outcome::GaveUp;
}

void ExactSearch::prepareRun() {
  MaxDeadEnds = DeadEnds + RunLength * getLuby(NumRuns + 1);
  // Large things first, by each notion of large; with noise once each has been
  // tried without.
  double Noise = NumRuns < 4 ? 0 : 0.3;
  for (unsigned It = 0; It != I.items().size(); ++It) {
    const Instance::Item &Item = I.items()[It];
    double Width = Item.Last - Item.First + 1, Size = Item.Size;
    double Key = NumRuns % 4 == 0   ? Width * Size
                 : NumRuns % 4 == 1 ? Width
                 : NumRuns % 4 == 2 ? Size
                                    : Width * Width * Size;
    Keys[It] = Key * (1 + Noise * (Numbers.unit() * 2 - 1));
  }
  Guide = -1;
  if (!Elites.empty() && Numbers.unit() < GuidedShare)
    Guide = Numbers.below(Elites.size());
  MaxDepth = 0;
  IsDeepest = false;
  Deepest.assign(I.items().size(), NoHeight);
  Nodes.clear();
  Options.clear();
  Parts.clear();
  ++NumRuns;
}

std::optional<bool> ExactSearch::runOnce(Limits &L) {
  // The root has one option, which leaves everything to do.
  Nodes.push_back({State.getMark(), 0, 0, 0, 1, 1, 1, 0, 0});
  if (I.getNumSections() != 0) {
    Parts.push_back({0, I.getNumSections() - 1});
    pushParts(0);
    Nodes.back().EndPart = Parts.size();
  }
  while (true) {
    Node &Top = Nodes.back();
    if (Top.NextPart != Top.EndPart) {
      open(Top.NextPart);
    } else if (Nodes.size() == 1) {
      return true;
    } else {
      popNode();
      Nodes.back().NextPart = getNextPart(Nodes.back().NextPart);
      continue;
    }
    // A node without options left has no placement, and so does the option of
    // its parent that left the part to do.
    while (!tryNextOption()) {
      popNode();
      if (Nodes.size() == 1)
        return false;
      saveDeepest();
      State.undo(Nodes.back().Before);
      ++DeadEnds;
    }
    if (isOver(L)) {
      saveDeepest();
      return std::nullopt;
    }
  }
}

bool ExactSearch::isOver(Limits &L) {
  uint64_t Steps = State.getSteps() + OwnSteps;
  bool IsOver = L.spend(Steps - StepsSeen);
  StepsSeen = Steps;
  return IsOver || DeadEnds > MaxDeadEnds;
}

/// Splits what is open in \p Of where no open item crosses, least slack first:
/// what cannot be completed is most likely to be found out there.
void ExactSearch::pushParts(unsigned Of) {
  size_t Begin = Parts.size();
  for (unsigned Old = Of, End = getNextPart(Of); Old != End; ++Old) {
    Part Whole = Parts[Old];
    for (unsigned S = Whole.First; S <= Whole.Last; ++S) {
      if (State.getNumOpen(S) == 0)
        continue;
      unsigned First = S;
      while (S != Whole.Last && State.isCrossed(S))
        ++S;
      Parts.push_back({First, S});
    }
  }
  if (Parts.size() - Begin < 2)
    return;
  if (I.hasTies())
    return joinParts(Begin);
  std::stable_sort(
      Parts.begin() + Begin, Parts.end(),
      [&](const Part &L, const Part &R) { return getSlack(L) < getSlack(R); });
}

Height ExactSearch::getSlack(Part P) const {
  Height Least = NoHeight;
  for (unsigned S = P.First; S <= P.Last; ++S)
    Least = std::min(Least, State.getSlack(S));
  return Least;
}

/// Sorts the parts from \p Begin on as pushParts() does, but for those that a
/// tie joins: what is chosen in one of them may be why another one fails. Items
/// that are pinned do not join anything, since nothing is left to be chosen;
/// the others of a tie have all been in one part or in parts searched as one.
void ExactSearch::joinParts(size_t Begin) {
  struct Joined {
    unsigned Leader;
    Height Slack;
    Part Which;
  };
  SmallVector<Joined, 16> New;
  PartOf.resize(I.getNumSections());
  for (size_t P = Begin; P != Parts.size(); ++P) {
    std::fill(PartOf.begin() + Parts[P].First,
              PartOf.begin() + Parts[P].Last + 1, New.size());
    New.push_back({unsigned(New.size()), getSlack(Parts[P]), Parts[P]});
  }
  auto FindLeader = [&](unsigned P) {
    while (New[P].Leader != P)
      P = New[P].Leader = New[New[P].Leader].Leader;
    return P;
  };
  for (unsigned Tie = 1; Tie <= I.getNumTies(); ++Tie) {
    ArrayRef<unsigned> Tied = I.getTied(Tie);
    // Either all of them are open and free, or one is placed.
    if (llvm::any_of(
            Tied, [&](unsigned It) { return State.getLeast(It) == NoHeight; }))
      continue;
    unsigned One = PartOf[I.items()[Tied.front()].First];
    for (unsigned It : Tied) {
      // Another part of the whole has left its own numbers.
      unsigned Section = I.items()[It].First, P = PartOf[Section];
      if (P >= New.size() || Section < New[P].Which.First ||
          New[P].Which.Last < Section)
        break;
      unsigned Leader = FindLeader(One), Other = FindLeader(P);
      unsigned Least = std::min(Leader, Other);
      New[Leader].Leader = New[Other].Leader = Least;
      New[Least].Slack = std::min(New[Leader].Slack, New[Other].Slack);
    }
  }
  OwnSteps += I.getNumTies();
  for (Joined &J : New)
    J.Leader = FindLeader(J.Leader);
  for (Joined &J : New)
    J.Slack = New[J.Leader].Slack;
  llvm::stable_sort(New, [](const Joined &L, const Joined &R) {
    return std::tie(L.Slack, L.Leader) < std::tie(R.Slack, R.Leader);
  });
  for (size_t N = 0; N != New.size(); ++N) {
    Parts[Begin + N] = New[N].Which;
    Parts[Begin + N].GoesOn =
        N + 1 != New.size() && New[N].Leader == New[N + 1].Leader;
  }
}

void ExactSearch::open(unsigned P) {
  if (State.getNumPlaced() > MaxDepth) {
    MaxDepth = State.getNumPlaced();
    IsDeepest = true;
  }
  Node N;
  N.Before = State.getMark();
  N.Of = P;
  N.FirstPart = N.NextPart = N.EndPart = Parts.size();
  N.FirstOption = N.NextOption = Options.size();
  unsigned RunBegin = Parts[P].First, RunEnd = Parts[P].Last;
  N.Section = chooseSection(P, RunBegin, RunEnd);
  OwnSteps += 10;
  for (unsigned End = getNextPart(P); P != End; ++P)
    OwnSteps += (Parts[P].Last - Parts[P].First) / 2;
  addOptions(N.Section, RunBegin, RunEnd);
  N.EndOption = Options.size();
  Nodes.push_back(N);
}

/// Whether it is known where the floor rises to if nothing begins at it. What
/// holds up a tied item may be live with another one of its tie only. If the
/// floor is as high there, it ends above the floor here; if not, its end may
/// come to lie anywhere. The lowest floor of all can be raised at any time.
bool ExactSearch::canRaise(unsigned Section) {
  if (!I.hasTies())
    return true;
  Height Floor = State.getFloor(Section);
  OwnSteps += I.getLive(Section).size() / 4;
  for (unsigned It : I.getLive(Section)) {
    unsigned Tie = I.items()[It].Tie;
    if (Tie == 0 || State.getLeast(It) != Floor || State.isForced(It))
      continue;
    for (unsigned Other : I.getTied(Tie)) {
      const Instance::Item &Tied = I.items()[Other];
      OwnSteps += (Tied.Last - Tied.First) / 4;
      for (unsigned S = Tied.First; S <= Tied.Last; ++S)
        if (State.getFloor(S) != Floor)
          return false;
    }
  }
  return true;
}

/// A section of a run of equal floors that is lower than what is around it.
///
/// An item that is live in such a run and may begin at its floor is live within
/// the run only: elsewhere the floor is above that. So what begins at the floor
/// can be placed there, since nothing that is live with it begins below.
unsigned ExactSearch::chooseSection(unsigned Of, unsigned &RunBegin,
                                    unsigned &RunEnd) {
  Part P = Parts[Of];
  unsigned Best = P.First;
  float BestScore = std::numeric_limits<float>::max();
  for (unsigned Begin = P.First;;) {
    if (Begin > P.Last) {
      if (!P.GoesOn)
        return Best;
      P = Parts[++Of];
      Begin = P.First;
    }
    Height Floor = State.getFloor(Begin);
    unsigned End = Begin;
    while (End != P.Last && State.getFloor(End + 1) == Floor)
      ++End;
    bool IsLowest = (Begin == P.First || State.getFloor(Begin - 1) > Floor) &&
                    (End == P.Last || State.getFloor(End + 1) > Floor);
    for (unsigned S = Begin; IsLowest && S <= End; ++S) {
      bool HasSlack = State.getSlack(S) > 0;
      unsigned Count = State.getNumCandidates(S);
      float Score = (Count + (HasSlack ? 0.7f : 0)) * Priorities[S];
      if (Count == 1 && !HasSlack)
        Score = -1; // No choice at all.
      if (Score >= BestScore || (HasSlack && !canRaise(S)))
        continue;
      Best = S;
      BestScore = Score;
      RunBegin = Begin;
      RunEnd = End;
      if (Score < 0)
        return Best;
    }
    Begin = End + 1;
  }
}

/// Either one of the candidates lies at the floor, or nothing does.
void ExactSearch::addOptions(unsigned Section, unsigned RunBegin,
                             unsigned RunEnd) {
  Height Floor = State.getFloor(Section);
  size_t Begin = Options.size();
  // The lowest place above the floor at which something live here may begin.
  Height Next = NoHeight;
  unsigned First = RunEnd, Last = RunBegin;
  ++SeenStamp;
  for (unsigned It : I.getLive(Section)) {
    Height Least = State.getLeast(It);
    if (Least != Floor) {
      Next = std::min(Next, Least);
      continue;
    }
    const Instance::Item &Item = I.items()[It];
    if (State.isForced(It)) {
      // It lies nowhere else, and nothing else can lie there.
      Options.resize(Begin);
      Options.push_back({It, Floor});
      return;
    }
    First = std::min(First, Item.First);
    Last = std::max(Last, Item.Last);
    // Of items that can be exchanged any may be the lowest.
    if (SeenClasses[Item.Class] != SeenStamp) {
      SeenClasses[Item.Class] = SeenStamp;
      Options.push_back({It, Floor});
    }
  }
  rankOptions(Begin, Floor, RunBegin, RunEnd);
  Height Slack = State.getSlack(Section);
  if (Slack == 0)
    return;
  // If there is a placement that continues this one, there is one in which
  // nothing can be moved down on its own, or be lowered to below something that
  // it lies above of (gravity, from the lowest offset to the highest). Let b be
  // the lowest of those live here in such a placement, and not at the floor. If
  // b is not among the candidates, it begins at the least offset of another
  // or above. Otherwise something holds it up, of which the end is, but for
  // alignment, where b begins: a fixed item or one that is lower and not placed
  // yet, since those placed hold up to the least offset of b only. Being lower
  // than b it is not live here, or is fixed and above the floor. So b begins at
  // the end of something live with a candidate, not here, or higher.
  //
  // What is tied moves as a whole, and what is pinned is like what is fixed. So
  // if b is tied, it is b or another one of its tie that something below holds
  // up, wherever that other one is live. What does so is lower than b too, and
  // the same follows.
  auto AddSupport = [&](unsigned It) {
    const Instance::Item &Item = I.items()[It];
    if (State.getLeast(It) != NoHeight &&
        (Section < Item.First || Item.Last < Section))
      Next = std::min(Next, State.getLeast(It) + Item.Size);
  };
  for (unsigned It : I.getLive(First))
    AddSupport(It);
  for (unsigned It = I.getFirstItem(First + 1); It < I.getFirstItem(Last + 1);
       ++It)
    AddSupport(It);
  auto AddSupportsOfTied = [&](unsigned Item) {
    const Instance::Item &Tied = I.items()[Item];
    for (unsigned It : I.getLive(Tied.First))
      AddSupport(It);
    for (unsigned It = I.getFirstItem(Tied.First + 1);
         It < I.getFirstItem(Tied.Last + 1); ++It)
      AddSupport(It);
  };
  if (I.hasTies())
    for (unsigned It : I.getLive(Section))
      if (unsigned Tie = I.items()[It].Tie;
          Tie != 0 && State.getLeast(It) == Floor)
        for (unsigned Other : I.getTied(Tie))
          AddSupportsOfTied(Other);
  if (Next != NoHeight && Next - Floor <= Slack)
    Options.push_back({NoItem, Next});
}

/// Sorts the options from \p Begin on: what the guide has here first, then by
/// what seems to fit best.
void ExactSearch::rankOptions(size_t Begin, Height Floor, unsigned RunBegin,
                              unsigned RunEnd) {
  bool HasLeft = RunBegin != 0 && State.isCrossed(RunBegin - 1);
  bool HasRight = State.isCrossed(RunEnd);
  for (Option &O : MutableArrayRef(Options).drop_front(Begin)) {
    const Instance::Item &Item = I.items()[O.Item];
    Height Top = Floor + Item.Size;
    O.Rank = Keys[O.Item];
    if (Item.First == RunBegin)
      O.Rank *= HasLeft && State.getFloor(RunBegin - 1) == Top
                    ? LevelBoost * FlushBoost
                    : FlushBoost;
    if (Item.Last == RunEnd)
      O.Rank *= HasRight && State.getFloor(RunEnd + 1) == Top
                    ? LevelBoost * FlushBoost
                    : FlushBoost;
    O.IsGuided = Guide >= 0 && Elites[Guide].Offsets[O.Item] == Floor;
  }
  std::sort(Options.begin() + Begin, Options.end(),
            [](const Option &L, const Option &R) {
              return std::tuple(!L.IsGuided, -L.Rank, L.Item) <
                     std::tuple(!R.IsGuided, -R.Rank, R.Item);
            });
}

bool ExactSearch::tryNextOption() {
  while (true) {
    Node &N = Nodes.back();
    if (N.NextOption == N.EndOption)
      return false;
    Option O = Options[N.NextOption++];
    bool IsPossible =
        O.Item == NoItem ? State.raise(N.Section, O.To) : State.place(O.Item);
    if (IsPossible) {
      Parts.resize(N.FirstPart);
      pushParts(N.Of);
      N.NextPart = N.FirstPart;
      N.EndPart = Parts.size();
      return true;
    }
    unsigned Failed = State.getFailed();
    Weights[Failed] += 1;
    Priorities[Failed] = 1 / Weights[Failed];
    saveDeepest();
    State.undo(N.Before);
    ++DeadEnds;
  }
}

void ExactSearch::popNode() {
  Options.resize(Nodes.back().FirstOption);
  Parts.resize(Nodes.back().FirstPart);
  Nodes.pop_back();
}

/// Called before the state is left.
void ExactSearch::saveDeepest() {
  if (!IsDeepest)
    return;
  IsDeepest = false;
  for (unsigned It = 0; It != I.items().size(); ++It)
    Deepest[It] =
        State.getLeast(It) == NoHeight ? State.getOffset(It) : NoHeight;
}

void ExactSearch::keepElite() {
  if (Elites.size() < MaxElites) {
    Elites.push_back({MaxDepth, Deepest});
    return;
  }
  Elite *Worst = Guide >= 0 ? &Elites[Guide] : &Elites.front();
  if (Guide < 0)
    for (Elite &E : Elites)
      if (E.Depth < Worst->Depth)
        Worst = &E;
  if (MaxDepth > Worst->Depth)
    *Worst = {MaxDepth, Deepest};
}

void ExactSearch::getPlacement(MutableArrayRef<uint64_t> Offsets) const {
  for (unsigned It = 0; It != I.items().size(); ++It)
    Offsets[I.items()[It].Buffer] = I.getBytes(State.getOffset(It));
}

} // namespace hlomem::packing
