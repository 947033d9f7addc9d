//===- Shape.h - The type and layout of an array, tuple or token ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines shapes as the dump prints them: docs/DumpFormat.md#shapes.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_SHAPE_H
#define HLOMEM_IR_SHAPE_H

#include "hlomem/IR/ElementType.h"
#include "hlomem/IR/ShapeIndex.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"

namespace hlomem {

/// Represents one dimension of an array.
struct Dimension {
  /// Holds the number of elements; for a dynamic dimension its bound, which is
  /// what its buffer holds; 0 for an unbounded one.
  uint64_t Extent = 0;
  /// Is true for `<=N`: the true extent is known at run time only.
  bool IsDynamic = false;
  /// Is true for `?`: no bound is known, and thus no size.
  bool IsUnbounded = false;

  friend bool operator==(const Dimension &, const Dimension &) = default;
};

/// Represents one number of a tile: a count of elements, or `*`, which merges
/// this dimension into the next more minor one.
struct TileDimension {
  uint64_t Extent = 0;
  bool IsCombined = false;
};
using Tile = ArrayRef<TileDimension>;

/// Describes the layout of an array in memory. Views and arrays live in the
/// ShapeContext.
struct Layout {
  /// Holds the layout as the dump spells it and as it is printed,
  /// "{1,0:T(8,128)S(1)}". Only the properties that matter for memory are
  /// parsed.
  StringRef Text;
  /// Lists the dimensions from most minor to most major.
  ArrayRef<uint64_t> MinorToMajor;
  /// Lists the tiles. The first one is applied first and alone determines the
  /// padded size.
  ArrayRef<Tile> Tiles;
  /// Holds `S(n)`, or 0 if it is not printed.
  uint64_t MemorySpace = 0;
  /// Holds `E(n)`: the bits of an element in memory, if they are not the type's
  /// own width.
  std::optional<uint64_t> ElementBits;
  /// Holds `L(n)`: the element count is rounded up to a multiple of n.
  std::optional<uint64_t> TailAlignment;
  /// Is true if the layout has something that the rules of the padded size do
  /// not cover: `SC` (an array split over two memories), `M` (metadata before
  /// the data), `sparse{...}`, or an unknown property.
  bool HasUnknownSize = false;
};

/// Represents how the first tile rounds one dimension, or several that `*`
/// merges.
struct RoundedExtent {
  /// Lists the numbers of the dimensions, the most minor one first. Empty if
  /// the tile has more numbers than the array dimensions.
  SmallVector<uint64_t, 1> Dimensions;
  /// Holds the product of the dimensions, 1 if there are none.
  uint64_t Extent = 1;
  /// Holds the number of the tile; 1 for a dimension that the tile does not
  /// reach.
  uint64_t Tile = 1;
  /// Holds Extent rounded up to a multiple of Tile.
  uint64_t Rounded = 1;
};

class Shape;

enum class ShapeKind {
  /// Identifies an array, `f32[2,3]{1,0}`, also of an unknown type.
  Array,
  /// Identifies a tuple, `(f32[2], s32[])`.
  Tuple,
  /// Identifies `token[]`, which has no bytes.
  Token,
  /// Identifies `b(f32[2])`, a handle to memory of the element shape.
  Buffer,
};

/// Represents the parts of a Shape. What the views point to must live as long
/// as the shape.
struct ShapeParts {
  ShapeKind Kind = ShapeKind::Array;
  ElementType Type = ElementType::Unknown;
  /// Is true if the text numbers every fifth element of a tuple.
  bool HasIndexComments = true;
  /// Is true if the layout of the shape, or of some element, has tiles.
  bool IsTiled = false;
  StringRef TypeName;
  ArrayRef<Dimension> Dimensions;
  const Layout *ArrayLayout = nullptr;
  ArrayRef<const Shape *> Elements;
};

/// Represents an immutable, interned shape: within one ShapeContext equal texts
/// have equal pointers.
class Shape {
public:
  using Kind = ShapeKind;

  explicit Shape(const ShapeParts &P) : P(P) {}

  Kind getKind() const { return P.Kind; }
  bool isArray() const { return P.Kind == Kind::Array; }
  bool isTuple() const { return P.Kind == Kind::Tuple; }

  /// Returns the element type of an array or token; ElementType::Unknown for a
  /// word that XLA's table does not have.
  ElementType getElementType() const { return P.Type; }
  /// Returns the word for the element type in the dump, "f32"; empty where
  /// there is none, as for a tuple.
  StringRef getElementTypeName() const { return P.TypeName; }
  ArrayRef<Dimension> getDimensions() const { return P.Dimensions; }
  /// Returns the layout of the array; null if none is printed.
  const Layout *getLayout() const { return P.ArrayLayout; }
  /// Returns the elements of a tuple, or the one shape inside a buffer.
  ArrayRef<const Shape *> getElements() const { return P.Elements; }

  /// Returns elements x bits of one element in bytes, rounded up, without tiles
  /// (docs/MemoryModel.md); 8 bytes per element for the index table of a tuple,
  /// 0 for a token. Returns none if it cannot be known: an unknown type (unless
  /// `E(n)` tells its width), an unbounded dimension, a buffer handle, or a
  /// product that does not fit into Bytes.
  std::optional<Bytes> getLogicalSize() const;

  /// Returns the bytes in memory by the first-tile rule
  /// (docs/DumpFormat.md#shapes). Returns none if the logical size is unknown
  /// or the layout does not determine it (Layout::HasUnknownSize), for arrays
  /// with a dynamic dimension, which are stored with their run-time extents,
  /// and for tuples: the sizes of extents and index tables depend on the
  /// backend.
  std::optional<Bytes> getPaddedSize() const;

  /// Returns the dimensions from the most minor one on, as the first tile
  /// rounds them: the product of the rounded extents is the number of elements
  /// in memory, except for Layout::TailAlignment. Returns none if
  /// getPaddedSize() does or there is no tile.
  std::optional<SmallVector<RoundedExtent, 4>> getRoundedExtents() const;

  /// Returns what getPaddedSize() would be if the dimensions were in this
  /// order, from most minor to most major, under the same tile. Returns none if
  /// getPaddedSize() does, there is no tile, or this is no order of the
  /// dimensions.
  std::optional<Bytes>
  getPaddedSizeInOrder(ArrayRef<uint64_t> MinorToMajor) const;

  const ShapeParts &getParts() const { return P; }

  /// Returns the part of this shape at \p Index, or null if there is none.
  const Shape *getSubshape(ShapeIndex Index) const;

  /// Returns true if the shape, or any element of it, has a tiled layout.
  bool hasTiles() const { return P.IsTiled; }

  /// Prints the shape as the dump spells it; without layouts unless
  /// \p WithLayout. A tuple keeps the `/*index=N*/` comments that XLA writes
  /// before every fifth element since March 2021; \p WithIndexComments adds or
  /// removes them.
  void print(raw_ostream &OS, bool WithLayout = true,
             std::optional<bool> WithIndexComments = std::nullopt) const;

private:
  std::optional<uint64_t> elementBits() const;
  std::optional<Bytes> getPaddedSize(ArrayRef<uint64_t> MinorToMajor) const;

  ShapeParts P;
};

raw_ostream &operator<<(raw_ostream &OS, const Shape &S);

/// Returns true if \p A and \p B, perhaps of two dumps, are the same shape;
/// with \p WithLayout, if they also have equal layouts. Index comments do not
/// count.
bool isSameShape(const Shape &A, const Shape &B, bool WithLayout);

/// Maps texts to the shapes of one module; the texts must outlive it. Const
/// functions are thread-safe.
class ShapeContext {
public:
  explicit ShapeContext(llvm::BumpPtrAllocator &Arena) : Arena(Arena) {}
  /// Constructs a context that also finds the shapes of \p Known, which must
  /// outlive it and must not change any more.
  ShapeContext(llvm::BumpPtrAllocator &Arena, const ShapeContext &Known)
      : Arena(Arena), Known(&Known) {}
  ShapeContext(const ShapeContext &) = delete;
  ShapeContext &operator=(const ShapeContext &) = delete;

  /// Returns a copy of \p Text that lives as long as the shapes.
  StringRef keep(StringRef Text) { return Text.copy(Arena); }
  /// Returns the shape that was added with \p Text, or null.
  const Shape *find(StringRef Text) const {
    const Shape *S = Known ? Known->ByText.lookup(Text) : nullptr;
    return S ? S : ByText.lookup(Text);
  }
  /// Returns find(), and notes for hasTiles() that the shape is used.
  const Shape *lookup(StringRef Text) {
    const Shape *S = find(Text);
    SeenTiles |= S && S->hasTiles();
    return S;
  }
  /// Returns the shape with \p Text; makes it of \p Parts if it is the first.
  const Shape *intern(StringRef Text, const ShapeParts &Parts) {
    auto [Known, IsNew] = ByText.try_emplace(Text);
    if (IsNew)
      Known->second = new (Arena.Allocate<Shape>()) Shape(Parts);
    SeenTiles |= Known->second->hasTiles();
    return Known->second;
  }

  // The functions below make shapes, and their texts, from parts. Elements must
  // live as long as this context.
  /// Returns the array of these extents. \p MinorToMajor is empty if no layout
  /// is known.
  const Shape *getArray(ElementType Type, ArrayRef<uint64_t> Extents,
                        ArrayRef<uint64_t> MinorToMajor = {});
  const Shape *getTuple(ArrayRef<const Shape *> Elements);
  /// Returns a copy of \p S, a shape of any context, which need not outlive the
  /// call. Arrays lose their layouts unless \p WithLayout.
  const Shape *getCopy(const Shape &S, bool WithLayout = true);
  /// Returns the shape of \p Parts, whose views must live as long as this
  /// context.
  const Shape *get(const ShapeParts &Parts);
  /// Returns \p S, an array of this context, with another memory space in its
  /// layout, which prints it as `S(n)`; \p S itself if it has no layout.
  const Shape *getInSpace(const Shape &S, uint64_t Space);
  /// Returns \p S, an array of this context, with elements of \p Type and with
  /// \p Extents, one for each dimension. Each dimension stays static or
  /// dynamic. The layout is kept except for `E(n)`, which depends on the type.
  const Shape *getWithElements(const Shape &S, ElementType Type,
                               ArrayRef<uint64_t> Extents);

  /// Returns the arena that owns what shapes point to.
  llvm::BumpPtrAllocator &getArena() { return Arena; }

  /// Returns true if any shape looked up or interned so far has a tiled layout.
  bool hasTiles() const { return SeenTiles; }
  void setHasTiles(bool Has) { SeenTiles = Has; }

private:
  llvm::BumpPtrAllocator &Arena;
  const ShapeContext *Known = nullptr;
  llvm::DenseMap<StringRef, const Shape *> ByText;
  bool SeenTiles = false;
};

/// The product of the extents of \p Array, or the largest number if the product
/// does not fit 64 bits.
uint64_t countElements(const Shape &Array);

} // namespace hlomem

#endif // HLOMEM_IR_SHAPE_H
