//===- DidYouMean.h - Names that were nearly right ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_DIDYOUMEAN_H
#define HLOMEM_SUPPORT_DIDYOUMEAN_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Returns a suffix for a message that \p Name is none of \p Known: ", did you
/// mean 'peak'?" with those of up to three of them that \p Name begins or that
/// end it, or with the nearest if at most a third of the letters differ,
/// otherwise \p Otherwise.
std::string didYouMean(StringRef Name, ArrayRef<StringRef> Known,
                       const Twine &Otherwise = "");

} // namespace hlomem

#endif // HLOMEM_SUPPORT_DIDYOUMEAN_H
