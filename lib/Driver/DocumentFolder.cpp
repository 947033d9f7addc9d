//===- DocumentFolder.cpp - Where documents go ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Driver/DocumentFolder.h"
#include "hlomem/Support/Unavailable.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace llvm;

namespace hlomem {

//===----------------------------------------------------------------------===//
// Names of files
//===----------------------------------------------------------------------===//

/// The last \p Count components of \p Path.
static StringRef takeLast(StringRef Path, unsigned Count) {
  size_t Begin = Path.size();
  for (; Count != 0 && Begin != 0 && Begin != StringRef::npos; --Count)
    Begin = Path.take_front(Begin - 1).rfind('/') + 1; // npos + 1 is 0.
  return Path.drop_front(Begin);
}

DocumentNames::DocumentNames(ArrayRef<InputSet> Inputs) {
  // Two paths to one module are one.
  std::map<std::string, std::string> FullPaths;
  for (const InputSet &Set : Inputs)
    for (StringRef File : Set.Files) {
      std::string Module = withoutFileNameEnd(File);
      SmallString<128> Full(Module);
      // Where there is no present folder.
      if (sys::fs::make_absolute(Full))
        Full = Module;
      (void)sys::path::remove_dots(Full, /*remove_dot_dot=*/true);
      FullPaths.try_emplace(std::move(Module), Full.str());
    }
  std::vector<StringRef> Different;
  for (const std::string &Full : make_second_range(FullPaths))
    Different.push_back(Full);
  sort(Different);
  Different.erase(std::unique(Different.begin(), Different.end()),
                  Different.end());

  StringMap<std::string> Chosen;
  for (unsigned Count = 1; !Different.empty(); ++Count) {
    StringMap<unsigned> Claims;
    for (StringRef Full : Different)
      ++Claims[takeLast(Full, Count)];
    erase_if(Different, [&](StringRef Full) {
      StringRef Name = takeLast(Full, Count);
      if (Claims.lookup(Name) != 1)
        return false;
      Chosen[Full] = Name.str();
      return true;
    });
  }
  for (const auto &[Module, Full] : FullPaths)
    Names[Module] = Chosen.lookup(Full);
}

std::string DocumentNames::get(StringRef ModuleName, StringRef Input) const {
  std::string Module = withoutFileNameEnd(ModuleName);
  if (auto Known = Names.find(Module); Known != Names.end())
    return Known->second;
  // One of several in a log, which may be called anything, or of "<stdin>".
  std::string Name = sys::path::filename(Module).str();
  erase_if(Name, [](char C) { return C == '<' || C == '>'; });
  auto Log = Names.find(withoutFileNameEnd(Input));
  if (Log == Names.end())
    return Name;
  StringRef Folder = Log->second;
  if (ModuleName.starts_with(Input))
    return (Folder.take_front(Folder.rfind('/') + 1) + Name).str();
  return Names.size() == 1 ? Name : (Folder + "/" + Name).str();
}

//===----------------------------------------------------------------------===//
// Folders
//===----------------------------------------------------------------------===//

Error DocumentFolder::check(StringRef Path) {
  StringRef Existing = Path;
  sys::fs::file_status Status;
  std::error_code EC;
  while ((EC = sys::fs::status(Existing, Status)) ==
         std::errc::no_such_file_or_directory) {
    StringRef Parent = sys::path::parent_path(Existing);
    Existing = Parent.empty() ? StringRef(".") : Parent;
  }
  if (!EC && !sys::fs::is_directory(Status))
    EC = make_error_code(std::errc::not_a_directory);
  if (!EC)
    EC = sys::fs::access(Existing, sys::fs::AccessMode::Write);
  return EC ? createFileError(Path, EC) : Error::success();
}

bool DocumentFolder::isInput(StringRef File) {
  sys::fs::file_status Status;
  if (sys::fs::status(File, Status))
    return false;
  if (!InputFiles) {
    InputFiles.emplace();
    sys::fs::UniqueID Id;
    for (const InputSet &Set : Inputs)
      for (StringRef Input : Set.Files)
        if (!sys::fs::getUniqueID(Input, Id))
          InputFiles->insert(Id);
  }
  return InputFiles->count(Status.getUniqueID()) != 0;
}

Expected<std::string> DocumentFolder::claim(StringRef Name,
                                            const Twine &IfTaken) {
  SmallString<128> File(Path);
  sys::path::append(File, Name);
  auto Refuse = [&File](const Twine &Why) {
    return unavailable("'" + File + "': " + Why);
  };
  if (!Written.insert(Name).second)
    return Refuse(IfTaken);
  if (isInput(File))
    return Refuse("it is one of the inputs; name another folder with -o");
  if (std::error_code EC =
          sys::fs::create_directories(sys::path::parent_path(File)))
    return createFileError(Path, EC);
  return File.str().str();
}

Error DocumentFolder::write(const Document &D) {
  StringRef Extension = D.Extension.empty() ? "txt" : D.Extension;
  std::string Name = Names.get(D.ModuleName, D.Input);
  if (!Extension.starts_with("-"))
    Name += '.';
  Name += Extension;
  Expected<std::string> File =
      claim(Name, "two modules have this name; read one of them at a time");
  if (!File)
    return File.takeError();
  return writeOutputFile(*File, [&D](raw_ostream &OS) {
    OS << D.Text;
    return true;
  });
}

Expected<raw_ostream *> DocumentFolder::openShared(StringRef Name,
                                                   StringRef Header) {
  if (HasSharedFailed)
    return &nulls();
  std::unique_ptr<PendingFile> &Known = Shared[Name];
  if (Known)
    return &Known->stream();
  HasSharedFailed = true;
  Expected<std::string> File =
      claim(Name, "a table has the name of a module's file; write one of them "
                  "at a time");
  if (!File)
    return File.takeError();
  Expected<std::unique_ptr<PendingFile>> New = PendingFile::create(*File);
  if (!New)
    return New.takeError();
  HasSharedFailed = false;
  Known = std::move(*New);
  Known->stream() << Header;
  return &Known->stream();
}

Error DocumentFolder::finishShared(bool IsWhole) {
  Error Result = Error::success();
  for (const auto &File : make_second_range(Shared))
    if (File)
      Result = joinErrors(std::move(Result), File->close());
  if (!Result && IsWhole && !HasSharedFailed)
    for (const auto &File : make_second_range(Shared))
      Result = joinErrors(std::move(Result), File->keep());
  Shared.clear();
  return Result;
}

} // namespace hlomem
