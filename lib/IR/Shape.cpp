//===- Shape.cpp - The type and layout of an array, tuple or token --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/Shape.h"
#include "hlomem/IR/ShapeIndex.h"
#include "hlomem/Support/TextScanner.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace hlomem {

static constexpr uint64_t BytesPerTupleElement = 8;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// A product of counts, which notices when it leaves 64 bits.
namespace {
class Product {
  uint64_t N = 1;
  bool HasOverflow = false;

public:
  void multiply(uint64_t Factor) {
    bool Overflow = false;
    N = SaturatingMultiply(N, Factor, &Overflow);
    HasOverflow |= Overflow;
  }
  void roundUpTo(uint64_t Multiple) {
    uint64_t Rest = N % Multiple;
    if (Rest == 0)
      return;
    bool Overflow = false;
    N = SaturatingAdd(N, Multiple - Rest, &Overflow);
    HasOverflow |= Overflow;
  }
  std::optional<uint64_t> get() const {
    return HasOverflow ? std::nullopt : std::optional(N);
  }
};
} // namespace

static std::optional<Bytes> bytesOf(std::optional<uint64_t> Elements,
                                    std::optional<uint64_t> Bits) {
  if (!Elements || !Bits)
    return std::nullopt;
  using Wide = unsigned __int128;
  Wide Count = (Wide(*Elements) * *Bits + 7) / 8;
  if (Count >= Bytes::overflow().count())
    return std::nullopt;
  return Bytes(static_cast<uint64_t>(Count));
}

/// The elements of an array; none where a dimension has no bound. One empty
/// dimension makes the array empty, however large the others are.
static std::optional<uint64_t> countElements(ArrayRef<Dimension> Dimensions) {
  Product Count;
  bool IsEmpty = false;
  for (const Dimension &D : Dimensions) {
    if (D.IsUnbounded)
      return std::nullopt;
    IsEmpty |= D.Extent == 0;
    Count.multiply(D.Extent);
  }
  return IsEmpty ? 0 : Count.get();
}

/// T walks from its last number against the dimensions from the most minor one
/// on. None where Minor is no order of the dimensions, the tile makes no sense,
/// or a product does not fit.
static std::optional<SmallVector<RoundedExtent, 4>>
roundToTile(ArrayRef<Dimension> Dimensions, ArrayRef<uint64_t> Minor, Tile T) {
  if (Minor.size() != Dimensions.size())
    return std::nullopt;
  SmallVector<bool, 8> Seen(Dimensions.size());
  for (uint64_t Index : Minor) {
    if (Index >= Dimensions.size() || Seen[Index])
      return std::nullopt;
    Seen[Index] = true;
  }

  SmallVector<RoundedExtent, 4> Result;
  size_t Position = 0;
  auto Take = [&](RoundedExtent &R, Product &Extent) {
    if (Position < Minor.size()) {
      R.Dimensions.push_back(Minor[Position]);
      Extent.multiply(Dimensions[Minor[Position]].Extent);
    }
    ++Position;
  };
  size_t Numbers = T.size();
  while (Position < std::max(Numbers, Minor.size())) {
    RoundedExtent R;
    Product Extent;
    size_t First = Position;
    Take(R, Extent);
    if (First < Numbers) {
      const TileDimension &Number = T[Numbers - 1 - First];
      if (Number.IsCombined || Number.Extent == 0)
        return std::nullopt;
      R.Tile = Number.Extent;
      // Dimensions marked with '*' are merged into this one before it is cut
      // into tiles.
      while (Position < Numbers && T[Numbers - 1 - Position].IsCombined)
        Take(R, Extent);
    }
    Product Rounded = Extent;
    Rounded.roundUpTo(R.Tile);
    if (!Extent.get() || !Rounded.get())
      return std::nullopt;
    R.Extent = *Extent.get();
    R.Rounded = *Rounded.get();
    Result.push_back(std::move(R));
  }
  return Result;
}

/// The elements that fill whole tiles.
static std::optional<uint64_t> countTiled(ArrayRef<RoundedExtent> Extents) {
  Product Count;
  for (const RoundedExtent &R : Extents)
    Count.multiply(R.Rounded);
  return Count.get();
}

std::optional<uint64_t> Shape::elementBits() const {
  if (P.ArrayLayout && P.ArrayLayout->ElementBits)
    return P.ArrayLayout->ElementBits;
  return hlomem::elementBits(P.Type);
}

std::optional<Bytes> Shape::getLogicalSize() const {
  switch (P.Kind) {
  case Kind::Tuple:
    return Bytes(BytesPerTupleElement) * P.Elements.size();
  case Kind::Token:
    return Bytes();
  case Kind::Buffer:
    return std::nullopt;
  case Kind::Array:
    return bytesOf(countElements(P.Dimensions), elementBits());
  }
  llvm_unreachable("all kinds of shapes have a case");
}

std::optional<Bytes> Shape::getPaddedSize() const {
  if (P.Kind != Kind::Array)
    return P.Kind == Kind::Token ? getLogicalSize() : std::nullopt;
  return getPaddedSize(P.ArrayLayout ? P.ArrayLayout->MinorToMajor
                                     : ArrayRef<uint64_t>());
}

std::optional<Bytes>
Shape::getPaddedSize(ArrayRef<uint64_t> MinorToMajor) const {
  if (any_of(P.Dimensions, [](const Dimension &D) { return D.IsDynamic; }))
    return std::nullopt;
  if (!P.ArrayLayout)
    return getLogicalSize();
  if (P.ArrayLayout->HasUnknownSize)
    return std::nullopt;

  std::optional<uint64_t> Count = countElements(P.Dimensions);
  if (Count && !P.ArrayLayout->Tiles.empty()) {
    auto Extents =
        roundToTile(P.Dimensions, MinorToMajor, P.ArrayLayout->Tiles.front());
    Count = Extents ? countTiled(*Extents) : std::nullopt;
  }
  if (Count && P.ArrayLayout->TailAlignment.value_or(0) != 0) {
    Product Aligned;
    Aligned.multiply(*Count);
    Aligned.roundUpTo(*P.ArrayLayout->TailAlignment);
    Count = Aligned.get();
  }
  return bytesOf(Count, elementBits());
}

std::optional<SmallVector<RoundedExtent, 4>> Shape::getRoundedExtents() const {
  if (!isArray() || !hasTiles() || !getPaddedSize())
    return std::nullopt;
  return roundToTile(P.Dimensions, P.ArrayLayout->MinorToMajor,
                     P.ArrayLayout->Tiles.front());
}

std::optional<Bytes>
Shape::getPaddedSizeInOrder(ArrayRef<uint64_t> MinorToMajor) const {
  if (!isArray() || !hasTiles())
    return std::nullopt;
  return getPaddedSize(MinorToMajor);
}

//===----------------------------------------------------------------------===//
// Parts and printing
//===----------------------------------------------------------------------===//

const Shape *Shape::getSubshape(ShapeIndex Index) const {
  const Shape *Part = this;
  for (uint64_t I : Index.getParts()) {
    if (!Part->isTuple() || I >= Part->getElements().size())
      return nullptr;
    Part = Part->getElements()[I];
  }
  return Part;
}

static void printDimension(raw_ostream &OS, const Dimension &D) {
  if (D.IsUnbounded) {
    OS << '?';
    return;
  }
  if (D.IsDynamic)
    OS << "<=";
  OS << D.Extent;
}

void Shape::print(raw_ostream &OS, bool WithLayout,
                  std::optional<bool> WithIndexComments) const {
  switch (P.Kind) {
  case Kind::Tuple:
    OS << '(';
    for (auto [I, Element] : enumerate(P.Elements)) {
      if (I != 0)
        OS << ", ";
      if (WithIndexComments.value_or(P.HasIndexComments) && I != 0 &&
          I % 5 == 0)
        OS << "/*index=" << I << "*/";
      Element->print(OS, WithLayout, WithIndexComments);
    }
    OS << ')';
    return;
  case Kind::Buffer:
    OS << "b(";
    P.Elements.front()->print(OS, WithLayout, WithIndexComments);
    OS << ')';
    return;
  case Kind::Array:
  case Kind::Token:
    OS << P.TypeName << '[';
    interleave(
        P.Dimensions, OS, [&](const Dimension &D) { printDimension(OS, D); },
        ",");
    OS << ']';
    if (WithLayout && P.ArrayLayout)
      OS << P.ArrayLayout->Text;
    return;
  }
}

raw_ostream &operator<<(raw_ostream &OS, const Shape &S) {
  S.print(OS);
  return OS;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static bool isSameLayout(const Layout *A, const Layout *B) {
  return A && B ? A->Text == B->Text : A == B;
}

bool isSameShape(const Shape &A, const Shape &B, bool WithLayout) {
  if (&A == &B)
    return true;
  if (A.getKind() != B.getKind() ||
      A.getElementTypeName() != B.getElementTypeName() ||
      A.getDimensions() != B.getDimensions())
    return false;
  if (WithLayout && !isSameLayout(A.getLayout(), B.getLayout()))
    return false;
  return equal(A.getElements(), B.getElements(),
               [WithLayout](const Shape *PartA, const Shape *PartB) {
                 return isSameShape(*PartA, *PartB, WithLayout);
               });
}

const Shape *ShapeContext::get(const ShapeParts &Parts) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << Shape(Parts);
  OS.flush();
  if (const Shape *Known = lookup(Text))
    return Known;
  return intern(StringRef(Text).copy(Arena), Parts);
}

const Shape *ShapeContext::getArray(ElementType Type,
                                    ArrayRef<uint64_t> Extents,
                                    ArrayRef<uint64_t> MinorToMajor) {
  ShapeParts Parts;
  Parts.Type = Type;
  Parts.Kind = Type == ElementType::Token ? ShapeKind::Token : ShapeKind::Array;
  Parts.TypeName = elementTypeName(Type);
  SmallVector<Dimension, 8> Dimensions;
  for (uint64_t Extent : Extents)
    Dimensions.push_back({.Extent = Extent});
  Parts.Dimensions = ArrayRef(Dimensions).copy(Arena);
  if (!MinorToMajor.empty()) {
    assert(MinorToMajor.size() == Extents.size() && "not all are in the order");
    std::string Text;
    raw_string_ostream OS(Text);
    OS << '{';
    interleave(MinorToMajor, OS, ",");
    OS << '}';
    OS.flush();
    auto *L = new (Arena.Allocate<Layout>()) Layout;
    L->Text = StringRef(Text).copy(Arena);
    L->MinorToMajor = MinorToMajor.copy(Arena);
    Parts.ArrayLayout = L;
  }
  return get(Parts);
}

const Shape *ShapeContext::getTuple(ArrayRef<const Shape *> Elements) {
  ShapeParts Parts;
  Parts.Kind = ShapeKind::Tuple;
  Parts.Type = ElementType::Tuple;
  Parts.Elements = Elements.copy(Arena);
  Parts.IsTiled =
      any_of(Elements, [](const Shape *S) { return S->hasTiles(); });
  return get(Parts);
}

static const Layout *copyLayout(const Layout &L, BumpPtrAllocator &Arena) {
  auto *Copy = new (Arena.Allocate<Layout>()) Layout(L);
  Copy->Text = L.Text.copy(Arena);
  Copy->MinorToMajor = Copy->MinorToMajor.copy(Arena);
  SmallVector<Tile, 2> Tiles;
  for (Tile T : L.Tiles)
    Tiles.push_back(T.copy(Arena));
  Copy->Tiles = ArrayRef(Tiles).copy(Arena);
  return Copy;
}

const Shape *ShapeContext::getCopy(const Shape &S, bool WithLayout) {
  std::string Text;
  raw_string_ostream OS(Text);
  S.print(OS, WithLayout);
  OS.flush();
  if (const Shape *Known = lookup(Text))
    return Known;
  ShapeParts Parts = S.getParts();
  Parts.TypeName = Parts.TypeName.copy(Arena);
  Parts.Dimensions = Parts.Dimensions.copy(Arena);
  Parts.IsTiled &= WithLayout;
  if (!WithLayout)
    Parts.ArrayLayout = nullptr;
  else if (Parts.ArrayLayout)
    Parts.ArrayLayout = copyLayout(*Parts.ArrayLayout, Arena);
  SmallVector<const Shape *, 8> Elements;
  for (const Shape *Element : Parts.Elements)
    Elements.push_back(getCopy(*Element, WithLayout));
  Parts.Elements = ArrayRef(Elements).copy(Arena);
  return intern(StringRef(Text).copy(Arena), Parts);
}

/// \p Layout, "{1,0:T(8,128)S(1)}", with another `S(n)`, or none for 0: behind
/// tiles and the like, before what XLA prints last.
static std::string printInSpace(StringRef Layout, uint64_t Space) {
  std::string Text = Layout.drop_back().str();
  if (size_t Old = Text.find("S("); Old != std::string::npos)
    Text.erase(Old, Text.find(')', Old) + 1 - Old);
  if (Space != 0) {
    if (Text.find(':') == std::string::npos)
      Text += ':';
    size_t At = std::min(
        {Text.find("SC("), Text.find("P("), Text.find("M("), Text.size()});
    Text.insert(At, "S(" + std::to_string(Space) + ")");
  } else if (StringRef(Text).ends_with(":")) {
    Text.pop_back();
  }
  return Text + '}';
}

const Shape *ShapeContext::getInSpace(const Shape &S, uint64_t Space) {
  ShapeParts Parts = S.getParts();
  if (!Parts.ArrayLayout || Parts.ArrayLayout->MemorySpace == Space)
    return &S;
  auto *L = new (Arena.Allocate<Layout>()) Layout(*Parts.ArrayLayout);
  L->Text = StringRef(printInSpace(L->Text, Space)).copy(Arena);
  L->MemorySpace = Space;
  Parts.ArrayLayout = L;
  return get(Parts);
}

/// \p Layout without `E(n)`.
static std::string printWithoutElementBits(StringRef Layout) {
  std::string Text = Layout.str();
  size_t Begin = Text.find("E(");
  if (Begin == std::string::npos)
    return Text;
  Text.erase(Begin, Text.find(')', Begin) + 1 - Begin);
  if (StringRef(Text).ends_with(":}"))
    Text.erase(Text.size() - 2, 1);
  return Text;
}

const Shape *ShapeContext::getWithElements(const Shape &S, ElementType Type,
                                           ArrayRef<uint64_t> Extents) {
  assert(S.isArray() && Extents.size() == S.getDimensions().size() &&
         "not the elements of this array");
  ShapeParts Parts = S.getParts();
  SmallVector<Dimension, 8> Dimensions(S.getDimensions());
  for (auto [D, Extent] : zip_equal(Dimensions, Extents))
    D.Extent = Extent;
  Parts.Dimensions = ArrayRef(Dimensions).copy(Arena);
  if (Type != Parts.Type) {
    Parts.Type = Type;
    Parts.TypeName = elementTypeName(Type);
    if (Parts.ArrayLayout && Parts.ArrayLayout->ElementBits) {
      auto *L = new (Arena.Allocate<Layout>()) Layout(*Parts.ArrayLayout);
      L->Text = StringRef(printWithoutElementBits(L->Text)).copy(Arena);
      L->ElementBits.reset();
      Parts.ArrayLayout = L;
    }
  }
  return get(Parts);
}

//===----------------------------------------------------------------------===//
// ShapeIndex
//===----------------------------------------------------------------------===//

std::optional<ShapeIndex> ShapeIndex::parse(StringRef Braced) {
  if (!Braced.consume_front("{") || !Braced.consume_back("}"))
    return std::nullopt;
  if (Braced.empty())
    return ShapeIndex();
  StringRef Rest = Braced;
  do {
    if (!text::takeNumber(Rest))
      return std::nullopt;
  } while (Rest.consume_front(","));
  if (!Rest.empty())
    return std::nullopt;
  return ShapeIndex(Braced);
}

SmallVector<uint64_t, 4> ShapeIndex::getParts() const {
  SmallVector<uint64_t, 4> Parts;
  for (StringRef Rest = Text; !Rest.empty(); Rest.consume_front(","))
    Parts.push_back(*text::takeNumber(Rest));
  return Parts;
}

raw_ostream &operator<<(raw_ostream &OS, ShapeIndex I) {
  return OS << '{' << I.getText() << '}';
}

uint64_t countElements(const Shape &Array) {
  uint64_t Count = 1;
  for (const Dimension &D : Array.getDimensions())
    Count = SaturatingMultiply(Count, D.Extent);
  return Count;
}

} // namespace hlomem
