//===- Value.h - Values of a buffer assignment ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A value is one SSA definition, (instruction, index), together with its place
/// in the assignment: dump-format.md sections 4 to 6.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_VALUE_H
#define HLOMEM_IR_VALUE_H

#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/IR/ShapeIndex.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"
#include <cstdint>
#include <optional>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

class Allocation;
class Shape;

/// An instruction's name and the index that may follow it, as two sizes beside
/// one pointer into the dump: a dump has more of these than of anything else.
class NamedIndex {
  const char *Text = nullptr;
  uint32_t NameSize = 0;
  /// With both braces; 0 where no index is printed.
  uint32_t IndexSize = 0;
  uint32_t IndexOffset = 0;

public:
  NamedIndex() = default;
  /// \p Index is a canonical index text with braces, or empty. It follows \p
  /// Name in the same buffer.
  NamedIndex(llvm::StringRef Name, llvm::StringRef Index)
      : Text(Name.data()), NameSize(Name.size()), IndexSize(Index.size()),
        IndexOffset(Index.empty() ? 0 : Index.data() - Name.data()) {}

  llvm::StringRef getName() const { return {Text, NameSize}; }
  /// True if the dump prints an index here, that is, for a tuple-shaped
  /// instruction; always in live ranges.
  bool hasIndex() const { return IndexSize != 0; }
  /// The empty index where none is printed.
  ShapeIndex getIndex() const {
    if (IndexSize <= 2)
      return ShapeIndex();
    return ShapeIndex::fromCanonicalText(
        {Text + IndexOffset + 1, IndexSize - 2u});
  }
  /// Name and index name the same leaf; a missing index equals `{}`.
  friend bool operator==(const NamedIndex &A, const NamedIndex &B) {
    return A.getName() == B.getName() && A.getIndex() == B.getIndex();
  }
  llvm::SMLoc getLoc() const { return llvm::SMLoc::getFromPointer(Text); }
};

/// Prints "while.9{1}", or "copy.9" where no index is printed.
llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const NamedIndex &N);

/// A place where a value's data appears: its definition first, then tuples,
/// bitcasts and the like that hold the same data.
using Position = NamedIndex;

/// A read of a value.
struct Use {
  /// The reading instruction, and the index into the operand where that is
  /// tuple-shaped.
  NamedIndex User;
  /// Number of the operand that is read.
  uint32_t OperandNumber = 0;
};

/// One value. What the dump says of the program (names, shape, positions, uses)
/// never changes; the assignment (slice and live range) may be changed by a
/// transform pass.
class Value {
public:
  /// XLA's id: unique, not dense.
  uint64_t getId() const { return Id; }
  /// The defining instruction, and the index of this leaf in its result.
  const NamedIndex &getDefinition() const { return Definition; }
  llvm::StringRef getInstructionName() const { return Definition.getName(); }
  /// Merges other values: at loops and conditionals.
  bool isPhi() const { return Phi; }
  /// Type of this leaf; never null.
  const Shape &getShape() const { return *Type; }

  /// The block that holds the value; never null.
  const Allocation &getAllocation() const { return *Block; }
  /// Start of the slice within the block.
  Bytes getOffset() const { return Offset; }
  /// Padded size, as the value line prints it.
  Bytes getSize() const { return Size; }
  /// Padded bytes end here, within the block.
  Bytes getEndOffset() const { return Offset + Size; }
  /// The memory space of the value line (`@n`), or none where none is printed.
  std::optional<MemorySpace> getColor() const {
    return HasColor ? std::optional(Color) : std::nullopt;
  }

  /// None where the dump has none for it: then it is unknown when the value is
  /// live (thread-local values, constants of thread-local computations).
  std::optional<LiveRange> getLiveRange() const {
    return HasRange ? std::optional(Range) : std::nullopt;
  }
  bool isLiveAt(Time T) const { return HasRange && Range.contains(T); }

  /// The first one is the definition.
  llvm::ArrayRef<Position> getPositions() const { return Positions; }
  llvm::ArrayRef<Use> getUses() const { return Uses; }

  /// Text of the defining instruction, unparsed; empty where the dump has none.
  /// Module::getInstruction takes it apart.
  llvm::StringRef getInstructionText() const { return {TextBegin, TextSize}; }

  /// The name in the value line of the allocation.
  llvm::SMLoc getLoc() const { return Definition.getLoc(); }

private:
  friend class DumpParser;

  uint64_t Id = 0;
  NamedIndex Definition;
  MemorySpace Color = 0;
  const Shape *Type = nullptr;
  const Allocation *Block = nullptr;
  Bytes Offset;
  Bytes Size;
  LiveRange Range;
  llvm::ArrayRef<Position> Positions;
  llvm::ArrayRef<Use> Uses;
  const char *TextBegin = nullptr;
  uint32_t TextSize = 0;
  bool Phi = false;
  bool HasColor = false;
  bool HasRange = false;
  /// Met under `Used values:`.
  bool IsUsedValue = false;
};

/// Prints the value-id, "<66 copy-start.1{0} @1>".
void printValueId(llvm::raw_ostream &OS, const Value &V);

} // namespace hlomem

#endif // HLOMEM_IR_VALUE_H
