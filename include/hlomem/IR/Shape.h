//===- Shape.h - The type and layout of an array, tuple or token ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shapes as the dump prints them: docs/DumpFormat.md#shapes.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_SHAPE_H
#define HLOMEM_IR_SHAPE_H

#include "hlomem/IR/ElementType.h"
#include "hlomem/IR/ShapeIndex.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

/// One dimension of an array.
struct Dimension {
  /// Elements; the bound of a dynamic dimension, which is what its buffer
  /// holds; 0 for an unbounded one.
  uint64_t Extent = 0;
  /// `<=N`: the true extent is known at run time only.
  bool IsDynamic = false;
  /// `?`: no bound is known, and so no size either.
  bool IsUnbounded = false;

  friend bool operator==(const Dimension &, const Dimension &) = default;
};

/// One number of a tile: a count of elements, or `*`, which merges this
/// dimension into the next more minor one.
struct TileDimension {
  uint64_t Extent = 0;
  bool IsCombined = false;
};
using Tile = llvm::ArrayRef<TileDimension>;

/// How an array lies in memory. Views and arrays live in the ShapeContext.
struct Layout {
  /// As it stands in the dump, "{1,0:T(8,128)S(1)}", and as it is printed: of
  /// the properties only those that tell something about memory are taken
  /// apart.
  llvm::StringRef Text;
  /// Dimensions from most minor to most major.
  llvm::ArrayRef<uint64_t> MinorToMajor;
  /// The first one is applied first and alone decides the padded size.
  llvm::ArrayRef<Tile> Tiles;
  /// `S(n)`, 0 where it is not printed.
  uint64_t MemorySpace = 0;
  /// `E(n)`: bits of an element in memory, where it is not the type's own
  /// width.
  std::optional<uint64_t> ElementBits;
  /// `L(n)`: the element count is rounded up to a multiple of this.
  std::optional<uint64_t> TailAlignment;
  /// True where something was printed that the rules of the padded size do not
  /// cover: `SC` (an array split over two memories), `M` (metadata before the
  /// data), `sparse{...}`, or a property never heard of.
  bool HasUnknownSize = false;
};

/// What the first tile makes of one dimension, or of several that `*` merges.
struct RoundedExtent {
  /// Numbers of the dimensions, the most minor one first. Empty where the tile
  /// has more numbers than the array dimensions.
  llvm::SmallVector<uint64_t, 1> Dimensions;
  /// Their product, 1 for none.
  uint64_t Extent = 1;
  /// The number of the tile; 1 for a dimension that it does not reach.
  uint64_t Tile = 1;
  /// Extent rounded up to a multiple of Tile.
  uint64_t Rounded = 1;
};

class Shape;

enum class ShapeKind {
  Array,  ///< `f32[2,3]{1,0}`, also of a type never heard of.
  Tuple,  ///< `(f32[2], s32[])`
  Token,  ///< `token[]`, no bytes.
  Buffer, ///< `b(f32[2])`, a handle to memory of the element shape.
};

/// What a Shape is made of. What its views point to lives as long as the shape.
struct ShapeParts {
  ShapeKind Kind = ShapeKind::Array;
  ElementType Type = ElementType::Unknown;
  /// As it is printed: of a tuple of many elements, every fifth is numbered.
  bool HasIndexComments = true;
  /// The layout has tiles, or that of some element.
  bool IsTiled = false;
  llvm::StringRef TypeName;
  llvm::ArrayRef<Dimension> Dimensions;
  const Layout *ArrayLayout = nullptr;
  llvm::ArrayRef<const Shape *> Elements;
};

/// An immutable shape, interned: within one ShapeContext equal texts are equal
/// pointers.
class Shape {
public:
  using Kind = ShapeKind;

  explicit Shape(const ShapeParts &P) : P(P) {}

  Kind getKind() const { return P.Kind; }
  bool isArray() const { return P.Kind == Kind::Array; }
  bool isTuple() const { return P.Kind == Kind::Tuple; }

  /// Array and token: the type; ElementType::Unknown for a word that XLA's
  /// table does not have.
  ElementType getElementType() const { return P.Type; }
  /// The word that stands in the dump, "f32".
  llvm::StringRef getElementTypeName() const { return P.TypeName; }
  llvm::ArrayRef<Dimension> getDimensions() const { return P.Dimensions; }
  /// How the array lies in memory; null where no layout is printed.
  const Layout *getLayout() const { return P.ArrayLayout; }
  /// Elements of a tuple; the one shape inside a buffer.
  llvm::ArrayRef<const Shape *> getElements() const { return P.Elements; }

  /// Elements x bits of one element in bytes, rounded up, without tiles
  /// (docs/MemoryModel.md); the index table of a tuple is 8 bytes for each
  /// element, a token 0. None where it cannot be known: a type never heard of
  /// (unless `E(n)` tells its width), an unbounded dimension, a buffer handle,
  /// or a product that does not fit into Bytes.
  std::optional<Bytes> getLogicalSize() const;

  /// Bytes in memory by the first-tile rule (docs/DumpFormat.md#shapes); none
  /// where the logical size is unknown, where the layout does not tell it
  /// (Layout::HasUnknownSize), for arrays with a dynamic dimension, which lie
  /// together with their run-time extents, and for tuples: how large extents
  /// and index tables are depends on the backend.
  std::optional<Bytes> getPaddedSize() const;

  /// The dimensions from the most minor one on, as the first tile rounds them:
  /// the product of the rounded extents is the number of elements in memory,
  /// but for Layout::TailAlignment. None where getPaddedSize() has none, or
  /// there is no tile.
  std::optional<llvm::SmallVector<RoundedExtent, 4>> getRoundedExtents() const;

  /// What getPaddedSize() would be if the dimensions lay in this order, from
  /// most minor to most major, under the same tile. None where getPaddedSize()
  /// has none, there is no tile, or this is no order of the dimensions.
  std::optional<Bytes>
  getPaddedSizeInOrder(llvm::ArrayRef<uint64_t> MinorToMajor) const;

  const ShapeParts &getParts() const { return P; }

  /// The part of this shape that Index names, or null where there is none.
  const Shape *getSubshape(ShapeIndex Index) const;

  /// True if this, or any element of this, has a tiled layout.
  bool hasTiles() const { return P.IsTiled; }

  /// Prints the shape as it stood in the dump; without layouts where WithLayout
  /// is false. A tuple keeps the `/*index=N*/` comments that XLA writes before
  /// every fifth element since March 2021; with WithIndexComments it has them
  /// or not, whatever stood in the dump.
  void print(llvm::raw_ostream &OS, bool WithLayout = true,
             std::optional<bool> WithIndexComments = std::nullopt) const;

private:
  std::optional<uint64_t> elementBits() const;
  std::optional<Bytes>
  getPaddedSize(llvm::ArrayRef<uint64_t> MinorToMajor) const;

  ShapeParts P;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Shape &S);

/// True if the two spell the same shape, be it in two dumps; with \p WithLayout
/// also the same layouts. Index comments do not count.
bool isSameShape(const Shape &A, const Shape &B, bool WithLayout);

/// Knows the shapes of one module by their texts, which must outlive it. Const
/// functions may be called from several threads at once.
class ShapeContext {
public:
  explicit ShapeContext(llvm::BumpPtrAllocator &Arena) : Arena(Arena) {}
  /// Knows the shapes of \p Known too, which must outlive this and to which
  /// nobody adds any more.
  ShapeContext(llvm::BumpPtrAllocator &Arena, const ShapeContext &Known)
      : Arena(Arena), Known(&Known) {}
  ShapeContext(const ShapeContext &) = delete;
  ShapeContext &operator=(const ShapeContext &) = delete;

  /// The shape that was added with this text, or null.
  const Shape *find(llvm::StringRef Text) const {
    const Shape *S = Known ? Known->ByText.lookup(Text) : nullptr;
    return S ? S : ByText.lookup(Text);
  }
  /// find(), for a shape that is met again: hasTiles() knows of it then.
  const Shape *lookup(llvm::StringRef Text) {
    const Shape *S = find(Text);
    SeenTiles |= S && S->hasTiles();
    return S;
  }
  /// The shape with this text; one of \p Parts, if it is the first.
  const Shape *intern(llvm::StringRef Text, const ShapeParts &Parts) {
    auto [Known, IsNew] = ByText.try_emplace(Text);
    if (IsNew)
      Known->second = new (Arena.Allocate<Shape>()) Shape(Parts);
    SeenTiles |= Known->second->hasTiles();
    return Known->second;
  }

  // Shapes from their parts, without a text: it is made of them. Elements
  // live as long as this context.
  /// \p MinorToMajor is empty where no layout is known.
  const Shape *getArray(ElementType Type, llvm::ArrayRef<uint64_t> Extents,
                        llvm::ArrayRef<uint64_t> MinorToMajor = {});
  const Shape *getTuple(llvm::ArrayRef<const Shape *> Elements);
  /// The same shape as \p S, of any context, which need not outlive this call;
  /// unless it comes \p WithLayout, arrays have none.
  const Shape *getCopy(const Shape &S, bool WithLayout = true);
  /// The shape of \p Parts, whose views live as long as this.
  const Shape *get(const ShapeParts &Parts);
  /// \p S, an array of this context, in another memory space, as its layout
  /// prints it: `S(n)`. \p S itself where no layout is known.
  const Shape *getInSpace(const Shape &S, uint64_t Space);
  /// \p S, an array of this context, of other elements: of \p Type, and \p
  /// Extents of them, as many as its dimensions. All stay static or dynamic.
  /// The layout stays but for `E(n)`, which is of the type.
  const Shape *getWithElements(const Shape &S, ElementType Type,
                               llvm::ArrayRef<uint64_t> Extents);

  /// Where what shapes point to is kept.
  llvm::BumpPtrAllocator &getArena() { return Arena; }

  /// True if any shape looked up or interned so far has a tiled layout.
  bool hasTiles() const { return SeenTiles; }
  void setHasTiles(bool Has) { SeenTiles = Has; }

private:
  llvm::BumpPtrAllocator &Arena;
  const ShapeContext *Known = nullptr;
  llvm::DenseMap<llvm::StringRef, const Shape *> ByText;
  bool SeenTiles = false;
};

} // namespace hlomem

#endif // HLOMEM_IR_SHAPE_H
