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

StringRef findNearest(StringRef Name, ArrayRef<StringRef> Known) {
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
  return Best;
}

/// Returns those of \p Known that begin with \p Name, "h100-80gb" for "h100",
/// or that it begins or ends with, "h200" for "h200-141gb" and "v4" for
/// "tpu-v4"; none if there are too many to choose from.
static SmallVector<StringRef> findCompletions(StringRef Name,
                                              ArrayRef<StringRef> Known) {
  constexpr size_t MaxFound = 3, MinLetters = 2, MaxLettersAround = 6;
  // Of several words none is the name.
  auto IsOfName = [&](StringRef Candidate) {
    return !Name.contains(' ') && Candidate.size() >= MinLetters &&
           Candidate.size() + MaxLettersAround >= Name.size() &&
           (Name.ends_with(Candidate) || Name.starts_with(Candidate));
  };
  SmallVector<StringRef> Found;
  if (!Name.empty())
    for (StringRef Candidate : Known)
      if (Candidate.starts_with(Name) || IsOfName(Candidate))
        Found.push_back(Candidate);
  if (Found.size() > MaxFound)
    Found.clear();
  return Found;
}

std::string didYouMean(StringRef Name, ArrayRef<StringRef> Known,
                       const Twine &Otherwise) {
  SmallVector<StringRef> Found = findCompletions(Name, Known);
  if (Found.empty())
    if (StringRef Nearest = findNearest(Name, Known); !Nearest.empty())
      Found.push_back(Nearest);
  if (Found.empty())
    return Otherwise.str();
  const StringRef Last = Found.pop_back_val();
  const std::string Others =
      Found.empty() ? "" : join(Found, "', '") + "' or '";
  return (", did you mean '" + Others + Last + "'?").str();
}

} // namespace hlomem
