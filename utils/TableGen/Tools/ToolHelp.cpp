//===- ToolHelp.cpp - What --help prints ----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolHelp.h"
#include "ToolOptionRecords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace llvm;
using namespace hlomem::tblgen;

/// Columns of a line.
static constexpr size_t LineWidth = 80;

/// Where the texts of options begin.
static constexpr size_t HelpColumn = 28;

std::string hlomem::tblgen::toHelpLine(StringRef Markdown) {
  std::string Result = Markdown.str();
  std::replace(Result.begin(), Result.end(), '`', '\'');
  return Result;
}

std::string hlomem::tblgen::toHelpText(StringRef Markdown, unsigned Indent) {
  SmallVector<StringRef, 64> Words;
  SplitString(Markdown, Words, " \t\n");
  std::string Result, Line;
  for (StringRef Marked : Words) {
    std::string Word = toHelpLine(Marked);
    if (!Line.empty() && Line.size() + 1 + Word.size() > LineWidth) {
      Result += Line + '\n';
      Line.clear();
    }
    Line += Line.empty() ? std::string(Indent, ' ') : " ";
    Line += Word;
  }
  return Result + Line + '\n';
}

/// \p Left, and \p Right beside it or, where there is no room, below.
static void writeEntry(raw_ostream &OS, const std::string &Left,
                       StringRef Right) {
  std::string Text = toHelpText(Right, HelpColumn);
  if (Left.size() + 2 > HelpColumn)
    OS << Left << '\n' << Text;
  else
    OS << Left << StringRef(Text).drop_front(Left.size());
}

static void writeHelpOption(raw_ostream &OS, const ToolOptionRecord &O) {
  std::string Help = O.Help.str();
  if (!O.DefaultText.empty())
    Help += " (default: " + O.DefaultText + ")";
  writeEntry(OS, "  " + O.usage(), Help);
  for (const OptionValueRecord &V : O.Values)
    writeEntry(OS, ("    =" + V.Name).str(), V.Help);
}

static void writeHelpOptions(raw_ostream &OS, StringRef Title,
                             ArrayRef<const ToolOptionRecord *> Options) {
  if (Options.empty())
    return;
  OS << '\n' << Title << ":\n";
  for (const ToolOptionRecord *O : Options)
    writeHelpOption(OS, *O);
}

std::string hlomem::tblgen::makeToolHelp(const ToolRecord &Tool) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << Tool.Name << ": " << toHelpLine(Tool.Summary)
     << "\n\nUsage: " << Tool.Name << " [options]";
  SmallVector<const ToolOptionRecord *> Main;
  for (const OptionSectionRecord &S : Tool.Sections)
    for (const ToolOptionRecord &O : S.Options) {
      if (O.IsPositional)
        OS << ' ' << O.usage();
      if (O.IsMain)
        Main.push_back(&O);
    }
  OS << "\n\n" << toHelpText(Tool.Overview, 2);
  if (!Tool.Examples.empty())
    OS << "\nExamples:\n";
  for (const HelpExampleRecord &E : Tool.Examples)
    OS << "  " << E.Command << '\n' << toHelpText(E.Help, 6);
  writeHelpOptions(OS, "Main options", Main);
  for (const OptionSectionRecord &S : Tool.Sections) {
    SmallVector<const ToolOptionRecord *> Others;
    for (const ToolOptionRecord &O : S.Options)
      if (!O.IsPositional && !O.IsHidden && !O.IsMain)
        Others.push_back(&O);
    writeHelpOptions(OS, S.Title, Others);
  }
  return Text;
}
