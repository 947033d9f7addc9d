//===- DidYouMean.cpp - Names that were nearly right ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/DidYouMean.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace hlomem {

/// Returns those of \p Known that \p Name is short for, such as "h100-80gb" for
/// "h100", or long, such as "v4" for "tpu-v4"; none if these are too many to
/// choose from.
static SmallVector<StringRef> findCompletions(StringRef Name,
                                              ArrayRef<StringRef> Known) {
  constexpr size_t Most = 3, MostBefore = 4;
  SmallVector<StringRef> Found;
  if (!Name.empty())
    for (StringRef Candidate : Known)
      if (Candidate.starts_with(Name) ||
          (Candidate.size() > 1 &&
           Candidate.size() + MostBefore >= Name.size() &&
           Name.ends_with(Candidate)))
        Found.push_back(Candidate);
  if (Found.size() > Most)
    Found.clear();
  return Found;
}

std::string didYouMean(StringRef Name, ArrayRef<StringRef> Known,
                       const Twine &Otherwise) {
  if (SmallVector<StringRef> Found = findCompletions(Name, Known);
      !Found.empty()) {
    const StringRef Last = Found.pop_back_val();
    const std::string Others =
        Found.empty() ? "" : join(Found, "', '") + "' or '";
    return (", did you mean '" + Others + Last + "'?").str();
  }
  // A third of the letters may be wrong, as in clang's suggestions.
  unsigned BestDistance = (Name.size() + 2) / 3 + 1;
  StringRef Best;
  for (StringRef Candidate : Known) {
    unsigned Distance = Name.edit_distance(
        Candidate, /*AllowReplacements=*/true, BestDistance - 1);
    if (Distance < BestDistance) {
      BestDistance = Distance;
      Best = Candidate;
    }
  }
  if (Best.empty())
    return Otherwise.str();
  return (", did you mean '" + Best + "'?").str();
}

} // namespace hlomem
