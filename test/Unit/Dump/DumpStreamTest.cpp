//===- DumpStreamTest.cpp - Tests of splitDumpStream ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/Reader/DumpStream.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

SourceText makeStream(StringRef Text) {
  return SourceText::whole(llvm::MemoryBuffer::getMemBufferCopy(Text, "log"));
}

std::vector<DumpInput> split(StringRef Text) {
  llvm::Expected<std::vector<DumpInput>> Dumps =
      splitDumpStream(makeStream(Text));
  if (!Dumps) {
    ADD_FAILURE() << llvm::toString(Dumps.takeError());
    return {};
  }
  return std::move(*Dumps);
}

std::string splitError(StringRef Text) {
  llvm::Expected<std::vector<DumpInput>> Dumps =
      splitDumpStream(makeStream(Text));
  return Dumps ? "" : llvm::toString(Dumps.takeError());
}

/// Each text as "line:mark:text".
std::vector<std::string> describe(const DumpInput &Dump) {
  std::vector<std::string> Result;
  for (const DumpText &T : Dump.Texts) {
    EXPECT_EQ(T.Source.FileName, "log");
    EXPECT_TRUE(T.IsNamed);
    Result.push_back(llvm::utostr(T.Source.FirstLine) + ":" + T.LogMark + ":" +
                     T.Source.Text.str());
  }
  return Result;
}

using Strings = std::vector<std::string>;

TEST(DumpStreamTest, OneDumpIsTheWholeText) {
  for (StringRef Text : {"BufferAssignment:\nallocation", "BufferAssignment:",
                         "\xEF\xBB\xBF"
                         "BufferAssignment:\r\nallocation\r\n"}) {
    std::vector<DumpInput> Dumps = split(Text);
    ASSERT_EQ(Dumps.size(), 1u);
    EXPECT_EQ(Dumps[0].Name, "log");
    EXPECT_EQ(describe(Dumps[0]), Strings{"1::" + Text.str()});
    EXPECT_FALSE(Dumps[0].HloText);
  }
}

TEST(DumpStreamTest, WhatIsNoDumpIsTheWholeTextToo) {
  for (StringRef Text :
       {"", "\n", "nonsense", "BufferAssignment: and more",
        "a BufferAssignment:\n", "] BufferAssignment:\n",
        "cc:] BufferAssignment:\n", ":12] BufferAssignment:\n",
        "\nTotal bytes used: 1\n", "HloLiveRange (max 1):\n",
        "x *** Begin x-buffer-assignment.txt ***\n", "*** Begin x"}) {
    std::vector<DumpInput> Dumps = split(Text);
    ASSERT_EQ(Dumps.size(), 1u) << Text.str();
    EXPECT_EQ(describe(Dumps[0]), Strings{"1::" + Text.str()});
  }
}

TEST(DumpStreamTest, AHeadBeginsTheNextDump) {
  std::vector<DumpInput> Dumps =
      split("BufferAssignment:\na\n\nBufferAssignment:\r\nb\n"
            "BufferAssignment: no\nBufferAssignment:");
  ASSERT_EQ(Dumps.size(), 3u);
  EXPECT_EQ(Dumps[0].Name, "log#1");
  EXPECT_EQ(describe(Dumps[0]), Strings{"1::BufferAssignment:\na\n\n"});
  EXPECT_EQ(Dumps[1].Name, "log#2");
  EXPECT_EQ(describe(Dumps[1]),
            Strings{"4::BufferAssignment:\r\nb\nBufferAssignment: no\n"});
  EXPECT_EQ(Dumps[2].Name, "log#3");
  EXPECT_EQ(describe(Dumps[2]), Strings{"7::BufferAssignment:"});
}

// Else the values would be lost without a word.
// Where several threads look for heads, one finds this.
TEST(DumpStreamTest, AHeadIsFoundAcrossBlocks) {
  constexpr StringRef Head = "BufferAssignment:\n";
  constexpr size_t BlockSize = size_t(4) << 20;
  for (size_t Begin : {BlockSize - Head.size(), BlockSize - 5, BlockSize - 1,
                       BlockSize, BlockSize + 1}) {
    std::string Text = Head.str();
    Text.resize(Begin - 1, 'x');
    Text += "\n" + Head.str() + "allocation";
    llvm::Expected<std::vector<DumpInput>> Dumps =
        splitDumpStream(makeStream(Text), /*ThreadCount=*/2);
    ASSERT_TRUE(static_cast<bool>(Dumps));
    ASSERT_EQ(Dumps->size(), 2u) << Begin;
    EXPECT_EQ(Dumps->front().Texts[0].Source.Text.size(), Begin);
    EXPECT_EQ((*Dumps)[1].Texts[0].Source.FirstLine, 3u);
  }
}

TEST(DumpStreamTest, AnotherPartFirstIsNotDropped) {
  std::vector<DumpInput> Dumps =
      split("\nTotal bytes used: 1\nBufferAssignment:\n");
  ASSERT_EQ(Dumps.size(), 2u);
  EXPECT_EQ(describe(Dumps[0]), Strings{"1::\nTotal bytes used: 1\n"});
}

TEST(DumpStreamTest, WhatComesBeforeIsIgnored) {
  std::vector<DumpInput> Dumps = split("hello\nBufferAssignment:\na\n");
  ASSERT_EQ(Dumps.size(), 1u);
  EXPECT_EQ(Dumps[0].Name, "log");
  EXPECT_EQ(describe(Dumps[0]), Strings{"2::BufferAssignment:\na\n"});
}

TEST(DumpStreamTest, BlocksOfOneModuleAreJoined) {
  std::vector<DumpInput> Dumps =
      split("noise\n"
            "*** Begin m.f.txt ***\n"
            "HloModule\n"
            "\n"
            "*** End m.f.txt ***\n"
            "*** Begin m.f-live-range.txt ***\n"
            "ranges\n"
            "\n"
            "*** End m.f-live-range.txt ***\n"
            "*** Begin n-buffer-assignment.txt ***\n"
            "other\n"
            "\n"
            "*** End n-buffer-assignment.txt ***\n"
            "more noise\n"
            "*** Begin m.f-buffer-assignment.txt ***\n"
            "allocations\n"
            "\n"
            "*** End m.f-buffer-assignment.txt ***\n"
            "end");
  ASSERT_EQ(Dumps.size(), 2u);
  EXPECT_EQ(Dumps[0].Name, "m.f-buffer-assignment.txt");
  EXPECT_EQ(describe(Dumps[0]), (Strings{"16::allocations\n", "7::ranges\n"}));
  ASSERT_TRUE(Dumps[0].HloText);
  llvm::Expected<SourceText> HloText = Dumps[0].HloText();
  ASSERT_TRUE(bool(HloText));
  EXPECT_EQ(HloText->Text, "HloModule\n");
  EXPECT_EQ(HloText->FirstLine, 3u);
  EXPECT_EQ(Dumps[1].Name, "n-buffer-assignment.txt");
  EXPECT_EQ(describe(Dumps[1]), Strings{"11::other\n"});
  EXPECT_FALSE(Dumps[1].HloText);
}

TEST(DumpStreamTest, ContentsEndBeforeTheLineFeedOfTheEndLine) {
  StringRef Begin = "*** Begin x-live-range.txt ***\n";
  StringRef End = "*** End x-live-range.txt ***\n";
  EXPECT_EQ(describe(split((Begin + "\n" + End).str())[0]), Strings{"2::"});
  EXPECT_EQ(describe(split((Begin + End).str())[0]), Strings{"2::"});
  EXPECT_EQ(describe(split((Begin + "a\n\n" + End).str())[0]),
            Strings{"2::a\n"});
  // Somebody else's log.
  EXPECT_EQ(describe(split((Begin + "a\n" + End).str())[0]), Strings{"2::a\n"});
  EXPECT_EQ(describe(split((Begin + "a\r\n\r\n" + End).str())[0]),
            Strings{"2::a\r\n"});
  // Of another block.
  EXPECT_EQ(describe(split((Begin + "*** End x.txt ***\n\n" + End).str())[0]),
            Strings{"2::*** End x.txt ***\n"});
}

TEST(DumpStreamTest, ABlockWithoutEndLastsToTheNextOne) {
  std::vector<DumpInput> Dumps = split("*** Begin a-buffer-assignment.txt ***\n"
                                       "a\n"
                                       "*** Begin b-buffer-assignment.txt ***\n"
                                       "b\n");
  ASSERT_EQ(Dumps.size(), 2u);
  EXPECT_EQ(describe(Dumps[0]), Strings{"2::a\n"});
  EXPECT_EQ(describe(Dumps[1]), Strings{"4::b\n"});
  Dumps = split("*** Begin a-buffer-assignment.txt ***");
  ASSERT_EQ(Dumps.size(), 1u);
  EXPECT_EQ(describe(Dumps[0]), Strings{"1::"});
}

TEST(DumpStreamTest, ARepeatedBlockIsOfAnotherDump) {
  StringRef Text = "*** Begin x.txt ***\nhlo 1\n\n*** End x.txt ***\n"
                   "*** Begin x-buffer-assignment.txt ***\n1";
  StringRef Again = "\n*** Begin x.txt ***\nhlo 2\n\n*** End x.txt ***\n"
                    "*** Begin x-buffer-assignment.txt ***\n2\n";
  std::vector<DumpInput> Dumps = split((Text + Again).str());
  ASSERT_EQ(Dumps.size(), 2u);
  EXPECT_EQ(Dumps[0].Name, "x-buffer-assignment.txt#1");
  EXPECT_EQ(Dumps[0].HloText()->Text, "hlo 1\n");
  EXPECT_EQ(Dumps[1].Name, "x-buffer-assignment.txt#2");
  EXPECT_EQ(Dumps[1].HloText()->Text, "hlo 2\n");
}

// Whose it is where there are fewer than dumps is not known.
TEST(DumpStreamTest, AnHloTextOfOneRunIsNotGivenToAnother) {
  std::vector<DumpInput> Dumps =
      split("*** Begin x-buffer-assignment.txt ***\n1\n"
            "*** Begin x.txt ***\nhlo 2\n\n*** End x.txt ***\n"
            "*** Begin x-buffer-assignment.txt ***\n2\n");
  ASSERT_EQ(Dumps.size(), 2u);
  EXPECT_FALSE(Dumps[0].HloText);
  EXPECT_FALSE(Dumps[1].HloText);
}

TEST(DumpStreamTest, APrefixMarksTheLinesOfADump) {
  StringRef Text = "noise\n"
                   "2021-05-11 10:20:30.1: I a/b.cc:12] BufferAssignment:\n"
                   "2021-05-11 10:20:30.1: I a/b.cc:12] a\n"
                   "noise\n"
                   "I0511 10:20:30.1   77 b.cc:12] BufferAssignment:\n"
                   "pod | 2021-05-11 10:20:30.1: I a/b.cc:12] b\n"
                   "2021-05-11 10:20:30.1: I a/b.cc:12] BufferAssignment:\r\n"
                   "c\n";
  std::vector<DumpInput> Dumps = split(Text);
  ASSERT_EQ(Dumps.size(), 3u);
  size_t Second = Text.find("I0511");
  size_t Third = Text.rfind("2021");
  EXPECT_EQ(Dumps[0].Name, "log#1");
  EXPECT_EQ(describe(Dumps[0]),
            Strings{"2:a/b.cc:12] :" + Text.slice(6, Third).str()});
  EXPECT_EQ(
      describe(Dumps[1]),
      Strings{"5:77 b.cc:12] :" + Text.slice(Second, Text.find("pod")).str()});
  EXPECT_EQ(
      describe(Dumps[2]),
      Strings{"7:a/b.cc:12] :" + Text.slice(Third, Text.rfind("c")).str()});
}

// One logger prints what another one has printed.
TEST(DumpStreamTest, ALineMayHaveSeveralPrefixes) {
  std::vector<DumpInput> Dumps = split("I a.cc:1] I b.cc:2] BufferAssignment:\n"
                                       "I a.cc:1] BufferAssignment:\n"
                                       "I a.cc:1] I b.cc:2] x\n"
                                       "I a.cc:1] y\n"
                                       "z\n");
  ASSERT_EQ(Dumps.size(), 2u);
  EXPECT_EQ(describe(Dumps[0]),
            Strings{"1:b.cc:2] :"
                    "I a.cc:1] I b.cc:2] BufferAssignment:\n"
                    "I a.cc:1] BufferAssignment:\n"
                    "I a.cc:1] I b.cc:2] x\n"});
  EXPECT_EQ(describe(Dumps[1]), Strings{"2:a.cc:1] :"
                                        "I a.cc:1] BufferAssignment:\n"
                                        "I a.cc:1] I b.cc:2] x\n"
                                        "I a.cc:1] y\n"});
}

// To look for each through the whole text would take hours.
TEST(DumpStreamTest, EachDumpMayHaveAPrefixOfItsOwn) {
  constexpr size_t Count = 300'000;
  std::string Text;
  for (size_t I = 0; I != Count; ++I)
    Text += "I x.cc:" + llvm::utostr(I) + "] BufferAssignment:\n";
  std::vector<DumpInput> Dumps = split(Text);
  ASSERT_EQ(Dumps.size(), Count);
  EXPECT_EQ(describe(Dumps[1]),
            Strings{"2:x.cc:1] :I x.cc:1] BufferAssignment:\n"});
}

TEST(DumpStreamTest, TextsShareTheBuffer) {
  SourceText Stream = makeStream("BufferAssignment:\nBufferAssignment:\n");
  const char *Begin = Stream.Text.data();
  auto Dumps = llvm::cantFail(splitDumpStream(std::move(Stream)));
  ASSERT_EQ(Dumps.size(), 2u);
  EXPECT_EQ(Dumps[0].Texts[0].Source.Text.data(), Begin);
  EXPECT_EQ(Dumps[0].Texts[0].Source.Buffer, Dumps[1].Texts[0].Source.Buffer);
}

TEST(DumpStreamTest, BlocksWithoutADumpAreAnError) {
  EXPECT_EQ(splitError("*** Begin x.txt ***\na\n*** End x.txt ***\n"
                       "*** Begin x.pb ***\n"),
            "no dump in this log: none of its 2 blocks '*** Begin NAME ***' is "
            "a *-buffer-assignment.txt");
  EXPECT_EQ(splitError("*** Begin x.txt ***\n"),
            "no dump in this log: its one block '*** Begin NAME ***' is no "
            "*-buffer-assignment.txt");
  // A packed file does not come in a log.
  EXPECT_NE(splitError("*** Begin x-live-range.txt.gz ***\n"), "");
}

} // namespace
