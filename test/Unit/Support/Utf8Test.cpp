//===- Utf8Test.cpp -------------------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/Utf8.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

TEST(Utf8Test, Length) {
  EXPECT_EQ(utf8CharLength(""), 0u);
  EXPECT_EQ(utf8CharLength(StringRef("\0", 1)), 1u);
  EXPECT_EQ(utf8CharLength("ab"), 1u);
  EXPECT_EQ(utf8CharLength("\xC3\xA9x"), 2u);
  EXPECT_EQ(utf8CharLength("\xE6\x97\xA5"), 3u);
  EXPECT_EQ(utf8CharLength("\xF0\x9F\x98\x80"), 4u);
}

TEST(Utf8Test, NoCharacter) {
  EXPECT_EQ(utf8CharLength("\xA9"), 0u);             // inside of one
  EXPECT_EQ(utf8CharLength("\xE6\x97"), 0u);         // cut
  EXPECT_EQ(utf8CharLength("\xC0\x80"), 0u);         // too long a form
  EXPECT_EQ(utf8CharLength("\xED\xA0\x80"), 0u);     // a surrogate
  EXPECT_EQ(utf8CharLength("\xF4\x90\x80\x80"), 0u); // above U+10FFFF
  EXPECT_EQ(utf8CharLength("\xFF"), 0u);
}

TEST(Utf8Test, CodePoint) {
  EXPECT_EQ(utf8CodePoint("A"), 0x41u);
  EXPECT_EQ(utf8CodePoint("\xC3\xA9"), 0xE9u);
  EXPECT_EQ(utf8CodePoint("\xE6\x97\xA5"), 0x65E5u);
  EXPECT_EQ(utf8CodePoint("\xF4\x8F\xBF\xBF"), 0x10FFFFu);
}

TEST(Utf8Test, MadeValid) {
  EXPECT_EQ(toValidUtf8(""), "");
  EXPECT_EQ(toValidUtf8("a\xC3\xA9\n"), "a\xC3\xA9\n");
  // Each byte by itself.
  EXPECT_EQ(toValidUtf8("a\xE6\x97z"), "a\xEF\xBF\xBD\xEF\xBF\xBDz");
}

} // namespace
