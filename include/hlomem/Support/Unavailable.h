//===- Unavailable.h - What cannot be known or done -------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_UNAVAILABLE_H
#define HLOMEM_SUPPORT_UNAVAILABLE_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Says that an answer cannot be known, or a change cannot be made, without
/// anything being wrong. The message gives the reason, as part of a sentence. A
/// pass reports it in a remark, while any other error makes the pass fail.
class Unavailable : public llvm::ErrorInfo<Unavailable, llvm::StringError> {
public:
  inline static char ID = 0;

  explicit Unavailable(const Twine &Why)
      : ErrorInfo(Why, llvm::inconvertibleErrorCode()) {}
};

inline Error unavailable(const Twine &Why) {
  return llvm::make_error<Unavailable>(Why);
}

} // namespace hlomem

#endif // HLOMEM_SUPPORT_UNAVAILABLE_H
