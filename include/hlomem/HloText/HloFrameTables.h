//===- HloFrameTables.h - Where a stack_frame_id leads --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Since December 2025 XLA may print `stack_frame_id=N` in the metadata of an
/// instruction instead of file and line, and at the head of the HLO text
/// \code
///   FileNames
///   1 "/home/me/train.py"
///
///   FunctionNames
///   1 "step"
///
///   FileLocations
///   1 {file_name_id=1 function_name_id=1 line=5 end_line=5 column=8 ...}
///
///   StackFrames
///   1 {file_location_id=1 parent_frame_id=1}
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_HLOTEXT_HLOFRAMETABLES_H
#define HLOMEM_HLOTEXT_HLOFRAMETABLES_H

#include "hlomem/IR/UserPlace.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

/// The tables of one HLO text. Holds no views of it.
class HloFrameTables {
public:
  HloFrameTables() = default;
  /// \p Text is HloProgram::getTables(). Rows that are not understood or out of
  /// turn, and what leads through them, are unknown.
  explicit HloFrameTables(llvm::StringRef Text);

  /// Where the innermost function of the frame stands, or none. The name lives
  /// as long as the tables.
  std::optional<UserPlace> find(uint64_t StackFrameId) const;
  /// The whole stack, the outermost function first. Empty where a frame of it
  /// is unknown.
  llvm::SmallVector<UserPlace, 8> findStack(uint64_t StackFrameId) const;

private:
  struct Location {
    uint64_t File = 0;
    uint64_t Line = 0;
    uint64_t Column = 0;
  };

  struct Frame {
    uint64_t Location = 0;
    /// As printed: one more than the number of the parent, 1 where there is
    /// none.
    uint64_t Parent = 0;
  };

  // Entry N - 1 is that of the row with number N; 0 and "" mean unknown.
  std::vector<std::string> Files;
  std::vector<Location> Locations;
  std::vector<Frame> Frames;
};

} // namespace hlomem

#endif // HLOMEM_HLOTEXT_HLOFRAMETABLES_H
