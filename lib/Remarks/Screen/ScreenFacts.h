//===- ScreenFacts.h - What a screen is drawn from --------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_REMARKS_SCREEN_SCREENFACTS_H
#define HLOMEM_LIB_REMARKS_SCREEN_SCREENFACTS_H

#include "hlomem/Remarks/Remark.h"
#include "hlomem/Remarks/ScreenRemarkStream.h"
#include "hlomem/Support/SizeUnit.h"

namespace hlomem {

/// The argument \p Key of \p R as text for a person; empty if there is none.
std::string getText(const Remark &R, StringRef Key);

/// The number \p Key, which has no sign; none if it is unknown.
std::optional<uint64_t> getNumber(const Remark &R, StringRef Key);

/// The same, and 0 if it is unknown.
uint64_t getCount(const Remark &R, StringRef Key);

/// The remarks of one run of `summary` and `advise`, and what all sections of
/// the screen ask them.
struct ScreenFacts {
  /// \p Remarks must outlive the facts.
  ScreenFacts(ArrayRef<Remark> Remarks, bool ExactBytes);

  /// The first remark with this name, or null.
  const Remark *find(StringRef Name) const;
  /// The headline of `summary`; null if it was not run.
  const Remark *findHead() const;
  /// Whether `fit` may find changes that fit together: it tries those that have
  /// a number alone.
  bool mayFitTogether() const;
  /// The message of \p R, with its sizes in the unit of the screen.
  std::string describe(const Remark &R) const { return describe(R, Unit); }
  std::string describe(const Remark &R, const SizeUnit &Of) const;

  ArrayRef<Remark> Remarks;
  bool ExactBytes;
  uint64_t Need = 0;
  SizeUnit Unit;
  /// That of the device, or what the user gives; none without one.
  std::optional<uint64_t> Limit;
  /// "fits", "close", "does not fit", "unknown"; empty without a limit.
  std::string Verdict;
};

} // namespace hlomem

#endif // HLOMEM_LIB_REMARKS_SCREEN_SCREENFACTS_H
