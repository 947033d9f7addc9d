//===- Provenance.h - Where a module comes from -----------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines the provenance of a module: what its reader knows besides the facts,
/// such as the texts, the spelling of lines, and what the source claims about
/// itself. The writer, the verifier and diagnostics use it; the facts do not
/// know where they come from.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_PROVENANCE_H
#define HLOMEM_IR_PROVENANCE_H

#include "hlomem/IR/ValueOrder.h"

namespace hlomem {

class Allocation;
struct ValueHeader;
class HloPosition;

/// Maps the values and allocations of a module to their places after an edit
/// that removes or moves some.
class AssignmentRemap {
public:
  virtual ~AssignmentRemap();

  /// Returns false for an allocation that the edit removes; \p Position is that
  /// in Module::allocations() before the edit. New allocations come after all
  /// that are kept.
  virtual bool isKept(size_t Position) const = 0;
  /// Returns the entry of the value \p Before after the edit; none if the edit
  /// removes it.
  virtual std::optional<ValueOrder::Entry>
  follow(ValueOrder::Entry Before) const = 0;
  /// Returns true if a removed value, and no remaining one, has this name.
  virtual bool isGone(const ValueHeader &Name) const = 0;
  /// Returns true if a removed value, and no remaining one, has this
  /// definition.
  virtual bool isGone(const HloPosition &Definition) const = 0;
};

/// Is the base of what the readers know. A module that was built by hand has no
/// provenance.
class Provenance {
public:
  enum class Kind { Dump, Proto };

  explicit Provenance(Kind K) : K(K) {}
  Provenance &operator=(const Provenance &) = delete;
  virtual ~Provenance();

  Kind getKind() const { return K; }

  /// Returns a copy for a copy of the module.
  virtual std::unique_ptr<Provenance> clone() const = 0;

  /// Returns the beginning of the first text; invalid if there is none.
  virtual SMLoc getLoc() const { return {}; }

  // The module calls the functions below after an edit.

  /// Notes that sizes of allocations have changed.
  virtual void noteSizes() = 0;
  /// Notes that live ranges have changed.
  virtual void noteLiveRanges() = 0;
  /// Notes that values and allocations were removed, added or moved from one
  /// allocation to another. Sizes and live ranges of others have not changed.
  virtual void noteRemap(const AssignmentRemap &Remap) = 0;

protected:
  Provenance(const Provenance &) = default;

private:
  const Kind K;
};

} // namespace hlomem

#endif // HLOMEM_IR_PROVENANCE_H
