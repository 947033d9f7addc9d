//===- LineGrammarTest.cpp - Tests of the lines with both scanners --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/LineGrammar.h"
#include "Reader/CanonicalLine.h"
#include "Reader/LineScanner.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

constexpr auto NoUnknown = [] { return false; };

/// What \p S reads as a line of that kind, in words; empty where it fails.
struct ReadValue {
  template <class Scanner> std::string operator()(Scanner &S) const {
    ValueHeader H;
    uint64_t Offset, Size;
    if (!readValueLine(S, H, Offset, Size, [](UnknownAfter) {}))
      return "";
    std::string Text;
    llvm::raw_string_ostream(Text)
        << H.Id << ' ' << H.Definition << (H.Phi ? " phi " : " ")
        << (H.HasColor ? "@" : "") << H.Color << ' ' << Offset << '+' << Size;
    return Text;
  }
};

struct ReadPosition {
  template <class Scanner> std::string operator()(Scanner &S) const {
    StringRef Name, Index;
    return readPosition(S, Name, Index, NoUnknown) ? (Name + Index).str() : "";
  }
};

struct ReadUse {
  template <class Scanner> std::string operator()(Scanner &S) const {
    StringRef Name, Index;
    uint32_t Operand;
    return readUse(S, Name, Operand, Index, NoUnknown)
               ? (Name + "/" + llvm::Twine(Operand) + Index).str()
               : "";
  }
};

struct ReadScheduleLine {
  template <class Scanner> std::string operator()(Scanner &S) const {
    Time T;
    StringRef Name;
    return readScheduleLine(S, T, Name) ? (llvm::Twine(T) + Name).str() : "";
  }
};

struct ReadLiveRange {
  template <class Scanner> std::string operator()(Scanner &S) const {
    HloPosition Definition;
    LiveRange R;
    if (!readLiveRangeLine(S, Definition, R))
      return "";
    std::string Text;
    llvm::raw_string_ostream(Text)
        << Definition << ' ' << R.Begin << ' ' << R.End;
    return Text;
  }
};

/// As CanonicalLine and LineScanner read \p Line up to its end.
template <class ReadFn>
std::pair<std::string, std::string> readTwice(StringRef Line, ReadFn Read) {
  std::string Text = (Line + "\n").str();
  CanonicalLine L(Text.data(), Text.data() + Text.size());
  std::string Canonical = Read(L);
  if (!L.consume("\n"))
    Canonical.clear();
  LineScanner S(StringRef(Text).drop_back());
  std::string Scanned = Read(S);
  if (!S.consumeEnd())
    Scanned.clear();
  return {Canonical, Scanned};
}

template <class ReadFn>
void expectBoth(StringRef Line, ReadFn Read, const std::string &Expected) {
  auto [Canonical, Scanned] = readTwice(Line, Read);
  EXPECT_EQ(Canonical, Expected) << Line.str();
  EXPECT_EQ(Scanned, Expected) << Line.str();
}

// Whatever the one reads from a line of which a part is lost or doubled, the
// other reads from it too.
template <class ReadFn> void damage(StringRef Line, ReadFn Read) {
  auto ExpectSame = [&](const std::string &Damaged) {
    auto [Canonical, Scanned] = readTwice(Damaged, Read);
    EXPECT_EQ(Canonical, Scanned) << Damaged;
  };
  for (size_t I = 0; I != Line.size(); ++I) {
    ExpectSame((Line.take_front(I) + Line.drop_front(I + 1)).str());
    ExpectSame((Line.take_front(I + 1) + Line.drop_front(I)).str());
    ExpectSame(Line.take_front(I).str());
  }
}

TEST(LinesTest, Value) {
  StringRef Line =
      " value: <3 fusion.1{0,12} (phi) @10> (size=64,offset=128): ";
  expectBoth(Line, ReadValue(), "3 fusion.1{0,12} phi @10 128+64");
  expectBoth(" value: <0 a> (size=0,offset=0): ", ReadValue(), "0 a 0 0+0");
  damage(Line, ReadValue());
}

TEST(LinesTest, PositionAndUse) {
  expectBoth("fusion.1 {0,1}", ReadPosition(), "fusion.1{0,1}");
  expectBoth("fusion.1", ReadPosition(), "fusion.1");
  expectBoth("fusion.1, operand 12 {3}", ReadUse(), "fusion.1/12{3}");
  expectBoth("f, operand 4294967296", ReadUse(), "");
  damage("fusion.1 {0,1}", ReadPosition());
  damage("fusion.1, operand 12 {3}", ReadUse());
}

TEST(LinesTest, ScheduleAndLiveRange) {
  expectBoth("    70:fusion.1", ReadScheduleLine(), "70fusion.1");
  expectBoth("    4294967296:a", ReadScheduleLine(), "");
  expectBoth("    fusion.1{}:7-90", ReadLiveRange(), "fusion.1{} 7 90");
  damage("    70:fusion.1", ReadScheduleLine());
  damage("    fusion.1{0,2}:7-90", ReadLiveRange());
}

// Numbers of more than 18 digits are no canonical ones.
TEST(LinesTest, LargeNumbers) {
  auto [Canonical, Scanned] = readTwice(
      " value: <1 a> (size=18446744073709551615,offset=0): ", ReadValue());
  EXPECT_EQ(Canonical, "");
  EXPECT_EQ(Scanned, "1 a 0 0+18446744073709551615");

  auto GetMessage = [](StringRef Line) {
    LineScanner S(Line);
    EXPECT_EQ(ReadValue()(S), "");
    return (S.message() + " at " + S.rest()).str();
  };
  EXPECT_EQ(
      GetMessage(" value: <1 a> (size=18446744073709551615,offset=1): s8[]"),
      "offset and size add up to more than 64 bits at 1): s8[]");
  EXPECT_EQ(GetMessage(" value: <9223372036854775808 a>"),
            "value id does not fit into 63 bits at 9223372036854775808 a>");
}

} // namespace
