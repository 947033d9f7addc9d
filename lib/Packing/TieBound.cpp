//===- TieBound.cpp - What must lie apart although never live together ----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Bounds.h"
#include "hlomem/Packing/LifetimeOrder.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <set>

using namespace llvm;

namespace hlomem::packing {

namespace {

/// A tie, or a buffer by itself: what has one offset.
struct Node {
  /// Positions of its buffers.
  SmallVector<size_t, 2> Members;
  /// The least of theirs: so many bytes are taken wherever one of them is live.
  uint64_t Size = UINT64_MAX;
};

/// Grows what is live at one moment by ties that are live with each of it at
/// some other: any two of all those share a moment, and lie apart.
class TieCliques {
  // What it may take: pairs of nodes that are looked at.
  static constexpr uint64_t MaxPairs = 20'000'000;

  const Problem &P;
  std::vector<Node> Nodes;
  /// Positions of the nodes that are ties, the largest first.
  std::vector<unsigned> Ties;
  /// By buffer.
  std::vector<unsigned> NodeOf;
  /// All offsets are multiples of this.
  uint64_t Unit = 0;
  uint64_t NumPairs = 0;

public:
  explicit TieCliques(const Problem &P);
  Bound findLargest();

private:
  bool meet(const Node &A, const Node &B) const;
  uint64_t getBound(ArrayRef<unsigned> Clique) const;
};

} // namespace

TieCliques::TieCliques(const Problem &P) : P(P), NodeOf(P.Buffers.size()) {
  MapVector<uint64_t, unsigned> ByTie;
  for (size_t I = 0; I != P.Buffers.size(); ++I) {
    const Buffer &B = P.Buffers[I];
    Unit = std::gcd(Unit, B.Alignment);
    if (B.FixedOffset)
      Unit = std::gcd(Unit, *B.FixedOffset);
    unsigned New = Nodes.size();
    if (B.Tie != 0)
      New = ByTie.insert({B.Tie, New}).first->second;
    if (New == Nodes.size())
      Nodes.emplace_back();
    Nodes[New].Members.push_back(I);
    Nodes[New].Size = std::min(Nodes[New].Size, B.Size);
    NodeOf[I] = New;
  }
  for (auto [Tie, N] : ByTie)
    if (Nodes[N].Members.size() > 1)
      Ties.push_back(N);
  stable_sort(Ties, [this](unsigned L, unsigned R) {
    return Nodes[L].Size > Nodes[R].Size;
  });
}

bool TieCliques::meet(const Node &A, const Node &B) const {
  return any_of(A.Members, [&](size_t L) {
    return any_of(B.Members, [&](size_t R) {
      return P.Buffers[L].overlaps(P.Buffers[R]);
    });
  });
}

/// One upon the other in some order: each but the topmost leaves an aligned
/// start for the next.
uint64_t TieCliques::getBound(ArrayRef<unsigned> Clique) const {
  uint64_t Sum = 0, LargestPad = 0;
  for (unsigned N : Clique) {
    uint64_t Rounded = alignTo(Nodes[N].Size, Unit);
    Sum += Rounded;
    LargestPad = std::max(LargestPad, Rounded - Nodes[N].Size);
  }
  return Sum - LargestPad;
}

Bound TieCliques::findLargest() {
  Bound Highest;
  if (Ties.empty())
    return Highest;
  std::set<unsigned> Live;
  auto Look = [&](Time At) {
    if (NumPairs > MaxPairs)
      return;
    std::vector<unsigned> Clique(Live.begin(), Live.end());
    for (unsigned Tie : Ties) {
      if (Live.count(Tie))
        continue;
      NumPairs += Clique.size();
      if (all_of(Clique,
                 [&](unsigned N) { return meet(Nodes[N], Nodes[Tie]); }))
        Clique.push_back(Tie);
    }
    if (uint64_t Size = getBound(Clique); Size > Highest.Size)
      Highest = {Size, At};
  };
  LifetimeOrder(ArrayRef(P.Buffers))
      .forEachMaximum([&](size_t I) { Live.insert(NodeOf[I]); },
                      [&](size_t I) { Live.erase(NodeOf[I]); }, Look);
  return Highest;
}

Bound getTieBound(const Problem &P) { return TieCliques(P).findLargest(); }

} // namespace hlomem::packing
