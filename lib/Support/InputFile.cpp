//===- InputFile.cpp - The text of a file, compressed or not --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/InputFile.h"
#include "hlomem/Support/Bytes.h"
#include "hlomem/Support/Decompression.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include <atomic>
#include <unistd.h>

using namespace llvm;

namespace hlomem {

static std::atomic<bool> MapsFiles = true;

void readFilesIntoMemory() { MapsFiles = false; }

/// Reads what has no size that is known: a pipe, a device, a folder.
static Expected<std::unique_ptr<MemoryBuffer>>
readStream(int FD, uint64_t MaxSize, StringRef Name) {
  static constexpr size_t MinRoom = 1 << 16;
  SmallVector<char, 0> Text;
  size_t Used = 0;
  for (;;) {
    if (Text.size() - Used < MinRoom)
      Text.resize_for_overwrite(std::max(2 * Text.size(), 4 * MinRoom));
    Expected<size_t> Count =
        sys::fs::readNativeFile(FD, MutableArrayRef(Text).drop_front(Used));
    if (!Count)
      return createFileError(Name, Count.takeError());
    if (*Count == 0)
      break;
    Used += *Count;
    if (Used > MaxSize)
      return createFileError(
          Name, createStringError("more than " + toExactString(Bytes(MaxSize)) +
                                  " come from there; if it has an end, copy it "
                                  "to a file"));
  }
  Text.truncate(Used);
  return std::make_unique<SmallVectorMemoryBuffer>(
      std::move(Text), Name, /*RequiresNullTerminator=*/true);
}

/// With a null byte after it: no text ends where another one begins, and where
/// an error is can be told from its address.
static Expected<std::unique_ptr<MemoryBuffer>> readOpen(int FD,
                                                        StringRef Name) {
  // What is read into memory cannot change any more, but takes memory.
  static constexpr uint64_t MinMappedSize = 1 << 20;
  static constexpr uint64_t MaxDeviceSize = 64 << 20;
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(FD, Status))
    return createFileError(Name, EC);
  if (!sys::fs::is_regular_file(Status) || FD == STDIN_FILENO) {
    bool IsDevice =
        Status.type() == sys::fs::file_type::character_file && !isatty(FD);
    return readStream(
        FD, IsDevice ? MaxDeviceSize : std::numeric_limits<uint64_t>::max(),
        Name);
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getOpenFile(
      FD, Name, Status.getSize(), /*RequiresNullTerminator=*/true,
      /*IsVolatile=*/!MapsFiles || Status.getSize() < MinMappedSize);
  if (!File)
    return createFileError(Name, File.getError());
  return std::move(*File);
}

static Expected<std::unique_ptr<MemoryBuffer>> openInput(StringRef Path) {
  if (Path == "-")
    return readOpen(STDIN_FILENO, "<stdin>");
  int FD;
  if (std::error_code EC = sys::fs::openFileForRead(Path, FD))
    return createFileError(Path, EC);
  auto Read = readOpen(FD, Path);
  consumeError(errorCodeToError(sys::fs::closeFile(FD)));
  return Read;
}

Expected<std::unique_ptr<MemoryBuffer>> readBounded(StringRef Path,
                                                    uint64_t MaxSize) {
  int FD;
  if (std::error_code EC = sys::fs::openFileForRead(Path, FD))
    return createFileError(Path, EC);
  auto Read = readStream(FD, MaxSize, Path);
  consumeError(errorCodeToError(sys::fs::closeFile(FD)));
  return Read;
}

Expected<SourceText> readInputFile(StringRef Path,
                                   DecompressionAllowance &Allowance) {
  Expected<std::unique_ptr<MemoryBuffer>> File = openInput(Path);
  if (!File)
    return File.takeError();
  StringRef Data = (*File)->getBuffer();
  CompressionFormat Format = getCompressionFormat(Data);
  if (Format == CompressionFormat::None)
    return SourceText::whole(std::move(*File));
  StringRef Name = (*File)->getBufferIdentifier();
  Expected<std::unique_ptr<MemoryBuffer>> Text =
      decompress(Data, Format, Name, Allowance);
  if (!Text)
    return createFileError(Name, Text.takeError());
  return SourceText::whole(std::move(*Text));
}

} // namespace hlomem
