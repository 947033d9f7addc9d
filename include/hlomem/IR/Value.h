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
/// in the assignment: docs/DumpFormat.md#total-and-used-values.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_VALUE_H
#define HLOMEM_IR_VALUE_H

#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/IR/ShapeIndex.h"
#include "hlomem/Support/Bytes.h"
#include "hlomem/Support/Lazy.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/SMLoc.h"
#include <cstdint>
#include <optional>
#include <utility>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

class Allocation;
class Shape;

/// What two names of a leaf have in common, for tables: the instruction's name
/// and the text of the index between its braces.
using DefinitionKey = std::pair<llvm::StringRef, llvm::StringRef>;

/// An instruction's name and the index that may follow it, as two sizes beside
/// one pointer into the dump: a dump has more of these than of anything else.
class HloPosition {
  const char *Text = nullptr;
  uint32_t NameSize = 0;
  /// With both braces; 0 where no index is printed.
  uint32_t IndexSize = 0;

  /// The brace that opens the index.
  const char *findIndex() const {
    const char *Brace = Text + NameSize;
    while (*Brace != '{' && *Brace != '[')
      ++Brace;
    return Brace;
  }

public:
  HloPosition() = default;
  /// \p Index is a canonical index text with braces, or empty. It follows \p
  /// Name in the same buffer, and no other brace stands between them.
  HloPosition(llvm::StringRef Name, llvm::StringRef Index)
      : Text(Name.data()), NameSize(Name.size()), IndexSize(Index.size()) {}

  llvm::StringRef getName() const { return {Text, NameSize}; }
  /// True if the dump prints an index here, that is, for a tuple-shaped
  /// instruction; always in live ranges.
  bool hasIndex() const { return IndexSize != 0; }
  /// The empty index where none is printed.
  ShapeIndex getIndex() const {
    if (IndexSize <= 2)
      return ShapeIndex();
    return ShapeIndex::fromCanonicalText({findIndex() + 1, IndexSize - 2u});
  }
  /// Points into the dump, as this does; a missing index is that of `{}`.
  DefinitionKey getKey() const { return {getName(), getIndex().getText()}; }
  /// Name and index name the same leaf; a missing index equals `{}`.
  friend bool operator==(const HloPosition &A, const HloPosition &B) {
    return A.getKey() == B.getKey();
  }
  llvm::SMLoc getLoc() const { return llvm::SMLoc::getFromPointer(Text); }
};

/// Prints "while.9{1}", or "copy.9" where no index is printed.
llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const HloPosition &N);

/// A place where a value's data appears: its definition first, then tuples,
/// bitcasts and the like that hold the same data.
using Position = HloPosition;

/// A read of a value.
struct Use {
  /// The reading instruction, and the index into the operand where that is
  /// tuple-shaped.
  HloPosition User;
  /// Number of the operand that is read.
  uint32_t OperandNumber = 0;
};

/// What names a value wherever a dump lists it: `<66 copy-start.1{0} @1>`.
struct ValueHeader {
  /// XLA's id.
  uint64_t Id = 0;
  /// The defining instruction, and the index of this leaf in its result.
  HloPosition Definition;
  /// `@1`; 0 where none is printed.
  MemorySpace Color = 0;
  bool HasColor = false;
  bool Phi = false;

  /// The same id and definition in the same words.
  friend bool operator==(const ValueHeader &A, const ValueHeader &B) {
    return A.Id == B.Id && A.Definition == B.Definition &&
           A.Definition.hasIndex() == B.Definition.hasIndex() &&
           A.HasColor == B.HasColor && A.Color == B.Color && A.Phi == B.Phi;
  }
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const ValueHeader &H);

/// Where a value's data appears and what reads it.
struct ValueLists {
  /// The first one is the definition.
  llvm::ArrayRef<Position> Positions;
  llvm::ArrayRef<Use> Uses;
  /// The text of the defining instruction; null where the source has none.
  const char *InstructionText = nullptr;
};

/// One value. A module hands out const ones only: what is known of the program
/// (names, shape, positions, uses) never changes, and the assignment (slice and
/// live range) by edits of the module. What is not const is for a ModuleBuilder
/// and those edits.
class Value {
public:
  /// As in the allocation's value line, or under `Used values:` if the value
  /// is in no allocation.
  const ValueHeader &getHeader() const { return Header; }
  /// XLA's id: not dense, and unique in a sound dump.
  uint64_t getId() const { return Header.Id; }
  /// The defining instruction, and the index of this leaf in its result.
  const HloPosition &getDefinition() const { return Header.Definition; }
  llvm::StringRef getInstructionName() const {
    return Header.Definition.getName();
  }
  /// Merges other values: at loops and conditionals.
  bool isPhi() const { return Header.Phi; }
  /// False for a value that is in no allocation: it has no slice and no
  /// shape.
  bool isAllocated() const { return Block; }
  /// False where a ModuleBuilder was given none, which it refuses then.
  bool hasShape() const { return Type; }
  /// Type of this leaf.
  /// \pre isAllocated()
  const Shape &getShape() const { return *Type; }

  /// The block that holds the value.
  /// \pre isAllocated()
  const Allocation &getAllocation() const { return *Block; }
  /// Start of the slice within the block.
  Bytes getOffset() const { return Offset; }
  /// Padded size, as the value line prints it.
  Bytes getSize() const { return Size; }
  /// Padded bytes end here, within the block.
  Bytes getEndOffset() const { return Offset + Size; }
  /// The memory space of the value line (`@n`), or none where none is printed.
  std::optional<MemorySpace> getColor() const {
    return Header.HasColor ? std::optional(Header.Color) : std::nullopt;
  }

  /// None where the dump has none for it, or one that cannot be: then it is
  /// unknown when the value is live (thread-local values, constants of
  /// thread-local computations).
  std::optional<LiveRange> getLiveRange() const {
    return HasRange ? std::optional(Range) : std::nullopt;
  }
  bool isLiveAt(Time T) const { return HasRange && Range.contains(T); }

  /// The first one is the definition.
  llvm::ArrayRef<Position> getPositions() const { return getLists().Positions; }
  llvm::ArrayRef<Use> getUses() const { return getLists().Uses; }
  /// Where both lists are in the text of a dump that are not yet read, for the
  /// Materializer; null once read, and for values of other sources.
  const char *getUnreadLists() const {
    return isComputed() ? nullptr : Lists.getUnread();
  }
  /// False where the dump does not show the uses (`uses are not initialized
  /// yet.`, or no `Used values:`): that there are none means nothing then.
  bool hasUses() const { return HasUses; }

  /// True if the module lists the value (Module::listedValues()): in a dump,
  /// under `Used values:`.
  bool isUsedValue() const { return IsUsedValue; }

  /// Text of the defining instruction, unparsed, as it stands in the source;
  /// empty where that has none. Module::getInstruction takes it apart.
  llvm::StringRef getInstructionText() const {
    if (LLVM_LIKELY(!isComputed()))
      return {getText(), TextSize};
    return {};
  }

  /// True if the source has that text, if empty, or the Materializer can make
  /// one: Module::printInstruction().
  bool hasInstructionText() const { return isComputed() || getText(); }

  /// True if the Materializer makes lists and instruction of a program, on
  /// demand: no text has them, and they agree with the definition.
  bool isComputed() const { return TextSize == MadeOfProgram; }

  /// The name in the value line of the allocation, or under `Used values:`.
  llvm::SMLoc getLoc() const { return Header.Definition.getLoc(); }

  void setHeader(const ValueHeader &H) { Header = H; }
  void setShape(const Shape *S) { Type = S; }
  void setSlice(Bytes NewOffset, Bytes NewSize) {
    Offset = NewOffset;
    Size = NewSize;
  }
  /// \p A outlives this, and so does what it points to.
  void setAllocation(const Allocation *A) { Block = A; }
  void setLiveRange(LiveRange R) {
    Range = R;
    HasRange = true;
  }
  void forgetLiveRange() {
    Range = LiveRange();
    HasRange = false;
  }
  /// \p L outlives this. \p TextSize is that of its text.
  void setLists(const ValueLists &L, uint32_t TextSize) {
    Lists.setRead(&L);
    this->TextSize = TextSize;
  }
  /// The module's Materializer will read the lists that begin at \p Begin; the
  /// text of the instruction stands \p TextOffset after that.
  void setUnreadLists(const char *Begin, uint32_t TextOffset,
                      uint32_t TextSize) {
    Lists.setUnread(Begin);
    this->TextOffset = TextOffset;
    this->TextSize = TextSize;
  }
  /// The module's Materializer will make the lists and the instruction, on
  /// demand; it tells values by their ids.
  void setComputed() {
    Lists.setUnread("");
    TextSize = MadeOfProgram;
  }
  void forgetLists() { setLists(NoLists, 0); }
  void setHasUses(bool Has) { HasUses = Has; }
  void setIsUsedValue(bool Is) { IsUsedValue = Is; }

private:
  /// Instead of the size of a text: isComputed().
  static constexpr uint32_t MadeOfProgram = ~uint32_t();

  const ValueLists &getLists() const {
    const ValueLists *Read = Lists.getRead();
    return Read ? *Read : readLists();
  }
  const ValueLists &readLists() const;
  const char *getText() const {
    if (const char *Unread = Lists.getUnread())
      return Unread + TextOffset;
    return Lists.getRead()->InstructionText;
  }
  static const ValueLists NoLists;

  // Most of what a module takes are values: the flags lie after those of the
  // header.
  [[no_unique_address]] ValueHeader Header;
  bool HasRange : 1 = false;
  bool HasUses : 1 = false;
  /// Met under `Used values:`.
  bool IsUsedValue : 1 = false;
  const Shape *Type = nullptr;
  const Allocation *Block = nullptr;
  Bytes Offset;
  Bytes Size;
  LiveRange Range;
  /// They are the larger part of what a dump says, and a peak needs none of
  /// them.
  LazyPointer<ValueLists, char> Lists{&NoLists};
  uint32_t TextOffset = 0;
  uint32_t TextSize = 0;
};

} // namespace hlomem

#endif // HLOMEM_IR_VALUE_H
