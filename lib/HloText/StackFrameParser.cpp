//===- StackFrameParser.cpp - Stack frames of an HLO text -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/HloText/StackFrameParser.h"
#include "hlomem/Support/TextScanner.h"

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

StackFrames parseStackFrames(StringRef Tables) {
  StackFrames Result;
  StringRef Table;
  for (StringRef Line : split(Tables, '\n')) {
    Line = Line.trim("\r ");
    if (Line.empty() || !isDigit(Line.front())) {
      Table = Line;
      continue;
    }
    std::optional<uint64_t> Number = text::takeNumber(Line);
    Line = Line.ltrim(' ');
    auto IsNext = [Number](size_t Size) { return Number == Size + 1; };
    auto GetName = [&] {
      bool IsQuoted = Line.size() > 1 && Line.consume_front("\"") &&
                      Line.consume_back("\"");
      return IsQuoted ? text::unescape(Line) : "";
    };
    if (Table == "FileNames" && IsNext(Result.Files.size())) {
      Result.Files.push_back(GetName());
    } else if (Table == "FunctionNames" && IsNext(Result.Functions.size())) {
      Result.Functions.push_back(GetName());
    } else if (Table == "FileLocations" && IsNext(Result.Locations.size())) {
      Result.Locations.push_back(
          {getField(Line, "file_name_id"), getField(Line, "function_name_id"),
           getField(Line, "line"), getField(Line, "column")});
    } else if (Table == "StackFrames" && IsNext(Result.Frames.size())) {
      // XLA prints one more than the number of the parent. One that is missing
      // wraps around, and leads nowhere.
      Result.Frames.push_back({getField(Line, "file_location_id"),
                               getField(Line, "parent_frame_id") - 1});
    }
  }
  return Result;
}

} // namespace hlomem
