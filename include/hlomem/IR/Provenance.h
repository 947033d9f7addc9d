//===- Provenance.h - Where a module comes from -----------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The facts of a module do not know where they come from. What its reader
/// knows besides, such as the texts, the spelling of lines, and what the source
/// claims of itself, is the module's provenance: for the writer, the verifier
/// and diagnostics.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_PROVENANCE_H
#define HLOMEM_IR_PROVENANCE_H

#include "hlomem/IR/ValueOrder.h"
#include "llvm/Support/SMLoc.h"
#include <optional>

namespace hlomem {

class Allocation;
struct ValueHeader;
class HloPosition;

/// Where the values and allocations of a module are after an edit that removes
/// or moves some.
class AssignmentRemap {
public:
  virtual ~AssignmentRemap();

  /// False for an allocation that goes; \p Position is that in
  /// Module::allocations() before the edit. New ones come after all that are
  /// kept.
  virtual bool isKept(size_t Position) const = 0;
  /// The entry of the same value afterwards; none if it goes.
  virtual std::optional<ValueOrder::Entry>
  follow(ValueOrder::Entry Before) const = 0;
  /// True if a value that goes, and none that stays, has this name.
  virtual bool isGone(const ValueHeader &Name) const = 0;
  virtual bool isGone(const HloPosition &Definition) const = 0;
};

/// Base of what the readers know. A module that was built by hand has none.
class Provenance {
public:
  enum class Kind { Dump, Proto };

  explicit Provenance(Kind K) : K(K) {}
  Provenance(const Provenance &) = delete;
  Provenance &operator=(const Provenance &) = delete;
  virtual ~Provenance();

  Kind getKind() const { return K; }

  /// Where the first of its texts begins; invalid if it has none.
  virtual llvm::SMLoc getLoc() const { return {}; }

  // What the module says of its edits, after the fact.

  /// Sizes of allocations have changed.
  virtual void noteSizes() = 0;
  /// Live ranges have changed.
  virtual void noteLiveRanges() = 0;
  /// Values and allocations were removed, added or moved from one allocation to
  /// another. Sizes and live ranges of others are as before.
  virtual void noteRemap(const AssignmentRemap &Remap) = 0;

private:
  const Kind K;
};

} // namespace hlomem

#endif // HLOMEM_IR_PROVENANCE_H
