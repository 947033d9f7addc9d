//===- InputList.cpp - Arguments to the files of modules ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InputList.h"
#include "hlomem/Parser/DumpFileName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace hlomem {

namespace {

class InputLister {
public:
  explicit InputLister(bool JoinSiblings) : JoinSiblings(JoinSiblings) {}

  void addArgument(StringRef Path);
  std::vector<InputSet> take() { return std::move(Sets); }

private:
  void addFile(StringRef Path, bool IsNamed);
  void searchFolder(StringRef Path);
  void addProblem(StringRef Path, const Twine &What) {
    Sets.emplace_back().Problem = ("'" + Path + "': " + What).str();
  }

  bool JoinSiblings;
  std::vector<InputSet> Sets;
  /// Real paths.
  StringSet<> Files;
  /// By the real path of the folder and the stem.
  StringMap<size_t> SetsOfParts;

  // Of the folder that is searched.
  std::set<sys::fs::UniqueID> Folders;
  bool FoundAnything = false;
};

} // namespace

/// A path that is the same for all ways to \p Path, which may be missing.
static std::string getRealPath(StringRef Path) {
  SmallString<128> Real;
  if (sys::fs::real_path(Path.empty() ? "." : Path, Real))
    return Path.str();
  return Real.str().str();
}

void InputLister::addArgument(StringRef Path) {
  if (Path == "-" || !sys::fs::is_directory(Path))
    return addFile(Path, /*IsNamed=*/true);
  Folders.clear();
  FoundAnything = false;
  searchFolder(Path);
  if (!FoundAnything)
    addProblem(Path, "no *-buffer-assignment.txt in this folder or below it");
}

void InputLister::addFile(StringRef Path, bool IsNamed) {
  if (!Files.insert(Path == "-" ? "-" : getRealPath(Path)).second)
    return;
  std::optional<DumpFileName> Name;
  if (JoinSiblings && Path != "-")
    Name = parseDumpFileName(sys::path::filename(Path));
  if (!Name || !Name->isPart()) {
    Sets.emplace_back().Files.push_back(Path.str());
    return;
  }
  SmallString<128> Key(getRealPath(sys::path::parent_path(Path)));
  sys::path::append(Key, Name->Stem);
  auto [Known, IsNew] = SetsOfParts.try_emplace(Key, Sets.size());
  if (IsNew) {
    Sets.emplace_back().Files.push_back(Path.str());
    return;
  }
  // The same part in another file: one is a compressed copy of the other, which
  // only somebody who names both wants to see twice.
  InputSet &Set = Sets[Known->second];
  bool HasPart = any_of(Set.Files, [&](StringRef File) {
    return parseDumpFileName(sys::path::filename(File))->Kind == Name->Kind;
  });
  if (!HasPart)
    Set.Files.push_back(Path.str());
  else if (IsNamed)
    Sets.emplace_back().Files.push_back(Path.str());
}

void InputLister::searchFolder(StringRef Path) {
  // Links may lead back.
  sys::fs::UniqueID Id;
  if (!sys::fs::getUniqueID(Path, Id) && !Folders.insert(Id).second)
    return;
  std::vector<std::string> Entries;
  std::error_code EC;
  for (sys::fs::directory_iterator I(Path, EC), End; !EC && I != End;
       I.increment(EC))
    Entries.push_back(I->path());
  if (EC) {
    FoundAnything = true;
    addProblem(Path, EC.message());
  }
  sort(Entries);
  for (StringRef Entry : Entries) {
    std::optional<DumpFileName> Name =
        parseDumpFileName(sys::path::filename(Entry));
    sys::fs::file_status Status;
    std::error_code StatusEC = sys::fs::status(Entry, Status);
    if (sys::fs::is_directory(Status)) {
      searchFolder(Entry);
      continue;
    }
    // What cannot be looked at is told of when it is read.
    if (Name && Name->isPart() &&
        (StatusEC || sys::fs::is_regular_file(Status))) {
      FoundAnything = true;
      addFile(Entry, /*IsNamed=*/false);
    }
  }
}

std::vector<InputSet> listInputs(ArrayRef<std::string> Arguments,
                                 bool JoinSiblings) {
  InputLister Lister(JoinSiblings);
  for (StringRef Argument : Arguments)
    Lister.addArgument(Argument);
  return Lister.take();
}

} // namespace hlomem
