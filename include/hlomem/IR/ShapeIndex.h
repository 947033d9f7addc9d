//===- ShapeIndex.h - A path into a nested tuple --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_SHAPEINDEX_H
#define HLOMEM_IR_SHAPEINDEX_H

#include "hlomem/Support/LLVM.h"
#include "llvm/ADT/Hashing.h"

namespace hlomem {

/// Represents a path into a nested tuple, `{1,0}`. The empty path `{}` names
/// the whole: an array, or the index table of a tuple
/// (docs/DumpFormat.md#notation).
///
/// Refers to the text between the braces, which must outlive it. The text is
/// canonical (no blanks, no leading zeros), so that equal paths have equal
/// text.
class ShapeIndex {
  StringRef Text;

  explicit ShapeIndex(StringRef Text) : Text(Text) {}

public:
  ShapeIndex() = default;

  /// Parses "{...}" as a whole; returns none if \p Braced is not a canonical
  /// index whose parts fit into 64 bits.
  static std::optional<ShapeIndex> parse(StringRef Braced);

  /// Returns the index with \p Text, the canonical text between the braces,
  /// which the caller has checked.
  static ShapeIndex fromCanonicalText(StringRef Text) {
    return ShapeIndex(Text);
  }

  /// Returns the text between the braces, "1,0".
  StringRef getText() const { return Text; }
  bool empty() const { return Text.empty(); }
  SmallVector<uint64_t, 4> getParts() const;

  friend bool operator==(ShapeIndex A, ShapeIndex B) {
    return A.Text == B.Text;
  }
  friend llvm::hash_code hash_value(ShapeIndex I) {
    return llvm::hash_value(I.Text);
  }
};

/// Prints "{1,0}".
raw_ostream &operator<<(raw_ostream &OS, ShapeIndex I);

} // namespace hlomem

#endif // HLOMEM_IR_SHAPEINDEX_H
