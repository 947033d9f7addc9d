//===- Padding.cpp - What padding costs, and which dimension pays ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/Padding.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace hlomem {

AnalysisKey PaddingAnalysis::Key;

/// Orders that are tried for one shape: enough for a tile of two numbers and 27
/// dimensions, or of three and ten.
static constexpr unsigned MaxOrders = 720;

//===----------------------------------------------------------------------===//
// One shape
//===----------------------------------------------------------------------===//

PaddingParts &PaddingParts::operator+=(const PaddingParts &P) {
  Tile += P.Tile;
  TupleTable += P.TupleTable;
  Other += P.Other;
  return *this;
}

std::optional<PaddingParts> getPadding(const Shape &S, Bytes Size) {
  std::optional<Bytes> Logical = S.getLogicalSize();
  if (!Logical)
    return std::nullopt;
  PaddingParts Parts;
  Bytes All = differenceOrZero(Size, *Logical);
  if (S.isTuple()) {
    Parts.TupleTable = All;
    return Parts;
  }
  if (S.isArray())
    if (std::optional<Bytes> Padded = S.getPaddedSize())
      Parts.Tile = std::min(All, differenceOrZero(*Padded, *Logical));
  Parts.Other = All - Parts.Tile;
  return Parts;
}

namespace {

/// Tries which dimensions the tile could reach, those first that it reaches
/// now.
class OrderSearch {
public:
  OrderSearch(const Shape &S, Bytes Own)
      : S(S), Minor(S.getLayout()->MinorToMajor), Best(Own) {
    Reached = std::min(S.getLayout()->Tiles.front().size(), Minor.size());
  }

  bool isFeasible() const {
    uint64_t Count = 1;
    for (size_t I = 0; I != Reached && Count <= MaxOrders; ++I)
      Count *= Minor.size() - I;
    return Count <= MaxOrders;
  }

  void run() {
    if (Chosen.size() == Reached)
      return tryChosen();
    for (uint64_t D : Minor) {
      if (is_contained(Chosen, D))
        continue;
      Chosen.push_back(D);
      run();
      Chosen.pop_back();
    }
  }

  Bytes getBest() const { return Best; }
  const std::optional<SmallVector<uint64_t, 4>> &getOrder() const {
    return Order;
  }

private:
  void tryChosen() {
    // The order of the others changes nothing.
    SmallVector<uint64_t, 4> Whole = Chosen;
    for (uint64_t D : Minor)
      if (!is_contained(Chosen, D))
        Whole.push_back(D);
    std::optional<Bytes> Size = S.getPaddedSizeInOrder(Whole);
    if (!Size || *Size >= Best)
      return;
    Best = *Size;
    Order = Whole;
  }

  const Shape &S;
  ArrayRef<uint64_t> Minor;
  size_t Reached;
  SmallVector<uint64_t, 4> Chosen;
  Bytes Best;
  std::optional<SmallVector<uint64_t, 4>> Order;
};

} // namespace

std::optional<TileExplanation> explainTiles(const Shape &S) {
  auto Extents = S.getRoundedExtents();
  if (!Extents)
    return std::nullopt;
  TileExplanation Why;
  Why.Padded = *S.getPaddedSize();
  Why.PaddedInOrder = Why.Padded;
  Why.Logical = *S.getLogicalSize();
  uint64_t Elements = 1;
  for (const RoundedExtent &R : *Extents) {
    Elements *= R.Rounded;
    if (R.Rounded != R.Extent)
      Why.Paying.push_back(R);
  }
  if (uint64_t Align = S.getLayout()->TailAlignment.value_or(0))
    Why.TailElements = alignTo(Elements, Align) - Elements;
  OrderSearch Search(S, Why.Padded);
  if (!Why.Paying.empty() && Search.isFeasible()) {
    Search.run();
    Why.SmallestOrder = Search.getOrder();
    Why.PaddedInOrder = Search.getBest();
  }
  return Why;
}

std::pair<uint64_t, uint64_t> getFullExtents(const RoundedExtent &R) {
  return {R.Extent / R.Tile * R.Tile, R.Rounded};
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

void PaddingSum::add(const PaddedBuffer &B) {
  ++Buffers;
  Size += B.Buffer.Size;
  if (B.Padding) {
    Padding += *B.Padding;
    return;
  }
  ++UnknownCount;
  UnknownSize += B.Buffer.Size;
}

namespace {

/// Explains each shape once: interned shapes are equal pointers.
class ShapeExplanations {
public:
  const std::optional<TileExplanation> &get(const Shape &S) {
    auto [It, IsNew] = Known.try_emplace(&S);
    if (IsNew)
      It->second = explainTiles(S);
    return It->second;
  }

private:
  DenseMap<const Shape *, std::optional<TileExplanation>> Known;
};

class PeakPadding {
public:
  void add(PaddingAtPeak &Peak, LiveBuffer &&Live);

private:
  DenseMap<const Shape *, size_t> ByShape;
};

} // namespace

static const Value *findPayer(const LiveBuffer &B) {
  const Value *Payer = B.Representative;
  for (const Value *V : B.Aliases)
    if (V->getShape().getLogicalSize() > Payer->getShape().getLogicalSize())
      Payer = V;
  return Payer;
}

void PeakPadding::add(PaddingAtPeak &Peak, LiveBuffer &&Live) {
  PaddedBuffer B;
  B.Buffer = std::move(Live);
  B.Payer = findPayer(B.Buffer);
  if (B.Buffer.Logical)
    B.Padding = getPadding(B.Payer->getShape(), B.Buffer.Size);
  Peak.Sum.add(B);

  auto [Shape, IsNewShape] =
      ByShape.try_emplace(&B.Payer->getShape(), Peak.Shapes.size());
  if (IsNewShape)
    Peak.Shapes.push_back({&B.Payer->getShape(), {}});
  Peak.Shapes[Shape->second].Sum.add(B);
  Peak.Buffers.push_back(std::move(B));
}

template <typename RowT> static void sortByPadding(std::vector<RowT> &Rows) {
  stable_sort(Rows, [](const RowT &L, const RowT &R) {
    return L.Sum.Padding.total() > R.Sum.Padding.total();
  });
}

std::vector<PaddingOfSource> sumBySource(const PaddingAtPeak &Peak,
                                         UserSources &Sources) {
  std::vector<PaddingOfSource> Rows;
  StringMap<size_t> Known;
  for (const PaddedBuffer &B : Peak.Buffers) {
    std::optional<UserPlace> Place = Sources.find(*B.Payer);
    std::string Text = Place ? Place->str() : "";
    auto [Row, IsNew] = Known.try_emplace(Text, Rows.size());
    if (IsNew)
      Rows.push_back({Text, {}});
    Rows[Row->second].Sum.add(B);
  }
  sortByPadding(Rows);
  return Rows;
}

// Spaces are ascending.
const PaddingAtPeak *PaddingFacts::findPeak(MemorySpace Space) const {
  auto Found =
      lower_bound(Peaks, Space, [](const PaddingAtPeak &P, MemorySpace S) {
        return P.Space < S;
      });
  return Found != Peaks.end() && Found->Space == Space ? &*Found : nullptr;
}

PaddingFacts::PaddingFacts(const Module &M, const Liveness &Live,
                           const MemoryTimeline &Timeline) {
  for (MemorySpace Space : Timeline.spaces()) {
    if (Timeline.getSpace(Space).Peak.Size.isZero())
      continue;
    PaddingAtPeak &Peak = Peaks.emplace_back();
    Peak.Space = Space;
    Peak.At = Timeline.getSpace(Space).Peak.At;
    PeakPadding Sums;
    for (LiveBuffer &B : findLiveBuffers(M, Space, Live, Peak.At))
      Sums.add(Peak, std::move(B));
    stable_sort(Peak.Buffers, [](const PaddedBuffer &L, const PaddedBuffer &R) {
      return L.Padding.value_or(PaddingParts()).total() >
             R.Padding.value_or(PaddingParts()).total();
    });
    sortByPadding(Peak.Shapes);
  }

  ShapeExplanations Explanations;
  DenseMap<const Shape *, size_t> ByShape;
  for (const Value &V : M.values()) {
    if (V.getAllocation().isThreadLocal())
      continue;
    const auto &Why = Explanations.get(V.getShape());
    if (!Why || Why->Padded <= Why->Logical)
      continue;
    auto [It, IsNew] = ByShape.try_emplace(&V.getShape(), Shapes.size());
    if (IsNew)
      Shapes.push_back({&V.getShape(), 0, *Why});
    ++Shapes[It->second].Values;
  }
  stable_sort(Shapes, [](const PaddedShape &L, const PaddedShape &R) {
    return L.Why.Padded - L.Why.Logical > R.Why.Padded - R.Why.Logical;
  });
}

PaddingFacts PaddingAnalysis::run(const Module &M, AnalysisManager &AM) {
  return PaddingFacts(M, AM.getResult<LivenessAnalysis>(),
                      AM.getResult<MemoryTimelineAnalysis>());
}

} // namespace hlomem
