//===- UnknownText.h - What this version does not know ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A later XLA prints what this version has never heard of. Such text is kept
/// to be written back at its place, and counted to be told of:
/// docs/DumpFormat.md#what-is-unknown.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_UNKNOWNTEXT_H
#define HLOMEM_DUMP_UNKNOWNTEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"
#include <cstdint>
#include <string>
#include <vector>

namespace hlomem {

/// What unknown text comes after: a part of a line, or all that is known of a
/// line.
enum class UnknownAfter : uint8_t {
  // Parts of the line of an allocation. After an attribute it is
  // AllocationSize and the number of the attribute, from 1 on.
  AllocationNumber,
  AllocationSize,
  // The number of a parameter, before its shape or index.
  ParameterNumber = AllocationSize + 32,
  // The size and the offset of a value, inside the parentheses.
  ValueSize,
  ValueOffset,
  // Lines.
  AllocationLine,
  ValueLine,
  /// The first line of a value that has its uses below it.
  ValueHeadLine,
  // Those uses and positions. A used value may have the same lists again, so
  // that a line of these is named by the value and its number in the list:
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
  /// `HloLiveRange (max N):`
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
  /// Nothing: an unknown section.
  UnknownSection,
};

/// The place that unknown text stands at: UnknownAfter and, of things that
/// there are several of, where the dump names this one, which no edit of the
/// module changes.
struct UnknownAnchor {
  unsigned After;
  const void *Thing = nullptr;

  UnknownAnchor(UnknownAfter After, const void *Thing = nullptr)
      : After(unsigned(After)), Thing(Thing) {}
  UnknownAnchor(UnknownAfter After, llvm::SMLoc Thing)
      : UnknownAnchor(After, Thing.getPointer()) {}

  /// After the first \p Count attributes that an allocation may have; after
  /// its size where that is 0.
  static UnknownAnchor afterAttributes(unsigned Count, llvm::SMLoc Allocation);

  /// After line number \p I of a list that stands in an allocation, below the
  /// first line of the value at \p Value. Each line of the list is longer than
  /// a byte, so that no other value is so near.
  static UnknownAnchor inPlacedList(UnknownAfter Line, llvm::SMLoc Value,
                                    size_t I) {
    return {Line, Value.getPointer() + I};
  }

  friend bool operator==(UnknownAnchor, UnknownAnchor) = default;
};

/// What is unknown, as a user is told.
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

/// The unknown text of a dump. Points into its texts.
class UnknownText {
public:
  /// A run of unknown text.
  struct Piece {
    /// Without the line feed before and the one at its end.
    llvm::StringRef Text;
    /// A line feed stands before it.
    bool IsLine;
  };

  /// Unknown things that are told of together.
  struct Kind {
    UnknownPlace Place;
    /// The word that names it; empty where many words do.
    llvm::StringRef Name;
    uint64_t Count = 0;
    /// The first one.
    llvm::SMLoc Loc;

    /// "attribute 'alignment' of an allocation".
    std::string describe() const;
    /// Which numbers could depend on it.
    llvm::StringRef getAffected() const;
  };

  bool empty() const { return Pieces.empty(); }

  /// True if \p At has nothing yet or what was added last: of what stands twice
  /// in a damaged dump, only the first can be kept.
  bool canAdd(UnknownAnchor At) const;
  /// Keeps \p P for find(): what stands at one anchor must be added in a row.
  /// \p IsPlain: lines of the text that follow each other have nothing but a
  /// line feed between them, so that many may be one piece.
  void add(UnknownAnchor At, Piece P, bool IsPlain);
  /// Counts one thing more, which begins at \p Loc.
  void count(UnknownPlace Place, llvm::StringRef Name, llvm::SMLoc Loc);

  /// What stands at this place, in its order.
  llvm::ArrayRef<Piece> find(UnknownAnchor At) const;
  /// In the order in which they were met.
  llvm::ArrayRef<Kind> kinds() const { return Kinds; }
  /// True if it could tell of allocations that are nowhere else: of a place for
  /// them, or with the head of a dump in it. Looks through all of the text.
  bool mayHoldMemory() const;

private:
  std::vector<Piece> Pieces;
  /// Where in Pieces those of an anchor begin and end.
  llvm::DenseMap<std::pair<unsigned, const void *>, std::pair<size_t, size_t>>
      Places;
  std::vector<Kind> Kinds;
};

} // namespace hlomem

#endif // HLOMEM_DUMP_UNKNOWNTEXT_H
