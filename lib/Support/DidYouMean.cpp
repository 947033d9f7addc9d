//===- DidYouMean.cpp - Names that were nearly right ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/DidYouMean.h"

using namespace llvm;

namespace hlomem {

std::string didYouMean(StringRef Name, ArrayRef<StringRef> Known,
                       const Twine &Otherwise) {
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
