//===- Decompression.cpp - Texts of gzip and zstd files -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/Decompression.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include <zlib.h>
#include <zstd.h>

using namespace llvm;

namespace hlomem {

/// Room that a call of the libraries gets at least.
static constexpr size_t MinRoom = 64 << 10;

CompressionFormat getCompressionFormat(StringRef Data) {
  if (Data.starts_with("\x1F\x8B"))
    return CompressionFormat::Gzip;
  if (Data.starts_with("\x28\xB5\x2F\xFD"))
    return CompressionFormat::Zstd;
  // A frame that only carries notes, as pzstd writes first.
  if (Data.size() >= 4 && (Data[0] & 0xF0) == 0x50 &&
      Data.substr(1).starts_with("\x2A\x4D\x18"))
    return CompressionFormat::Zstd;
  return CompressionFormat::None;
}

bool DecompressionAllowance::take(uint64_t Count) {
  uint64_t Found = Rest;
  while (Found >= Count)
    if (Rest.compare_exchange_weak(Found, Found - Count))
      return true;
  return false;
}

void DecompressionAllowance::recordTaken(StringRef Name, uint64_t Count) {
  std::lock_guard<std::mutex> Guard(Lock);
  TakenByName[Name] += Count;
}

uint64_t DecompressionAllowance::getTaken(StringRef Name) const {
  std::lock_guard<std::mutex> Guard(Lock);
  return TakenByName.lookup(Name);
}

namespace {

/// A text that grows at its end. Growing moves no bytes where the system can
/// map them elsewhere, and room that is not used takes no memory.
class Output {
public:
  Output(uint64_t Believed, DecompressionAllowance &Allowance)
      : Allowance(Allowance), Limit(Believed) {}

  MutableArrayRef<char> room() {
    if (Text.size() - Used < MinRoom)
      Text.resize_for_overwrite(std::max(Text.size() * 2, 4 * MinRoom));
    return MutableArrayRef<char>(Text).drop_front(Used);
  }
  Error advance(size_t Count) {
    Used += Count;
    if (Used <= Limit)
      return Error::success();
    if (!Allowance.take(Used - Limit))
      return createStringError(
          "decompresses to more than " +
          Twine(DecompressionAllowance::BelievedRatio) +
          " times its size, and all such files of a run to more than " +
          toExactString(Bytes(Allowance.getSize())) +
          "; if that is right, decompress it first");
    Taken += Used - Limit;
    Limit = Used;
    return Error::success();
  }
  /// Of the allowance.
  uint64_t getTaken() const { return Taken; }
  std::unique_ptr<MemoryBuffer> take(StringRef Name) {
    Text.truncate(Used);
    return std::make_unique<SmallVectorMemoryBuffer>(
        std::move(Text), Name, /*RequiresNullTerminator=*/false);
  }

private:
  SmallVector<char, 0> Text;
  size_t Used = 0;
  DecompressionAllowance &Allowance;
  /// What is believed, or has been allowed.
  uint64_t Limit;
  uint64_t Taken = 0;
};

} // namespace

static Error corrupt(StringRef Format, const char *Reason) {
  return createStringError("the " + Format + " data is corrupt" +
                           (Reason ? Twine(": ") + Reason : Twine()));
}

static Error cut(StringRef Format) {
  return createStringError("the " + Format + " data is truncated");
}

static Error unpackGzip(StringRef Data, Output &Out) {
  z_stream Z = {};
  // 16: with gzip's header and checksum.
  if (inflateInit2(&Z, 16 + MAX_WBITS) != Z_OK)
    return createStringError("zlib: out of memory");
  std::unique_ptr<z_stream, decltype(&inflateEnd)> End(&Z, inflateEnd);
  StringRef Rest = Data;
  // Of 32 bits.
  static constexpr size_t MaxInput = 1 << 30;
  for (;;) {
    MutableArrayRef<char> Room = Out.room().take_front(MaxInput);
    size_t InputSize = std::min(Rest.size(), MaxInput);
    Z.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(Rest.data()));
    Z.avail_in = InputSize;
    Z.next_out = reinterpret_cast<Bytef *>(Room.data());
    Z.avail_out = Room.size();
    int Status = inflate(&Z, Z_NO_FLUSH);
    Rest = Rest.drop_front(InputSize - Z.avail_in);
    if (Error E = Out.advance(Room.size() - Z.avail_out))
      return E;
    if (Status == Z_STREAM_END) {
      if (Rest.empty())
        return Error::success();
      if (getCompressionFormat(Rest) != CompressionFormat::Gzip)
        return createStringError("unexpected data follows the gzip data");
      inflateReset(&Z);
      continue;
    }
    if (Status == Z_BUF_ERROR ||
        (Status == Z_OK && Rest.empty() && Z.avail_out != 0))
      return cut("gzip");
    if (Status == Z_MEM_ERROR)
      return createStringError("zlib: out of memory");
    if (Status != Z_OK)
      return corrupt("gzip", Z.msg);
  }
}

static Error unpackZstd(StringRef Data, Output &Out) {
  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> Z(
      ZSTD_createDStream(), ZSTD_freeDStream);
  if (!Z)
    return createStringError("zstd: out of memory");
  ZSTD_inBuffer In = {Data.data(), Data.size(), 0};
  for (;;) {
    MutableArrayRef<char> Room = Out.room();
    ZSTD_outBuffer Written = {Room.data(), Room.size(), 0};
    size_t Status = ZSTD_decompressStream(Z.get(), &Written, &In);
    if (ZSTD_isError(Status))
      return corrupt("zstd", ZSTD_getErrorName(Status));
    if (Error E = Out.advance(Written.pos))
      return E;
    if (In.pos != In.size)
      continue;
    // 0: the end of a frame, with nothing held back.
    if (Status == 0)
      return Error::success();
    if (Written.pos < Written.size)
      return cut("zstd");
  }
}

Expected<std::unique_ptr<MemoryBuffer>>
decompress(StringRef Data, CompressionFormat Format, StringRef Name,
           DecompressionAllowance &Allowance) {
  Output Out(
      SaturatingAdd(SaturatingMultiply<uint64_t>(
                        Data.size(), DecompressionAllowance::BelievedRatio),
                    Allowance.getTaken(Name)),
      Allowance);
  if (Error E = Format == CompressionFormat::Gzip ? unpackGzip(Data, Out)
                                                  : unpackZstd(Data, Out)) {
    Allowance.giveBack(Out.getTaken());
    return E;
  }
  Allowance.recordTaken(Name, Out.getTaken());
  return Out.take(Name);
}

} // namespace hlomem
