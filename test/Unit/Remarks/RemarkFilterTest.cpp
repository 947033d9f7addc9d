//===- RemarkFilterTest.cpp -----------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestRemarks.h"
#include "hlomem/Remarks/RemarkStreams.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

using Strings = std::vector<std::string>;

class Collector final : public RemarkStream {
public:
  Strings Names;
  void handle(const Remark &R) override { Names.push_back(R.getName().str()); }
  void finish() override { Names.push_back("end"); }
};

// A headline of 10 bytes with rows of 6 and 4 and a note, a failure, and a
// headline of another pass.
void emitAll(RemarkStream &S) {
  S.emit("peak", SMLoc(), test::Head{.Size = Bytes(10)});
  S.emit("peak", SMLoc(), test::Gap{.Size = Bytes(6), .Offset = Bytes(0)});
  S.emit("peak", SMLoc(), test::Buffer{Bytes(4), "", 0, ""});
  S.emit("peak", SMLoc(), test::Rest{.Count = 1});
  S.emit("peak", SMLoc(), test::Plain{});
  S.emit("frag", SMLoc(), test::Text{.Body = "x"});
  S.finish();
}

Strings filter(const RemarkFilter &F) {
  Collector Kept;
  FilteringRemarkStream Stream(F, Kept);
  emitAll(Stream);
  return Kept.Names;
}

TEST(RemarkFilterTest, Nothing) {
  EXPECT_TRUE(RemarkFilter().wantsAll());
  EXPECT_EQ(filter({}),
            (Strings{"Head", "Gap", "Buffer", "Rest", "Plain", "Text", "end"}));
}

TEST(RemarkFilterTest, Pass) {
  RemarkFilter F;
  F.Pass = std::make_shared<const Regex>("^f");
  EXPECT_FALSE(F.wantsAll());
  EXPECT_EQ(filter(F), (Strings{"Text", "end"}));
  F.Pass = std::make_shared<const Regex>("a");
  EXPECT_EQ(filter(F).size(), 7u);
}

// Gap is Missed, and hangs on a headline that is not.
TEST(RemarkFilterTest, Kinds) {
  RemarkFilter F;
  F.setKinds({RemarkKind::Missed, RemarkKind::Failure});
  EXPECT_EQ(filter(F), (Strings{"Plain", "end"}));
  F.setKinds({RemarkKind::Analysis, RemarkKind::Passed});
  EXPECT_EQ(filter(F), (Strings{"Head", "Buffer", "Rest", "Text", "end"}));
}

TEST(RemarkFilterTest, MinBytes) {
  RemarkFilter F;
  F.MinBytes = Bytes(6);
  EXPECT_EQ(filter(F), (Strings{"Head", "Gap", "Rest", "Plain", "end"}));
  F.MinBytes = Bytes(10);
  EXPECT_EQ(filter(F), (Strings{"Head", "Rest", "Plain", "end"}));
  F.MinBytes = Bytes(11);
  EXPECT_EQ(filter(F), (Strings{"Plain", "end"}));
}

TEST(RemarkFilterTest, MoreBytesThanFit) {
  RemarkFilter F;
  F.MinBytes = Bytes(~0ull - 1);
  Collector Kept;
  FilteringRemarkStream Stream(F, Kept);
  Stream.emit("p", SMLoc(), test::Head{.Size = Bytes::overflow()});
  EXPECT_EQ(Kept.Names, (Strings{"Head"}));
}

TEST(RemarkFilterTest, Watch) {
  Collector All;
  Regex Pattern("^peak:(Gap|Rest)$");
  WatchingRemarkStream Stream(Pattern, All);
  emitAll(Stream);
  EXPECT_EQ(All.Names.size(), 7u);
  EXPECT_EQ(Stream.getCount(), 2u);
  EXPECT_EQ(Stream.getFirst(), "peak:Gap");
}

// A row without a place is where its headline is.
TEST(RemarkFilterTest, WatchedPlace) {
  Collector All;
  Regex Pattern("Gap"), None("Gap:");
  const char *Place = "x";
  for (const Regex *R : {&Pattern, &None}) {
    WatchingRemarkStream Stream(*R, All);
    Stream.emit("p", SMLoc::getFromPointer(Place),
                test::Head{.Size = Bytes(1)});
    Stream.emit("p", SMLoc(), test::Gap{.Size = Bytes(6), .Offset = Bytes(0)});
    EXPECT_EQ(Stream.getCount(), R == &Pattern ? 1u : 0u);
    EXPECT_EQ(Stream.getFirstLoc().getPointer(),
              R == &Pattern ? Place : nullptr);
  }
}

TEST(RemarkFilterTest, Broadcast) {
  Collector One, Two;
  BroadcastingRemarkStream Both;
  Both.add(One);
  Both.add(Two);
  Both.emit("p", SMLoc(), test::Plain{});
  Both.finish();
  EXPECT_EQ(One.Names, (Strings{"Plain", "end"}));
  EXPECT_EQ(Two.Names, One.Names);
}

} // namespace
