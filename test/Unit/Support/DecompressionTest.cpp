//===- DecompressionTest.cpp - Tests of decompress ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/Decompression.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <zlib.h>
#include <zstd.h>

using namespace hlomem;
using llvm::StringRef;

namespace {

std::string packGzip(StringRef Text) {
  z_stream Z = {};
  deflateInit2(&Z, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string Packed(deflateBound(&Z, Text.size()), '\0');
  Z.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(Text.data()));
  Z.avail_in = Text.size();
  Z.next_out = reinterpret_cast<Bytef *>(Packed.data());
  Z.avail_out = Packed.size();
  EXPECT_EQ(deflate(&Z, Z_FINISH), Z_STREAM_END);
  Packed.resize(Packed.size() - Z.avail_out);
  deflateEnd(&Z);
  return Packed;
}

// With a checksum, as the command has it.
std::string packZstd(StringRef Text) {
  ZSTD_CCtx *Z = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(Z, ZSTD_c_checksumFlag, 1);
  std::string Packed(ZSTD_compressBound(Text.size()), '\0');
  Packed.resize(ZSTD_compress2(Z, Packed.data(), Packed.size(), Text.data(),
                               Text.size()));
  ZSTD_freeCCtx(Z);
  return Packed;
}

struct Packer {
  CompressionFormat Format;
  std::string (*Pack)(StringRef);
};

class DecompressionTest : public testing::TestWithParam<Packer> {
protected:
  std::string pack(StringRef Text) { return GetParam().Pack(Text); }

  /// The text, or "error: " and the message.
  std::string unpack(StringRef Data) {
    DecompressionAllowance Allowance;
    return unpack(Data, Allowance);
  }
  std::string unpack(StringRef Data, DecompressionAllowance &Allowance,
                     StringRef Name = "name") {
    auto Text = decompress(Data, GetParam().Format, Name, Allowance);
    if (!Text)
      return "error: " + llvm::toString(Text.takeError());
    EXPECT_EQ((*Text)->getBufferIdentifier(), Name);
    return (*Text)->getBuffer().str();
  }
};

// Larger than any buffer on the way, and not of one byte.
std::string makeLargeText() {
  std::string Text;
  uint32_t Random = 1;
  while (Text.size() < (3 << 20)) {
    Random = Random * 1664525 + 1013904223;
    Text += std::to_string(Random >> 12) + '\n';
  }
  return Text;
}

TEST_P(DecompressionTest, FormatIsThatOfTheFirstBytes) {
  EXPECT_EQ(getCompressionFormat(pack("text")), GetParam().Format);
}

TEST_P(DecompressionTest, UnpacksAnySize) {
  EXPECT_EQ(unpack(pack("")), "");
  EXPECT_EQ(unpack(pack("text")), "text");
  std::string Large = makeLargeText();
  EXPECT_TRUE(unpack(pack(Large)) == Large);
  std::string Even(256 << 10, 'a');
  EXPECT_TRUE(unpack(pack(Even)) == Even);
}

TEST_P(DecompressionTest, JoinsMembers) {
  EXPECT_EQ(unpack(pack("a\n") + pack("") + pack("b")), "a\nb");
}

TEST_P(DecompressionTest, EveryCutIsAnError) {
  std::string Packed = pack("some text, some text, and more text");
  for (size_t Size = 1; Size != Packed.size(); ++Size)
    EXPECT_TRUE(StringRef(unpack(StringRef(Packed).take_front(Size)))
                    .ends_with("data is truncated"))
        << Size;
  std::string Large = pack(makeLargeText());
  EXPECT_TRUE(StringRef(unpack(StringRef(Large).drop_back()))
                  .ends_with("data is truncated"));
}

TEST_P(DecompressionTest, DamageIsAnError) {
  std::string Packed = pack(makeLargeText());
  Packed[Packed.size() / 2] ^= 0xA5;
  EXPECT_TRUE(StringRef(unpack(Packed)).starts_with("error: the "));
}

TEST_P(DecompressionTest, WhatFollowsIsAnError) {
  EXPECT_TRUE(
      StringRef(unpack(pack("text") + "rubbish")).starts_with("error: "));
}

// A megabyte of one letter takes about a thousand bytes, so that 200 times its
// size is less.
TEST_P(DecompressionTest, MoreThanIsAllowedIsAnError) {
  constexpr size_t Size = 1 << 20;
  std::string Packed = pack(std::string(Size, 'a'));
  size_t Beyond = Size - 200 * Packed.size();
  DecompressionAllowance Enough(Beyond);
  EXPECT_EQ(unpack(Packed, Enough).size(), Size);
  DecompressionAllowance TooLittle(Beyond - 1);
  EXPECT_EQ(unpack(Packed, TooLittle),
            "error: decompresses to more than 200 times its size, and all such "
            "files of a "
            "run to more than " +
                toExactString(Bytes(Beyond - 1)) +
                "; if that is right, decompress it "
                "first");
}

TEST_P(DecompressionTest, AllFilesShareWhatIsAllowed) {
  constexpr size_t Size = 1 << 20;
  std::string Packed = pack(std::string(Size, 'a'));
  DecompressionAllowance ForTwo(2 * (Size - 200 * Packed.size()));
  EXPECT_EQ(unpack(Packed, ForTwo, "first").size(), Size);
  EXPECT_EQ(unpack(Packed, ForTwo, "second").size(), Size);
  EXPECT_TRUE(StringRef(unpack(Packed, ForTwo, "third"))
                  .starts_with("error: decompresses"));
  // Others need nothing of it.
  EXPECT_EQ(unpack(pack("text"), ForTwo), "text");
}

TEST_P(DecompressionTest, AFileThatIsReadAgainTakesNothing) {
  constexpr size_t Size = 1 << 20;
  std::string Packed = pack(std::string(Size, 'a'));
  DecompressionAllowance ForOne(Size - 200 * Packed.size());
  for (unsigned I = 0; I != 3; ++I)
    EXPECT_EQ(unpack(Packed, ForOne).size(), Size);
}

TEST_P(DecompressionTest, AFileThatCannotBeReadTakesNothing) {
  constexpr size_t Size = 1 << 20;
  std::string Packed = pack(std::string(Size, 'a'));
  DecompressionAllowance ForOne(Size - 200 * Packed.size());
  EXPECT_TRUE(StringRef(unpack(Packed + "rubbish", ForOne, "bad"))
                  .starts_with("error: "));
  EXPECT_EQ(unpack(Packed, ForOne, "good").size(), Size);
}

INSTANTIATE_TEST_SUITE_P(
    Formats, DecompressionTest,
    testing::Values(Packer{CompressionFormat::Gzip, packGzip},
                    Packer{CompressionFormat::Zstd, packZstd}));

TEST(DecompressionFormatTest, TextsAreNotCompressed) {
  EXPECT_EQ(getCompressionFormat(""), CompressionFormat::None);
  EXPECT_EQ(getCompressionFormat("BufferAssignment:"), CompressionFormat::None);
  EXPECT_EQ(getCompressionFormat("\x1F"), CompressionFormat::None);
  EXPECT_EQ(getCompressionFormat("P*M"), CompressionFormat::None);
}

TEST(DecompressionFormatTest, AFrameOfNotesIsSkipped) {
  std::string Data("\x50\x2A\x4D\x18\x02\x00\x00\x00hi", 10);
  Data += packZstd("text");
  EXPECT_EQ(getCompressionFormat(Data), CompressionFormat::Zstd);
  DecompressionAllowance Allowance;
  auto Text = decompress(Data, CompressionFormat::Zstd, "name", Allowance);
  ASSERT_TRUE(bool(Text));
  EXPECT_EQ((*Text)->getBuffer(), "text");
}

} // namespace
