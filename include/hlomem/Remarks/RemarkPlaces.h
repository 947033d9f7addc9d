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
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <optional>
#include <string>

namespace hlomem {

/// Where the user's program has the instruction of this name; none where that
/// is unknown. What it returns lives as long as the finder does.
using UserPlaceFinder =
    std::function<std::optional<UserPlace>(llvm::StringRef Instruction)>;

/// What all remarks of one module have in common in a file for programs.
struct RemarkModule {
  /// What remarks are grouped by.
  std::string Name;
  /// Tells the modules of one run apart: "2.1".
  std::string Id;
  /// Knows the places in the dump.
  const SourceTexts &Sources;
  /// May be null.
  UserPlaceFinder FindUserPlace;
};

/// Finds the places of the remarks of one stream, in their order.
class RemarkPlaces {
public:
  explicit RemarkPlaces(const RemarkModule &M) : M(M) {}

  /// Call this first for each remark.
  void enter(const Remark &R);
  /// In the dump: that of the last headline for a row or note that has none of
  /// its own. None where nothing is known.
  const std::optional<SourcePlace> &dump() const { return Dump; }
  /// In the user's program: that of the instruction that the remark speaks of.
  const std::optional<UserPlace> &user() const { return User; }

private:
  const RemarkModule &M;
  llvm::SMLoc Headline;
  /// Where Dump was looked up.
  llvm::SMLoc DumpLoc;
  std::optional<SourcePlace> Dump;
  std::optional<UserPlace> User;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_REMARKPLACES_H
