//===- ShapeReader.cpp - Shapes of a protocol buffer ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeReader.h"
#include "HloSchema.inc"
#include "hlomem/IR/ElementType.h"
#include "llvm/ADT/SmallString.h"

using namespace llvm;

namespace hlomem {

using namespace schema;

/// What XLA has for an extent without a bound, and for the `*` of a tile.
static constexpr int64_t NoExtent = std::numeric_limits<int64_t>::min();

std::string getPrimitiveTypeName(uint64_t Number) {
  // XLA numbers its types one by one and adds a few a year: a number far beyond
  // those known is damage.
  constexpr uint64_t EndOfPlausibleTypes = 128;
  if (Number == 0 || Number >= EndOfPlausibleTypes)
    return "";
  if (Number >= std::size(PrimitiveType::Names))
    return "type" + std::to_string(Number);
  StringRef Name = PrimitiveType::Names[Number];
  Name.consume_back("_TYPE");
  return Name.lower();
}

static SmallVector<TileDimension, 4> readTile(const WireReader &At) {
  SmallVector<int64_t, 4> Extents;
  for (WireReader R(At, TileProto); R.next();)
    R.getNumbers(Extents);
  SmallVector<TileDimension, 4> Tile;
  for (int64_t E : Extents) {
    bool IsCombined = E == NoExtent;
    if (E < 0 && !IsCombined)
      At.fail("a negative extent of a tile");
    Tile.push_back({IsCombined ? 0 : uint64_t(E), IsCombined});
  }
  return Tile;
}

static void printTile(Tile T, raw_ostream &OS) {
  OS << '(';
  interleave(
      T, OS,
      [&](TileDimension D) {
        if (D.IsCombined)
          OS << '*';
        else
          OS << D.Extent;
      },
      ",");
  OS << ')';
}

const Layout *ShapeReader::readLayout(const WireReader &At, size_t Rank,
                                      unsigned Depth) {
  BumpPtrAllocator &Arena = Shapes.getArena();
  Layout L;
  SmallVector<int64_t> Order;
  SmallVector<Tile, 4> Tiles;
  uint64_t TailAlignment = 1, ElementBits = 0, Prefix = 0;
  uint64_t IndexType = 0, PointerType = 0;
  SmallString<32> Splits, Physical;
  raw_svector_ostream SplitsOS(Splits), PhysicalOS(Physical);
  for (WireReader R(At, LayoutProto); R.next();) {
    R.take(LayoutProto::MinorToMajor, Order);
    R.take(LayoutProto::ElementSizeInBits, ElementBits);
    R.take(LayoutProto::MemorySpace, L.MemorySpace);
    R.take(LayoutProto::IndexPrimitiveType, IndexType);
    R.take(LayoutProto::PointerPrimitiveType, PointerType);
    R.take(LayoutProto::DynamicShapeMetadataPrefixBytes, Prefix);
    switch (R.getField()) {
    case LayoutProto::Tiles:
      Tiles.push_back(ArrayRef(readTile(R)).copy(Arena));
      break;
    case LayoutProto::PhysicalShape:
      printShapeProto(R, PhysicalOS, Depth + 1);
      break;
    case LayoutProto::TailPaddingAlignmentInElements:
      TailAlignment = std::max<uint64_t>(R.getNumber(), 1);
      break;
    case LayoutProto::SplitConfigs: {
      SmallVector<int64_t> Indices;
      uint64_t Dimension = 0;
      for (WireReader S(R, SplitConfigProto); S.next();) {
        S.take(SplitConfigProto::Dimension, Dimension);
        S.take(SplitConfigProto::SplitIndices, Indices);
      }
      SplitsOS << '(' << Dimension << ':';
      interleave(Indices, SplitsOS, ",");
      SplitsOS << ')';
      break;
    }
    default:
      break;
    }
  }
  SmallString<64> Properties;
  raw_svector_ostream P(Properties);
  if (!Tiles.empty()) {
    P << 'T';
    for (Tile T : Tiles)
      printTile(T, P);
    L.Tiles = ArrayRef(Tiles).copy(Arena);
  }
  if (TailAlignment != 1) {
    P << "L(" << TailAlignment << ')';
    L.TailAlignment = TailAlignment;
  }
  if (IndexType != 0)
    P << "#(" << getPrimitiveTypeName(IndexType) << ')';
  if (PointerType != 0)
    P << "*(" << getPrimitiveTypeName(PointerType) << ')';
  if (ElementBits != 0) {
    P << "E(" << ElementBits << ')';
    L.ElementBits = ElementBits;
  }
  if (L.MemorySpace != 0)
    P << "S(" << L.MemorySpace << ')';
  if (!Splits.empty())
    P << "SC" << Splits;
  if (!Physical.empty())
    P << "P(" << Physical << ')';
  if (Prefix != 0)
    P << "M(" << Prefix << ')';
  L.HasUnknownSize = !Splits.empty() || Prefix != 0;
  // A scalar has an order in any case, of nothing.
  if (Rank == 0 && Properties.empty())
    return nullptr;
  SmallString<64> Text;
  raw_svector_ostream OS(Text);
  OS << '{';
  interleave(Order, OS, ",");
  if (!Properties.empty())
    OS << ':' << Properties;
  OS << '}';
  L.Text = StringRef(Text).copy(Arena);
  SmallVector<uint64_t, 8> MinorToMajor;
  for (int64_t Dimension : Order) {
    if (Dimension < 0)
      At.fail("a negative dimension in the order of a layout");
    MinorToMajor.push_back(Dimension);
  }
  L.MinorToMajor = ArrayRef(MinorToMajor).copy(Arena);
  return new (Arena.Allocate<Layout>()) Layout(L);
}

const Shape *ShapeReader::make(const WireReader &At, unsigned Depth) {
  if (Depth == MaxShapeMessages) {
    At.fail("shapes are nested more than " + Twine(MaxShapeMessages) + " deep");
    return nullptr;
  }
  auto Fail = [&At](const Twine &Message) {
    At.fail(Message);
    return nullptr;
  };
  // A layout follows what it is the layout of, whatever comes first.
  uint64_t Type = 0;
  SmallVector<int64_t> Extents, IsDynamic;
  SmallVector<const Shape *, 8> Elements;
  ShapeParts Parts;
  for (WireReader R(At, ShapeProto); R.next();) {
    R.take(ShapeProto::ElementType, Type);
    R.take(ShapeProto::Dimensions, Extents);
    R.take(ShapeProto::IsDynamicDimension, IsDynamic);
  }
  if (At.hasFailed())
    return nullptr;
  std::string Name = getPrimitiveTypeName(Type);
  if (Name.empty())
    return Fail("a shape of the element type " + Twine(Type) +
                ", which XLA does not have");
  if (Type == PrimitiveType::Tuple || Type == PrimitiveType::Buffer) {
    for (WireReader R(At, ShapeProto); R.next(ShapeProto::TupleShapes);) {
      const Shape *Element = read(R, Depth + 1);
      if (!Element)
        return nullptr;
      Elements.push_back(Element);
      Parts.IsTiled |= Element->hasTiles();
    }
    if (Type == PrimitiveType::Buffer && Elements.size() != 1)
      return Fail("a buffer shape with other than one element");
    Parts.Elements = ArrayRef(Elements).copy(Shapes.getArena());
    Parts.Kind =
        Type == PrimitiveType::Tuple ? ShapeKind::Tuple : ShapeKind::Buffer;
    if (Type == PrimitiveType::Tuple)
      Parts.Type = ElementType::Tuple;
    return Shapes.get(Parts);
  }
  SmallVector<Dimension, 8> Dimensions;
  for (auto [I, Extent] : enumerate(Extents)) {
    Dimension &D = Dimensions.emplace_back();
    D.IsDynamic = I < IsDynamic.size() && IsDynamic[I] != 0;
    D.IsUnbounded = D.IsDynamic && Extent == NoExtent;
    if (Extent < 0 && !D.IsUnbounded)
      return Fail("a negative extent");
    D.Extent = D.IsUnbounded ? 0 : Extent;
  }
  Parts.Dimensions = ArrayRef(Dimensions).copy(Shapes.getArena());
  Parts.TypeName = StringRef(Name).copy(Shapes.getArena());
  Parts.Type = parseElementType(Name);
  if (Parts.Type == ElementType::Token)
    Parts.Kind = ShapeKind::Token;
  for (WireReader R(At, ShapeProto); R.next(ShapeProto::Layout);)
    Parts.ArrayLayout = readLayout(R, Extents.size(), Depth);
  if (At.hasFailed())
    return nullptr;
  Parts.IsTiled = Parts.ArrayLayout && !Parts.ArrayLayout->Tiles.empty();
  return Shapes.get(Parts);
}

const Shape *ShapeReader::read(const WireReader &At, unsigned Depth) {
  // What is nested is gone through, so that its depth is checked.
  if (Depth != 0)
    return make(At, Depth);
  if (const Shape *S = Known.lookup(At.getBytes()))
    return S;
  const Shape *S = make(At, Depth);
  if (S)
    Known[At.getBytes()] = S;
  return S;
}

void printShapeProto(const WireReader &At, raw_ostream &OS, unsigned Depth) {
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  if (const Shape *S = ShapeReader(Shapes).read(At, Depth))
    OS << *S;
}

} // namespace hlomem
