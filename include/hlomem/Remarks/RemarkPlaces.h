//===- RemarkPlaces.h - Where remarks stand, for programs -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_REMARKPLACES_H
#define HLOMEM_REMARKS_REMARKPLACES_H

#include "hlomem/IR/UserPlace.h"
#include "hlomem/Remarks/Remark.h"
#include "hlomem/Support/SourceTexts.h"

namespace hlomem {

/// Returns the place of an instruction in the user's program, or none if it is
/// unknown. Texts of the place live as long as the finder.
using UserPlaceFinder =
    std::function<std::optional<UserPlace>(StringRef Instruction)>;

/// Holds what all remarks of one module share in machine-readable output.
struct RemarkModule {
  /// Names the module; remarks are grouped by it.
  std::string Name;
  /// Identifies the module among those of one run: "2.1".
  std::string Id;
  /// Has the texts of the dump, in which places are found.
  const SourceTexts &Sources;
  /// Finds places in the user's program; may be null.
  UserPlaceFinder FindUserPlace;
};

/// Finds the places of the remarks of one stream, in their order.
class RemarkPlaces {
public:
  explicit RemarkPlaces(const RemarkModule &M) : M(M) {}

  /// Makes \p R the current remark. It must be called first for each remark.
  void enter(const Remark &R);
  /// Returns the place in the dump of the current remark, or that of the last
  /// headline if it is a row or note without one; none if it is unknown.
  const std::optional<SourcePlace> &dump() const { return Dump; }
  /// Returns the place in the user's program of the instruction that the
  /// current remark refers to; none if it is unknown.
  const std::optional<UserPlace> &user() const { return User; }

private:
  const RemarkModule &M;
  SMLoc Headline;
  /// Is the location that Dump was looked up for.
  SMLoc DumpLoc;
  std::optional<SourcePlace> Dump;
  std::optional<UserPlace> User;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_REMARKPLACES_H
