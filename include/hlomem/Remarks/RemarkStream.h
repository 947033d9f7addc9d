//===- RemarkStream.h - Where passes send their findings ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_REMARKSTREAM_H
#define HLOMEM_REMARKS_REMARKSTREAM_H

#include "hlomem/Remarks/Remark.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"

namespace hlomem {

/// Takes the remarks of one module, in the order in which they are found.
class RemarkStream {
public:
  virtual ~RemarkStream();

  /// Sends \p R, a struct made by hlo-mem-tblgen: \p Pass is the name of the
  /// pass that found it, \p Loc its place in the dump or an invalid location.
  template <class RemarkT>
  void emit(llvm::StringRef Pass, llvm::SMLoc Loc, const RemarkT &R) {
    handle(Remark::make(Pass, Loc, R));
  }

  /// Takes one remark. \p R does not outlive the call.
  virtual void handle(const Remark &R) = 0;

  /// Writes what was held back. To be called once, after the last remark.
  virtual void finish() {}
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_REMARKSTREAM_H
