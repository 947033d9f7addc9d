//===- Shape.h - The type and layout of an array, tuple or token ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shapes as the dump prints them: dump-format.md section 3.7.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_SHAPE_H
#define HLOMEM_IR_SHAPE_H

#include "hlomem/IR/ElementType.h"
#include "hlomem/IR/ShapeIndex.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include <cstdint>
#include <optional>

namespace llvm {
class raw_ostream;
class Twine;
} // namespace llvm

namespace hlomem {

/// One dimension of an array.
struct Dimension {
  /// Elements; the bound of a dynamic dimension, which is what its buffer holds;
  /// 0 for an unbounded one.
  uint64_t Extent = 0;
  /// `<=N`: the true extent is known at run time only.
  bool IsDynamic = false;
  /// `?`: no bound is known, and so no size either.
  bool IsUnbounded = false;
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
  /// Dimensions from most minor to most major.
  llvm::ArrayRef<uint64_t> MinorToMajor;
  /// The first one is applied first and alone decides the padded size.
  llvm::ArrayRef<Tile> Tiles;
  /// `S(n)`, 0 where it is not printed.
  uint64_t MemorySpace = 0;
  /// `E(n)`: bits of an element in memory, where it is not the type's own width.
  std::optional<uint64_t> ElementBits;
  /// `L(n)`: the element count is rounded up to a multiple of this.
  std::optional<uint64_t> TailAlignment;
  /// Properties that change no size (`D`, `#`, `*`, `SC`, `P`, `M`), as printed;
  /// in two runs because `T`, `L` and `E`, `S` stand between them.
  llvm::StringRef LeadingProperties;
  llvm::StringRef MiddleProperties;
  llvm::StringRef TrailingProperties;
  /// A text in a layout that follows no known order; printed as it stood, and
  /// the padded size is then unknown.
  llvm::StringRef Unknown;
};

/// An immutable shape, interned: within one ShapeContext equal texts are equal
/// pointers.
class Shape {
public:
  enum class Kind {
    Array,  ///< `f32[2,3]{1,0}`, also of a type never heard of.
    Tuple,  ///< `(f32[2], s32[])`
    Token,  ///< `token[]`, no bytes.
    Buffer, ///< `b(f32[2])`, a handle to memory of the element shape.
  };

  Kind kind() const { return ShapeKind; }
  bool isArray() const { return ShapeKind == Kind::Array; }
  bool isTuple() const { return ShapeKind == Kind::Tuple; }

  /// Array and token: the type; ElementType::Unknown for a word that XLA's table
  /// does not have.
  ElementType elementType() const { return Type; }
  /// The word that stands in the dump, "f32".
  llvm::StringRef elementTypeName() const { return TypeName; }
  llvm::ArrayRef<Dimension> dimensions() const { return Dimensions; }
  /// Null where no layout is printed.
  const Layout *layout() const { return ArrayLayout; }
  /// Elements of a tuple; the one shape inside a buffer.
  llvm::ArrayRef<const Shape *> elements() const { return Elements; }

  /// Elements x bytes of one element, without tiles (definitions.md: u(v)); the
  /// pointer table of a tuple is 8 bytes for each element, a token 0. None where
  /// it cannot be known: an unknown type, an unbounded dimension, or a product
  /// above 64 bits.
  std::optional<Bytes> logicalSize() const;

  /// Bytes in memory by the first-tile rule (dump-format.md section 4); none
  /// where the logical size is unknown and for tuples, whose table size depends on
  /// the backend.
  std::optional<Bytes> paddedSize() const;

  /// The part of this shape that Index names, or null where there is none.
  const Shape *subshape(ShapeIndex Index) const;

  /// True if this, or any element of this, has a tiled layout.
  bool hasTiles() const;

  /// Prints the shape as XLA does, with `/*index=N*/` comments before every
  /// fifth tuple element; without layouts where WithLayout is false.
  void print(llvm::raw_ostream &OS, bool WithLayout = true) const;

private:
  friend class ShapeParser;
  friend class ShapeContext;

  Kind ShapeKind = Kind::Array;
  ElementType Type = ElementType::Unknown;
  bool HasIndexComments = true;
  llvm::StringRef TypeName;
  llvm::ArrayRef<Dimension> Dimensions;
  const Layout *ArrayLayout = nullptr;
  llvm::ArrayRef<const Shape *> Elements;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Shape &S);

/// A place in a text where no shape could be read.
struct ShapeError {
  /// Where, as an offset into the text that was given.
  size_t Offset = 0;
  /// What was expected there, "expected ',' or ']' in the dimensions".
  std::string Message;
};

/// Owns the shapes of one module. Texts that are interned must outlive it.
class ShapeContext {
public:
  explicit ShapeContext(llvm::BumpPtrAllocator &Arena) : Arena(Arena) {}
  ShapeContext(const ShapeContext &) = delete;
  ShapeContext &operator=(const ShapeContext &) = delete;

  /// The shape that Text spells as a whole. Null where it spells none; Error
  /// then says where and why.
  const Shape *get(llvm::StringRef Text, ShapeError &Error);

  /// Reads the longest shape at the start of Text and drops it from Text. Null
  /// where there is none; Error then says where and why, and Text is unchanged.
  const Shape *consume(llvm::StringRef &Text, ShapeError &Error);

  /// True if any shape read so far has a tiled layout.
  bool hasTiles() const { return SeenTiles; }

private:
  friend class ShapeParser;

  llvm::BumpPtrAllocator &Arena;
  llvm::DenseMap<llvm::StringRef, const Shape *> ByText;
  bool SeenTiles = false;
};

} // namespace hlomem

#endif // HLOMEM_IR_SHAPE_H
