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
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <climits>
#include <map>
#include <optional>
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

namespace {

/// Where a path leads to.
struct OutputPlace {
  /// The path without links; what it names may be missing.
  SmallString<128> Path;
  /// The open file of this program that the path stands for: /dev/stdout.
  std::optional<int> FD;
};

} // namespace

static StringRef getFolder(StringRef Path) {
  StringRef Folder = sys::path::parent_path(Path);
  return Folder.empty() ? StringRef(".") : Folder;
}

/// The number in a name like /dev/fd/3, of which the folder has no links.
static std::optional<int> readDescriptor(StringRef Folder, StringRef Name) {
  int FD;
  if (Name.getAsInteger(10, FD) || FD < 0)
    return std::nullopt;
  std::string Process =
      ("/proc/" + Twine(sys::Process::getProcessId()) + "/").str();
  if (Folder == "/dev/fd" ||
      (Folder.consume_front(Process) && sys::path::filename(Folder) == "fd"))
    return FD;
  return std::nullopt;
}

// Not by real_path(), which fails for a link to what is missing, and takes what
// the shell opened for appending for one more file.
static OutputPlace findPlace(StringRef Path) {
  if (Path == "-")
    return {{}, STDOUT_FILENO};
  // As many as Linux follows.
  static constexpr unsigned MaxLinks = 40;
  OutputPlace Place = {Path, std::nullopt};
  for (unsigned I = 0; I != MaxLinks; ++I) {
    SmallString<128> Folder;
    if (sys::fs::real_path(getFolder(Place.Path), Folder))
      break;
    StringRef Name = sys::path::filename(Place.Path);
    if ((Place.FD = readDescriptor(Folder, Name)))
      break;
    SmallString<128> Full(Folder);
    sys::path::append(Full, Name);
    Place.Path = Full;
    char Link[PATH_MAX];
    ssize_t Size = readlink(Full.c_str(), Link, sizeof(Link));
    if (Size < 0)
      break;
    Place.Path = Folder;
    // An absolute one takes the place of the folder.
    if (Link[0] == '/')
      Place.Path.clear();
    sys::path::append(Place.Path, StringRef(Link, Size));
  }
  return Place;
}

static std::error_code getStatus(const OutputPlace &Place,
                                 sys::fs::file_status &Status) {
  return Place.FD ? sys::fs::status(*Place.FD, Status)
                  : sys::fs::status(Place.Path, Status);
}

std::string getOutputName(StringRef Path) {
  return findPlace(Path).FD == STDOUT_FILENO ? "-" : Path.str();
}

static Error writeInPlace(StringRef Path, raw_fd_ostream &OS,
                          function_ref<bool(raw_ostream &)> Write) {
  Write(OS);
  if (std::error_code EC = takeError(OS))
    return createFileError(Path, EC);
  return Error::success();
}

/// \p Target is \p Path without links: they stay.
static Error replaceFile(StringRef Path, StringRef Target,
                         const sys::fs::file_status *Existing,
                         function_ref<bool(raw_ostream &)> Write) {
  // By hand, since TempFile takes each '%' of the path for a place to fill. Not
  // made of the file's own name, which may be as long as a name can be.
  SmallString<128> Temp;
  int FD;
  std::error_code EC;
  // What replaces a file is for whoever may read that one, who is told later.
  unsigned Mode = Existing ? sys::fs::owner_read | sys::fs::owner_write
                           : sys::fs::all_read | sys::fs::all_write;
  do {
    Temp = getFolder(Target);
    sys::path::append(
        Temp, "hlo-mem-opt-" + Twine(sys::Process::getProcessId()) + "-" +
                  Twine(sys::Process::GetRandomNumber()) + ".temp");
    // Before it is there, as a signal may come any time.
    sys::RemoveFileOnSignal(Temp);
    EC = sys::fs::openFileForWrite(Temp, FD, sys::fs::CD_CreateNew,
                                   sys::fs::OF_None, Mode);
    if (EC)
      sys::DontRemoveFileOnSignal(Temp);
  } while (EC == std::errc::file_exists);
  if (EC)
    return createFileError(Path, EC);

  bool IsWanted;
  {
    raw_fd_ostream OS(FD, /*shouldClose=*/true);
    IsWanted = Write(OS);
    EC = takeError(OS);
  }
  if (IsWanted && !EC && Existing)
    EC = sys::fs::setPermissions(Temp, Existing->permissions());
  if (IsWanted && !EC)
    EC = sys::fs::rename(Temp, Target);
  if (!IsWanted || EC) {
    std::error_code RemoveEC = sys::fs::remove(Temp);
    EC = EC ? EC : RemoveEC;
  }
  sys::DontRemoveFileOnSignal(Temp);
  return EC ? createFileError(Path, EC) : Error::success();
}

Error writeOutputFile(StringRef Path, function_ref<bool(raw_ostream &)> Write) {
  OutputPlace Place = findPlace(Path);
  if (Place.FD == STDOUT_FILENO) {
    Write(outs());
    return flushStandardOutput();
  }
  if (Place.FD) {
    raw_fd_ostream OS(*Place.FD, /*shouldClose=*/false);
    return writeInPlace(Path, OS, Write);
  }
  sys::fs::file_status Status;
  std::error_code EC = getStatus(Place, Status);
  if (EC == std::errc::no_such_file_or_directory)
    return replaceFile(Path, Place.Path, nullptr, Write);
  if (EC)
    return createFileError(Path, EC);
  if (sys::fs::is_regular_file(Status))
    return replaceFile(Path, Place.Path, &Status, Write);
  raw_fd_ostream OS(Place.Path, EC, sys::fs::CD_OpenAlways, sys::fs::FA_Write,
                    sys::fs::OF_None);
  if (EC)
    return createFileError(Path, EC);
  return writeInPlace(Path, OS, Write);
}

/// Whether what is written to one of them replaces what is written to the
/// other.
static bool isSameOutput(StringRef L, StringRef R) {
  OutputPlace LPlace = findPlace(L), RPlace = findPlace(R);
  if (LPlace.FD && RPlace.FD)
    return *LPlace.FD == *RPlace.FD;
  sys::fs::file_status LStatus, RStatus;
  bool LExists = !getStatus(LPlace, LStatus);
  bool RExists = !getStatus(RPlace, RStatus);
  if (LExists || RExists)
    return LExists && RExists && sys::fs::equivalent(LStatus, RStatus) &&
           sys::fs::is_regular_file(LStatus);
  return !LPlace.FD && !RPlace.FD && LPlace.Path == RPlace.Path;
}

/// What can be told before there is anything to write, so that nobody waits for
/// it.
static Error checkWritable(StringRef Path) {
  OutputPlace Place = findPlace(Path);
  sys::fs::file_status Status;
  std::error_code EC = getStatus(Place, Status);
  if (!Place.FD && (EC == std::errc::no_such_file_or_directory ||
                    (!EC && sys::fs::is_regular_file(Status))))
    EC = sys::fs::access(getFolder(Place.Path), sys::fs::AccessMode::Write);
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
    if (!getStatus(findPlace(Report.Path), Status) &&
        sys::fs::is_regular_file(Status))
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
