//===- CompileFiles.cpp - What files beside a dump tell -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileFiles.h"
#include "hlomem/Driver/InputList.h"
#include "hlomem/Proto/HloProto.h"
#include "hlomem/Support/InputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace hlomem {

/// Returns the file that \p Find has beside the dump, which describes its
/// device. It may have the number of an earlier module of the same program:
/// module_0000.jit_f.cl_1.target_arguments.txt of
/// module_0003.jit_f.cl_1.after_optimizations.hlo.pb.
static std::optional<std::string>
findTargetFile(const InputSet &Set,
               function_ref<std::optional<std::string>(StringRef Path)> Find) {
  constexpr uint64_t MostBefore = 8;
  constexpr StringLiteral Module = "module_";
  SmallString<128> Path(Set.Files.front());
  const std::string Name = sys::path::filename(Path).str();
  auto [Begin, Rest] = StringRef(Name).split('.');
  uint64_t Number = 0;
  const bool IsNumbered =
      Begin.consume_front(Module) && !Begin.getAsInteger(10, Number);
  for (uint64_t Before = 0; Before <= MostBefore; ++Before) {
    if (Before != 0) {
      if (!IsNumbered || Before > Number)
        break;
      sys::path::remove_filename(Path);
      sys::path::append(
          Path, formatv("{0}{1,0+4}.{2}", Module, Number - Before, Rest).str());
    }
    if (auto Found = Find(Path))
      return Found;
  }
  return std::nullopt;
}

static std::shared_ptr<const Device>
readTargetFile(const InputSet &Set, DecompressionAllowance &Allowance) {
  const StringSet<> *Names = Set.NamesBeside.get();
  auto OfTpu = findTargetFile(Set, [=](StringRef Path) {
    return findFileOfCompile(Path, "target_arguments", Names);
  });
  auto OfGpu = OfTpu ? std::nullopt : findTargetFile(Set, [=](StringRef Path) {
    return findGpuTargetFile(Path, Names);
  });
  if (!OfTpu && !OfGpu)
    return nullptr;
  const std::string &Path = OfTpu ? *OfTpu : *OfGpu;
  // Either has some hundred bytes.
  uint64_t Size = 0;
  if (sys::fs::file_size(Path, Size) || Size > (1 << 16))
    return nullptr;
  Expected<SourceText> Text = readInputFile(Path, Allowance);
  if (!Text) {
    consumeError(Text.takeError());
    return nullptr;
  }
  if (OfGpu)
    return readGpuTarget(Text->Text);
  return {std::shared_ptr<const Device>(), findTarget(Text->Text)};
}

static bool isNamedProto(StringRef Path) {
  std::optional<DumpFileName> Name =
      parseDumpFileName(sys::path::filename(Path));
  return Name && Name->isProto();
}

/// How \p Stage is another compile's than that of \p Bytes: "buffers". Empty if
/// it is not, as far as is known: a text is compared with nothing. None where
/// it cannot be read.
static std::optional<std::string>
findOtherParts(StringRef Stage, StringRef Bytes,
               DecompressionAllowance &Allowance) {
  Expected<SourceText> Text = readInputFile(Stage, Allowance);
  if (!Text) {
    consumeError(Text.takeError());
    return std::nullopt;
  }
  if (Bytes.empty() || !isNamedProto(Stage))
    return "";
  std::optional<StringRef> What = findDifference(Bytes, Text->Text);
  return What ? std::optional(What->str()) : std::nullopt;
}

CompileFacts readCompileFiles(const InputSet &Set, StringRef Read,
                              StringRef Bytes,
                              DecompressionAllowance &Allowance,
                              std::vector<std::string> &Warnings) {
  CompileFacts Facts = {.For = readTargetFile(Set, Allowance)};
  const StringSet<> *Names = Set.NamesBeside.get();
  std::vector<std::string> Stages(Set.Stages.begin(), Set.Stages.end());
  // Beside a file that the user names there is one too.
  if (none_of(Stages, isOutOfMemoryStage))
    if (auto Found =
            findFileOfCompile(Set.Files.front(), OutOfMemoryName, Names))
      Stages.push_back(*Found);
  for (const std::string &Stage : Stages) {
    std::optional<std::string> What = "";
    if (Stage != Read)
      What = findOtherParts(Stage, Bytes, Allowance);
    if (!What)
      continue;
    if (!What->empty()) {
      Warnings.push_back(("'" + Stage + "' has other " + *What + " than '" +
                          Read + "', which is read: two compiles wrote them")
                             .str());
    } else if (isOutOfMemoryStage(Stage)) {
      if (auto Code = findFileOfCompile(Stage, "after_codegen", Names))
        Warnings.push_back(
            "'" + Stage + "' is of a compile that ran out of memory, and '" +
            *Code + "' of one that did not: two compiles wrote them");
      else
        Facts.OutOfMemoryFile = Stage;
    }
  }
  return Facts;
}

} // namespace hlomem
