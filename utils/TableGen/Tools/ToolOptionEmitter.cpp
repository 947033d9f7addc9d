//===- ToolOptionEmitter.cpp - -gen-tool-options --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableGenUtils.h"
#include "ToolHelp.h"
#include "ToolOptionRecords.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace hlomem::tblgen;

namespace {

/// The struct that takes the command line (GET_OPTIONS), and for the program
/// itself the variables of the command line and what fills in the struct
/// (GET_COMMAND_LINE).
class ToolOptionEmitter {
public:
  explicit ToolOptionEmitter(const RecordKeeper &RK) : RK(RK) {}

  void run(raw_ostream &OS);

private:
  void emitOption(raw_ostream &OS, const OptionSectionRecord &S,
                  const ToolOptionRecord &O);
  void emitRepeated(raw_ostream &OS, const ToolRecord &Tool);
  void emitStruct(raw_ostream &OS, const ToolRecord &Tool);
  void emitBinding(raw_ostream &OS, const ToolRecord &Tool);

  const RecordKeeper &RK;
};

} // namespace

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

void ToolOptionEmitter::emitOption(raw_ostream &OS,
                                   const OptionSectionRecord &S,
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

void ToolOptionEmitter::emitRepeated(raw_ostream &OS, const ToolRecord &Tool) {
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

void ToolOptionEmitter::emitStruct(raw_ostream &OS, const ToolRecord &Tool) {
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

void ToolOptionEmitter::emitBinding(raw_ostream &OS, const ToolRecord &Tool) {
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

void ToolOptionEmitter::run(raw_ostream &OS) {
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

static TableGen::Emitter::OptClass<ToolOptionEmitter>
    RegisterToolOptionEmitter("gen-tool-options",
                              "Generate the options of a program");
