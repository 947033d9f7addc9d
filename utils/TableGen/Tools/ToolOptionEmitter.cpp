//===- ToolOptionEmitter.cpp - -gen-tool-options --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableGenUtils.h"
#include "ToolOptionRecords.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace hlomem::tblgen;

//===----------------------------------------------------------------------===//
// What --help prints
//===----------------------------------------------------------------------===//

/// Columns of a line.
static constexpr size_t LineWidth = 80;

/// Where the texts of options begin.
static constexpr size_t HelpColumn = 28;

/// A line of Markdown as help has it: with quotes for code.
static std::string toHelpLine(StringRef Markdown) {
  std::string Result = Markdown.str();
  std::replace(Result.begin(), Result.end(), '`', '\'');
  return Result;
}

/// A paragraph of Markdown in lines of at most 80 columns, each with \p Indent
/// blanks in front.
static std::string toHelpText(StringRef Markdown, unsigned Indent) {
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

/// What --help prints: usage, examples and the main options, then all others by
/// section.
static std::string makeToolHelp(const ToolRecord &Tool) {
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

//===----------------------------------------------------------------------===//
// The command line in C++
//===----------------------------------------------------------------------===//

static std::string categoryOf(const OptionSectionRecord &S) {
  return (S.Def->getName() + "Category").str();
}

/// Whether the program itself defines an option of the section.
static bool hasVariables(const OptionSectionRecord &S) {
  return any_of(S.Options,
                [](const ToolOptionRecord &O) { return !O.IsFromLibrary; });
}

/// The text as string literals, one for each line.
static void emitLines(raw_ostream &OS, StringRef Text) {
  SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  if (!Lines.empty() && Lines.back().empty())
    Lines.pop_back();
  for (StringRef Line : Lines)
    OS << "\n    " << toLiteral((Line + "\n").str());
}

static void emitOption(raw_ostream &OS, const OptionSectionRecord &S,
                       const ToolOptionRecord &O) {
  OS << "static cl::" << (O.IsList ? "list" : "opt") << '<' << O.CppType << "> "
     << O.variable() << "(\n    ";
  if (O.IsPositional) {
    OS << "cl::Positional,\n    cl::desc("
       << toLiteral(("<" + O.ValueName + ">...").str()) << "),\n";
  } else {
    std::string Help = O.Help.str();
    if (!O.DefaultText.empty())
      Help += " (default: " + O.DefaultText + ")";
    OS << toLiteral(O.Name) << ",\n    cl::desc(" << toLiteral(toHelpLine(Help))
       << "),\n";
    if (!O.ValueName.empty())
      OS << "    cl::value_desc(" << toLiteral(O.ValueName) << "),\n";
  }
  if (O.IsHidden)
    OS << "    cl::Hidden,\n";
  if (O.IsPrefix)
    OS << "    cl::Prefix,\n";
  if (O.IsValueOptional)
    OS << "    cl::ValueOptional,\n";
  if (O.IsCommaSeparated)
    OS << "    cl::CommaSeparated,\n";
  if (!O.Values.empty()) {
    OS << "    cl::values(";
    ListSeparator Comma(",\n               ");
    for (const OptionValueRecord &V : O.Values)
      OS << Comma << "clEnumValN(" << V.CppValue << ", " << toLiteral(V.Name)
         << ", " << toLiteral(toHelpLine(V.Help)) << ')';
    if (O.IsValueOptional)
      OS << Comma << "clEnumValN(" << O.Values.front().CppValue
         << ", \"\", \"\")";
    OS << "),\n";
  }
  if (!O.Initializer.empty())
    OS << "    cl::init(" << O.Initializer << "),\n";
  OS << "    cl::cat(" << categoryOf(S) << "));\n\n";
}

static void emitRepeated(raw_ostream &OS, const ToolRecord &Tool) {
  OS << "/// What is wrong if an option that may be given once is given twice; "
        "else empty.\n"
     << "static StringRef findRepeatedOption() {\n";
  for (const OptionSectionRecord &S : Tool.Sections)
    for (const ToolOptionRecord &O : S.Options)
      if (!O.mayBeRepeated())
        OS << "  if (" << O.variable() << ".getNumOccurrences() > 1)\n"
           << "    return "
           << toLiteral(
                  ("-" + O.Name + " is given twice; " +
                   (O.WhenRepeated.empty() ? "give it once" : O.WhenRepeated))
                      .str())
           << ";\n";
  OS << "  return \"\";\n}\n";
}

static void emitStruct(raw_ostream &OS, const ToolRecord &Tool) {
  OS << "/// What the command line says, as it stands there.\n"
     << "struct " << Tool.OptionsName << " {\n"
     << "  /// What messages begin with.\n"
     << "  llvm::StringRef ToolName = " << toLiteral(Tool.Name) << ";\n";
  for (const OptionSectionRecord &S : Tool.Sections)
    for (const ToolOptionRecord &O : S.Options) {
      if (O.IsFromLibrary)
        continue;
      emitDocComment(OS, (O.usage() + ": " + O.Help + ".").str(), 2);
      OS << "  ";
      if (O.IsList)
        OS << "std::vector<" << O.CppType << '>';
      else if (O.isOptional())
        OS << "std::optional<" << O.CppType << '>';
      else
        OS << O.CppType;
      OS << ' ' << O.variable();
      if (O.isFlag())
        OS << " = false";
      else if (!O.Initializer.empty())
        OS << " = " << O.Initializer;
      OS << ";\n";
    }
  OS << "};\n";
}

static void emitBinding(raw_ostream &OS, const ToolRecord &Tool) {
  OS << "\n/// What the command line says.\n"
     << "static " << Tool.OptionsName << " getOptions() {\n"
     << "  " << Tool.OptionsName << " Options;\n";
  for (const OptionSectionRecord &S : Tool.Sections)
    for (const ToolOptionRecord &O : S.Options) {
      StringRef Name = O.variable();
      if (O.IsFromLibrary)
        continue;
      if (O.IsList)
        OS << "  Options." << Name << ".assign(" << Name << ".begin(), " << Name
           << ".end());\n";
      else if (O.isOptional())
        OS << "  if (" << Name << ".getNumOccurrences())\n"
           << "    Options." << Name << " = " << Name << ".getValue();\n";
      else
        OS << "  Options." << Name << " = " << Name << ";\n";
    }
  OS << "  return Options;\n}\n";
}

/// The struct that takes the command line (GET_OPTIONS), and for the program
/// itself the variables of the command line and what fills in the struct
/// (GET_COMMAND_LINE).
static void emitToolOptions(const RecordKeeper &RK, raw_ostream &OS) {
  ToolRecord Tool = readTool(RK);
  emitSourceFileHeader("Options of " + Tool.Name.str(), OS, RK);
  {
    GuardedPart Part(OS, "GET_OPTIONS");
    emitStruct(OS, Tool);
  }
  GuardedPart Part(OS, "GET_COMMAND_LINE");
  OS << "/// What --help-hidden begins with.\n"
     << "static constexpr char ToolOverview[] =\n    "
     << toLiteral(Tool.Summary) << "\n    \"\\n\\n\"";
  emitLines(OS, toHelpText(Tool.Overview, 2));
  OS << ";\n\n/// What --help prints.\nstatic constexpr char ToolHelp[] =";
  emitLines(OS, makeToolHelp(Tool));
  OS << ";\n\n";
  for (const OptionSectionRecord &S : Tool.Sections) {
    if (!hasVariables(S))
      continue;
    OS << "static cl::OptionCategory " << categoryOf(S) << '('
       << toLiteral(S.Title) << ");\n\n";
    for (const ToolOptionRecord &O : S.Options)
      if (!O.IsFromLibrary)
        emitOption(OS, S, O);
  }
  OS << "/// The options of the program itself; --help shows no others of its "
        "libraries.\n"
     << "static const cl::OptionCategory *const ToolCategories[] = {\n";
  for (const OptionSectionRecord &S : Tool.Sections)
    if (hasVariables(S))
      OS << "    &" << categoryOf(S) << ",\n";
  OS << "};\n\n";
  emitRepeated(OS, Tool);
  emitBinding(OS, Tool);
}

static TableGen::Emitter::OptClass<FunctionEmitter<emitToolOptions>>
    RegisterToolOptions("gen-tool-options",
                        "Generate the options of a program");
