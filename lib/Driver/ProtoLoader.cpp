//===- ProtoLoader.cpp - Assignments in binary form -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProtoLoader.h"
#include "hlomem/Dump/DumpFileName.h"
#include "hlomem/Proto/HloProto.h"
#include "hlomem/Proto/XSpace.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/Support/InputFile.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace hlomem {

namespace {

/// Makes the modules of one file.
class ProtoLoader {
public:
  ProtoLoader(SourceText Source, const InputSet &Set, bool JoinSiblings,
              DecompressionAllowance &Allowance)
      : Source(std::move(Source)), Set(Set), JoinSiblings(JoinSiblings),
        Allowance(Allowance) {}

  Expected<LoadedInput> load(ProtoKind K);

private:
  Expected<LoadedInput> loadHloProto();
  Expected<LoadedInput> loadProfile();
  Expected<LoadedInput> loadModule();
  Expected<LoadedInput> loadAssignment();
  Expected<LoadedInput> joinFiles(StringRef ModulePath,
                                  StringRef AssignmentPath);

  Error fail(const Twine &Message) const {
    return createStringError("'" + Source.FileName + "': " + Message);
  }
  std::optional<std::string> findBeside(DumpFileKind K) const;
  /// The parts of the same dump as text.
  SmallVector<std::string, 1> findTextForm() const;
  static ModuleInput &addModule(LoadedInput &To, SourceText Text,
                                StringRef Holder);

  SourceText Source;
  const InputSet &Set;
  const bool JoinSiblings;
  DecompressionAllowance &Allowance;
};

} // namespace

ModuleInput &ProtoLoader::addModule(LoadedInput &To, SourceText Text,
                                    StringRef Holder) {
  ModuleInput &M = To.Modules.emplace_back();
  std::string Why = ("the " + Holder + " has none").str();
  M.Missing = {Why, Why, Why};
  M.Proto = std::move(Text);
  return M;
}

// The file of the same module, by the name of this one.
std::optional<std::string> ProtoLoader::findBeside(DumpFileKind K) const {
  StringRef Path = Set.Files.front();
  std::optional<DumpFileName> Name =
      parseDumpFileName(sys::path::filename(Path));
  if (!JoinSiblings || Path == "-" || !Name)
    return std::nullopt;
  return findFileBeside(Path, Name->Stem, K, Set.NamesBeside.get());
}

Expected<LoadedInput> ProtoLoader::loadHloProto() {
  LoadedInput Result;
  // Of the programs in a folder, those that were written before buffers were
  // assigned are no dumps.
  if (!Set.FoundIn.empty() && isProgramAlone(Source.Text))
    return Result;
  addModule(Result, std::move(Source), "HloProto").TextForm = findTextForm();
  return Result;
}

SmallVector<std::string, 1> ProtoLoader::findTextForm() const {
  if (!Set.OtherForm.empty())
    return Set.OtherForm;
  SmallVector<std::string, 1> Files;
  for (DumpFileKind K : {DumpFileKind::Allocations, DumpFileKind::UsedValues,
                         DumpFileKind::LiveRanges})
    if (std::optional<std::string> Path = findBeside(K))
      Files.push_back(std::move(*Path));
  return Files;
}

Expected<LoadedInput> ProtoLoader::loadProfile() {
  Expected<std::vector<ProfiledProgram>> Programs =
      listProfiledPrograms(Source.Text);
  if (!Programs)
    return createFileError(Source.FileName, Programs.takeError());
  if (Programs->empty())
    return fail("a profile without programs: either none ran while it was "
                "taken, or it was taken with enable_hlo_proto=False");
  LoadedInput Result;
  std::vector<std::string> Without;
  for (ProfiledProgram &P : *Programs) {
    if (!P.HasAssignment) {
      Without.push_back(std::move(P.Name));
      continue;
    }
    SourceText Text = Source;
    Text.Text = P.HloProto;
    Text.FileName = std::move(P.Name);
    addModule(Result, std::move(Text), "profile").Container = Source.FileName;
  }
  if (Result.Modules.empty())
    return fail("a profile of " + countText(Without.size(), "program") +
                ", none with its buffer assignment: " + join(Without, ", "));
  if (!Without.empty())
    Result.Warnings.push_back(
        "'" + Source.FileName +
        "': without buffer assignment, and left out: " + join(Without, ", "));
  return Result;
}

static void appendField(std::string &To, char Key, StringRef Content) {
  To += Key;
  uint64_t Size = Content.size();
  for (; Size >= 0x80; Size >>= 7)
    To += static_cast<char>(Size | 0x80);
  To += static_cast<char>(Size);
  To += Content;
}

// Side by side they are what XLA writes as one.
Expected<LoadedInput> ProtoLoader::joinFiles(StringRef ModulePath,
                                             StringRef AssignmentPath) {
  std::string Whole;
  for (auto [Path, Kind, Key] :
       {std::tuple(ModulePath, ProtoKind::HloModule, '\x0a'),
        std::tuple(AssignmentPath, ProtoKind::BufferAssignment, '\x1a')}) {
    Expected<SourceText> Text = readInputFile(Path, Allowance);
    if (!Text)
      return Text.takeError();
    if (findProtoKind(Text->Text) != Kind)
      return createStringError(
          "'" + Path + "': not " +
          (Kind == ProtoKind::HloModule ? "an HloModuleProto"
                                        : "a BufferAssignmentProto") +
          ", as its name says; -no-sibling-files leaves it out");
    appendField(Whole, Key, Text->Text);
  }
  LoadedInput Result;
  addModule(
      Result,
      SourceText::whole(MemoryBuffer::getMemBufferCopy(Whole, Source.FileName)),
      "HloProto")
      .TextForm = findTextForm();
  return Result;
}

Expected<LoadedInput> ProtoLoader::loadModule() {
  StringRef Path = Set.Files.front();
  if (std::optional<std::string> Other =
          findBeside(DumpFileKind::AssignmentProto))
    return joinFiles(Path, *Other);
  return fail("an HloModuleProto, which has no buffer assignment; take the "
              "HloProto that XLA writes with --xla_dump_hlo_as_proto, or put "
              "the BufferAssignmentProto beside it: X.hlo_module.pb and "
              "X.buffer_assignment.pb");
}

Expected<LoadedInput> ProtoLoader::loadAssignment() {
  StringRef Path = Set.Files.front();
  if (std::optional<std::string> Other = findBeside(DumpFileKind::ModuleProto))
    return joinFiles(*Other, Path);
  LoadedInput Result;
  ModuleInput &M =
      addModule(Result, std::move(Source), "BufferAssignmentProto");
  M.IsAssignmentAlone = true;
  return Result;
}

Expected<LoadedInput> ProtoLoader::load(ProtoKind K) {
  switch (K) {
  case ProtoKind::HloProto:
    return loadHloProto();
  case ProtoKind::XSpace:
    return loadProfile();
  case ProtoKind::HloModule:
    return loadModule();
  case ProtoKind::BufferAssignment:
    return loadAssignment();
  case ProtoKind::MemoryUsageReport:
    return fail("a memory usage report, which has no buffer assignment; take "
                "the file whose name ends with '-buffer-assignment.txt' or "
                "'.hlo.pb'");
  case ProtoKind::Riegeli:
    return fail("a Riegeli file, which is not read; XLA writes a plain "
                "protocol buffer with --xla_dump_hlo_as_proto in place of "
                "--xla_dump_hlo_as_riegeli, and the profiler a .xplane.pb "
                "unless it captures continuously");
  }
  llvm_unreachable("a protocol buffer of no kind");
}

Expected<LoadedInput> loadProto(SourceText Source, ProtoKind K,
                                const InputSet &Set, bool JoinSiblings,
                                DecompressionAllowance &Allowance) {
  return ProtoLoader(std::move(Source), Set, JoinSiblings, Allowance).load(K);
}

} // namespace hlomem
