//===- OrderTree.cpp - Orders in which sets are contiguous ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderTree.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace hlomem::packing {

OrderTree::OrderTree(ArrayRef<unsigned> First) : Root(makeItems(First)) {}

unsigned OrderTree::makeNode(Kind What, unsigned Value,
                             std::vector<unsigned> Children) {
  unsigned N = unsigned(Nodes.size());
  if (FreeNodes.empty()) {
    Nodes.emplace_back();
  } else {
    N = FreeNodes.back();
    FreeNodes.pop_back();
  }
  for (unsigned Child : Children)
    Nodes[Child].Parent = N;
  Nodes[N] = {What, Share::None, 0, None, Value, std::move(Children)};
  return N;
}

unsigned OrderTree::makeAny(std::vector<unsigned> Children) {
  return Children.size() == 1 ? Children[0]
                              : makeNode(Kind::Any, 0, std::move(Children));
}

unsigned OrderTree::makeItems(ArrayRef<unsigned> Items) {
  std::vector<unsigned> Children;
  for (unsigned I : Items) {
    if (Leaves.size() <= I)
      Leaves.resize(I + 1);
    Leaves[I] = makeNode(Kind::Item, I, {});
    Children.push_back(Leaves[I]);
  }
  return makeAny(std::move(Children));
}

unsigned OrderTree::makeDirection() {
  Directions.emplace_back(unsigned(Directions.size()), false);
  return unsigned(Directions.size() - 1);
}

unsigned OrderTree::findDirection(unsigned D, bool &IsReversed) {
  IsReversed = false;
  while (Directions[D].first != D) {
    // Halves the path for the next time.
    auto [Next, Opposite] = Directions[D];
    auto [Further, FurtherOpposite] = Directions[Next];
    Directions[D] = {Further, Opposite != FurtherOpposite};
    IsReversed ^= Directions[D].second;
    D = Further;
  }
  return D;
}

void OrderTree::joinDirections(unsigned Kept, unsigned Joined,
                               bool IsReversed) {
  bool KeptReversed, JoinedReversed;
  Kept = findDirection(Kept, KeptReversed);
  Joined = findDirection(Joined, JoinedReversed);
  if (Kept != Joined)
    Directions[Joined] = {Kept, (KeptReversed != JoinedReversed) != IsReversed};
}

bool OrderTree::isReversed(unsigned Direction) {
  bool IsReversed;
  findDirection(Direction, IsReversed);
  return IsReversed;
}

void OrderTree::drop(unsigned N) {
  Nodes[N].Children.clear();
  FreeNodes.push_back(N);
}

void OrderTree::substitute(unsigned Old, unsigned New) {
  unsigned Parent = Nodes[Old].Parent;
  Nodes[New].Parent = Parent;
  if (Parent == None)
    Root = New;
  else
    *llvm::find(Nodes[Parent].Children, Old) = New;
}

/// Tells how much of the set is below \p N, of which something is.
void OrderTree::classify(unsigned N) {
  Nodes[N].InSet = Share::All;
  for (unsigned Child : Nodes[N].Children) {
    ++Steps;
    if (Nodes[Child].NumInSet != 0)
      classify(Child);
    if (Nodes[Child].InSet != Share::All)
      Nodes[N].InSet = Share::Some;
  }
}

bool OrderTree::makeContiguous(ArrayRef<unsigned> Set, Block &B) {
  for (unsigned Item : Set)
    for (unsigned N = Leaves[Item]; N != None; N = Nodes[N].Parent, ++Steps)
      ++Nodes[N].NumInSet;
  // The lowest node that all of the set is below.
  unsigned N = Leaves[Set[0]];
  while (Nodes[N].NumInSet != Set.size())
    N = Nodes[N].Parent;
  for (unsigned A = Nodes[N].Parent; A != None; A = Nodes[A].Parent)
    Nodes[A].NumInSet = 0;
  classify(N);
  if (Nodes[N].InSet == Share::All) {
    B = {None, 0, 1, N};
    return true;
  }
  return Nodes[N].What == Kind::Any ? makeContiguousInAny(N, B)
                                    : makeContiguousInLine(N, B);
}

bool OrderTree::makeContiguousInAny(unsigned N, Block &B) {
  std::vector<unsigned> Empty, Full, Partial;
  for (unsigned Child : Nodes[N].Children) {
    Share S = Nodes[Child].InSet;
    (S == Share::None  ? Empty
     : S == Share::All ? Full
                       : Partial)
        .push_back(Child);
  }
  if (Partial.size() > 2)
    return false;
  Nodes[N].NumInSet = 0;
  Nodes[N].InSet = Share::None;
  unsigned New;
  if (Partial.empty()) {
    New = makeAny(std::move(Full));
    B = {None, 0, 1, New};
  } else {
    unsigned Direction = makeDirection();
    std::vector<unsigned> Children, Above;
    if (!stretch(Partial[0], Direction, true, Children))
      return false;
    if (!Full.empty()) {
      unsigned Middle = makeAny(std::move(Full));
      Nodes[Middle].InSet = Share::All;
      Children.push_back(Middle);
    }
    if (Partial.size() == 2) {
      if (!stretch(Partial[1], Direction, false, Above))
        return false;
      llvm::append_range(Children, Above);
    }
    New = makeNode(Kind::Line, Direction, std::move(Children));
    auto IsFull = [&](unsigned C) { return Nodes[C].InSet == Share::All; };
    const std::vector<unsigned> &All = Nodes[New].Children;
    B = {New, size_t(llvm::find_if(All, IsFull) - All.begin()),
         size_t(llvm::count_if(All, IsFull)), None};
  }
  if (Empty.empty()) {
    substitute(N, New);
    drop(N);
    return true;
  }
  Empty.push_back(New);
  Nodes[New].Parent = N;
  Nodes[N].Children = std::move(Empty);
  return true;
}

bool OrderTree::makeContiguousInLine(unsigned N, Block &B) {
  std::vector<unsigned> Children;
  unsigned Direction = Nodes[N].Value;
  // Before the set, within it, after it.
  unsigned Phase = 0;
  for (unsigned Child : std::vector<unsigned>(Nodes[N].Children)) {
    Share S = Nodes[Child].InSet;
    if (S == Share::None) {
      Phase = Phase == 0 ? 0 : 2;
      Children.push_back(Child);
      continue;
    }
    if (Phase == 2)
      return false;
    if (S == Share::All) {
      Phase = 1;
      Children.push_back(Child);
      continue;
    }
    if (!stretch(Child, Direction, Phase == 0, Children))
      return false;
    Phase = Phase == 0 ? 1 : 2;
  }
  for (unsigned Child : Children)
    Nodes[Child].Parent = N;
  Nodes[N].Children = std::move(Children);
  Nodes[N].NumInSet = 0;
  Nodes[N].InSet = Share::None;
  auto IsFull = [&](unsigned C) { return Nodes[C].InSet == Share::All; };
  const std::vector<unsigned> &All = Nodes[N].Children;
  B = {N, size_t(llvm::find_if(All, IsFull) - All.begin()),
       size_t(llvm::count_if(All, IsFull)), None};
  return true;
}

/// Adds what \p N is made of to the children of a line, so that what is in the
/// set comes last or first.
bool OrderTree::stretch(unsigned N, unsigned Direction, bool SetIsLast,
                        std::vector<unsigned> &Children) {
  std::vector<unsigned> Parts = std::move(Nodes[N].Children);
  bool IsLine = Nodes[N].What == Kind::Line;
  if (!IsLine)
    llvm::stable_sort(Parts, [&](unsigned L, unsigned R) {
      return Nodes[L].InSet < Nodes[R].InSet;
    });
  bool IsReversed = IsLine && (Nodes[Parts.front()].InSet >
                               Nodes[Parts.back()].InSet) == SetIsLast;
  if (IsLine)
    joinDirections(Direction, Nodes[N].Value, IsReversed);
  if (IsLine ? IsReversed : !SetIsLast)
    std::reverse(Parts.begin(), Parts.end());
  drop(N);
  // Runs of each share, in which the order of an Any is still open.
  Share Last = SetIsLast ? Share::None : Share::All;
  for (size_t I = 0; I != Parts.size();) {
    Share S = Nodes[Parts[I]].InSet;
    if (SetIsLast ? S < Last : S > Last)
      return false;
    Last = S;
    size_t End = I;
    while (End != Parts.size() && Nodes[Parts[End]].InSet == S)
      ++End;
    if (S == Share::Some) {
      if (End - I > 1 || !stretch(Parts[I], Direction, SetIsLast, Children))
        return false;
    } else if (IsLine) {
      Children.insert(Children.end(), Parts.begin() + I, Parts.begin() + End);
    } else {
      unsigned Run = makeAny({Parts.begin() + I, Parts.begin() + End});
      Nodes[Run].InSet = S;
      Children.push_back(Run);
    }
    I = End;
  }
  return true;
}

void OrderTree::append(unsigned N, Sequence &S) {
  if (Nodes[N].What == Kind::Item)
    S.Items.push_back(Nodes[N].Value);
  else if (Nodes[N].What == Kind::Line)
    joinDirections(S.Direction, Nodes[N].Value, false);
  for (unsigned Child : Nodes[N].Children)
    append(Child, S);
}

void OrderTree::remove(unsigned N) {
  for (unsigned Child : Nodes[N].Children)
    remove(Child);
  drop(N);
}

bool OrderTree::replace(ArrayRef<unsigned> Old, ArrayRef<unsigned> New,
                        Sequence &Replaced) {
  Block B;
  if (!makeContiguous(Old, B))
    return false;
  Replaced.Items.clear();
  unsigned Taken = makeItems(New);
  if (B.Line == None) {
    Replaced.Direction = makeDirection();
    append(B.Only, Replaced);
    substitute(B.Only, Taken);
    remove(B.Only);
    return true;
  }
  Replaced.Direction = Nodes[B.Line].Value;
  std::vector<unsigned> &Children = Nodes[B.Line].Children;
  for (size_t I = B.First; I != B.First + B.Num; ++I) {
    append(Children[I], Replaced);
    remove(Children[I]);
  }
  Children.erase(Children.begin() + B.First + 1,
                 Children.begin() + B.First + B.Num);
  Children[B.First] = Taken;
  Nodes[Taken].Parent = B.Line;
  if (Children.size() == 1) {
    substitute(B.Line, Taken);
    drop(B.Line);
  }
  return true;
}

OrderTree::Sequence OrderTree::getAll() {
  Sequence S;
  S.Direction = makeDirection();
  append(Root, S);
  return S;
}

} // namespace hlomem::packing
