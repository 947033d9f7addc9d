//===- RemarkFormats.cpp - The formats of remarks by name -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/RemarkFormats.h"
#include "hlomem/Remarks/JsonRemarkStream.h"
#include "hlomem/Remarks/ScreenRemarkStream.h"
#include "hlomem/Remarks/YamlRemarkStream.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace hlomem {

static std::unique_ptr<RemarkStream> makeText(raw_ostream &OS,
                                              const RemarkStreamContext &C) {
  return std::make_unique<TextRemarkStream>(OS, C.Module.Sources, C.DumpName,
                                            C.Text);
}

static std::unique_ptr<RemarkStream> makeScreen(raw_ostream &OS,
                                                const RemarkStreamContext &C) {
  return std::make_unique<ScreenRemarkStream>(OS, C.Module.Sources, C.DumpName,
                                              C.Text);
}

static std::unique_ptr<RemarkStream> makeYaml(raw_ostream &OS,
                                              const RemarkStreamContext &C) {
  return std::make_unique<YamlRemarkStream>(OS, C.Module);
}

static std::unique_ptr<RemarkStream> makeJson(raw_ostream &OS,
                                              const RemarkStreamContext &C) {
  return std::make_unique<JsonRemarkStream>(OS, C.Module);
}

RemarkFormats::RemarkFormats() {
  static constexpr StringLiteral TextFiles[] = {".txt"};
  static constexpr StringLiteral YamlFiles[] = {".yaml", ".yml"};
  static constexpr StringLiteral JsonFiles[] = {".json", ".jsonl"};
  add({"text", TextFiles, /*IsForPeople=*/true, makeText}, "");
  add({"screen", {}, /*IsForPeople=*/true, makeScreen}, "");
  add({"yaml", YamlFiles, /*IsForPeople=*/false, makeYaml}, "");
  add({"json", JsonFiles, /*IsForPeople=*/false, makeJson}, "");
}

void RemarkFormats::add(const RemarkFormat &Format, StringRef Owner) {
  [[maybe_unused]] bool IsNew =
      Formats.try_emplace(Format.Name, Entry{Format, Owner.str()}).second;
  assert(IsNew && "a remark format that is there already");
}

const RemarkFormat *RemarkFormats::find(StringRef Name) const {
  auto I = Formats.find(Name);
  return I == Formats.end() ? nullptr : &I->second.Format;
}

StringRef RemarkFormats::getOwner(StringRef Name) const {
  return Formats.at(Name).Owner;
}

std::vector<StringRef> RemarkFormats::names() const {
  auto Names = make_first_range(Formats);
  return {Names.begin(), Names.end()};
}

const RemarkFormat *RemarkFormats::getDefaultOf(StringRef Path) const {
  StringRef Extension = sys::path::extension(Path);
  if (Extension.empty())
    return find("yaml");
  for (const Entry &E : make_second_range(Formats))
    if (is_contained(E.Format.Extensions, Extension))
      return &E.Format;
  return nullptr;
}

std::vector<StringRef> RemarkFormats::extensions() const {
  std::vector<StringRef> Result;
  for (const Entry &E : make_second_range(Formats))
    append_range(Result, E.Format.Extensions);
  sort(Result);
  return Result;
}

} // namespace hlomem
