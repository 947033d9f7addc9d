//===- ShapeReader.cpp - Shapes of a protocol buffer ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeReader.h"
#include "HloSchema.h"
#include "hlomem/HloText/ShapeParser.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <limits>

using namespace llvm;

namespace hlomem {

using namespace schema;

/// What XLA has for an extent without a bound, and for the `*` of a tile.
static constexpr int64_t NoExtent = std::numeric_limits<int64_t>::min();

std::string getPrimitiveTypeName(uint64_t Number) {
  if (Number == 0 || Number >= std::size(PrimitiveType::Names))
    return "";
  StringRef Name = PrimitiveType::Names[Number];
  Name.consume_back("_TYPE");
  return Name.lower();
}

uint64_t getPrimitiveTypeNumber(StringRef Name) {
  uint64_t Number = 1;
  while (getPrimitiveTypeName(Number) != Name &&
         Number <= PrimitiveType::Buffer)
    ++Number;
  return Number;
}

namespace {

/// Prints one shape, and those in it.
class ShapePrinter {
public:
  explicit ShapePrinter(raw_ostream &OS) : OS(OS) {}

  void print(const WireReader &At, unsigned Depth);

private:
  void printExtent(int64_t Extent, bool IsDynamic);
  void printLayout(const WireReader &At, size_t Rank, unsigned Depth);

  raw_ostream &OS;
};

} // namespace

void ShapePrinter::printExtent(int64_t Extent, bool IsDynamic) {
  if (IsDynamic && Extent == NoExtent)
    OS << '?';
  else
    OS << (IsDynamic ? "<=" : "") << Extent;
}

static void printTile(const WireReader &At, raw_ostream &OS) {
  SmallVector<int64_t, 4> Extents;
  for (WireReader R(At, TileProto); R.next();)
    R.getNumbers(Extents);
  OS << '(';
  interleave(
      Extents, OS,
      [&](int64_t E) {
        if (E == NoExtent)
          OS << '*';
        else
          OS << E;
      },
      ",");
  OS << ')';
}

void ShapePrinter::printLayout(const WireReader &At, size_t Rank,
                               unsigned Depth) {
  SmallVector<int64_t> Order;
  uint64_t TailAlignment = 1, ElementBits = 0, Space = 0, Prefix = 0;
  uint64_t IndexType = 0, PointerType = 0;
  SmallString<32> Tiles, Splits, Physical;
  raw_svector_ostream TilesOS(Tiles), SplitsOS(Splits), PhysicalOS(Physical);
  for (WireReader R(At, LayoutProto); R.next();) {
    R.take(LayoutProto::MinorToMajor, Order);
    R.take(LayoutProto::ElementSizeInBits, ElementBits);
    R.take(LayoutProto::MemorySpace, Space);
    R.take(LayoutProto::IndexPrimitiveType, IndexType);
    R.take(LayoutProto::PointerPrimitiveType, PointerType);
    R.take(LayoutProto::DynamicShapeMetadataPrefixBytes, Prefix);
    switch (R.getField()) {
    case LayoutProto::Tiles:
      printTile(R, TilesOS);
      break;
    case LayoutProto::PhysicalShape:
      ShapePrinter(PhysicalOS).print(R, Depth + 1);
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
  if (!Tiles.empty())
    P << 'T' << Tiles;
  if (TailAlignment != 1)
    P << "L(" << TailAlignment << ')';
  if (IndexType != 0)
    P << "#(" << getPrimitiveTypeName(IndexType) << ')';
  if (PointerType != 0)
    P << "*(" << getPrimitiveTypeName(PointerType) << ')';
  if (ElementBits != 0)
    P << "E(" << ElementBits << ')';
  if (Space != 0)
    P << "S(" << Space << ')';
  if (!Splits.empty())
    P << "SC" << Splits;
  if (!Physical.empty())
    P << "P(" << Physical << ')';
  if (Prefix != 0)
    P << "M(" << Prefix << ')';
  // A scalar has an order in any case, of nothing.
  if (Rank == 0 && Properties.empty())
    return;
  OS << '{';
  interleave(Order, OS, ",");
  if (!Properties.empty())
    OS << ':' << Properties;
  OS << '}';
}

void ShapePrinter::print(const WireReader &At, unsigned Depth) {
  if (Depth == MaxShapeMessages)
    return At.fail("shapes are nested more than " + Twine(MaxShapeMessages) +
                   " deep");
  // A layout follows what it is the layout of, whatever comes first.
  uint64_t Type = 0;
  SmallVector<int64_t> Extents, IsDynamic;
  bool HasLayout = false;
  size_t Elements = 0;
  for (WireReader R(At, ShapeProto); R.next();) {
    R.take(ShapeProto::ElementType, Type);
    R.take(ShapeProto::Dimensions, Extents);
    R.take(ShapeProto::IsDynamicDimension, IsDynamic);
    Elements += R.getField() == ShapeProto::TupleShapes;
    HasLayout |= R.getField() == ShapeProto::Layout;
  }
  std::string Name = getPrimitiveTypeName(Type);
  if (Name.empty())
    return At.fail("a shape of the element type " + Twine(Type) +
                   ", which XLA does not have");
  if (Type == PrimitiveType::Buffer && Elements != 1)
    return At.fail("a buffer shape with other than one element");
  bool IsNest = Type == PrimitiveType::Tuple || Type == PrimitiveType::Buffer;
  if (IsNest) {
    OS << (Type == PrimitiveType::Buffer ? "b(" : "(");
    size_t I = 0;
    for (WireReader R(At, ShapeProto); R.next(ShapeProto::TupleShapes);) {
      if (I != 0)
        OS << ", ";
      if (I != 0 && I % 5 == 0)
        OS << "/*index=" << I << "*/";
      print(R, Depth + 1);
      ++I;
    }
    OS << ')';
    return;
  }
  OS << Name << '[';
  for (auto [I, Extent] : enumerate(Extents)) {
    bool Dynamic = I < IsDynamic.size() && IsDynamic[I] != 0;
    if (Extent < 0 && !(Dynamic && Extent == NoExtent))
      return At.fail("a negative extent");
    OS << (I == 0 ? "" : ",");
    printExtent(Extent, Dynamic);
  }
  OS << ']';
  if (HasLayout)
    for (WireReader R(At, ShapeProto); R.next(ShapeProto::Layout);)
      printLayout(R, Extents.size(), Depth);
}

void printShapeProto(const WireReader &At, raw_ostream &OS) {
  ShapePrinter(OS).print(At, 0);
}

const Shape *ShapeReader::read(const WireReader &At) {
  const Shape *&S = Known[At.getBytes()];
  if (S)
    return S;
  SmallString<128> Text;
  raw_svector_ostream OS(Text);
  printShapeProto(At, OS);
  if (At.hasFailed())
    return nullptr;
  S = Shapes.lookup(Text);
  if (S)
    return S;
  ShapeError Problem;
  S = parseShape(StringRef(Text).copy(Shapes.getArena()), Shapes, Problem);
  if (!S)
    At.fail("no shape: " + Problem.Message);
  return S;
}

} // namespace hlomem
