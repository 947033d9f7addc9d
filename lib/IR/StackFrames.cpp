//===- StackFrames.cpp - Where a stack_frame_id leads ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/StackFrames.h"

using namespace llvm;

namespace hlomem {

std::optional<UserPlace> StackFrames::find(uint64_t StackFrameId) const {
  // Numbers begin with 1; 0 wraps around and is in no table.
  if (StackFrameId - 1 >= Frames.size())
    return std::nullopt;
  uint64_t Location = Frames[StackFrameId - 1].Location;
  if (Location - 1 >= Locations.size())
    return std::nullopt;
  const auto &L = Locations[Location - 1];
  if (L.File - 1 >= Files.size() || Files[L.File - 1].empty())
    return std::nullopt;
  return UserPlace{Files[L.File - 1], L.Line, L.Column};
}

SmallVector<UserCall, 8> StackFrames::findStack(uint64_t StackFrameId) const {
  SmallVector<UserCall, 8> Stack;
  while (StackFrameId != 0) {
    std::optional<UserPlace> Place = find(StackFrameId);
    if (!Place)
      return {};
    const uint64_t Function =
        Locations[Frames[StackFrameId - 1].Location - 1].Function;
    Stack.push_back({*Place, Function - 1 < Functions.size()
                                 ? StringRef(Functions[Function - 1])
                                 : StringRef()});
    // A caller comes earlier.
    uint64_t Parent = Frames[StackFrameId - 1].Parent;
    if (Parent >= StackFrameId)
      return {};
    StackFrameId = Parent;
  }
  std::reverse(Stack.begin(), Stack.end());
  return Stack;
}

} // namespace hlomem
