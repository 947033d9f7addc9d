//===- DimensionTiles.cpp - Dimensions of arrays that lie in tiles --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DimensionLinker.h"
#include "llvm/ADT/Sequence.h"

using namespace llvm;

namespace hlomem {

namespace {

/// Elements of a dimension that follow each other in memory; all of it where
/// no tile cuts it.
struct TiledPiece {
  size_t Dimension = 0;
  uint64_t Extent = 1;
};

/// Elements that two arrays have in common at one place in memory.
struct CommonPiece {
  size_t From = 0;
  size_t To = 0;
};

} // namespace

/// The pieces of an array \p S in memory, the most major one first: of
/// [8,512]{1,0:T(8,128)} 4 of dimension 1, 8 of dimension 0, 128 of
/// dimension 1. Empty if a tile does not divide a dimension that is larger than
/// it.
static SmallVector<TiledPiece, 8> getPieces(const Shape &S) {
  const Layout *Order = S.getLayout();
  ArrayRef<Dimension> Dimensions = S.getDimensions();
  if (!Order || Order->MinorToMajor.size() != Dimensions.size())
    return {};
  SmallVector<TiledPiece, 8> Pieces;
  for (uint64_t D : reverse(Order->MinorToMajor)) {
    if (D >= Dimensions.size())
      return {};
    Pieces.push_back({D, Dimensions[D].Extent});
  }
  for (Tile T : Order->Tiles) {
    if (T.size() > Pieces.size())
      return {};
    SmallVector<TiledPiece, 4> Inner;
    for (auto [P, Of] :
         zip_equal(MutableArrayRef(Pieces).take_back(T.size()), T)) {
      uint64_t Cut = std::min(P.Extent, Of.Extent);
      if (Of.IsCombined || Cut == 0 || P.Extent % Cut != 0)
        return {};
      Inner.push_back({P.Dimension, Cut});
      P.Extent /= Cut;
    }
    Pieces.append(Inner);
  }
  erase_if(Pieces, [](const TiledPiece &P) { return P.Extent == 1; });
  return Pieces;
}

/// What two arrays that lie in memory as \p From and \p To have in common, in
/// that order. Empty if one has pieces of which the other has none.
static SmallVector<CommonPiece, 8> findCommon(ArrayRef<TiledPiece> From,
                                              ArrayRef<TiledPiece> To) {
  SmallVector<CommonPiece, 8> Common;
  uint64_t L = 1, R = 1;
  while (L != 1 || R != 1 || !From.empty() || !To.empty()) {
    if (L == 1 && !From.empty())
      L = From.front().Extent;
    if (R == 1 && !To.empty())
      R = To.front().Extent;
    uint64_t Cut = std::min(L, R);
    if (Cut == 1 || L % Cut != 0 || R % Cut != 0)
      return {};
    Common.push_back({From.front().Dimension, To.front().Dimension});
    L /= Cut;
    R /= Cut;
    if (L == 1)
      From = From.drop_front();
    if (R == 1)
      To = To.drop_front();
  }
  return Common;
}

// Tiles put elements of one dimension between those of another. False if that
// tells nothing.
bool DimensionLinker::visitTiledBitcast(const Array &From, const Array &To) {
  auto IsTiled = [](const Array &A) {
    return A.Type && A.Type->getLayout() && !A.Type->getLayout()->Tiles.empty();
  };
  if (!IsTiled(From) || !IsTiled(To))
    return false;
  SmallVector<CommonPiece, 8> Common =
      findCommon(getPieces(*From.Type), getPieces(*To.Type));
  if (Common.empty())
    return false;
  // What is made of one dimension, or one of several: all that a dimension has
  // in common with others.
  auto Link = [&](const Array &Whole, size_t CommonPiece::*In,
                  const Array &Parts, size_t CommonPiece::*Of) {
    for (size_t D : seq(Whole.rank())) {
      PartList Pieces;
      for (const CommonPiece &P : Common)
        if (P.*In == D &&
            (Pieces.empty() || Pieces.back().Class != Parts.part(P.*Of).Class))
          Pieces.push_back(Parts.part(P.*Of));
      bool IsAlone = all_of(Common, [&](const CommonPiece &P) {
        return P.*In == D || none_of(Pieces, [&](const Part &Piece) {
                 return Piece.Class == Parts.part(P.*Of).Class;
               });
      });
      if (!Pieces.empty() && IsAlone)
        regroup(Whole.part(D), Pieces);
    }
  };
  Link(From, &CommonPiece::From, To, &CommonPiece::To);
  Link(To, &CommonPiece::To, From, &CommonPiece::From);
  return true;
}

} // namespace hlomem
