//===- SpillStream.cpp - Text that waits in memory or in a file -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpillStream.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <unistd.h>

using namespace llvm;

namespace hlomem {

SpillStream::~SpillStream() {
  if (FD != -1)
    (void)close(FD);
}

void SpillStream::write_impl(const char *Data, size_t Size) {
  Kept.append(Data, Size);
  Written += Size;
  if (Kept.size() >= LargestInMemory)
    spill();
}

void SpillStream::spill() {
  if (FD == -1 && !EC) {
    SmallString<128> Path;
    EC = sys::fs::createTemporaryFile("hlo-mem-opt", "temp", FD, Path);
    if (!EC)
      EC = sys::fs::remove(Path);
  }
  if (!EC) {
    raw_fd_ostream File(FD, /*shouldClose=*/false);
    File << Kept;
    File.flush();
    EC = File.error();
    File.clear_error();
  }
  Kept.clear();
}

Error SpillStream::moveTo(raw_ostream &OS) {
  if (FD != -1 && !EC) {
    sys::fs::file_t File = sys::fs::convertFDToNativeFile(FD);
    std::string Buffer(LargestInMemory, '\0');
    for (uint64_t Offset = 0;;) {
      Expected<size_t> Count = sys::fs::readNativeFileSlice(
          File, MutableArrayRef<char>(Buffer.data(), Buffer.size()), Offset);
      if (!Count)
        return Count.takeError();
      if (*Count == 0)
        break;
      OS << StringRef(Buffer).take_front(*Count);
      Offset += *Count;
    }
  }
  if (EC)
    return createFileError("temporary file", EC);
  OS << Kept;
  return Error::success();
}

} // namespace hlomem
