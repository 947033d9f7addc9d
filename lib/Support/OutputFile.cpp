//===- OutputFile.cpp - A document to a file, whole or not at all ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// llvm::writeToOutput() renames its temporary file over whatever the path
// names, device nodes included, and does not look whether writing succeeded.
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/OutputFile.h"
#include "hlomem/Support/PrintableText.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include <climits>
#include <map>
#include <unistd.h>

using namespace llvm;

namespace hlomem {

/// The error of \p OS so far, if any. The stream forgets it: it would else end
/// the program when it is destroyed.
static std::error_code takeError(raw_fd_ostream &OS) {
  OS.flush();
  std::error_code EC = OS.error();
  OS.clear_error();
  return EC;
}

static StringRef getFolder(StringRef Path) {
  StringRef Folder = sys::path::parent_path(Path);
  return Folder.empty() ? StringRef(".") : Folder;
}

/// The open file of this program that \p Path stands for: /dev/fd/3.
static std::optional<int> getDescriptor(StringRef Path) {
  int FD;
  if (Path == "-" || Path == "/dev/stdout")
    return STDOUT_FILENO;
  if (Path == "/dev/stderr")
    return STDERR_FILENO;
  if ((Path.consume_front("/dev/fd/") ||
       Path.consume_front("/proc/self/fd/")) &&
      !Path.getAsInteger(10, FD) && FD >= 0)
    return FD;
  return std::nullopt;
}

static std::error_code getStatus(StringRef Path, sys::fs::file_status &Status) {
  std::optional<int> FD = getDescriptor(Path);
  return FD ? sys::fs::status(*FD, Status) : sys::fs::status(Path, Status);
}

/// The path without links, of which Linux follows 40; what it names may be
/// missing.
static SmallString<128> getTarget(StringRef Path, unsigned MaxLinks = 40) {
  SmallString<128> Target;
  if (!sys::fs::real_path(Path, Target))
    return Target;
  if (sys::fs::real_path(getFolder(Path), Target))
    return Path;
  sys::path::append(Target, sys::path::filename(Path));
  char Link[PATH_MAX];
  ssize_t Size = readlink(Target.c_str(), Link, sizeof(Link));
  if (Size < 0 || MaxLinks == 0)
    return Target;
  StringRef To(Link, Size);
  // What is absolute takes the place of the folder.
  Target.resize(To.starts_with("/") ? 0 : getFolder(Target).size());
  sys::path::append(Target, To);
  return getTarget(Target, MaxLinks - 1);
}

std::string getOutputName(StringRef Path) {
  return getDescriptor(Path) == STDOUT_FILENO ? "-" : Path.str();
}

namespace {

/// What a terminal gets of a document: its lines, up to the first that would
/// command the terminal.
class TerminalStream final : public raw_ostream {
public:
  explicit TerminalStream(raw_ostream &OS)
      : raw_ostream(/*unbuffered=*/true), OS(OS) {}

  /// Passes on the last line. An error if one was held back.
  Error finish() {
    passLine();
    if (!IsHeldBack)
      return Error::success();
    return createStringError(
        "line " + Twine(LineCount) +
        " has control characters, which a terminal does not get; name a file "
        "with -o");
  }

private:
  void write_impl(const char *Data, size_t Size) override {
    Position += Size;
    for (StringRef Rest(Data, Size); !Rest.empty();) {
      StringRef Part = Rest.take_until([](char C) { return C == '\n'; });
      Line += Part;
      Rest = Rest.drop_front(Part.size());
      if (Rest.consume_front("\n")) {
        Line += '\n';
        passLine();
      }
    }
  }
  uint64_t current_pos() const override { return Position; }

  void passLine() {
    if (!IsHeldBack && !Line.empty()) {
      ++LineCount;
      IsHeldBack = !all_of(split(StringRef(Line).rtrim("\r\n"), '\t'),
                           [](StringRef S) { return isPrintable(S); });
      if (!IsHeldBack)
        OS << Line;
    }
    Line.clear();
  }

  raw_ostream &OS;
  std::string Line;
  uint64_t LineCount = 0;
  uint64_t Position = 0;
  bool IsHeldBack = false;
};

} // namespace

static Error writeInPlace(StringRef Path, raw_fd_ostream &OS,
                          function_ref<bool(raw_ostream &)> Write) {
  Error Result = Error::success();
  if (OS.is_displayed()) {
    TerminalStream Shown(OS);
    Write(Shown);
    Result = joinErrors(std::move(Result), Shown.finish());
  } else {
    Write(OS);
  }
  if (std::error_code EC = takeError(OS))
    Result = joinErrors(std::move(Result), errorCodeToError(EC));
  return Result ? createFileError(Path, std::move(Result)) : Error::success();
}

//===----------------------------------------------------------------------===//
// Files that appear at the end
//===----------------------------------------------------------------------===//

std::error_code PendingFile::createTemporary(bool Exists) {
  // Existing links to the file stay.
  Target = getTarget(Path).str();
  // By hand, since TempFile takes each '%' of the path for a place to fill. Not
  // made of the file's own name, which may be as long as a name can be.
  SmallString<128> Temp = getFolder(Target);
  sys::path::append(Temp, "hlo-mem-opt-" + Twine(sys::Process::getProcessId()) +
                              "-" + Twine(sys::Process::GetRandomNumber()) +
                              ".temp");
  // What replaces a file is for whoever may read that one, who is told later.
  unsigned Mode = Exists ? sys::fs::owner_read | sys::fs::owner_write
                         : sys::fs::all_read | sys::fs::all_write;
  // Before it is there, as a signal may come any time.
  sys::RemoveFileOnSignal(Temp);
  int FD;
  std::error_code EC = sys::fs::openFileForWrite(
      Temp, FD, sys::fs::CD_CreateNew, sys::fs::OF_None, Mode);
  if (EC) {
    sys::DontRemoveFileOnSignal(Temp);
    return EC;
  }
  Temporary = Temp.str();
  OS = std::make_unique<raw_fd_ostream>(FD, /*shouldClose=*/true);
  // Tables are large: fewer calls of the system.
  OS->SetBufferSize(size_t(256) << 10);
  return EC;
}

Expected<std::unique_ptr<PendingFile>> PendingFile::create(StringRef Path) {
  std::unique_ptr<PendingFile> File(new PendingFile(Path));
  sys::fs::file_status Status;
  std::error_code EC = sys::fs::status(Path, Status);
  bool Exists = EC != std::errc::no_such_file_or_directory;
  if (!Exists || (!EC && sys::fs::is_regular_file(Status))) {
    if (Exists)
      File->Permissions = Status.permissions();
    EC = File->createTemporary(Exists);
  } else if (!EC) {
    File->OS = std::make_unique<raw_fd_ostream>(
        Path, EC, sys::fs::CD_OpenAlways, sys::fs::FA_Write, sys::fs::OF_None);
  }
  if (EC)
    return createFileError(Path, EC);
  return File;
}

Error PendingFile::close() {
  std::error_code EC = takeError(*OS);
  if (!Temporary.empty())
    OS.reset();
  return EC ? createFileError(Path, EC) : Error::success();
}

Error PendingFile::keep() {
  if (Temporary.empty())
    return Error::success();
  std::error_code EC;
  if (Permissions)
    EC = sys::fs::setPermissions(Temporary, *Permissions);
  if (!EC)
    EC = sys::fs::rename(Temporary, Target);
  if (EC)
    return createFileError(Path, EC);
  sys::DontRemoveFileOnSignal(Temporary);
  Temporary.clear();
  return Error::success();
}

PendingFile::~PendingFile() {
  if (OS) {
    [[maybe_unused]] std::error_code Lost = takeError(*OS);
  }
  OS.reset();
  if (Temporary.empty())
    return;
  [[maybe_unused]] std::error_code Left = sys::fs::remove(Temporary);
  sys::DontRemoveFileOnSignal(Temporary);
}

static Error replaceFile(StringRef Path,
                         function_ref<bool(raw_ostream &)> Write) {
  Expected<std::unique_ptr<PendingFile>> File = PendingFile::create(Path);
  if (!File)
    return File.takeError();
  bool IsWanted = Write((*File)->stream());
  if (Error E = (*File)->close())
    return E;
  return IsWanted ? (*File)->keep() : Error::success();
}

Error writeOutputFile(StringRef Path, function_ref<bool(raw_ostream &)> Write) {
  std::optional<int> Descriptor = getDescriptor(Path);
  if (Descriptor == STDOUT_FILENO)
    return writeInPlace("standard output", outs(), Write);
  if (Descriptor) {
    raw_fd_ostream OS(*Descriptor, /*shouldClose=*/false);
    return writeInPlace(Path, OS, Write);
  }
  sys::fs::file_status Status;
  std::error_code EC = sys::fs::status(Path, Status);
  if (EC == std::errc::no_such_file_or_directory)
    return replaceFile(Path, Write);
  if (EC)
    return createFileError(Path, EC);
  if (sys::fs::is_regular_file(Status))
    return replaceFile(Path, Write);
  raw_fd_ostream OS(Path, EC, sys::fs::CD_OpenAlways, sys::fs::FA_Write,
                    sys::fs::OF_None);
  if (EC)
    return createFileError(Path, EC);
  return writeInPlace(Path, OS, Write);
}

/// Whether what is written to one of them replaces what is written to the
/// other.
static bool isSameOutput(StringRef L, StringRef R) {
  std::optional<int> LFD = getDescriptor(L), RFD = getDescriptor(R);
  if (LFD && RFD)
    return *LFD == *RFD;
  sys::fs::file_status LStatus, RStatus;
  bool LExists = !getStatus(L, LStatus);
  bool RExists = !getStatus(R, RStatus);
  if (LExists || RExists)
    return LExists && RExists && sys::fs::equivalent(LStatus, RStatus) &&
           sys::fs::is_regular_file(LStatus);
  return !LFD && !RFD && getTarget(L) == getTarget(R);
}

/// What can be told before there is anything to write, so that nobody waits for
/// it.
static Error checkWritable(StringRef Path) {
  sys::fs::file_status Status;
  std::error_code EC = getStatus(Path, Status);
  if (!getDescriptor(Path) && (EC == std::errc::no_such_file_or_directory ||
                               (!EC && sys::fs::is_regular_file(Status))))
    EC =
        sys::fs::access(getFolder(getTarget(Path)), sys::fs::AccessMode::Write);
  else if (!EC && sys::fs::is_directory(Status))
    EC = make_error_code(std::errc::is_a_directory);
  return EC ? createFileError(Path, EC) : Error::success();
}

Error checkOutputs(ArrayRef<NamedOutput> Outputs) {
  for (const NamedOutput &Output : Outputs)
    if (Output.Path.empty())
      return createStringError(Output.Option + ": expected a file name");
  for (size_t I = 0; I != Outputs.size(); ++I)
    for (const NamedOutput &Other : Outputs.take_front(I)) {
      StringRef Path = Outputs[I].Path;
      if (!isSameOutput(Path, Other.Path))
        continue;
      return createStringError(
          Other.Option + " and " + Outputs[I].Option + " both write to " +
          (Path == "-" ? "the standard output" : "'" + Path + "'") +
          "; give one of them another file");
    }
  for (const NamedOutput &Output : Outputs)
    if (Error E = checkWritable(Output.Path))
      return E;
  return Error::success();
}

Error checkInputsAreKept(ArrayRef<NamedOutput> Reports,
                         ArrayRef<StringRef> Inputs) {
  std::map<sys::fs::UniqueID, const NamedOutput *> Existing;
  sys::fs::file_status Status;
  for (const NamedOutput &Report : Reports)
    if (!getStatus(Report.Path, Status) && sys::fs::is_regular_file(Status))
      Existing.try_emplace(Status.getUniqueID(), &Report);
  if (Existing.empty())
    return Error::success();
  for (StringRef Input : Inputs) {
    std::error_code EC = Input == "-" ? sys::fs::status(STDIN_FILENO, Status)
                                      : sys::fs::status(Input, Status);
    auto Known = EC ? Existing.end() : Existing.find(Status.getUniqueID());
    if (Known == Existing.end())
      continue;
    const NamedOutput &Report = *Known->second;
    return createStringError(Report.Option + ": '" + Report.Path +
                             "' is one of the inputs; give it another "
                             "file");
  }
  return Error::success();
}

Error flushStandardOutput() {
  if (std::error_code EC = takeError(outs()))
    return createFileError("standard output", EC);
  return Error::success();
}

} // namespace hlomem
