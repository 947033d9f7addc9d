//===- UnknownText.h - What this version does not know ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keeps text that a later XLA prints and this version does not know, to write
/// it back at its place, and counts it for remarks:
/// docs/Dialects.md#what-is-unknown.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_UNKNOWNTEXT_H
#define HLOMEM_DUMP_UNKNOWNTEXT_H

#include "hlomem/Support/LLVM.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

/// Identifies what unknown text comes after: a part of a line, or all that is
/// known of a line.
enum class UnknownAfter : uint8_t {
  // These are parts of the line of an allocation. After an attribute the anchor
  // is AllocationSize plus the number of the attribute, from 1 on.
  AllocationNumber,
  AllocationSize,
  // This is the number of a parameter, before its shape or index.
  ParameterNumber = AllocationSize + 32,
  // These are the size and the offset of a value, inside the parentheses.
  ValueSize,
  ValueOffset,
  // The others are lines.
  AllocationLine,
  ValueLine,
  /// Identifies the first line of a value that has its uses below it.
  ValueHeadLine,
  // These are positions and uses in an allocation, below the first line of a
  // value. Under `Used values:` the value may have these lists again, so that a
  // line of them is identified by the value and its number in the list:
  // inPlacedList().
  PlacedPositionLine,
  PlacedUsesHead,
  PlacedUseLine,
  PlacedNoUsesLine,
  ReuseHead,
  ReuseLine,
  TotalLine,
  UsedValueLine,
  PositionsHead,
  PositionLine,
  UsesHead,
  UseLine,
  NoUsesLine,
  InstructionLine,
  AllocationsHead,
  UsedValuesHead,
  LiveRangesNote,
  /// Identifies `HloLiveRange (max N):`.
  LiveRangeSectionHead,
  ScheduleHead,
  ScheduleLine,
  LiveRangesHead,
  LiveRangeLine,
  MomentsHead,
  MomentLine,
  PeakHead,
  PeakLine,
  StackTraceHead,
  StackTraceLine,
  /// Identifies no known line: the text is an unknown section.
  UnknownSection,
};

/// Identifies the place of unknown text: UnknownAfter and, where there are
/// several such things, the address in the dump of the name of the one meant,
/// which no edit of the module changes.
struct UnknownAnchor {
  unsigned After;
  const void *Thing = nullptr;

  UnknownAnchor(UnknownAfter After, const void *Thing = nullptr)
      : After(unsigned(After)), Thing(Thing) {}
  UnknownAnchor(UnknownAfter After, SMLoc Thing)
      : UnknownAnchor(After, Thing.getPointer()) {}

  /// Returns the anchor after the first \p Count attributes that an allocation
  /// may have, or after its size if \p Count is 0.
  static UnknownAnchor afterAttributes(unsigned Count, SMLoc Allocation);

  /// Returns the anchor after line number \p I of a list that stands in an
  /// allocation, below the first line of the value at \p Value. Each line of
  /// the list is longer than a byte, so that no two values share an anchor.
  static UnknownAnchor inPlacedList(UnknownAfter Line, SMLoc Value, size_t I) {
    return {Line, Value.getPointer() + I};
  }

  friend bool operator==(UnknownAnchor, UnknownAnchor) = default;
};

/// Identifies what is unknown, in the terms of remarks.
enum class UnknownPlace : uint8_t {
  AllocationAttribute,
  ValueAttribute,
  AllocationsLine,
  AllocationsClause,
  TotalClause,
  UsedValuesLine,
  UsedValuesClause,
  LiveRangesLine,
  LiveRangesClause,
  PeakLine,
  PeakClause,
  Section,
};

/// Holds the unknown text of a dump. Points into the texts of the dump.
class UnknownText {
public:
  /// Represents a run of unknown text.
  struct Piece {
    /// Holds the text without the line feeds before it and at its end.
    StringRef Text;
    /// Is true if a line feed stands before the text.
    bool IsLine;
  };

  /// Represents unknown things that are reported together.
  struct Kind {
    UnknownPlace Place;
    /// Holds the word that names the thing; empty if many words do.
    StringRef Name;
    uint64_t Count = 0;
    /// Points to the first such thing.
    SMLoc Loc;

    /// Returns the description for remarks: "attribute 'alignment' of an
    /// allocation".
    std::string describe() const;
    /// Returns which numbers could depend on the unknown thing, for remarks.
    StringRef getAffected() const;
  };

  bool empty() const { return Pieces.empty(); }

  /// Returns true if \p At has no text yet or the text that was added last: of
  /// what stands twice in a damaged dump, only the first can be kept.
  bool canAdd(UnknownAnchor At) const;
  /// Keeps \p P for find(). What stands at one anchor must be added in a row.
  /// If \p IsPlain, consecutive lines of the text have nothing but a line feed
  /// between them, so that many may become one piece.
  void add(UnknownAnchor At, Piece P, bool IsPlain);
  /// Counts one more unknown thing, which begins at \p Loc.
  void count(UnknownPlace Place, StringRef Name, SMLoc Loc);

  /// Returns the unknown text at \p At in its order.
  ArrayRef<Piece> find(UnknownAnchor At) const;
  /// Returns the kinds of unknown things in the order in which they were met.
  ArrayRef<Kind> kinds() const { return Kinds; }
  /// Returns true if the unknown text could describe allocations that are
  /// described nowhere else: it is an unknown section or line among the
  /// allocations, or contains the head of a dump. Searches all of the text.
  bool mayHoldMemory() const;

private:
  std::vector<Piece> Pieces;
  /// Maps an anchor to the beginning and end of its pieces in Pieces.
  llvm::DenseMap<std::pair<unsigned, const void *>, std::pair<size_t, size_t>>
      Places;
  std::vector<Kind> Kinds;
};

} // namespace hlomem

#endif // HLOMEM_DUMP_UNKNOWNTEXT_H
