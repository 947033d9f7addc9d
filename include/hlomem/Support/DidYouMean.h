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

/// Returns the nearest of \p Known to \p Name, of which at most a third of the
/// letters may differ; empty if there is none.
StringRef findNearest(StringRef Name, ArrayRef<StringRef> Known);

/// Returns a suffix for a message that \p Name is none of \p Known: ", did you
/// mean 'peak'?" with those of them that begin with \p Name or that it begins
/// or ends with, if they are three or fewer; else with the nearest, as
/// findNearest() has it; else \p Otherwise.
std::string didYouMean(StringRef Name, ArrayRef<StringRef> Known,
                       const Twine &Otherwise = "");

} // namespace hlomem

#endif // HLOMEM_SUPPORT_DIDYOUMEAN_H
