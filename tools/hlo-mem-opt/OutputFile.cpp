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

#include "OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

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

static Error writeInPlace(StringRef Path,
                          function_ref<bool(raw_ostream &)> Write) {
  std::error_code EC;
  raw_fd_ostream OS(Path, EC, sys::fs::CD_OpenAlways, sys::fs::FA_Write,
                    sys::fs::OF_None);
  if (EC)
    return createFileError(Path, EC);
  Write(OS);
  if (std::error_code WriteEC = takeError(OS))
    return createFileError(Path, WriteEC);
  return Error::success();
}

static Error replaceFile(StringRef Path, const sys::fs::file_status *Existing,
                         function_ref<bool(raw_ostream &)> Write) {
  // A link stays one: what it names is replaced.
  SmallString<128> Target;
  if (sys::fs::real_path(Path, Target))
    Target = Path;
  // By hand, since TempFile takes each '%' of the path for a place to fill.
  std::string Temp;
  int FD;
  std::error_code EC;
  unsigned Attempt = 0;
  do {
    Temp = (Target + ".temp-" + Twine(sys::Process::getProcessId()) + "-" +
            Twine(Attempt++))
               .str();
    EC = sys::fs::openFileForWrite(Temp, FD, sys::fs::CD_CreateNew);
  } while (EC == std::errc::file_exists);
  if (EC)
    return createFileError(Path, EC);
  sys::RemoveFileOnSignal(Temp);

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
  if (Path == "-") {
    Write(outs());
    return flushStandardOutput();
  }
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status))
    return sys::fs::is_regular_file(Status) ? replaceFile(Path, &Status, Write)
                                            : writeInPlace(Path, Write);
  // A link to what is not there yet.
  if (sys::fs::is_symlink_file(Path))
    return writeInPlace(Path, Write);
  return replaceFile(Path, nullptr, Write);
}

/// Whether what is written to one of them replaces what is written to the
/// other.
static bool isSameOutput(StringRef L, StringRef R) {
  if (L == "-" || R == "-")
    return L == R;
  sys::fs::file_status LStatus, RStatus;
  bool LExists = !sys::fs::status(L, LStatus);
  bool RExists = !sys::fs::status(R, RStatus);
  if (LExists || RExists)
    return LExists && RExists && sys::fs::equivalent(LStatus, RStatus) &&
           sys::fs::is_regular_file(LStatus);
  auto GetFolder = [](StringRef Path) {
    StringRef Folder = sys::path::parent_path(Path);
    return Folder.empty() ? StringRef(".") : Folder;
  };
  bool IsSameFolder = false;
  return sys::path::filename(L) == sys::path::filename(R) &&
         !sys::fs::equivalent(GetFolder(L), GetFolder(R), IsSameFolder) &&
         IsSameFolder;
}

Error checkOutputs(ArrayRef<NamedOutput> Outputs) {
  for (const NamedOutput &Output : Outputs)
    if (Output.Path.empty())
      return createStringError(inconvertibleErrorCode(),
                               Output.Option + ": expected the name of a file");
  for (size_t I = 0; I != Outputs.size(); ++I)
    for (const NamedOutput &Other : Outputs.take_front(I)) {
      StringRef Path = Outputs[I].Path;
      if (!isSameOutput(Path, Other.Path))
        continue;
      return createStringError(
          inconvertibleErrorCode(),
          Other.Option + " and " + Outputs[I].Option + " both write to " +
              (Path == "-" ? "the standard output" : "'" + Path + "'") +
              "; give one of them another file");
    }
  return Error::success();
}

Error flushStandardOutput() {
  if (std::error_code EC = takeError(outs()))
    return createFileError("standard output", EC);
  return Error::success();
}

} // namespace hlomem
