//===- BytesTest.cpp - Tests of Bytes -------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/Bytes.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

// The expected texts follow from tsl's HumanReadableNumBytes by hand.
TEST(BytesTest, HumanFormIsXLAs) {
  EXPECT_EQ(toHumanString(Bytes(0)), "0B");
  EXPECT_EQ(toHumanString(Bytes(1023)), "1023B");
  EXPECT_EQ(toHumanString(Bytes(1024)), "1.0KiB");
  EXPECT_EQ(toHumanString(Bytes(92676)), "90.5KiB");
  EXPECT_EQ(toHumanString(Bytes(1048575)), "1024.0KiB");
  EXPECT_EQ(toHumanString(Bytes(1048576)), "1.00MiB");
  EXPECT_EQ(toHumanString(Bytes(36269712640)), "33.78GiB");
  EXPECT_EQ(toHumanString(Bytes(UINT64_MAX)), "16.00EiB");
}

// 1280 / 1024 is 1.25, 1792 / 1024 is 1.75: printf rounds both to the even
// digit. The same with two decimals: 1.125 and 1.375 MiB. 1.0546875 MiB is
// 1.05, 1023.99 KiB is 1024.0.
TEST(BytesTest, HumanFormIsRoundedHalfToEven) {
  EXPECT_EQ(toHumanString(Bytes(1280)), "1.2KiB");
  EXPECT_EQ(toHumanString(Bytes(1792)), "1.8KiB");
  EXPECT_EQ(toHumanString(Bytes(1281)), "1.3KiB");
  EXPECT_EQ(toHumanString(Bytes(1152 * 1024)), "1.12MiB");
  EXPECT_EQ(toHumanString(Bytes(1408 * 1024)), "1.38MiB");
  EXPECT_EQ(toHumanString(Bytes(1080 * 1024)), "1.05MiB");
  EXPECT_EQ(toHumanString(Bytes(1048566)), "1024.0KiB");
}

// In the unit of a screen: from 10 KiB and 10 MiB on without digits after the
// point, from 1 GiB on with two.
TEST(BytesTest, FormForPeople) {
  EXPECT_EQ(toString(Bytes(1)), "1 byte");
  EXPECT_EQ(toString(Bytes(10239)), "10239 bytes");
  EXPECT_EQ(toString(Bytes(10240)), "10 KiB");
  EXPECT_EQ(toString(Bytes(10485759)), "10240 KiB");
  EXPECT_EQ(toString(Bytes(10485760)), "10 MiB");
  EXPECT_EQ(toString(Bytes(1073741823)), "1024 MiB");
  EXPECT_EQ(toString(Bytes(1664299827)), "1.55 GiB"); // 1.55 * 2^30 is ...827.2
  EXPECT_EQ(toString(Bytes::overflow()), "more than 16 EiB");
}

TEST(BytesTest, ExactFormNamesEveryByte) {
  EXPECT_EQ(toExactString(Bytes(0)), "0 bytes");
  EXPECT_EQ(toExactString(Bytes(1)), "1 byte");
  EXPECT_EQ(toExactString(Bytes(824)), "824 bytes");
  EXPECT_EQ(toExactString(Bytes(28160)), "28 KiB (28160 bytes)");
}

TEST(BytesTest, SumsThatDoNotFitAreMarked) {
  EXPECT_TRUE((Bytes(UINT64_MAX - 1) + Bytes(2)).isOverflow());
  EXPECT_TRUE((Bytes(uint64_t(1) << 40) * (uint64_t(1) << 40)).isOverflow());
  EXPECT_FALSE((Bytes(UINT64_MAX - 2) + Bytes(1)).isOverflow());
  EXPECT_EQ(toExactString(Bytes::overflow()), "more than 16 EiB");
}

TEST(BytesTest, NothingIsTakenFromWhatDoesNotFit) {
  EXPECT_TRUE((Bytes::overflow() - Bytes(1)).isOverflow());
  EXPECT_TRUE((Bytes::overflow() - Bytes::overflow()).isOverflow());
  EXPECT_TRUE(
      differenceOrZero(Bytes::overflow(), Bytes::overflow()).isOverflow());
  EXPECT_EQ(differenceOrZero(Bytes(1), Bytes(2)), Bytes(0));
  EXPECT_EQ(Bytes(UINT64_MAX - 1) - Bytes(UINT64_MAX - 1), Bytes(0));
}

TEST(BytesTest, PercentIsRoundedHalfUp) {
  EXPECT_EQ(toString(Percent{Bytes(824), Bytes(7044)}), "11.70%");
  EXPECT_EQ(toString(Percent{Bytes(28160), Bytes(69632)}), "40.44%");
  EXPECT_EQ(toString(Percent{Bytes(1), Bytes(20000)}), "0.01%");
  EXPECT_EQ(toString(Percent{Bytes(1), Bytes(20001)}), "<0.01%");
  EXPECT_EQ(toString(Percent{Bytes(7), Bytes(7)}), "100.00%");
  EXPECT_EQ(toString(Percent{Bytes(20000), Bytes(20001)}), ">99.99%");
  EXPECT_EQ(toString(Percent{Bytes(0), Bytes(7)}), "0.00%");
  EXPECT_EQ(toString(Percent{Bytes(0), Bytes(0)}), "-");
  EXPECT_EQ(toString(Percent{Bytes::overflow(), Bytes::overflow()}), "?");
  EXPECT_EQ(toString(Percent{Bytes(1), Bytes::overflow()}), "?");
}

TEST(BytesTest, PercentMayExceedAHundred) {
  EXPECT_EQ(toString(Percent{Bytes(1000), Bytes(100)}), "1000.00%");
  EXPECT_EQ(toString(Percent{Bytes(4), Bytes(3)}), "133.33%");
  // 2^63 times 100, which is more than 64 bits hold.
  EXPECT_EQ(toString(Percent{Bytes(uint64_t(1) << 63), Bytes(1)}),
            "922337203685477580800.00%");
}

// The last part that is reckoned with 64 bits, and the first with 128:
// (2^64 - 1) / 20000 = 922337203685477.58.
TEST(BytesTest, PercentOfLargePartsIsExact) {
  Bytes Whole(uint64_t(1844674407370954));
  EXPECT_EQ(toString(Percent{Bytes(922337203685476), Whole}), "50.00%");
  EXPECT_EQ(toString(Percent{Bytes(922337203685477), Whole}), "50.00%");
  EXPECT_EQ(toString(Percent{Bytes(922337203685478), Whole}), "50.00%");
  EXPECT_EQ(toString(Percent{Bytes(922337203685477), Bytes(3)}),
            "30744573456182566.67%");
}

TEST(BytesTest, PercentForProgramsHasNoMarks) {
  EXPECT_EQ(toNumber(Percent{Bytes(824), Bytes(7044)}), "11.70");
  EXPECT_EQ(toNumber(Percent{Bytes(20000), Bytes(20001)}), "99.9950");
  EXPECT_EQ(toNumber(Percent{Bytes(1), Bytes(20001)}), "0.0049");
  EXPECT_EQ(toNumber(Percent{Bytes(1), Bytes(20000)}), "0.01");
  EXPECT_EQ(toNumber(Percent{Bytes(7), Bytes(7)}), "100.00");
  EXPECT_EQ(toNumber(Percent{Bytes(0), Bytes(7)}), "0.00");
  // 100 / 2^40 is 9.0949...e-11.
  Bytes TiB(uint64_t(1) << 40);
  EXPECT_EQ(toNumber(Percent{Bytes(1), TiB}), "0.000000000090");
  EXPECT_EQ(toNumber(Percent{TiB - Bytes(1), TiB}), "99.999999999909");
  EXPECT_EQ(toNumber(Percent{Bytes(0), Bytes(0)}), "");
}

TEST(BytesTest, Parse) {
  EXPECT_EQ(parseBytes("0"), Bytes(0));
  EXPECT_EQ(parseBytes("4096"), Bytes(4096));
  EXPECT_EQ(parseBytes("4096B"), Bytes(4096));
  EXPECT_EQ(parseBytes("1KiB"), Bytes(1024));
  EXPECT_EQ(parseBytes("1.5 MiB"), Bytes(1572864));
  EXPECT_EQ(parseBytes("0.1KiB"), Bytes(102));
  EXPECT_EQ(parseBytes("17.77MiB"), Bytes(18633195)); // 18633195.52
  EXPECT_EQ(parseBytes("3GiB"), Bytes(3221225472));
  EXPECT_EQ(parseBytes("1TiB"), Bytes(1099511627776));
  EXPECT_EQ(parseBytes("16G"), Bytes(17179869184));
  EXPECT_EQ(parseBytes("16Gi"), Bytes(17179869184));
  EXPECT_EQ(parseBytes("16gib"), Bytes(17179869184));
  EXPECT_EQ(parseBytes("16GB"), Bytes(16000000000));
  EXPECT_EQ(parseBytes("1.5kB"), Bytes(1500));
  EXPECT_EQ(parseBytes("0.0001KB"), Bytes(0));
  EXPECT_EQ(parseBytes("18446PB"), Bytes(18446000000000000000u));
  EXPECT_EQ(parseBytes("1.999999999999999PiB"), Bytes(2251799813685246));
  EXPECT_EQ(parseBytes("18446744073709551614"), Bytes(~0ull - 1));
}

TEST(BytesTest, Arithmetic) {
  EXPECT_EQ(Bytes(7) / 2, Bytes(3));
  EXPECT_TRUE((Bytes::overflow() / 2).isOverflow());
  EXPECT_EQ(absoluteDifference(Bytes(3), Bytes(10)), Bytes(7));
  EXPECT_EQ(absoluteDifference(Bytes(10), Bytes(3)), Bytes(7));
  EXPECT_EQ(alignTo(Bytes(10), 4), Bytes(12));
  EXPECT_EQ(alignTo(Bytes(12), 6), Bytes(12));
  EXPECT_TRUE(alignTo(Bytes(~0ull - 1), 4).isOverflow());
}

TEST(BytesTest, ParseErrors) {
  for (const char *Text : {"",
                           "B",
                           "KiB",
                           "-1",
                           "+1",
                           " 1",
                           "1 ",
                           "1.",
                           ".5",
                           "1..5",
                           "1.5.2",
                           "1KiBB",
                           "1Kb.",
                           "1Kx",
                           "18447PB",
                           "1EiB",
                           "0x10",
                           "1e3",
                           "18446744073709551615",
                           "18446744073709551616",
                           "16384PiB",
                           "0.1234567890123456KiB"})
    EXPECT_EQ(parseBytes(Text), std::nullopt) << Text;
}

} // namespace
