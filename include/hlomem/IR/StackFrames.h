//===- StackFrames.h - Where a stack_frame_id leads -------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_STACKFRAMES_H
#define HLOMEM_IR_STACKFRAMES_H

#include "hlomem/IR/UserPlace.h"

namespace hlomem {

/// Represents a call on a stack: a place in a function of the user's program.
struct UserCall : UserPlace {
  /// Holds the qualified name, "Block.__call__"; empty if it is unknown. Valid
  /// as long as the tables.
  StringRef Function;
};

/// Holds the stack frames of a program. Does not refer to its source.
struct StackFrames {
  struct Location {
    uint64_t File = 0;
    uint64_t Function = 0;
    uint64_t Line = 0;
    uint64_t Column = 0;
  };

  struct Frame {
    uint64_t Location = 0;
    /// Holds the number of the caller's frame; 0 if there is none.
    uint64_t Parent = 0;
  };

  // Entry N - 1 of each list has the number N. A number that is in no list, and
  // the file name "", mean unknown.
  std::vector<std::string> Files;
  std::vector<std::string> Functions;
  std::vector<Location> Locations;
  std::vector<Frame> Frames;

  /// Returns the place of the innermost function of the frame, or none. The
  /// name is valid as long as this object.
  std::optional<UserPlace> find(uint64_t StackFrameId) const;
  /// Returns the whole stack, the outermost function first. Returns an empty
  /// list if a frame of it is unknown.
  SmallVector<UserCall, 8> findStack(uint64_t StackFrameId) const;
};

} // namespace hlomem

#endif // HLOMEM_IR_STACKFRAMES_H
