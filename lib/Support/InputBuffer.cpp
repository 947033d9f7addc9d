//===- InputBuffer.cpp - The bytes of a file that may change --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/InputBuffer.h"
#include "hlomem/Support/Bytes.h"
#include "hlomem/Support/InitTool.h"
#include "hlomem/Support/PrintableText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include <atomic>
#include <cerrno>
#include <csignal>
#include <limits>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace hlomem {

/// A smaller file is read: that takes less time than to map it, and it cannot
/// shrink any more.
static constexpr uint64_t MinMappedSize = 1 << 16;

static constexpr StringLiteral ShrunkText = "the file shrank while it was read";
static constexpr StringLiteral ChangedText =
    "the file was written to while it was read";

//===----------------------------------------------------------------------===//
// Files in use
//===----------------------------------------------------------------------===//

namespace {

/// A file in use, for those who only know an address: a handler of signals,
/// too, which must not wait for anybody. Never freed but used again.
struct FileInUse {
  /// Null while it is free.
  std::atomic<const char *> Begin = nullptr;
  std::atomic<const char *> End = nullptr;
  int FD = -1;
  struct stat Opened;
  std::string Path;
  // What the handler prints; empty of a file that is not mapped, which cannot
  // be the reason of a crash.
  std::string ShrunkMessage;
  std::string ChangedMessage;
  FileInUse *Next = nullptr;

  bool holds(const char *Address) const {
    const char *First = Begin.load(std::memory_order_acquire);
    // Without a lock it may become free and be used again in between.
    return First && First <= Address && Address <= End && Begin == First;
  }
};

} // namespace

/// Guards all changes of the list, and what is read of it but by the handler.
static std::mutex FilesMutex;
static std::atomic<FileInUse *> Files = nullptr;
static StringRef NameOfTool;

static FileInUse *findFile(const char *Address) {
  FileInUse *F = Files.load(std::memory_order_acquire);
  while (F && !F->holds(Address))
    F = F->Next;
  return F;
}

static FileInUse &addFile(StringRef Bytes, bool IsMapped, int FD,
                          const struct stat &Opened, StringRef Path) {
  std::lock_guard<std::mutex> Lock(FilesMutex);
  FileInUse *F = Files;
  while (F && F->Begin)
    F = F->Next;
  bool IsNew = !F;
  if (IsNew)
    F = new FileInUse;
  F->End = Bytes.end();
  F->FD = FD;
  F->Opened = Opened;
  F->Path = Path.str();
  F->ShrunkMessage.clear();
  F->ChangedMessage.clear();
  if (IsMapped) {
    std::string Start =
        (NameOfTool + ": error: '" + toPrintable(Path) + "': ").str();
    F->ShrunkMessage = (Start + ShrunkText + "\n").str();
    F->ChangedMessage = (Start + ChangedText + "\n").str();
  }
  F->Begin.store(Bytes.begin(), std::memory_order_release);
  if (IsNew) {
    F->Next = Files;
    Files.store(F, std::memory_order_release);
  }
  return *F;
}

namespace {

/// The bytes of a file, with the file kept open.
class InputBuffer final : public MemoryBuffer {
public:
  /// \p MappedSize bytes are unmapped in the end, or if it is 0, \p Bytes is
  /// from the heap.
  InputBuffer(StringRef Bytes, size_t MappedSize, int FD,
              const struct stat &Opened, StringRef Path)
      : MappedSize(MappedSize),
        File(addFile(Bytes, MappedSize != 0, FD, Opened, Path)) {
    init(Bytes.begin(), Bytes.end(), /*RequiresNullTerminator=*/true);
  }
  ~InputBuffer() override {
    {
      // The entry may be another file's as soon as it is free.
      std::lock_guard<std::mutex> Lock(FilesMutex);
      close(File.FD);
      File.Begin = nullptr;
    }
    if (MappedSize != 0)
      munmap(const_cast<char *>(getBufferStart()), MappedSize);
    else
      delete[] getBufferStart();
  }

  StringRef getBufferIdentifier() const override { return File.Path; }
  // The last page is not the file's: see mapAll().
  void dontNeedIfMmap() override {
    if (MappedSize != 0)
      madvise(const_cast<char *>(getBufferStart()),
              MappedSize - sys::Process::getPageSizeEstimate(), MADV_DONTNEED);
  }
  BufferKind getBufferKind() const override {
    return MappedSize != 0 ? MemoryBuffer_MMap : MemoryBuffer_Malloc;
  }

private:
  size_t MappedSize;
  FileInUse &File;
};

} // namespace

//===----------------------------------------------------------------------===//
// Reading and mapping
//===----------------------------------------------------------------------===//

static std::error_code getLastError() {
  return std::error_code(errno, std::generic_category());
}

/// Reads \p Size bytes at \p Offset.
static Error readBytes(int FD, char *To, size_t Size, uint64_t Offset) {
  while (Size != 0) {
    ssize_t Count = pread(FD, To, Size, Offset);
    if (Count < 0 && errno == EINTR)
      continue;
    if (Count < 0)
      return errorCodeToError(getLastError());
    if (Count == 0)
      return createStringError(ShrunkText);
    To += Count;
    Size -= Count;
    Offset += Count;
  }
  return Error::success();
}

/// The bytes of \p FD in memory, and how many of them are to be unmapped.
static Expected<const char *> readAll(int FD, size_t Size) {
  auto Bytes = std::make_unique<char[]>(Size + 1);
  if (Error E = readBytes(FD, Bytes.get(), Size, 0))
    return E;
  return Bytes.release();
}

// The pages that the file fills; the rest of it, and the null byte, stand in a
// page of its own after them: the last page of a mapped file shows what a
// growing file has there.
static Expected<const char *> mapAll(int FD, size_t Size, size_t MappedSize) {
  size_t PageSize = sys::Process::getPageSizeEstimate();
  size_t InFile = Size / PageSize * PageSize;
  void *Bytes = mmap(nullptr, MappedSize, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Bytes == MAP_FAILED)
    return errorCodeToError(getLastError());
  auto *Begin = static_cast<char *>(Bytes);
  auto Map = [&] {
    if (mmap(Begin, InFile, PROT_READ, MAP_PRIVATE | MAP_FIXED, FD, 0) ==
        MAP_FAILED)
      return errorCodeToError(getLastError());
    return readBytes(FD, Begin + InFile, Size - InFile, InFile);
  };
  if (Error E = Map()) {
    munmap(Bytes, MappedSize);
    return E;
  }
  return Begin;
}

static Expected<std::unique_ptr<MemoryBuffer>>
readFile(int FD, const struct stat &Opened, StringRef Path) {
  size_t Size = Opened.st_size;
  size_t PageSize = sys::Process::getPageSizeEstimate();
  size_t MappedSize = 0;
  if (Size >= MinMappedSize)
    MappedSize = (Size / PageSize + 1) * PageSize;
  Expected<const char *> Bytes =
      MappedSize != 0 ? mapAll(FD, Size, MappedSize) : readAll(FD, Size);
  if (!Bytes)
    return createFileError(Path, Bytes.takeError());
  return std::make_unique<InputBuffer>(StringRef(*Bytes, Size), MappedSize, FD,
                                       Opened, Path);
}

/// Reads what has no size that is known: a pipe, a device, a folder.
static Expected<std::unique_ptr<MemoryBuffer>>
readStream(int FD, uint64_t MaxSize, StringRef Name) {
  static constexpr size_t MinRoom = 1 << 16;
  SmallVector<char, 0> Text;
  size_t Used = 0;
  for (;;) {
    if (Text.size() - Used < MinRoom)
      Text.resize_for_overwrite(std::max(2 * Text.size(), 4 * MinRoom));
    ssize_t Count = read(FD, Text.data() + Used, Text.size() - Used);
    if (Count < 0 && errno == EINTR)
      continue;
    if (Count < 0)
      return createFileError(Name, getLastError());
    if (Count == 0)
      break;
    Used += Count;
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

/// The most that is read of a device, which may have no end.
static constexpr uint64_t MaxDeviceSize = 64 << 20;

static uint64_t getMaxSize(int FD, const struct stat &Opened) {
  bool IsDevice = S_ISCHR(Opened.st_mode) && !isatty(FD);
  return IsDevice ? MaxDeviceSize : std::numeric_limits<uint64_t>::max();
}

Expected<std::unique_ptr<MemoryBuffer>> openInput(StringRef Path) {
  struct stat Opened;
  if (Path == "-") {
    if (fstat(STDIN_FILENO, &Opened) != 0)
      return createFileError(Path, getLastError());
    return readStream(STDIN_FILENO, getMaxSize(STDIN_FILENO, Opened),
                      "<stdin>");
  }
  int FD;
  if (std::error_code EC = sys::fs::openFileForRead(Path, FD))
    return createFileError(Path, EC);
  if (fstat(FD, &Opened) == 0 && S_ISREG(Opened.st_mode)) {
    Expected<std::unique_ptr<MemoryBuffer>> File = readFile(FD, Opened, Path);
    if (!File)
      close(FD);
    return File;
  }
  Expected<std::unique_ptr<MemoryBuffer>> Other =
      readStream(FD, getMaxSize(FD, Opened), Path);
  close(FD);
  return Other;
}

Expected<std::unique_ptr<MemoryBuffer>> readBounded(StringRef Path,
                                                    uint64_t MaxSize) {
  int FD;
  if (std::error_code EC = sys::fs::openFileForRead(Path, FD))
    return createFileError(Path, EC);
  Expected<std::unique_ptr<MemoryBuffer>> Text = readStream(FD, MaxSize, Path);
  close(FD);
  return Text;
}

//===----------------------------------------------------------------------===//
// Files that change
//===----------------------------------------------------------------------===//

Error checkUnchanged(StringRef Text) {
  // Others open and close files meanwhile, which may use one entry again.
  std::lock_guard<std::mutex> Lock(FilesMutex);
  const FileInUse *File = findFile(Text.begin());
  struct stat Now;
  if (!File || fstat(File->FD, &Now) != 0)
    return Error::success();
  const struct stat &Opened = File->Opened;
  auto Fail = [&](StringRef What) {
    return createFileError(File->Path, createStringError(What));
  };
  if (Now.st_size < Opened.st_size)
    return Fail(ShrunkText);
  if (Now.st_size > Opened.st_size)
    // Logs grow all the time: what is not at their end is there as a whole.
    return Text.end() == File->End ? Fail("the file grew while it was read")
                                   : Error::success();
  if (Now.st_mtim.tv_sec != Opened.st_mtim.tv_sec ||
      Now.st_mtim.tv_nsec != Opened.st_mtim.tv_nsec)
    return Fail(ChangedText);
  return Error::success();
}

/// What happens where bytes that were read before are others now: what follows
/// from both need not make sense.
static constexpr int SignalsOfChange[] = {SIGBUS, SIGSEGV, SIGABRT};
/// What was done on them before.
static struct sigaction OtherActions[std::size(SignalsOfChange)];

static bool hasChanged(const FileInUse &F) {
  struct stat Now;
  return F.Begin && !F.ChangedMessage.empty() && fstat(F.FD, &Now) == 0 &&
         (Now.st_size != F.Opened.st_size ||
          Now.st_mtim.tv_sec != F.Opened.st_mtim.tv_sec ||
          Now.st_mtim.tv_nsec != F.Opened.st_mtim.tv_nsec);
}

static void handleSignal(int Signal, siginfo_t *Info, void * /*Context*/) {
  if (Signal == SIGBUS)
    if (const FileInUse *File =
            findFile(static_cast<const char *>(Info->si_addr)))
      endAtOnce(File->ShrunkMessage);
  for (const FileInUse *F = Files.load(std::memory_order_acquire); F;
       F = F->Next)
    if (hasChanged(*F))
      endAtOnce(F->ChangedMessage);
  // Comes when this returns.
  for (auto [Known, Other] : zip_equal(SignalsOfChange, OtherActions))
    if (Known == Signal)
      sigaction(Signal, &Other, nullptr);
  raise(Signal);
}

void reportFilesThatChange(StringRef ToolName) {
  NameOfTool = ToolName;
  struct sigaction Action = {};
  Action.sa_sigaction = handleSignal;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (auto [Signal, Other] : zip_equal(SignalsOfChange, OtherActions))
    sigaction(Signal, &Action, &Other);
}

} // namespace hlomem
