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
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

/// The stack frames of a program. Holds no views of its source.
struct StackFrames {
  struct Location {
    uint64_t File = 0;
    uint64_t Line = 0;
    uint64_t Column = 0;
  };

  struct Frame {
    uint64_t Location = 0;
    /// The number of the caller's frame; 0 where there is none.
    uint64_t Parent = 0;
  };

  // Entry N - 1 has the number N. Numbers that lead nowhere and "" mean
  // unknown.
  std::vector<std::string> Files;
  std::vector<Location> Locations;
  std::vector<Frame> Frames;

  /// Where the innermost function of the frame stands, or none. The name lives
  /// as long as this.
  std::optional<UserPlace> find(uint64_t StackFrameId) const;
  /// The whole stack, the outermost function first. Empty where a frame of it
  /// is unknown.
  llvm::SmallVector<UserPlace, 8> findStack(uint64_t StackFrameId) const;
};

} // namespace hlomem

#endif // HLOMEM_IR_STACKFRAMES_H
