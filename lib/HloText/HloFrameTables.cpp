//===- HloFrameTables.cpp - Where a stack_frame_id leads ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/HloText/HloFrameTables.h"
#include "hlomem/Support/TextScanner.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace llvm;

namespace hlomem {

/// The number after `Key=` in `{a=1 b=2}`; 0 where there is none.
static uint64_t getField(StringRef Braces, StringRef Key) {
  for (StringRef Field : split(Braces.trim("{} \r"), ' ')) {
    uint64_t N;
    if (Field.consume_front(Key) && Field.consume_front("=") &&
        !Field.getAsInteger(10, N))
      return N;
  }
  return 0;
}

HloFrameTables::HloFrameTables(StringRef Text) {
  StringRef Table;
  for (StringRef Line : split(Text, '\n')) {
    Line = Line.trim("\r ");
    if (Line.empty() || !isDigit(Line.front())) {
      Table = Line;
      continue;
    }
    std::optional<uint64_t> Number = text::takeNumber(Line);
    Line = Line.ltrim(' ');
    auto IsNext = [Number](size_t Size) { return Number == Size + 1; };
    if (Table == "FileNames" && IsNext(Files.size())) {
      bool IsQuoted = Line.size() > 1 && Line.consume_front("\"") &&
                      Line.consume_back("\"");
      Files.push_back(IsQuoted ? text::unescape(Line) : "");
    } else if (Table == "FileLocations" && IsNext(Locations.size())) {
      Locations.push_back({getField(Line, "file_name_id"),
                           getField(Line, "line"), getField(Line, "column")});
    } else if (Table == "StackFrames" && IsNext(Frames.size())) {
      Frames.push_back({getField(Line, "file_location_id"),
                        getField(Line, "parent_frame_id")});
    }
  }
}

std::optional<UserPlace> HloFrameTables::find(uint64_t StackFrameId) const {
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

SmallVector<UserPlace, 8>
HloFrameTables::findStack(uint64_t StackFrameId) const {
  SmallVector<UserPlace, 8> Stack;
  while (StackFrameId != 0) {
    std::optional<UserPlace> Place = find(StackFrameId);
    if (!Place)
      return {};
    Stack.push_back(*Place);
    // XLA prints one more than the number of the parent, which comes earlier.
    uint64_t Parent = Frames[StackFrameId - 1].Parent;
    if (Parent == 0 || Parent > StackFrameId)
      return {};
    StackFrameId = Parent - 1;
  }
  std::reverse(Stack.begin(), Stack.end());
  return Stack;
}

} // namespace hlomem
