//===- Require.h - What callers must keep ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_IR_REQUIRE_H
#define HLOMEM_LIB_IR_REQUIRE_H

#include "hlomem/Support/LLVM.h"
#include "llvm/Support/ErrorHandling.h"

namespace hlomem {

/// Ends the program unless \p Holds, also where assertions are off: what a pass
/// or a reader does here must never become a wrong number. \p What is "an edit
/// cannot be", \p Mistake why.
inline void require(bool Holds, const char *What, const Twine &Mistake) {
  if (!Holds)
    llvm::report_fatal_error(What + (": " + Mistake));
}

} // namespace hlomem

#endif // HLOMEM_LIB_IR_REQUIRE_H
