//===- UserPlace.h - A place in the user's program ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_USERPLACE_H
#define HLOMEM_IR_USERPLACE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <string>

namespace hlomem {

/// A place in a source file of the user's program, from which XLA was given an
/// instruction.
struct UserPlace {
  /// As the compiler was given it; never empty.
  llvm::StringRef File;
  /// Counted from 1; 0 where unknown.
  uint64_t Line = 0;
  uint64_t Column = 0;

  /// "model.py:12", without the line where it is unknown.
  std::string str() const {
    return Line == 0 ? File.str() : (File + ":" + llvm::Twine(Line)).str();
  }
};

} // namespace hlomem

#endif // HLOMEM_IR_USERPLACE_H
