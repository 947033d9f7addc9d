//===- InputList.cpp - Arguments to the files of modules ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Driver/InputList.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace hlomem {

namespace {

/// A folder with inputs, under one of its names.
struct InputFolder {
  std::string RealPath;
  size_t SetCount = 0;
  /// What is in it, if it was read.
  std::shared_ptr<StringSet<>> Names;
};

struct FolderEntry {
  std::string Path;
  /// Of a link itself, or unknown.
  sys::fs::file_type Type;
};

class InputLister {
public:
  InputLister(bool JoinSiblings, InputForm Preferred)
      : JoinSiblings(JoinSiblings), Preferred(Preferred) {}

  void addArgument(StringRef Path);
  std::vector<InputSet> take();

private:
  InputFolder &getFolder(StringRef Path);
  static std::string getRealPathOfFile(StringRef Path, StringRef Name,
                                       const InputFolder &Folder, bool IsLink);
  void addFile(StringRef Path, bool IsNamed, bool IsLink);
  void addProto(const FolderEntry &E, const DumpFileName &Name);
  void searchFolder(StringRef Path);
  void addProblem(StringRef Path, const Twine &What) {
    Sets.emplace_back().Problem = ("'" + Path + "': " + What).str();
  }

  bool JoinSiblings;
  InputForm Preferred;
  std::vector<InputSet> Sets;
  StringMap<InputFolder> FoldersOfFiles;
  /// Real paths.
  StringSet<> Files;
  /// By the real path of the folder and the stem.
  StringMap<size_t> SetsOfParts;
  /// The same of what folders have in binary form.
  StringMap<size_t> SetsOfProtos;

  // Of the folder that is searched.
  std::set<sys::fs::UniqueID> Folders;
  bool FoundAnything = false;
  size_t FirstFound = 0;
  /// How many files are not read, and the name of one.
  uint64_t FileCount = 0;
  std::string AnyFile;
};

} // namespace

/// A path that is the same for all ways to \p Path, which may be missing.
static std::string getRealPath(StringRef Path) {
  SmallString<128> Real;
  if (sys::fs::real_path(Path.empty() ? "." : Path, Real))
    return Path.str();
  return Real.str().str();
}

static std::error_code readFolder(StringRef Path,
                                  std::vector<FolderEntry> &Entries) {
  std::error_code EC;
  for (sys::fs::directory_iterator I(Path, EC), End; !EC && I != End;
       I.increment(EC))
    Entries.push_back({I->path(), I->type()});
  return EC;
}

static std::shared_ptr<StringSet<>> takeNames(ArrayRef<FolderEntry> Entries) {
  auto Names = std::make_shared<StringSet<>>();
  for (const FolderEntry &E : Entries)
    Names->insert(sys::path::filename(E.Path));
  return Names;
}

InputFolder &InputLister::getFolder(StringRef Path) {
  auto [Known, IsNew] = FoldersOfFiles.try_emplace(Path);
  InputFolder &Folder = Known->second;
  if (IsNew)
    Folder.RealPath = getRealPath(Path);
  return Folder;
}

// The system looks at each folder on the way of a real path.
std::string InputLister::getRealPathOfFile(StringRef Path, StringRef Name,
                                           const InputFolder &Folder,
                                           bool IsLink) {
  if (IsLink || Name == "." || Name == "..")
    return getRealPath(Path);
  SmallString<128> Real(Folder.RealPath);
  sys::path::append(Real, Name);
  return Real.str().str();
}

static bool isLink(StringRef Path) {
  sys::fs::file_status Status;
  return !sys::fs::status(Path, Status, /*follow=*/false) &&
         Status.type() == sys::fs::file_type::symlink_file;
}

void InputLister::addArgument(StringRef Path) {
  if (Path == "-" || !sys::fs::is_directory(Path))
    return addFile(Path, /*IsNamed=*/true, Path != "-" && isLink(Path));
  Folders.clear();
  FoundAnything = false;
  FileCount = 0;
  AnyFile.clear();
  FirstFound = Sets.size();
  searchFolder(Path);
  for (InputSet &Set : MutableArrayRef(Sets).drop_front(FirstFound))
    Set.FoundIn = Path.str();
  if (!FoundAnything)
    addProblem(
        Path,
        (FileCount == 0
             ? "this folder has no files"
             : "of " + countText(FileCount, "file") +
                   " in this folder, such as " + quoteForMessage(AnyFile) +
                   ", none is a *-buffer-assignment.txt, *.hlo.pb or "
                   "*.xplane.pb") +
            "; XLA writes them with XLA_FLAGS='--xla_dump_to=FOLDER "
            "--xla_dump_hlo_as_proto' when it compiles; what JAX finds in its "
            "compilation cache is not compiled "
            "(JAX_ENABLE_COMPILATION_CACHE=false)");
}

/// What all files of one module in a folder have in common.
static SmallString<128> makeKey(const InputFolder &Folder, StringRef Stem) {
  SmallString<128> Key(Folder.RealPath);
  sys::path::append(Key, Stem);
  return Key;
}

/// The first part of the dump that a report lies beside; empty if it is alone.
static std::string findPartBeside(StringRef Report, StringRef Stem) {
  for (DumpFileKind K : {DumpFileKind::Allocations, DumpFileKind::UsedValues,
                         DumpFileKind::LiveRanges})
    if (auto Path = findFileBeside(Report, Stem, K, /*Names=*/nullptr))
      return *Path;
  return "";
}

void InputLister::addFile(StringRef Path, bool IsNamed, bool IsLink) {
  if (Path == "-") {
    if (Files.insert("-").second)
      Sets.emplace_back().Files.push_back("-");
    return;
  }
  StringRef FileName = sys::path::filename(Path);
  InputFolder &Folder = getFolder(sys::path::parent_path(Path));
  if (!Files.insert(getRealPathOfFile(Path, FileName, Folder, IsLink)).second)
    return;
  std::optional<DumpFileName> Name;
  if (JoinSiblings)
    Name = parseDumpFileName(FileName);
  if (Name && Name->isReport()) {
    // It stands for its dump.
    std::string Part = findPartBeside(Path, Name->Stem);
    if (Part.empty())
      return addProblem(
          Path, "a memory usage report, and there is no " +
                    makeDumpFileName(Name->Stem, DumpFileKind::Allocations) +
                    " beside it");
    return addFile(Part, IsNamed, isLink(Part));
  }
  if (!Name || !Name->isPart()) {
    Sets.emplace_back().Files.push_back(Path.str());
    return;
  }
  auto [Known, IsNew] =
      SetsOfParts.try_emplace(makeKey(Folder, Name->Stem), Sets.size());
  if (IsNew) {
    ++Folder.SetCount;
    Sets.emplace_back().Files.push_back(Path.str());
    return;
  }
  // The same part in another file: one is a compressed copy of the other, which
  // only somebody who names both wants to see twice.
  InputSet &Set = Sets[Known->second];
  // Of one that is read in the other form, nobody needs a further part.
  bool HasPart = !Set.OtherForm.empty() || any_of(Set.Files, [&](auto &File) {
    return parseDumpFileName(sys::path::filename(File))->Kind == Name->Kind;
  });
  if (!HasPart)
    Set.Files.push_back(Path.str());
  else if (IsNamed)
    Sets.emplace_back().Files.push_back(Path.str());
}

static constexpr StringLiteral OptimizedName = "after_optimizations";

bool isOutOfMemoryStage(StringRef Path) {
  std::optional<DumpFileName> Name =
      parseDumpFileName(sys::path::filename(Path));
  return Name && Name->Stem.ends_with(OutOfMemoryName);
}

/// For a TPU the optimized program may be written again, with or without its
/// assignment. The stem of its first file, if \p Stem is that of another.
static std::string findStemOfOptimized(StringRef Stem) {
  if (Stem.consume_back("_after_buffer_assignment"))
    return Stem.str();
  return Stem.consume_back(OutOfMemoryName) ? (Stem + OptimizedName).str() : "";
}

// In the order of names it comes after the parts of the same dump, and after
// the optimized program.
void InputLister::addProto(const FolderEntry &E, const DumpFileName &Name) {
  InputFolder &Folder = getFolder(sys::path::parent_path(E.Path));
  bool IsLink = E.Type != sys::fs::file_type::regular_file;
  if (!Files
           .insert(getRealPathOfFile(E.Path, sys::path::filename(E.Path),
                                     Folder, IsLink))
           .second)
    return;
  if (!JoinSiblings) {
    Sets.emplace_back().Files.push_back(E.Path);
    return;
  }
  std::string First = findStemOfOptimized(Name.Stem);
  auto Optimized = SetsOfProtos.find(makeKey(Folder, First));
  if (!First.empty() && Optimized != SetsOfProtos.end()) {
    Sets[Optimized->second].Stages.push_back(E.Path);
    return;
  }
  auto Parts = SetsOfParts.find(
      makeKey(Folder, First.empty() ? Name.Stem : StringRef(First)));
  bool IsAlone = Parts == SetsOfParts.end();
  if (!SetsOfProtos
           .try_emplace(makeKey(Folder, Name.Stem),
                        IsAlone ? Sets.size() : Parts->second)
           .second)
    return;
  if (IsAlone) {
    Sets.emplace_back().Files.push_back(E.Path);
    return;
  }
  if (isOutOfMemoryStage(E.Path)) {
    Sets[Parts->second].Stages.push_back(E.Path);
    return;
  }
  if (Parts->second < FirstFound)
    return; // The user named the text.
  InputSet &Set = Sets[Parts->second];
  Set.OtherForm = {E.Path};
  if (Preferred == InputForm::Proto)
    std::swap(Set.Files, Set.OtherForm);
}

void InputLister::searchFolder(StringRef Path) {
  // Links may lead back.
  sys::fs::UniqueID Id;
  if (!sys::fs::getUniqueID(Path, Id) && !Folders.insert(Id).second)
    return;
  std::vector<FolderEntry> Entries;
  if (std::error_code EC = readFolder(Path, Entries)) {
    FoundAnything = true;
    addProblem(Path, EC.message());
  } else if (!Entries.empty()) {
    // As the files are named, which Path may not be: it may end with a slash.
    getFolder(sys::path::parent_path(Entries.front().Path)).Names =
        takeNames(Entries);
  }
  sort(Entries, [](const FolderEntry &L, const FolderEntry &R) {
    return L.Path < R.Path;
  });
  // XProf takes programs out of profiles, and leaves them beside.
  bool HasProfile = any_of(Entries, [](const FolderEntry &E) {
    std::optional<DumpFileName> Name =
        parseDumpFileName(sys::path::filename(E.Path));
    return Name && Name->Kind == DumpFileKind::Profile;
  });
  for (const FolderEntry &E : Entries) {
    std::optional<DumpFileName> Name =
        parseDumpFileName(sys::path::filename(E.Path));
    sys::fs::file_type Type = E.Type;
    if (Type != sys::fs::file_type::regular_file) {
      sys::fs::file_status Status;
      std::error_code StatusEC = sys::fs::status(E.Path, Status);
      // What cannot be looked at is told of when it is read.
      Type = StatusEC ? sys::fs::file_type::regular_file : Status.type();
    }
    if (Type == sys::fs::file_type::directory_file) {
      searchFolder(E.Path);
    } else if (Name && Name->isPart() &&
               Type != sys::fs::file_type::regular_file) {
      // Nobody may ever write to a pipe.
      FoundAnything = true;
      addProblem(E.Path, "not a regular file, and therefore not read where its "
                         "folder is searched; name it to read it");
    } else if (Name && Name->isPart()) {
      FoundAnything = true;
      addFile(E.Path, /*IsNamed=*/false,
              E.Type != sys::fs::file_type::regular_file);
    } else if (Name && Name->isProto() &&
               Type == sys::fs::file_type::regular_file) {
      FoundAnything = true;
      if (!HasProfile || Name->Kind != DumpFileKind::ProfiledProto)
        addProto(E, *Name);
    } else if (FileCount++ == 0) {
      AnyFile = sys::path::filename(E.Path).str();
    }
  }
}

std::vector<InputSet> InputLister::take() {
  for (InputSet &Set : Sets) {
    if (!JoinSiblings || Set.Files.empty() || Set.Files.front() == "-")
      continue;
    StringRef Path = sys::path::parent_path(Set.Files.front());
    InputFolder &Folder = getFolder(Path);
    // For a few files, a folder may hold far too many others.
    static constexpr size_t ManySets = 64;
    std::vector<FolderEntry> Entries;
    if (!Folder.Names && Folder.SetCount >= ManySets &&
        !readFolder(Path.empty() ? "." : Path, Entries))
      Folder.Names = takeNames(Entries);
    Set.NamesBeside = Folder.Names;
  }
  return std::move(Sets);
}

std::string withoutFileNameEnd(StringRef Path) {
  StringRef File = Path.drop_front(Path.rfind('/') + 1); // npos + 1 is 0.
  std::optional<DumpFileName> Parsed = parseDumpFileName(File);
  if (!Parsed)
    return Path.str();
  return (Path.drop_back(File.size()) + Parsed->Stem).str();
}

/// Returns the file \p Name, possibly compressed, in the folder of \p Path.
static std::optional<std::string>
findNamedBeside(StringRef Path, std::string Name, const StringSet<> *Names) {
  size_t Size = Name.size();
  for (StringRef Suffix : {"", ".gz", ".zst"}) {
    Name.resize(Size);
    Name += Suffix;
    if (Names && !Names->contains(Name))
      continue;
    SmallString<128> Candidate(sys::path::parent_path(Path));
    sys::path::append(Candidate, Name);
    sys::fs::file_status Status;
    if (sys::fs::status(Candidate, Status, /*follow=*/false))
      continue;
    // Nobody may ever write to a pipe. What cannot be read is an error later.
    sys::fs::file_status Target;
    if (!sys::fs::status(Candidate, Target) && sys::fs::is_other(Target))
      continue;
    return Candidate.str().str();
  }
  return std::nullopt;
}

std::optional<std::string> findFileBeside(StringRef Path, StringRef Stem,
                                          DumpFileKind K,
                                          const StringSet<> *Names) {
  return findNamedBeside(Path, makeDumpFileName(Stem, K), Names);
}

std::optional<std::string> findGpuTargetFile(StringRef Path,
                                             const StringSet<> *Names) {
  std::optional<DumpFileName> Dump =
      parseDumpFileName(sys::path::filename(Path));
  StringRef Architecture = Dump ? findGpuArchitecture(Dump->Stem) : "";
  if (Architecture.empty())
    return std::nullopt;
  StringRef Start =
      Dump->Stem.take_front(Architecture.data() - Dump->Stem.data());
  return findNamedBeside(Path, (Start + "gpu_target_config.pbtxt").str(),
                         Names);
}

std::optional<std::string> findFileOfCompile(StringRef Path, StringRef Name,
                                             const StringSet<> *Names) {
  std::optional<DumpFileName> Dump =
      parseDumpFileName(sys::path::filename(Path));
  if (!Dump)
    return std::nullopt;
  for (StringRef Stage : {OptimizedName, OutOfMemoryName}) {
    size_t End = Dump->Stem.rfind(("." + Stage).str());
    if (End == StringRef::npos)
      continue;
    const std::string Stem = (Dump->Stem.take_front(End + 1) + Name).str();
    for (DumpFileKind K : {DumpFileKind::HloProto, DumpFileKind::Other})
      if (auto Found = findFileBeside(Path, Stem, K, Names);
          Found && sys::fs::is_regular_file(*Found))
        return Found;
  }
  return std::nullopt;
}

std::vector<InputSet> listInputs(ArrayRef<std::string> Arguments,
                                 bool JoinSiblings, InputForm Preferred) {
  InputLister Lister(JoinSiblings, Preferred);
  for (StringRef Argument : Arguments)
    Lister.addArgument(Argument);
  return Lister.take();
}

} // namespace hlomem
