//===- Boxing.cpp - Buffers that fill a rectangle together ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Boxing.h"
#include "Greedy/FitPlacer.h"
#include <numeric>

using namespace llvm;

namespace hlomem::packing {

/// Where more than this begins or ends at one moment, that says little about
/// what belongs together, and is looked at in vain each time something changes.
static constexpr size_t MaxAtOneMoment = 256;

Boxing::Boxing(const Problem &P, uint64_t Seed, bool IsRandom)
    : P(P), Unit(getUnit(P)), Numbers(Seed), Noise(IsRandom ? 1 : 0) {
  for (const Buffer &B : P.Buffers)
    Times.insert(Times.end(), {B.Begin, B.End});
  llvm::sort(Times);
  Times.erase(llvm::unique(Times), Times.end());
  Moments.resize(Times.size());
  auto GetRank = [&](Time At) {
    return unsigned(llvm::lower_bound(Times, At) - Times.begin());
  };
  Nodes.reserve(P.Buffers.size() * 2);
  for (const Buffer &B : P.Buffers) {
    Nodes.push_back({GetRank(B.Begin),
                     GetRank(B.End),
                     B.Size,
                     B.Alignment,
                     {0, 0},
                     NotRoot,
                     Kind::Single});
    Granule = std::gcd(Granule, getRounded(Nodes.back()));
    insert(unsigned(Nodes.size() - 1));
  }
}

void Boxing::touch(unsigned At) {
  if (Moments[At].IsQueued)
    return;
  Moments[At].IsQueued = true;
  Queue.push_back(At);
}

void Boxing::insert(unsigned N) {
  Node &Box = Nodes[N];
  Box.Position = unsigned(Roots.size());
  Roots.push_back(N);
  Moments[Box.Begin].Begins.push_back(N);
  Moments[Box.End].Ends.push_back(N);
  touch(Box.Begin);
  touch(Box.End);
}

void Boxing::remove(unsigned N) {
  Node &Box = Nodes[N];
  Roots[Box.Position] = Roots.back();
  Nodes[Roots.back()].Position = Box.Position;
  Roots.pop_back();
  Box.Position = NotRoot;
  for (SmallVectorImpl<unsigned> *List :
       {&Moments[Box.Begin].Begins, &Moments[Box.End].Ends}) {
    *llvm::find(*List, N) = List->back();
    List->pop_back();
    Steps += List->size() + 1;
  }
}

bool Boxing::canStack(unsigned Lower, unsigned Upper) const {
  const Node &L = Nodes[Lower], &U = Nodes[Upper];
  auto [Least, Most] = std::minmax(L.Alignment, U.Alignment);
  return getRounded(L) % U.Alignment == 0 && Most % Least == 0;
}

bool Boxing::canChain(unsigned Early, unsigned Late) const {
  auto [Least, Most] =
      std::minmax(Nodes[Early].Alignment, Nodes[Late].Alignment);
  return Most % Least == 0;
}

void Boxing::make(unsigned First, unsigned Second, Kind What) {
  remove(First);
  remove(Second);
  const Node &F = Nodes[First], &S = Nodes[Second];
  Node Box = {F.Begin,
              S.End,
              What == Kind::Stack ? getRounded(F) + S.Size
                                  : std::max(F.Size, S.Size),
              std::max(F.Alignment, S.Alignment),
              {First, Second},
              NotRoot,
              What};
  unsigned N = unsigned(Nodes.size());
  if (FreeNodes.empty()) {
    Nodes.push_back(Box);
  } else {
    N = FreeNodes.back();
    FreeNodes.pop_back();
    Nodes[N] = Box;
  }
  insert(N);
  Changes.push_back({N, true});
}

void Boxing::tryToMake(unsigned First, unsigned Second, Kind What) {
  if (P.Buffers.size() > First && P.Buffers[First].FixedOffset)
    return;
  if (P.Buffers.size() > Second && P.Buffers[Second].FixedOffset)
    return;
  if (What == Kind::Chain) {
    if (canChain(First, Second))
      make(First, Second, What);
    return;
  }
  // What loses most by being rounded up is best uppermost.
  auto GetLoss = [&](unsigned N) {
    return getRounded(Nodes[N]) - Nodes[N].Size;
  };
  if (GetLoss(First) > GetLoss(Second))
    std::swap(First, Second);
  if (canStack(First, Second))
    make(First, Second, What);
  else if (canStack(Second, First))
    make(Second, First, What);
}

void Boxing::open(unsigned N) {
  remove(N);
  insert(Nodes[N].Parts[0]);
  insert(Nodes[N].Parts[1]);
  Changes.push_back({N, false});
}

void Boxing::undo() {
  for (; !Changes.empty(); Changes.pop_back()) {
    Change C = Changes.back();
    auto [First, Second] = Nodes[C.Node].Parts;
    if (C.IsNew) {
      remove(C.Node);
      FreeNodes.push_back(C.Node);
      insert(First);
      insert(Second);
    } else {
      remove(First);
      remove(Second);
      insert(C.Node);
    }
  }
  for (unsigned At : Queue)
    Moments[At].IsQueued = false;
  Queue.clear();
}

bool Boxing::isWorthALook(const Moment &M) {
  size_t Num = M.Ends.size() + M.Begins.size();
  Steps += Num;
  return Num <= MaxAtOneMoment;
}

/// The nodes in the order of \p Key; of equal ones as they are.
template <typename KeyFunction>
static SmallVector<unsigned, 16> sortBy(ArrayRef<unsigned> Nodes,
                                        KeyFunction Key) {
  SmallVector<unsigned, 16> Sorted(Nodes);
  llvm::stable_sort(Sorted,
                    [&](unsigned L, unsigned R) { return Key(L) < Key(R); });
  return Sorted;
}

/// Makes a box that loses nothing where no memory is free at the moment: what
/// ends is one thing and what begins another of its size, or parts of it that
/// end together; or the same the other way round.
bool Boxing::makeCertain(const Moment &M) {
  size_t Before = Changes.size();
  if (M.Ends.size() == 1 && M.Begins.size() == 1) {
    unsigned First = M.Ends[0], Second = M.Begins[0];
    if (getRounded(Nodes[First]) == getRounded(Nodes[Second]))
      tryToMake(First, Second, Kind::Chain);
    return Changes.size() != Before;
  }
  auto MakeStack = [&](const SmallVectorImpl<unsigned> &Parts,
                       unsigned Node::*Other) {
    SmallVector<unsigned, 16> Sorted =
        sortBy(Parts, [&](unsigned N) { return Nodes[N].*Other; });
    for (size_t I = 1; I != Sorted.size(); ++I) {
      if (Nodes[Sorted[I - 1]].*Other == Nodes[Sorted[I]].*Other)
        tryToMake(Sorted[I - 1], Sorted[I], Kind::Stack);
      if (Changes.size() != Before)
        return true;
    }
    return false;
  };
  if (M.Ends.size() == 1 && M.Begins.size() > 1)
    return MakeStack(M.Begins, &Node::End);
  if (M.Begins.size() == 1 && M.Ends.size() > 1)
    return MakeStack(M.Ends, &Node::Begin);
  return false;
}

/// The more begins and ends at the same moments, the more likely it is by
/// chance that two of those have an end or a size in common; but that is rare
/// where there are many sizes and moments to choose from.
void Boxing::addGuesses(const Moment &M) {
  auto Add = [&](double Risk, unsigned First, unsigned Second, Kind What) {
    if (Noise != 0) {
      // One after the other, since the order within an expression is free.
      double Factor = 1 + Noise * Numbers.unit();
      double Term = Noise * 0.1 * Numbers.unit();
      Risk = Risk * Factor + Term;
    }
    Guesses.push({float(Risk), First, Second, What});
  };
  auto CountPairs = [](const Moment &At) {
    return (double(At.Ends.size()) - 1) * (double(At.Begins.size()) - 1);
  };
  double Pairs = CountPairs(M);

  auto GetEnd = [&](unsigned N) { return Nodes[N].End; };
  SmallVector<unsigned, 16> Begins = sortBy(M.Begins, GetEnd);
  for (size_t I = 1; I < Begins.size(); ++I) {
    const Node &N = Nodes[Begins[I]];
    if (GetEnd(Begins[I - 1]) != N.End)
      continue;
    double Length = double(Times[N.End]) - double(Times[N.Begin]);
    Add(0.5 * Pairs * CountPairs(Moments[N.End]) / Length, Begins[I - 1],
        Begins[I], Kind::Stack);
  }

  auto GetSize = [&](unsigned N) { return getRounded(Nodes[N]); };
  Begins = sortBy(M.Begins, GetSize);
  SmallVector<unsigned, 16> Ends = sortBy(M.Ends, GetSize);
  for (size_t E = 0, B = 0; E != Ends.size() && B != Begins.size();) {
    uint64_t Size = GetSize(Ends[E]);
    if (uint64_t Other = GetSize(Begins[B]); Other != Size) {
      ++(Other < Size ? B : E);
      continue;
    }
    auto CountEqual = [&](ArrayRef<unsigned> Sorted) {
      size_t Num = 1;
      while (Num != Sorted.size() && GetSize(Sorted[Num]) == Size)
        ++Num;
      return Num;
    };
    size_t NumEarly = CountEqual(ArrayRef(Ends).drop_front(E));
    size_t NumLate = CountEqual(ArrayRef(Begins).drop_front(B));
    double Risk = Pairs / (double(Size) / double(Granule)) +
                  0.5 * double(NumEarly * NumLate - 1);
    size_t Shift = Noise != 0 ? Numbers.below(NumLate) : 0;
    for (size_t I = 0; I != std::min(NumEarly, NumLate); ++I)
      Add(Risk, Ends[E + I], Begins[B + (I + Shift) % NumLate], Kind::Chain);
    E += NumEarly;
    B += NumLate;
  }
}

void Boxing::fill(Limits &L) {
  std::vector<unsigned> Changed;
  uint64_t Seen = Steps;
  auto IsOver = [&] {
    uint64_t Spent = Steps - Seen;
    Seen = Steps;
    return L.spend(Spent);
  };
  while (!IsOver()) {
    while (!Queue.empty() && !IsOver()) {
      unsigned At = Queue.back();
      Queue.pop_back();
      Moments[At].IsQueued = false;
      while (isWorthALook(Moments[At]) && makeCertain(Moments[At])) {
      }
      Changed.push_back(At);
    }
    for (unsigned At : Changed)
      if (!IsOver() && isWorthALook(Moments[At]))
        addGuesses(Moments[At]);
    Changed.clear();
    size_t Before = Changes.size();
    while (Changes.size() == Before && !Guesses.empty()) {
      Guess G = Guesses.top();
      Guesses.pop();
      ++Steps;
      if (Nodes[G.First].Position != NotRoot &&
          Nodes[G.Second].Position != NotRoot)
        tryToMake(G.First, G.Second, G.What);
    }
    if (Changes.size() == Before)
      break;
  }
  Guesses = {};
}

bool Boxing::perturb(Limits &L) {
  Changes.clear();
  Noise = 1;
  // Even where nothing can be opened, so that the limits are reached.
  L.spend(16);
  size_t Before = Roots.size();
  unsigned N = Roots[Numbers.below(Roots.size())];
  const Moment &M =
      Moments[Numbers.below(2) != 0 ? Nodes[N].Begin : Nodes[N].End];
  SmallVector<std::pair<unsigned, unsigned>, 32> ToOpen;
  unsigned Depth = 1 + unsigned(Numbers.below(8));
  for (unsigned Box : M.Begins)
    ToOpen.emplace_back(Box, Depth);
  for (unsigned Box : M.Ends)
    ToOpen.emplace_back(Box, Depth);
  while (!ToOpen.empty()) {
    auto [Box, Levels] = ToOpen.pop_back_val();
    if (Levels == 0 || Nodes[Box].What == Kind::Single)
      continue;
    open(Box);
    for (unsigned Part : Nodes[Box].Parts)
      ToOpen.emplace_back(Part, Levels - 1);
  }
  fill(L);
  if (Roots.size() > Before || L.isOver()) {
    undo();
    return false;
  }
  for (Change C : Changes)
    if (!C.IsNew)
      FreeNodes.push_back(C.Node);
  return Roots.size() < Before;
}

Problem Boxing::getProblem() const {
  Problem Boxes;
  Boxes.Capacity = P.Capacity;
  Boxes.Buffers.reserve(Roots.size());
  for (unsigned N : Roots) {
    const Node &Box = Nodes[N];
    Buffer B{Times[Box.Begin], Times[Box.End], Box.Size, Box.Alignment, {}};
    if (Box.What == Kind::Single)
      B.FixedOffset = P.Buffers[N].FixedOffset;
    Boxes.Buffers.push_back(B);
  }
  return Boxes;
}

Placement Boxing::expand(ArrayRef<uint64_t> Offsets) const {
  Placement Result(P.Buffers.size());
  SmallVector<std::pair<unsigned, uint64_t>, 32> Pending;
  for (auto [N, Offset] : zip(Roots, Offsets))
    Pending.emplace_back(N, Offset);
  while (!Pending.empty()) {
    auto [N, Offset] = Pending.pop_back_val();
    const Node &Box = Nodes[N];
    if (Box.What == Kind::Single) {
      Result[N] = Offset;
      continue;
    }
    Pending.emplace_back(Box.Parts[0], Offset);
    if (Box.What == Kind::Stack)
      Offset += getRounded(Nodes[Box.Parts[0]]);
    Pending.emplace_back(Box.Parts[1], Offset);
  }
  return Result;
}

} // namespace hlomem::packing
