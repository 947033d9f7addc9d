//===- RemarkPattern.cpp - Names of remarks that match --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/RemarkPattern.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace hlomem {

std::string getFullName(const Remark &R) {
  return (Twine(R.getPassName()) + ":" + R.getName()).str();
}

bool RemarkPattern::matches(const Remark &R) {
  auto [It, IsNew] =
      Known.try_emplace({&R.getInfo(), R.getPassName().data()}, false);
  if (IsNew)
    It->second = What == Subject::Pass ? Pattern.match(R.getPassName())
                                       : Pattern.match(getFullName(R));
  return It->second;
}

} // namespace hlomem
