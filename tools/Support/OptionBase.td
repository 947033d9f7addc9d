//===- OptionBase.td - How options are declared ------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An option of a program is declared once. From the declaration hlo-mem-tblgen
/// makes the variable of the command line, its line in --help-all and the field
/// that takes it (-gen-tool-options), and its place in the command guide
/// (-gen-command-guide). The manual page is made of --help-all, which the
/// completion asks too.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TOOLS_OPTIONBASE_TD
#define HLOMEM_TOOLS_OPTIONBASE_TD

/// A command that --help shows.
class HelpExample<string whatIsAsked, string commandLine> {
  /// What people ask, with a question mark.
  string question = whatIsAsked;
  /// What answers it: "hlo-mem-opt dump.txt".
  string command = commandLine;
}

/// The program that the options are of; one for each file.
class Tool<string programName> {
  string name = programName;
  /// The struct in C++ that takes the command line.
  string optionsName = "ToolOptions";
  /// What it does, without a full stop: the first line of --help.
  string summary = "";
  /// Markdown of one paragraph; --help shows it too, with quotes for code.
  string overview = "";
  /// What follows it in the guide: Markdown. May be empty.
  string description = "";
  /// What --help shows before the options.
  list<HelpExample> examples = [];
}

/// A section of the guide after the options, in the order of the file.
class GuideSection<string sectionTitle> {
  string title = sectionTitle;
  /// Markdown.
  string text = "";
}

/// Options that stand together in --help-all and in the guide: those that follow, up
/// to the next section.
class OptionSection<string sectionTitle> {
  /// "Remark options".
  string title = sectionTitle;
  /// Markdown that stands above the options in the guide. May be empty.
  string description = "";
}

/// A value of an option that has some fixed ones.
class OptionValue<string spelling, string cppName, string helpText> {
  /// "yaml".
  string name = spelling;
  /// "RemarkFormat::Yaml".
  string cppValue = cppName;
  /// Without a full stop.
  string help = helpText;
}

/// An option; records are of the classes below. The variable in C++, and the field
/// of the program's struct, is called after the record. Unless an option is a flag,
/// a list or has a default, the field is a std::optional.
class ToolOption<string spelling> {
  /// "max-errors".
  string name = spelling;
  /// The line in --help-all, without a full stop and without the default. Markdown
  /// of one line; there quotes stand for code.
  string help = "";
  /// Follows `help` in the guide: Markdown. May be empty.
  string description = "";
  /// What to call the value: "number" in `-max-errors=<number>`. The completion
  /// goes by it: "file", "pipeline", and "pass,..." for a list.
  string valueName = "";
  /// As on the command line. Empty where there is none, for flags, and for 0
  /// that stands for something else.
  string defaultValue = "";
  /// Tells the default in the place of `defaultValue`: "one for each core". In
  /// Markdown.
  string defaultText = "";
  /// To give an option with a value twice is an error, unless it is a list; of a
  /// flag the last one counts. What to do instead: "write one, as in 'peak,frag'".
  string whenRepeated = "";
  /// Among those that most people need: --help shows no others, and the guide has
  /// a table of them.
  bit isMain = false;
  /// For programs: not shown to people.
  bit isHidden = false;
  /// The value may follow without a blank or '=': `-j4`.
  bit isPrefix = false;
  /// The value may be left out, which is the same as the first of `values`.
  bit isValueOptional = false;

  // The rest is for the classes below to fill in.
  string cppType = "";
  bit isList = false;
  bit isCommaSeparated = false;
  bit isPositional = false;
  bit isFromLibrary = false;
  list<OptionValue> values = [];
}

/// Off unless given.
class FlagOption<string spelling> : ToolOption<spelling> {
  let cppType = "bool";
}

class UnsignedOption<string spelling> : ToolOption<spelling> {
  let cppType = "unsigned";
  let valueName = "number";
}

class UInt64Option<string spelling> : UnsignedOption<spelling> {
  let cppType = "uint64_t";
}

class IntOption<string spelling> : UnsignedOption<spelling> {
  let cppType = "int";
}

class TextOption<string spelling> : ToolOption<spelling> {
  let cppType = "std::string";
  let valueName = "text";
}

/// May be given several times. Commas separate values too, unless
/// `isCommaSeparated` is turned off, as for names of files.
class TextListOption<string spelling> : TextOption<spelling> {
  let isList = true;
  let isCommaSeparated = true;
}

/// One of some fixed values. The enumeration must be declared where the options
/// are included.
class EnumOption<string spelling, string enumeration,
                 list<OptionValue> optionValues> : ToolOption<spelling> {
  let cppType = enumeration;
  let valueName = "value";
  let values = optionValues;
}

/// Some of some fixed values.
class EnumListOption<string spelling, string enumeration,
                     list<OptionValue> optionValues>
    : EnumOption<spelling, enumeration, optionValues> {
  let valueName = "value,...";
  let isList = true;
  let isCommaSeparated = true;
}

/// What stands on the command line without an option. `valueName` is how the
/// synopsis shows it.
class PositionalOption : TextOption<""> {
  let isList = true;
  let isPositional = true;
}

/// An option that LLVM's library defines: only documented here.
class LibraryOption<string spelling> : ToolOption<spelling> {
  let isFromLibrary = true;
}

#endif // HLOMEM_TOOLS_OPTIONBASE_TD
