//===- ToolOptionEmitter.cpp - -gen-tool-options --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableGenUtils.h"
#include "ToolOptionRecords.h"

using namespace llvm;
using namespace hlomem::tblgen;

//===----------------------------------------------------------------------===//
// What --help prints
//===----------------------------------------------------------------------===//

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
  return wrapText(toHelpLine(Markdown), std::string(Indent, ' '));
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

static void writeHelpOption(raw_ostream &OS, const ToolOption &O) {
  std::string Help = O.help().str();
  if (!O.DefaultText.empty())
    Help += " (default: " + O.DefaultText + ")";
  writeEntry(OS, "  " + O.usage(), Help);
  for (const Record *V : O.values())
    writeEntry(OS, ("    =" + V->getValueAsString("name")).str(),
               V->getValueAsString("help"));
}

static void writeHelpOptions(raw_ostream &OS, StringRef Title,
                             ArrayRef<const ToolOption *> Options) {
  if (Options.empty())
    return;
  OS << '\n' << Title << ":\n";
  for (const ToolOption *O : Options)
    writeHelpOption(OS, *O);
}

/// What --help prints: usage, questions with the commands that answer them, and
/// the main options; with \p IsWhole, as --help-all does, then all others by
/// section.
static std::string makeToolHelp(const ToolOptions &Tool, bool IsWhole) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << Tool.get("name") << ": " << toHelpLine(Tool.get("summary"))
     << "\n\nUsage: " << Tool.get("name") << " [options]";
  SmallVector<const ToolOption *> Main;
  for (const OptionSection &S : Tool.Sections)
    for (const ToolOption &O : S.Options) {
      if (O.is("isPositional"))
        OS << ' ' << O.usage();
      if (O.is("isMain"))
        Main.push_back(&O);
    }
  OS << "\n\n" << toHelpText(Tool.get("overview"), 2);
  StringRef Head = "\nQuestions:\n";
  for (const Record *E : Tool.Def->getValueAsListOfDefs("examples"))
    OS << std::exchange(Head, "")
       << toHelpText(E->getValueAsString("question"), 2) << "      "
       << E->getValueAsString("command") << '\n';
  writeHelpOptions(OS, "Main options", Main);
  if (!IsWhole)
    return Text;
  for (const OptionSection &S : Tool.Sections) {
    SmallVector<const ToolOption *> Others;
    for (const ToolOption &O : S.Options)
      if (!O.is("isPositional") && !O.is("isHidden") && !O.is("isMain"))
        Others.push_back(&O);
    writeHelpOptions(OS, S.Def->getValueAsString("title"), Others);
  }
  return Text;
}

//===----------------------------------------------------------------------===//
// The command line in C++
//===----------------------------------------------------------------------===//

static std::string categoryOf(const OptionSection &S) {
  return (S.Def->getName() + "Category").str();
}

/// Whether the program itself defines an option of the section.
static bool hasVariables(const OptionSection &S) {
  return any_of(S.Options,
                [](const ToolOption &O) { return !O.is("isFromLibrary"); });
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

static void emitOption(raw_ostream &OS, const OptionSection &S,
                       const ToolOption &O) {
  OS << "static cl::" << (O.is("isList") ? "list" : "opt") << '<'
     << O.get("cppType") << "> " << O.variable() << "(\n    ";
  if (O.is("isPositional")) {
    OS << "cl::Positional,\n    cl::desc("
       << toLiteral(("<" + O.get("valueName") + ">...").str()) << "),\n";
  } else {
    std::string Help = O.help().str();
    if (!O.DefaultText.empty())
      Help += " (default: " + O.DefaultText + ")";
    OS << toLiteral(O.name()) << ",\n    cl::desc("
       << toLiteral(toHelpLine(Help)) << "),\n";
    if (!O.get("valueName").empty())
      OS << "    cl::value_desc(" << toLiteral(O.get("valueName")) << "),\n";
  }
  if (O.is("isHidden"))
    OS << "    cl::Hidden,\n";
  if (O.is("isPrefix"))
    OS << "    cl::Prefix,\n";
  if (O.is("isValueOptional"))
    OS << "    cl::ValueOptional,\n";
  if (O.is("isCommaSeparated"))
    OS << "    cl::CommaSeparated,\n";
  if (auto Values = O.values(); !Values.empty()) {
    OS << "    cl::values(";
    ListSeparator Comma(",\n               ");
    for (const Record *V : Values)
      OS << Comma << "clEnumValN(" << V->getValueAsString("cppValue") << ", "
         << toLiteral(V->getValueAsString("name")) << ", "
         << toLiteral(toHelpLine(V->getValueAsString("help"))) << ')';
    if (O.is("isValueOptional"))
      OS << Comma << "clEnumValN("
         << Values.front()->getValueAsString("cppValue") << ", \"\", \"\")";
    OS << "),\n";
  }
  if (!O.Initializer.empty())
    OS << "    cl::init(" << O.Initializer << "),\n";
  OS << "    cl::cat(" << categoryOf(S) << "));\n\n";
}

static void emitRepeated(raw_ostream &OS, const ToolOptions &Tool) {
  OS << "/// What is wrong if an option that may be given once is given twice; "
        "else empty.\n"
     << "static StringRef findRepeatedOption() {\n";
  for (const OptionSection &S : Tool.Sections)
    for (const ToolOption &O : S.Options)
      if (!O.mayBeRepeated())
        OS << "  if (" << O.variable() << ".getNumOccurrences() > 1)\n"
           << "    return "
           << toLiteral(
                  ("-" + O.name() + " is given twice; " +
                   (O.get("whenRepeated").empty() ? "give it once"
                                                  : O.get("whenRepeated")))
                      .str())
           << ";\n";
  OS << "  return \"\";\n}\n";
}

static void emitStruct(raw_ostream &OS, const ToolOptions &Tool) {
  OS << "/// What the command line says, as it stands there.\n"
     << "struct " << Tool.get("optionsName") << " {\n"
     << "  /// What messages begin with.\n"
     << "  llvm::StringRef ToolName = " << toLiteral(Tool.get("name")) << ";\n";
  for (const OptionSection &S : Tool.Sections)
    for (const ToolOption &O : S.Options) {
      if (O.is("isFromLibrary"))
        continue;
      emitDocComment(OS, (O.usage() + ": " + O.help() + ".").str(), 2);
      OS << "  ";
      if (O.is("isList"))
        OS << "std::vector<" << O.get("cppType") << '>';
      else if (O.isOptional())
        OS << "std::optional<" << O.get("cppType") << '>';
      else
        OS << O.get("cppType");
      OS << ' ' << O.variable();
      if (O.isFlag())
        OS << " = false";
      else if (!O.Initializer.empty())
        OS << " = " << O.Initializer;
      OS << ";\n";
    }
  OS << "};\n";
}

static void emitBinding(raw_ostream &OS, const ToolOptions &Tool) {
  OS << "\n/// What the command line says.\n"
     << "static " << Tool.get("optionsName") << " getOptions() {\n"
     << "  " << Tool.get("optionsName") << " Options;\n";
  for (const OptionSection &S : Tool.Sections)
    for (const ToolOption &O : S.Options) {
      StringRef Name = O.variable();
      if (O.is("isFromLibrary"))
        continue;
      if (O.is("isList"))
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
  ToolOptions Tool(RK);
  emitSourceFileHeader("Options of " + Tool.get("name").str(), OS, RK);
  {
    GuardedPart Part(OS, "GET_OPTIONS");
    emitStruct(OS, Tool);
  }
  GuardedPart Part(OS, "GET_COMMAND_LINE");
  OS << "/// What --help-hidden begins with.\n"
     << "static constexpr char ToolOverview[] =\n    "
     << toLiteral(Tool.get("summary")) << "\n    \"\\n\\n\"";
  emitLines(OS, toHelpText(Tool.get("overview"), 2));
  OS << ";\n\n/// What --help prints.\nstatic constexpr char ToolHelp[] =";
  emitLines(OS, makeToolHelp(Tool, /*IsWhole=*/false));
  OS << ";\n\n/// What --help-all prints.\n"
        "static constexpr char ToolHelpAll[] =";
  emitLines(OS, makeToolHelp(Tool, /*IsWhole=*/true));
  OS << ";\n\n";
  for (const OptionSection &S : Tool.Sections) {
    if (!hasVariables(S))
      continue;
    OS << "static cl::OptionCategory " << categoryOf(S) << '('
       << toLiteral(S.Def->getValueAsString("title")) << ");\n\n";
    for (const ToolOption &O : S.Options)
      if (!O.is("isFromLibrary"))
        emitOption(OS, S, O);
  }
  OS << "/// The options of the program itself; --help-list shows no others of "
        "its libraries.\n"
     << "static const cl::OptionCategory *const ToolCategories[] = {\n";
  for (const OptionSection &S : Tool.Sections)
    if (hasVariables(S))
      OS << "    &" << categoryOf(S) << ",\n";
  OS << "};\n\n";
  emitRepeated(OS, Tool);
  emitBinding(OS, Tool);
}

static TableGen::Emitter::OptClass<FunctionEmitter<emitToolOptions>>
    RegisterToolOptions("gen-tool-options",
                        "Generate the options of a program");
