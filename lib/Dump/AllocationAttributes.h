//===- AllocationAttributes.h - What may stand in an allocation line ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attributes after the size of an allocation, as one table for the reader
// and the writer: docs/Contributing.md tells how to add one.
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DUMP_ALLOCATIONATTRIBUTES_H
#define HLOMEM_LIB_DUMP_ALLOCATIONATTRIBUTES_H

#include "hlomem/IR/AllocationFlags.h"
#include "hlomem/Support/LLVM.h"

namespace hlomem {

class Allocation;
class DumpParser;
class DumpWriter;
class LineScanner;

/// A row of the table.
struct AllocationAttribute {
  /// As messages call it: "page".
  StringRef Name;
  /// What stands before the value: "page ". The name where there is no value.
  StringRef Head;
  /// What a message expects where it stands twice or after a later one: "once
  /// and before the flags". Flags have none, and a message that all share.
  StringRef Place;
  /// The flag that says that it is there; None for what is no flag.
  AllocationFlags Flag = AllocationFlags::None;
  /// Reads the value after the head; false where the scanner has a message.
  /// Null where there is no value.
  bool (*ReadValue)(DumpParser &, LineScanner &, Allocation &) = nullptr;
  /// Writes all of it with the comma before it, or nothing where the allocation
  /// does not have it. Null where there is no value.
  void (*WriteWhole)(DumpWriter &, const Allocation &) = nullptr;

  bool hasValue() const { return ReadValue != nullptr; }
  /// \p Text is the line from a place on where an attribute may begin.
  bool begins(StringRef Text) const;
  /// Reads what comes after the head.
  bool read(DumpParser &P, LineScanner &S, Allocation &A) const;
  /// As WriteWhole.
  void write(DumpWriter &W, const Allocation &A) const;
};

/// All of them, in the order in which a line has them.
ArrayRef<AllocationAttribute> allocationAttributes();

/// \p Word begins a part of an allocation line that has a value: where such a
/// part cannot be read the line is damaged, and nothing in it is unknown.
bool beginsAllocationPart(StringRef Word);

/// What of \p Text can be the name of an attribute without a value.
StringRef takeAttributeWord(StringRef Text);

} // namespace hlomem

#endif // HLOMEM_LIB_DUMP_ALLOCATIONATTRIBUTES_H
