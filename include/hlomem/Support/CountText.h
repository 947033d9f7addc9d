//===- CountText.h - "1 value", "2 values" ----------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_COUNTTEXT_H
#define HLOMEM_SUPPORT_COUNTTEXT_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Returns \p Count and the noun for it: \p One for 1, otherwise \p Several or,
/// if that is empty, \p One with an "s". Messages of remarks use
/// "{Count:value|values}" instead (RemarkBase.td).
inline std::string countText(uint64_t Count, StringRef One,
                             StringRef Several = "") {
  std::string Text = llvm::utostr(Count) + " ";
  if (Count == 1)
    return Text + One.str();
  return Text + (Several.empty() ? One.str() + "s" : Several.str());
}

} // namespace hlomem

#endif // HLOMEM_SUPPORT_COUNTTEXT_H
