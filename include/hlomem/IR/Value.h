//===- Value.h - Values of a buffer assignment ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines values. A value is one SSA definition, (instruction, index),
/// together with its place in the assignment:
/// docs/DumpFormat.md#total-and-used-values.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_VALUE_H
#define HLOMEM_IR_VALUE_H

#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/IR/ShapeIndex.h"
#include "hlomem/Support/Bytes.h"
#include "hlomem/Support/Lazy.h"
#include "llvm/Support/Compiler.h"

namespace hlomem {

class Allocation;
class Shape;

/// Identifies a leaf in tables, however its name is spelled: the instruction's
/// name, and the text of the index without its braces.
using DefinitionKey = std::pair<StringRef, StringRef>;

/// Represents an instruction's name and the index that may follow it. Since a
/// dump has more of these than of anything else, it is stored as one pointer
/// into the text and two sizes.
class HloPosition {
  const char *Text = nullptr;
  uint32_t NameSize = 0;
  /// Counts the bytes of the index with both braces; 0 if no index is printed.
  uint32_t IndexSize = 0;

  /// Returns the opening brace of the index.
  /// \pre hasIndex()
  const char *findIndex() const {
    const char *Brace = Text + NameSize;
    while (*Brace != '{' && *Brace != '[')
      ++Brace;
    return Brace;
  }

public:
  HloPosition() = default;
  /// Constructs the position of \p Name and \p Index, a canonical index text
  /// with braces, or empty. \p Index must follow \p Name in the same buffer,
  /// and no other brace may be between them.
  HloPosition(StringRef Name, StringRef Index)
      : Text(Name.data()), NameSize(Name.size()), IndexSize(Index.size()) {}

  StringRef getName() const { return {Text, NameSize}; }
  /// Returns true if an index is printed. In a dump one is printed for
  /// tuple-shaped instructions, and in live ranges always.
  bool hasIndex() const { return IndexSize != 0; }
  /// Returns the index; the empty index if none is printed.
  ShapeIndex getIndex() const {
    if (IndexSize <= 2)
      return ShapeIndex();
    return ShapeIndex::fromCanonicalText({findIndex() + 1, IndexSize - 2u});
  }
  /// Returns a key into the same text. A missing index has the key of `{}`.
  DefinitionKey getKey() const { return {getName(), getIndex().getText()}; }
  /// Returns true if \p A and \p B name the same leaf. A missing index equals
  /// `{}`.
  friend bool operator==(const HloPosition &A, const HloPosition &B) {
    return A.getKey() == B.getKey();
  }
  /// Returns the place of the name.
  SMLoc getLoc() const { return SMLoc::getFromPointer(Text); }
};

/// Prints "while.9{1}", or "copy.9" if \p N has no index.
raw_ostream &operator<<(raw_ostream &OS, const HloPosition &N);

/// Represents a place where a value's data appears: the definition, or a tuple,
/// a bitcast or the like that holds the same data.
using Position = HloPosition;

/// Represents a read of a value by an operand of an instruction.
struct Use {
  /// Names the reading instruction; its index is that within the operand if the
  /// operand is tuple-shaped.
  HloPosition User;
  /// Holds the number of the operand.
  uint32_t OperandNumber = 0;
};

/// Represents the name of a value as a dump prints it in all of its lists:
/// `<66 copy-start.1{0} @1>`.
struct ValueHeader {
  /// Holds XLA's id of the value.
  uint64_t Id = 0;
  /// Names the defining instruction and the leaf of its result that is the
  /// value.
  HloPosition Definition;
  /// Holds the memory space, printed as `@1`; 0 if none is printed.
  MemorySpace Color = 0;
  /// Is true if a memory space is printed.
  bool HasColor = false;
  /// Is true if the value merges others: Value::isPhi().
  bool Phi = false;

  /// Returns true if both headers have equal ids and definitions, spelled
  /// alike.
  friend bool operator==(const ValueHeader &A, const ValueHeader &B) {
    return A.Id == B.Id && A.Definition == B.Definition &&
           A.Definition.hasIndex() == B.Definition.hasIndex() &&
           A.HasColor == B.HasColor && A.Color == B.Color && A.Phi == B.Phi;
  }
};

/// Prints the header as a dump does: `<66 copy-start.1{0} @1>`.
raw_ostream &operator<<(raw_ostream &OS, const ValueHeader &H);

/// Holds the places where a value's data appears, and the reads of the value.
struct ValueLists {
  /// Lists the positions, the definition first.
  ArrayRef<Position> Positions;
  ArrayRef<Use> Uses;
  /// Points to the text of the defining instruction; null if the source has
  /// none.
  const char *InstructionText = nullptr;
};

/// Represents a value. A module hands out only const values: what is known of
/// the program (names, shape, positions, uses) never changes, and the
/// assignment (slice and live range) changes by edits of the module only.
/// Functions that are not const are for a ModuleBuilder and for those edits.
class Value {
public:
  /// Returns the name in the allocation's value line; for a value that is in no
  /// allocation, the name under `Used values:`.
  const ValueHeader &getHeader() const { return Header; }
  /// Returns XLA's id of the value. Ids are not dense; in a sound dump they are
  /// unique.
  uint64_t getId() const { return Header.Id; }
  /// Returns the defining instruction and the leaf of its result that is the
  /// value.
  const HloPosition &getDefinition() const { return Header.Definition; }
  StringRef getInstructionName() const { return Header.Definition.getName(); }
  /// Returns true if the value merges other values, at a loop or a conditional.
  bool isPhi() const { return Header.Phi; }
  /// Returns true if the value is in an allocation. A value that is in none has
  /// no slice and no shape.
  bool isAllocated() const { return Block; }
  /// Returns true if the value has a shape. A value of a module that lacks one
  /// is in no allocation: ModuleBuilder::build() refuses others.
  bool hasShape() const { return Type; }
  /// Returns the shape of the leaf that is the value.
  /// \pre isAllocated()
  const Shape &getShape() const { return *Type; }

  /// Returns the allocation that holds the value.
  /// \pre isAllocated()
  const Allocation &getAllocation() const { return *Block; }
  /// Returns the start of the slice within the allocation.
  Bytes getOffset() const { return Offset; }
  /// Returns the padded size, which the value line prints.
  Bytes getSize() const { return Size; }
  /// Returns the end of the slice within the allocation, padding included.
  Bytes getEndOffset() const { return Offset + Size; }
  /// Returns the memory space in the value line (`@n`); none if none is
  /// printed.
  std::optional<MemorySpace> getColor() const {
    return Header.HasColor ? std::optional(Header.Color) : std::nullopt;
  }

  /// Returns the live range. Returns none if it is unknown when the value is
  /// live: the dump has no range for the value, such as a thread-local one or a
  /// constant of a thread-local computation, or an impossible one.
  std::optional<LiveRange> getLiveRange() const {
    return HasRange ? std::optional(Range) : std::nullopt;
  }
  bool isLiveAt(Time T) const { return HasRange && Range.contains(T); }

  /// Returns the places where the value's data appears, the definition first.
  ArrayRef<Position> getPositions() const { return getLists().Positions; }
  /// Returns the reads of the value. Whether they are known, hasUses() tells.
  ArrayRef<Use> getUses() const { return getLists().Uses; }
  /// Returns the text in a dump of the positions and uses that are not yet
  /// read, for the Materializer; null once they are read, and for values of
  /// other sources.
  const char *getUnreadLists() const {
    return isComputed() ? nullptr : Lists.getUnread();
  }
  /// Returns true if the source tells the uses. A dump may not
  /// (`uses are not initialized yet.`, or no `Used values:`): an empty list of
  /// uses then means nothing.
  bool hasUses() const { return HasUses; }

  /// Returns true if Module::listedValues() has the value: in a dump,
  /// `Used values:` lists it.
  bool isUsedValue() const { return IsUsedValue; }

  /// Returns the text of the defining instruction, unparsed, as the source
  /// prints it; empty if the source has none. Module::getInstruction() parses
  /// it.
  StringRef getInstructionText() const {
    if (LLVM_LIKELY(!isComputed()))
      return {getText(), TextSize};
    return {};
  }

  /// Returns true if the source has a text of the defining instruction, even an
  /// empty one, or the Materializer can print one: Module::printInstruction().
  bool hasInstructionText() const { return isComputed() || getText(); }

  /// Returns true if the Materializer computes the lists and the instruction
  /// from a program, on demand. No text has them, and they always agree with
  /// the definition.
  bool isComputed() const { return TextSize == MadeOfProgram; }

  /// Returns the place of the name in the allocation's value line, or under
  /// `Used values:` for a value in no allocation.
  SMLoc getLoc() const { return Header.Definition.getLoc(); }

  void setHeader(const ValueHeader &H) { Header = H; }
  void setShape(const Shape *S) { Type = S; }
  void setSlice(Bytes NewOffset, Bytes NewSize) {
    Offset = NewOffset;
    Size = NewSize;
  }
  /// Sets the allocation. \p A, and what it points to, must outlive the value.
  void setAllocation(const Allocation *A) { Block = A; }
  void setLiveRange(LiveRange R) {
    Range = R;
    HasRange = true;
  }
  void forgetLiveRange() {
    Range = LiveRange();
    HasRange = false;
  }
  /// Sets the lists. \p L must outlive the value; \p TextSize is the size of
  /// its instruction text.
  void setLists(const ValueLists &L, uint32_t TextSize) {
    Lists.setRead(&L);
    this->TextSize = TextSize;
  }
  /// Leaves it to the module's Materializer to read the lists that begin at
  /// \p Begin. The text of the instruction begins \p TextOffset bytes after
  /// that.
  void setUnreadLists(const char *Begin, uint32_t TextOffset,
                      uint32_t TextSize) {
    Lists.setUnread(Begin);
    this->TextOffset = TextOffset;
    this->TextSize = TextSize;
  }
  /// Leaves it to the module's Materializer to compute the lists and the
  /// instruction on demand, by the value's id.
  void setComputed() {
    Lists.setUnread("");
    TextSize = MadeOfProgram;
  }
  /// Removes the positions, the uses and the text of the instruction.
  void forgetLists() { setLists(NoLists, 0); }
  void setHasUses(bool Has) { HasUses = Has; }
  void setIsUsedValue(bool Is) { IsUsedValue = Is; }

private:
  /// Is the TextSize of a value that isComputed().
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

  // The flags occupy the tail padding of the header, since values make up most
  // of the size of a module.
  [[no_unique_address]] ValueHeader Header;
  bool HasRange : 1 = false;
  bool HasUses : 1 = false;
  /// Is true if the module lists the value; in a dump, under `Used values:`.
  bool IsUsedValue : 1 = false;
  const Shape *Type = nullptr;
  const Allocation *Block = nullptr;
  Bytes Offset;
  Bytes Size;
  LiveRange Range;
  /// Points to the lists, or to their text until they are read: they are the
  /// larger part of a dump, and no peak depends on them.
  LazyPointer<ValueLists, char> Lists{&NoLists};
  uint32_t TextOffset = 0;
  uint32_t TextSize = 0;
};

} // namespace hlomem

#endif // HLOMEM_IR_VALUE_H
