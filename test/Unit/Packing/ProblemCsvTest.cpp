//===- ProblemCsvTest.cpp - Tests of packing problems as text -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/ProblemCsv.h"
#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>
#include <random>

using namespace hlomem;
using namespace hlomem::packing;
using llvm::StringRef;

namespace {

/// A text, what was read of it, and what was printed.
class Reading {
public:
  explicit Reading(StringRef Text,
                   OffsetColumn Offsets = OffsetColumn::Optional,
                   unsigned MaxErrors = 20) {
    Sources.add(
        SourceText::whole(llvm::MemoryBuffer::getMemBufferCopy(Text, "p")));
    llvm::raw_string_ostream OS(Messages);
    DiagnosticEngine Diagnostics(OS, /*Color=*/false, MaxErrors);
    File = readProblem(Sources.texts()[0].Text, Sources, Diagnostics, Offsets);
    EXPECT_EQ(File.has_value(), Diagnostics.getErrorCount() == 0);
  }

  const ProblemFile &operator*() const { return *File; }
  const ProblemFile *operator->() const { return &*File; }
  explicit operator bool() const { return File.has_value(); }

  std::string Messages;

private:
  SourceTexts Sources;
  std::optional<ProblemFile> File;
};

void expectBuffer(const Buffer &B, Time Begin, Time End, uint64_t Size,
                  uint64_t Alignment = 1,
                  std::optional<uint64_t> Fixed = std::nullopt) {
  EXPECT_EQ(B.Begin, Begin);
  EXPECT_EQ(B.End, End);
  EXPECT_EQ(B.Size, Size);
  EXPECT_EQ(B.Alignment, Alignment);
  EXPECT_EQ(B.FixedOffset, Fixed);
}

/// \p Text is refused, and the first message is \p Message, "2:5: expected a
/// time", as an error of the file p.
void expectError(StringRef Text, StringRef Message,
                 OffsetColumn Offsets = OffsetColumn::Optional) {
  Reading R(Text, Offsets);
  EXPECT_FALSE(R);
  auto [Place, What] = Message.split(": ");
  EXPECT_EQ(StringRef(R.Messages).split('\n').first.str(),
            ("p:" + Place + ": error: " + What).str());
}

/// The same for texts and their messages, each text after \p Header.
void expectErrors(
    StringRef Header,
    std::initializer_list<std::pair<StringRef, std::string>> Cases) {
  for (const auto &[Text, Message] : Cases)
    expectError((Header + Text).str(), Message);
}

std::string write(const ProblemFile &File) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (File.Offsets.empty())
    writeProblem(OS, File.Content, File.Ids, std::nullopt);
  else
    writeProblem(OS, File.Content, File.Ids, File.Offsets);
  return Text;
}

TEST(ProblemCsvTest, MiniMallocsExample) {
  Reading R("id,lower,upper,size\nb1,0,3,4\nb2,3,9,5\n");
  ASSERT_TRUE(R);
  EXPECT_EQ(R.Messages, "");
  ASSERT_EQ(R->Content.Buffers.size(), 2u);
  expectBuffer(R->Content.Buffers[0], 0, 3, 4);
  expectBuffer(R->Content.Buffers[1], 3, 9, 5);
  EXPECT_EQ(R->Ids, std::vector<StringRef>({"b1", "b2"}));
  EXPECT_EQ(StringRef(R->Locs[1].getPointer(), 4), "b2,3");
  EXPECT_TRUE(R->Offsets.empty());
  EXPECT_FALSE(R->Content.Capacity);
}

TEST(ProblemCsvTest, ColumnsInAnyOrderAndByOtherNames) {
  Reading R("size,Begin,fixed,upper,offset,buffer_id,alignment,gaps,hint\n"
            "4,-7,16,3,8,x,16,,5\n4,0,,3,0,y,,,\n");
  ASSERT_TRUE(R);
  EXPECT_EQ(R.Messages, "");
  expectBuffer(R->Content.Buffers[0], -7, 3, 4, 16, 16);
  expectBuffer(R->Content.Buffers[1], 0, 3, 4);
  EXPECT_EQ(R->Offsets, Placement({8, 0}));
  EXPECT_EQ(R->Ids, std::vector<StringRef>({"x", "y"}));
}

TEST(ProblemCsvTest, FormsOfLines) {
  Reading Inclusive("buffer,start,end,size\nb,3,3,1\n");
  ASSERT_TRUE(Inclusive);
  expectBuffer(Inclusive->Content.Buffers[0], 3, 4, 1);
  // Of Windows, after a byte order mark.
  Reading R("\xEF\xBB\xBFid,lower,upper,size\r\nb1,0,3,4\r\nb2,3,9,4\r\n\r\n");
  ASSERT_TRUE(R);
  ASSERT_EQ(R->Content.Buffers.size(), 2u);
  expectBuffer(R->Content.Buffers[1], 3, 9, 4);
  Reading NoLineFeed("id,lower,upper,size\nb1,0,3,4");
  ASSERT_TRUE(NoLineFeed);
  expectBuffer(NoLineFeed->Content.Buffers[0], 0, 3, 4);
  Reading None("id,lower,upper,size,offset\n");
  ASSERT_TRUE(None);
  EXPECT_TRUE(None->Content.Buffers.empty());
}

TEST(ProblemCsvTest, Ties) {
  StringRef Text = "id,lower,upper,size,fixed,tie,offset\nb1,0,3,4,,7,0\n"
                   "b2,3,5,4,,,4\nb3,5,9,4,0,7,0\nb4,5,9,4,,4294967295,4\n";
  Reading R(Text);
  ASSERT_TRUE(R);
  EXPECT_EQ(R.Messages, "");
  EXPECT_EQ(R->Content.Buffers[0].Tie, 7u);
  EXPECT_EQ(R->Content.Buffers[1].Tie, 0u);
  EXPECT_EQ(R->Content.Buffers[2].Tie, 7u);
  EXPECT_EQ(R->Content.Buffers[3].Tie, 4294967295u);
  EXPECT_EQ(write(*R), Text.str());
  Reading Zeros("id,lower,upper,size,tie\nb1,0,3,4,0\nb2,0,3,4,0\n");
  ASSERT_TRUE(Zeros);
  EXPECT_EQ(write(*Zeros), "id,lower,upper,size\nb1,0,3,4\nb2,0,3,4\n");
}

TEST(ProblemCsvTest, BlanksAndQuotesAroundFields) {
  Reading R("\"id\" , lower,\tupper,size\n\"a,b\",0, 3 ,\"4\"\n"
            " \" c \" , \"5\",9,4\n");
  ASSERT_TRUE(R);
  EXPECT_EQ(R->Ids, std::vector<StringRef>({"a,b", " c "}));
  expectBuffer(R->Content.Buffers[0], 0, 3, 4);
  expectBuffer(R->Content.Buffers[1], 5, 9, 4);
}

TEST(ProblemCsvTest, NumbersOf64Bits) {
  Reading R("id,lower,upper,size\n"
            "b,-9223372036854775808,9223372036854775807,4611686018427387903\n");
  ASSERT_TRUE(R);
  expectBuffer(R->Content.Buffers[0], INT64_MIN, INT64_MAX, MaxTotalSize - 1);
}

TEST(ProblemCsvTest, AnEmptyOffsetLeavesNoPlacement) {
  StringRef Text = "id,lower,upper,size,offset\nb1,0,3,4,0\nb2,0,3,4,\n";
  Reading R(Text);
  ASSERT_TRUE(R);
  EXPECT_TRUE(R->Offsets.empty());
  expectError(Text, "3:10: expected an offset, found nothing",
              OffsetColumn::Required);
  Reading F(Text, OffsetColumn::Fixed);
  ASSERT_TRUE(F);
  expectBuffer(F->Content.Buffers[0], 0, 3, 4, 1, 0);
  expectBuffer(F->Content.Buffers[1], 0, 3, 4);
}

TEST(ProblemCsvTest, OffsetsNeedNotBeValid) {
  Reading R("id,lower,upper,size,alignment,offset\nb1,0,3,4,4,1\nb2,0,3,4,4,"
            "18446744073709551615\n",
            OffsetColumn::Required);
  ASSERT_TRUE(R);
  EXPECT_EQ(R->Offsets, Placement({1, UINT64_MAX}));
}

TEST(ProblemCsvTest, OtherColumnsAreIgnoredWithAWarning) {
  Reading R("id,lower,upper,size,comment\nb1,0,3,4,hello\n");
  ASSERT_TRUE(R);
  EXPECT_EQ(R.Messages,
            "p:1:21: warning: unknown column 'comment'; it is ignored\n"
            "id,lower,upper,size,comment\n                    ^\n");
  // What ends in a known name is another one.
  Reading Longer("id,lower,upper,size,op_id\nb1,0,3,4,hello\n");
  ASSERT_TRUE(Longer);
  EXPECT_EQ(Longer.Messages,
            "p:1:21: warning: unknown column 'op_id'; it is ignored\n"
            "id,lower,upper,size,op_id\n                    ^\n");
}

TEST(ProblemCsvTest, RefusedRows) {
  expectErrors(
      "id,lower,upper,size,alignment,fixed\n",
      {
          {"b,0,3,4,1\n",
           "2:10: expected 6 fields, as the first line has, found 5"},
          {"b,0,3,4,1,,7\n",
           "2:12: expected 6 fields, as the first line has, found more"},
          {",\n", "2:2: expected 6 fields, as the first line has, found 2"},
          {",0,3,4,,\n", "2:1: expected an id, found nothing"},
          {"b,0,3,4,,\nc,0,3,4,,\nb,5,6,7,,\n",
           "4:1: id 'b' is already used in line 2"},
          {"b,5,3,4,,\n", "2:5: expected an end above 5, where the lifetime "
                          "begins, found '3'"},
          {"b,5,5,4,,\n", "2:5: expected an end above 5, where the lifetime "
                          "begins, found '5'"},
          {"b,,3,4,,\n", "2:3: expected a time, found nothing"},
          {"b,0,3.5,4,,\n", "2:5: expected a time, found '3.5'"},
          {"b,0,0x3,4,,\n", "2:5: expected a time, found '0x3'"},
          {"b,0,9223372036854775808,4,,\n",
           "2:5: '9223372036854775808' does not fit into 64 bits"},
          {"b,-9223372036854775809,0,4,,\n",
           "2:3: '-9223372036854775809' does not fit into 64 bits"},
          {"b,0,3,0,,\n", "2:7: expected a size of at least 1, found '0'"},
          {"b,0,3,-4,,\n", "2:7: expected a size of at least 1, found '-4'"},
          {"b,0,3,,,\n", "2:7: expected a size of at least 1, found nothing"},
          {"b,0,3,-,,\n", "2:7: expected a size of at least 1, found '-'"},
          {"b,0,3,18446744073709551616,,\n",
           "2:7: '18446744073709551616' does not fit into 64 bits"},
          {"b,0,3,4,0,\n",
           "2:9: expected an alignment of at least 1, found '0'"},
          {"b,0,3,4,x,\n",
           "2:9: expected an alignment of at least 1, found 'x'"},
          {"b,0,3,4,8,12\n",
           "2:11: fixed at 12, which is not a multiple of the alignment 8"},
          {"b,0,3,4,8,-8\n", "2:11: expected an offset, found '-8'"},
          {"a,0,3,4,,\nb,0,3,4,,4\nc,2,5,4,,7\n",
           "4:10: the buffer is fixed where it overlaps buffer 'b' of line 3, "
           "and both are live at time 2"},
          {"\"b,0,3,4,1,\n\"", "2:1: expected a second quote in this line"},
          {"\"b\"x,0,3,4,1,\n", "2:4: expected a comma after the quoted field"},
          {"\"b\"\"x\",0,3,4,1,\n",
           "2:4: a quote within a quoted field is not supported"},
      });
  // An id counts in a line that was refused, too.
  Reading R("id,lower,upper,size\nb,0,3,0\nb,0,3,4\n");
  EXPECT_TRUE(StringRef(R.Messages).contains("'b' is already used in line 2"));
}

TEST(ProblemCsvTest, RefusedTies) {
  expectErrors(
      "id,lower,upper,size,alignment,fixed,tie\n",
      {
          {"a,0,3,4,,,x\n", "2:11: expected a number, found 'x'"},
          {"a,0,3,4,,,-1\n", "2:11: expected a number, found '-1'"},
          {"a,0,3,4,,,4294967296\n",
           "2:11: '4294967296' does not fit into 32 bits"},
          {"a,0,3,4,,,99999999999999999999\n",
           "2:11: '99999999999999999999' does not fit into 64 bits"},
          {"a,0,3,4,,,1\nb,2,5,4,,,1\n",
           "3:11: the buffer is tied to buffer 'a' of line 2, and both are "
           "live at time 2"},
          {"a,0,3,4,,0,1\nb,3,5,4,,8,1\n",
           "3:10: the buffer is fixed at 8, but tied to buffer 'a' of line 2, "
           "which is fixed at 0"},
          {"a,0,3,4,,6,1\nb,3,5,4,4,,1\n",
           "3:12: the buffer is tied to buffer 'a' of line 2, which is fixed "
           "at 6, not a multiple of the alignment 4"},
          {"a,0,3,4,4,,1\nb,3,5,4,,6,1\n",
           "3:12: the buffer is tied to buffer 'a' of line 2, but fixed at 6, "
           "which is not a multiple of the alignment 4 of that one"},
          {"a,3,9,4,,2,\nb,0,5,4,,,1\nc,8,9,1,,0,1\n",
           "3:11: the buffer is fixed where it overlaps buffer 'a' of line 2, "
           "and both are live at time 3"},
      });
}

TEST(ProblemCsvTest, RefusedTexts) {
  expectErrors(
      "", {
              {"id,start,end,size\nb,5,4,4\n",
               "2:5: expected an end of at least 5, where the lifetime begins, "
               "found '4'"},
              {"id,start,end,size\nb,5,9223372036854775807,4\n",
               "2:5: what follows '9223372036854775807' does not fit into 64 "
               "bits"},
              {"id,\"lower\n", "1:4: expected a second quote in this line"},
              {"id,lower,upper,size,gaps\nb,0,3,4,1-2\n",
               "2:9: gaps in lifetimes are not supported"},
              {"id,lower,upper,size\nb,0,3,4\n \nc,0,3,4\n",
               "3:1: a blank line ends the problem, but more buffers follow"},
              {"id,lower,upper,size,aligment\nb1,0,3,4,8\n",
               "1:21: unknown column 'aligment', did you mean 'alignment'?"},
              {"id,lowr,upper,size\n",
               "1:4: unknown column 'lowr', did you mean 'lower'?"},
          });
  expectError("id,lower,upper,size,offset,fixed\nb,0,3,4,8,0\n",
              "2:9: the buffer is already fixed at 0", OffsetColumn::Fixed);
  expectError("id,lower,upper,size,offset\na,0,3,4,8\nb,0,3,4,5\n",
              "3:9: the buffer is fixed where it overlaps buffer 'a' of line "
              "2, and both are live at time 0",
              OffsetColumn::Fixed);
}

TEST(ProblemCsvTest, RefusedSums) {
  const std::string Sum =
      "with this buffer the sizes, rounded up to alignments, and the "
      "highest fixed end add up to 2^62 or more";
  expectErrors("id,lower,upper,size,alignment,fixed\n",
               {{"b,0,3,18446744073709551615,,\n", "2:7: " + Sum},
                {"b,0,3,2305843009213693952,,\nc,4,5,2305843009213693952,,\n",
                 "3:7: " + Sum},
                {"b,0,3,1,4611686018427387904,\n", "2:7: " + Sum},
                {"b,0,3,1,,4611686018427387903\n", "2:7: " + Sum}});
}

TEST(ProblemCsvTest, RefusedHeaders) {
  const std::string NoHeader =
      "1:1: expected a line that names the columns, such as "
      "'id,lower,upper,size', found ";
  expectErrors(
      "",
      {{"", NoHeader + "nothing"},
       {"\n\n", NoHeader + "nothing"},
       {"b1,0,3,4\n", NoHeader + "'b1,0,3,4'"},
       {StringRef("\0\1\2\377\376", 5), NoHeader + "'   \\xff\\xfe'"},
       {"id,lower,upper\n", "1:1: no column 'size'; expected at least id, "
                            "lower, upper and size"},
       {"id,lower,start,upper,size\n",
        "1:10: column 'start' means the same as the earlier column 'lower'"},
       {"id,lower,upper,end,size\n",
        "1:16: column 'end' means the same as the earlier column 'upper'"},
       {"id,lower,upper,size,size\n",
        "1:21: column 'size' means the same as the earlier column 'size'"}});
  for (OffsetColumn Offsets : {OffsetColumn::Required, OffsetColumn::Fixed})
    expectError("id,lower,upper,size\n",
                "1:1: no column 'offset', which is required here", Offsets);
}

TEST(ProblemCsvTest, AllErrorsUpToALimit) {
  std::string Text = "id,lower,upper,size\n";
  for (unsigned I = 0; I != 100; ++I)
    Text += "x\n";
  EXPECT_EQ(StringRef(Reading(Text).Messages).count("error:"), 20u);
  EXPECT_EQ(StringRef(Reading(Text, OffsetColumn::Optional, 0).Messages)
                .count("error:"),
            100u);
}

TEST(ProblemCsvTest, WritesWhatItReads) {
  for (StringRef Text :
       {"id,lower,upper,size\nb1,0,3,4\nb2,-3,9,4\n",
        "id,lower,upper,size,offset\nb1,0,3,4,16\n",
        "id,lower,upper,size,alignment\nb1,0,3,4,16\nb2,0,3,4,1\n",
        "id,lower,upper,size,fixed\nb1,0,3,4,16\nb2,0,3,4,\n",
        "id,lower,upper,size,alignment,fixed,offset\n\"a,b\",0,3,4,8,0,0\n"
        "\" c\",0,3,4,1,,4\n",
        "id,lower,upper,size\n"}) {
    Reading R(Text);
    ASSERT_TRUE(R);
    EXPECT_EQ(write(*R), Text.str());
  }
}

// Whatever the text, there is an error or a problem without fault, which can be
// written and read again.
TEST(ProblemCsvTest, DamagedTexts) {
  const std::string Sound = "id,lower,upper,size,alignment,fixed,offset\n"
                            "b1,0,3,4,8,16,16\n\"b,2\",-3,9,44,1,,20\r\n"
                            "b3,2,9,1,1,,0\n\n";
  static constexpr StringRef Pieces[] = {
      ",",    "\"",     "\n",           "\r\n", " ",
      "-",    "0",      "9999999999",   "id",   "end",
      "gaps", "offset", "\xEF\xBB\xBF", "\x1B"};
  std::mt19937 Random(3);
  unsigned Read = 0, Refused = 0;
  for (unsigned I = 0; I != 20000; ++I) {
    std::string Text = Sound;
    for (unsigned J = Random() % 4; J != 4; ++J) {
      size_t At = Random() % (Text.size() + 1);
      if (Random() % 2)
        Text.insert(At, Pieces[Random() % std::size(Pieces)]);
      else
        Text.erase(At, 1 + Random() % 3);
    }
    Reading R(Text, OffsetColumn(Random() % 3));
    ++(R ? Read : Refused);
    if (!R)
      continue;
    ASSERT_FALSE(findFault(R->Content));
    std::string Written = write(*R);
    Reading Again(Written);
    ASSERT_TRUE(Again) << Text << Again.Messages;
    EXPECT_EQ(write(*Again), Written);
  }
  EXPECT_GT(Read, 1000u);
  EXPECT_GT(Refused, 1000u);
}

} // namespace
