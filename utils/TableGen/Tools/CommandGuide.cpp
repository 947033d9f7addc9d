//===- CommandGuide.cpp - The guide of a program in Markdown --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandGuide.h"
#include "TableGenUtils.h"
#include "ToolOptionRecords.h"
#include "llvm/ADT/StringExtras.h"
#include <utility>

using namespace llvm;
using namespace hlomem::tblgen;

static void writeGuideOption(raw_ostream &OS, const ToolOptionRecord &O) {
  OS << "\n### `" << O.usage() << "`\n\n" << O.Help << '.';
  if (!O.DefaultText.empty()) {
    bool IsText = StringRef(O.DefaultText).contains_insensitive("`") ||
                  StringRef(O.DefaultText).contains(' ');
    OS << " Default: " << (IsText ? O.DefaultText : "`" + O.DefaultText + "`")
       << '.';
  }
  OS << '\n';
  if (!O.WhenRepeated.empty())
    OS << "To give it twice is an error: " << O.WhenRepeated << ".\n";
  else if (O.IsList && !O.IsPositional)
    OS << (O.IsCommaSeparated
               ? "There may be several, with commas between them or each with "
                 "the option.\n"
               : "May be given several times.\n");
  if (!O.Description.trim().empty()) {
    OS << '\n';
    emitBlock(OS, O.Description);
  }
  if (O.Values.empty())
    return;
  OS << '\n';
  for (const OptionValueRecord &V : O.Values)
    OS << "* `" << V.Name << "`: " << V.Help << ".\n";
}

static void writeGuideOptions(raw_ostream &OS, const OptionSectionRecord &S) {
  if (all_of(S.Options, [](const ToolOptionRecord &O) { return O.IsHidden; }))
    return;
  OS << "\n## " << S.Title << '\n';
  if (!S.Description.trim().empty()) {
    OS << '\n';
    emitBlock(OS, S.Description);
  }
  for (const ToolOptionRecord &O : S.Options)
    if (!O.IsHidden)
      writeGuideOption(OS, O);
}

/// The anchor of an option's heading, as web sites for Markdown make it.
static std::string anchorOf(const ToolOptionRecord &O) {
  std::string Anchor;
  for (char C : O.usage())
    if (isAlnum(C) || C == '-' || C == '_')
      Anchor += toLower(C);
    else if (C == ' ')
      Anchor += '-';
  return Anchor;
}

static void writeTable(raw_ostream &OS, const ToolRecord &Tool) {
  StringRef Head = "\n## Main options\n\n| option | means |\n|---|---|\n";
  for (const OptionSectionRecord &S : Tool.Sections)
    for (const ToolOptionRecord &O : S.Options)
      if (O.IsMain) {
        OS << std::exchange(Head, "") << "| [`" << O.usage() << "`](#"
           << anchorOf(O) << ") | " << O.Help << " |\n";
      }
}

void hlomem::tblgen::writeCommandGuide(raw_ostream &OS, const ToolRecord &Tool,
                                       bool WithTable) {
  OS << "# " << Tool.Name << "\n\n"
     << Tool.Summary << ".\n\n## Synopsis\n\n**" << Tool.Name
     << "** [*option*...]";
  for (const OptionSectionRecord &S : Tool.Sections)
    for (const ToolOptionRecord &O : S.Options)
      if (O.IsPositional)
        OS << " *" << O.ValueName << "*...";
  OS << "\n\n## Description\n\n";
  emitBlock(OS, Tool.Overview);
  if (!Tool.Description.trim().empty()) {
    OS << '\n';
    emitBlock(OS, Tool.Description);
  }
  if (WithTable)
    writeTable(OS, Tool);
  for (const OptionSectionRecord &S : Tool.Sections)
    writeGuideOptions(OS, S);
  for (const GuideSectionRecord &G : Tool.Guide) {
    OS << "\n## " << G.Title << "\n\n";
    emitBlock(OS, G.Text);
  }
}
