//===- FuzzInput.cpp - Files, and what is done with them ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzInput.h"
#include "hlomem/Proto/WireFields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace hlomem {

bool FuzzFile::isProto() const { return StringRef(Name).contains(".pb"); }

static bool isFileName(StringRef Name) {
  return !Name.empty() && Name.size() < 200 && Name.front() != '.' &&
         Name.front() != '-' &&
         all_of(
             Name,
             [](char C) { return isAlnum(C) || StringRef("._-").contains(C); });
}

static std::optional<FuzzFile> readFile(StringRef Bytes) {
  FuzzFile File;
  while (!Bytes.empty()) {
    std::optional<RawField> F = takeField(Bytes);
    if (!F || F->getKind() != WireKind::Bytes)
      return std::nullopt;
    (F->getNumber() == 1 ? File.Name : File.Content) = F->Content.str();
  }
  if (!isFileName(File.Name))
    return std::nullopt;
  return File;
}

std::optional<FuzzInput> readFuzzInput(StringRef Bytes) {
  FuzzInput Input;
  while (!Bytes.empty()) {
    std::optional<RawField> F = takeField(Bytes);
    if (!F)
      return std::nullopt;
    if (F->getNumber() == 3 && F->getKind() == WireKind::Bytes) {
      std::optional<FuzzFile> File = readFile(F->Content);
      if (!File)
        return std::nullopt;
      Input.Files.push_back(std::move(*File));
      continue;
    }
    std::optional<uint64_t> Number = takeVarint(F->Content);
    if (!Number || F->getNumber() > 2)
      return std::nullopt;
    if (F->getNumber() == 2)
      Input.Seed = *Number;
    else if (*Number < std::size(InputKindNames))
      Input.Kind = InputKind(*Number);
    else
      return std::nullopt;
  }
  if (Input.Files.empty())
    return std::nullopt;
  return Input;
}

static void writeNumber(raw_ostream &OS, unsigned Field, uint64_t Number) {
  encodeULEB128(Field << 3, OS);
  encodeULEB128(Number, OS);
}

static void writeBytes(raw_ostream &OS, unsigned Field, StringRef Bytes) {
  encodeULEB128(Field << 3 | unsigned(WireKind::Bytes), OS);
  encodeULEB128(Bytes.size(), OS);
  OS << Bytes;
}

std::string writeFuzzInput(const FuzzInput &Input) {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  writeNumber(OS, 1, uint64_t(Input.Kind));
  writeNumber(OS, 2, Input.Seed);
  for (const FuzzFile &File : Input.Files) {
    std::string Message;
    raw_string_ostream MessageOS(Message);
    writeBytes(MessageOS, 1, File.Name);
    writeBytes(MessageOS, 2, File.Content);
    writeBytes(OS, 3, Message);
  }
  return Bytes;
}

} // namespace hlomem
