//===- UserPlace.h - A place in the user's program ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_USERPLACE_H
#define HLOMEM_IR_USERPLACE_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Represents a place in a source file of the user's program that an
/// instruction comes from.
struct UserPlace {
  /// Holds the file name as the compiler was given it; never empty.
  StringRef File;
  /// Holds the line, counted from 1; 0 if it is unknown.
  uint64_t Line = 0;
  /// Holds the column, counted from 1; 0 if it is unknown.
  uint64_t Column = 0;

  /// Returns "model.py:12", without the line if it is unknown.
  std::string str() const {
    return Line == 0 ? File.str() : (File + ":" + Twine(Line)).str();
  }
};

} // namespace hlomem

#endif // HLOMEM_IR_USERPLACE_H
