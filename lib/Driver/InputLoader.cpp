//===- InputLoader.cpp - The files of an input to dumps -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Driver/InputLoader.h"
#include "ProtoLoader.h"
#include "hlomem/Dump/DumpFileName.h"
#include "hlomem/Dump/Reader/DumpStream.h"
#include "hlomem/Support/InputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <array>
#include <string_view>

using namespace llvm;

namespace hlomem {

namespace {

struct PartFile {
  std::string Path;
  bool IsNamed;
};

/// The files of a split dump, by DumpFileKind.
using PartFiles = std::array<std::optional<PartFile>, DumpPartCount>;

} // namespace

static std::optional<std::string> findBeside(const InputSet &Set,
                                             StringRef Stem, DumpFileKind K) {
  return findFileBeside(Set.Files.front(), Stem, K, Set.NamesBeside.get());
}

static PartFiles findParts(const InputSet &Set, StringRef Stem) {
  PartFiles Parts;
  for (StringRef File : Set.Files) {
    DumpFileKind K = parseDumpFileName(sys::path::filename(File))->Kind;
    Parts[static_cast<size_t>(K)] = {File.str(), /*IsNamed=*/true};
  }
  for (size_t I = 0; I != DumpPartCount; ++I)
    if (!Parts[I])
      if (auto Path = findBeside(Set, Stem, static_cast<DumpFileKind>(I)))
        Parts[I] = {std::move(*Path), /*IsNamed=*/false};
  return Parts;
}

// Returns the loader of a file that is read on demand.
static std::function<Expected<SourceText>()>
findLoader(const InputSet &Set, StringRef Stem, DumpFileKind K,
           DecompressionAllowance &Allowance) {
  std::optional<std::string> Path = findBeside(Set, Stem, K);
  if (!Path)
    return nullptr;
  return [Path = std::move(*Path), &Allowance] {
    return readInputFile(Path, Allowance);
  };
}

/// True if \p Dump is all of \p Text and a part of a split dump, as far as its
/// parts show: a whole dump may have such a name too.
static bool isSplit(const DumpInput &Dump, StringRef Text) {
  const DumpText &T = Dump.Texts.front();
  if (!T.LogMark.empty() || T.Source.Text.size() != Text.size())
    return false;
  StringRef Start = Text;
  Start.consume_front(ByteOrderMark);
  bool HasAllocations = Start.ltrim("\r\n").starts_with("BufferAssignment:");
  bool HasMore =
      any_of(ArrayRef<StringRef>(
                 {"\nTotal bytes used: ", "\nUsed values:", "\nHloLiveRange"}),
             // StringRef::find() compares at every place.
             [&](std::string_view Head) {
               return std::string_view(Text).find(Head) != StringRef::npos;
             });
  return !HasAllocations || !HasMore;
}

static Expected<std::vector<DumpInput>>
splitStream(SourceText Source, StringRef Path, unsigned ThreadCount) {
  Expected<std::vector<DumpInput>> Dumps =
      splitDumpStream(std::move(Source), ThreadCount);
  if (!Dumps)
    return createFileError(Path, Dumps.takeError());
  return Dumps;
}

static void explainMissing(ModuleInput &M, StringRef Stem, StringRef Where) {
  auto Explain = [&](DumpFileKind K) {
    return (makeDumpFileName(Stem, K) + " is not " + Where).str();
  };
  M.Missing = {Explain(DumpFileKind::Allocations),
               Explain(DumpFileKind::UsedValues),
               Explain(DumpFileKind::LiveRanges)};
}

/// The dumps of a text without what may lie beside it.
static LoadedInput takeDumps(std::vector<DumpInput> Dumps, bool JoinSiblings) {
  LoadedInput Result;
  // A log has other lines than those of dumps. Where the dump is all that there
  // should be, they may be what is left of another one.
  const DumpText &First = Dumps.front().Texts.front();
  if (First.LogMark.empty() && First.Source.FirstLine != 1 &&
      StringRef(Dumps.front().Name).starts_with(First.Source.FileName))
    Result.Warnings.push_back("'" + First.Source.FileName +
                              "': what stands before " +
                              "'BufferAssignment:' in line " +
                              utostr(First.Source.FirstLine) + " is not read");
  for (DumpInput &D : Dumps) {
    ModuleInput &M = Result.Modules.emplace_back();
    StringRef Name = StringRef(D.Name).rsplit('#').first;
    std::optional<DumpFileName> Parsed = parseDumpFileName(Name);
    // The name of a block, or that of the file.
    if (Parsed && Parsed->isPart() && Name != D.Texts.front().Source.FileName) {
      explainMissing(M, Parsed->Stem, "in the log");
    } else {
      std::string Why =
          JoinSiblings ? "the text has none" : "no other file was looked for";
      M.Missing = {Why, Why, Why};
    }
    M.Dump = std::move(D);
  }
  return Result;
}

static Expected<LoadedInput> loadParts(const InputSet &Set,
                                       const DumpFileName &Name,
                                       unsigned ThreadCount,
                                       DecompressionAllowance &Allowance) {
  PartFiles Parts = findParts(Set, Name.Stem);
  std::optional<PartFile> &First =
      *find_if(Parts, [](const auto &P) { return P.has_value(); });
  Expected<SourceText> Source = readInputFile(First->Path, Allowance);
  if (!Source)
    return Source.takeError();
  // Whatever its name says.
  if (std::optional<ProtoKind> K = findProtoKind(Source->Text))
    return loadProto(std::move(*Source), *K, Set, /*JoinSiblings=*/true,
                     Allowance);
  StringRef Text = Source->Text;
  Expected<std::vector<DumpInput>> Dumps =
      splitStream(std::move(*Source), First->Path, ThreadCount);
  if (!Dumps)
    return Dumps.takeError();
  DumpInput &Dump = Dumps->front();
  if (Dumps->size() == 1 && !Dump.HloText)
    Dump.HloText = findLoader(Set, Name.Stem, DumpFileKind::Other, Allowance);
  HloProtoLoader ProtoBeside;
  if (Dumps->size() == 1) {
    Dump.Report = findLoader(Set, Name.Stem, DumpFileKind::Report, Allowance);
    ProtoBeside = findLoader(Set, Name.Stem, DumpFileKind::HloProto, Allowance);
  }

  if (Dumps->size() != 1 || !isSplit(Dump, Text)) {
    LoadedInput Result = takeDumps(std::move(*Dumps), /*JoinSiblings=*/true);
    Result.Modules.front().ProtoBeside = std::move(ProtoBeside);
    for (const std::optional<PartFile> &P : Parts)
      if (P && P->IsNamed && P->Path != First->Path)
        Result.Warnings.push_back("'" + P->Path + "' is not read: '" +
                                  First->Path + "' holds more than a part");
    return Result;
  }

  Dump.Texts.front().IsNamed = First->IsNamed;
  for (std::optional<PartFile> &P : Parts) {
    if (!P || P->Path == First->Path)
      continue;
    Expected<SourceText> Part = readInputFile(P->Path, Allowance);
    if (!Part)
      return Part.takeError();
    Dump.Texts.push_back({std::move(*Part), /*LogMark=*/"", P->IsNamed});
  }
  LoadedInput Result;
  ModuleInput &M = Result.Modules.emplace_back();
  explainMissing(M, Name.Stem, "beside it");
  M.ProtoBeside = std::move(ProtoBeside);
  M.Dump = std::move(Dump);
  return Result;
}

/// What a text without a dump says all the same.
static std::optional<LoadedInput> takeMessages(SourceText Source) {
  std::vector<OutOfMemoryMessage> Messages = findOutOfMemory(Source.Text);
  if (Messages.empty())
    return std::nullopt;
  LoadedInput Result;
  Result.Log = {std::move(Source), std::move(Messages)};
  return Result;
}

Expected<LoadedInput> loadInput(const InputSet &Set, bool JoinSiblings,
                                unsigned ThreadCount,
                                DecompressionAllowance &Allowance) {
  StringRef Path = Set.Files.front();
  if (JoinSiblings && Path != "-") {
    std::optional<DumpFileName> Name =
        parseDumpFileName(sys::path::filename(Path));
    if (Name && Name->isPart())
      return loadParts(Set, *Name, ThreadCount, Allowance);
  }
  Expected<SourceText> Source = readInputFile(Path, Allowance);
  if (!Source)
    return Source.takeError();
  if (std::optional<ProtoKind> K = findProtoKind(Source->Text))
    return loadProto(std::move(*Source), *K, Set, JoinSiblings, Allowance);
  Expected<std::vector<DumpInput>> Dumps =
      splitStream(*Source, Path, ThreadCount);
  if (!Dumps || !hasDump(*Dumps))
    if (std::optional<LoadedInput> Log = takeMessages(std::move(*Source))) {
      consumeError(Dumps.takeError());
      return std::move(*Log);
    }
  if (!Dumps)
    return Dumps.takeError();
  return takeDumps(std::move(*Dumps), JoinSiblings);
}

} // namespace hlomem
