//===- StackFrameParserTest.cpp -------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/HloText/StackFrameParser.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

/// "file:line:column", or "?".
std::string find(const StackFrames &T, uint64_t Frame) {
  std::optional<UserPlace> P = T.find(Frame);
  if (!P)
    return "?";
  return P->File.str() + ":" + std::to_string(P->Line) + ":" +
         std::to_string(P->Column);
}

TEST(StackFrameParserTest, Frames) {
  StackFrames T =
      parseStackFrames("FileNames\n1 \"a.py\"\n2 \"b\\\\c \\303\\251.py\"\n\n"
                       "FunctionNames\n1 \"f\"\n\nFileLocations\n"
                       "1 {file_name_id=1 function_name_id=1 line=5 end_line=6 "
                       "column=8 end_column=9}\n"
                       "2 {file_name_id=2 function_name_id=1 line=7}\r\n\n"
                       "StackFrames\n1 {file_location_id=2}\n"
                       "2 {file_location_id=1 parent_frame_id=1}\n");
  EXPECT_EQ(find(T, 1), "b\\c \xC3\xA9.py:7:0");
  EXPECT_EQ(find(T, 2), "a.py:5:8");
}

TEST(StackFrameParserTest, NoSuchFrame) {
  StackFrames T = parseStackFrames("FileNames\n1 \"a.py\"\nFileLocations\n"
                                   "1 {file_name_id=1 line=5}\nStackFrames\n"
                                   "1 {file_location_id=1}\n");
  EXPECT_EQ(find(T, 1), "a.py:5:0");
  EXPECT_EQ(find(T, 0), "?");
  EXPECT_EQ(find(T, 2), "?");
  EXPECT_EQ(find(T, UINT64_MAX), "?");
  EXPECT_EQ(find(StackFrames(), 1), "?");
  EXPECT_EQ(find(parseStackFrames(""), 1), "?");
}

TEST(StackFrameParserTest, LeadsNowhere) {
  StackFrames T =
      parseStackFrames("FileNames\n1 a.py\n2 \"\"\nFileLocations\n"
                       "1 {file_name_id=1 line=5}\n2 {file_name_id=2 line=5}\n"
                       "3 {file_name_id=3 line=5}\n4 {line=5}\n5 nonsense\n"
                       "StackFrames\n1 {file_location_id=1}\n"
                       "2 {file_location_id=2}\n3 {file_location_id=3}\n"
                       "4 {file_location_id=4}\n5 {file_location_id=5}\n"
                       "6 {file_location_id=6}\n7 {}\n");
  for (uint64_t Frame = 1; Frame != 9; ++Frame)
    EXPECT_EQ(find(T, Frame), "?") << Frame;
}

// What stands behind a row that is out of turn is unknown.
TEST(StackFrameParserTest, OutOfTurn) {
  StackFrames T =
      parseStackFrames("FileNames\n1 \"a.py\"\nFileLocations\n"
                       "1 {file_name_id=1 line=5}\nStackFrames\n"
                       "1 {file_location_id=1}\n3 {file_location_id=1}\n"
                       "1 {file_location_id=9}\n99999999999999999999999 {}\n");
  EXPECT_EQ(find(T, 1), "a.py:5:0");
  EXPECT_EQ(find(T, 2), "?");
  EXPECT_EQ(find(T, 3), "?");
}

/// The lines of the stack, the outermost first.
std::vector<uint64_t> findLines(const StackFrames &T, uint64_t Frame) {
  std::vector<uint64_t> Lines;
  for (const UserPlace &P : T.findStack(Frame))
    Lines.push_back(P.Line);
  return Lines;
}

// As XLA prints them: the parent's number and one more.
TEST(StackFrameParserTest, Stacks) {
  StackFrames T =
      parseStackFrames("FileNames\n1 \"a.py\"\nFileLocations\n"
                       "1 {file_name_id=1 line=5}\n2 {file_name_id=1 line=7}\n"
                       "3 {file_name_id=1 line=9}\nStackFrames\n"
                       "1 {file_location_id=1 parent_frame_id=1}\n"
                       "2 {file_location_id=2 parent_frame_id=2}\n"
                       "3 {file_location_id=3 parent_frame_id=3}\n"
                       "4 {file_location_id=3 parent_frame_id=2}\n");
  using Lines = std::vector<uint64_t>;
  EXPECT_EQ(findLines(T, 1), (Lines{5}));
  EXPECT_EQ(findLines(T, 3), (Lines{5, 7, 9}));
  EXPECT_EQ(findLines(T, 4), (Lines{5, 9}));
  EXPECT_EQ(findLines(T, 5), (Lines{}));
  EXPECT_EQ(findLines(T, 0), (Lines{}));
}

// A stack in a circle, and one that leads nowhere.
TEST(StackFrameParserTest, UnknownStacks) {
  StackFrames T =
      parseStackFrames("FileNames\n1 \"a.py\"\nFileLocations\n"
                       "1 {file_name_id=1 line=5}\nStackFrames\n"
                       "1 {file_location_id=1 parent_frame_id=3}\n"
                       "2 {file_location_id=1 parent_frame_id=2}\n"
                       "3 {file_location_id=1}\n4 {file_location_id=2 "
                       "parent_frame_id=1}\n");
  for (uint64_t Frame = 1; Frame != 5; ++Frame)
    EXPECT_TRUE(T.findStack(Frame).empty()) << Frame;
}

} // namespace
