//===- ToolOptionRecords.h - Options of a program, read and checked -------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_UTILS_TABLEGEN_TOOLOPTIONRECORDS_H
#define HLOMEM_UTILS_TABLEGEN_TOOLOPTIONRECORDS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/TableGen/Record.h"
#include <string>
#include <vector>

namespace hlomem::tblgen {

/// An OptionValue of OptionBase.td.
struct OptionValueRecord {
  llvm::StringRef Name;
  /// Its enumerator in C++.
  llvm::StringRef CppValue;
  llvm::StringRef Help;
};

/// A ToolOption of OptionBase.td.
struct ToolOptionRecord {
  const llvm::Record *Def;
  /// Without dashes; empty for the positional one.
  llvm::StringRef Name;
  llvm::StringRef CppType;
  /// What to call the value; empty for a flag.
  llvm::StringRef ValueName;
  /// An initialiser in C++; empty if the variable starts empty.
  std::string Initializer;
  /// The default for people, in Markdown; empty if there is none to tell.
  std::string DefaultText;
  llvm::StringRef Help;
  llvm::StringRef Description;
  llvm::StringRef WhenRepeated;
  bool IsMain;
  bool IsHidden;
  bool IsPrefix;
  bool IsList;
  bool IsCommaSeparated;
  bool IsValueOptional = false;
  bool IsPositional;
  bool IsFromLibrary;
  std::vector<OptionValueRecord> Values;

  /// The variable in C++.
  llvm::StringRef variable() const { return Def->getName(); }
  bool isFlag() const { return CppType == "bool"; }
  /// It has no value unless it is given.
  bool isOptional() const {
    return !isFlag() && !IsList && !IsFromLibrary && Initializer.empty();
  }
  bool mayBeRepeated() const { return isFlag() || IsList || IsFromLibrary; }
  /// As people write it, "-max-errors=<number>".
  std::string usage() const;
};

/// An OptionSection of OptionBase.td.
struct OptionSectionRecord {
  const llvm::Record *Def;
  llvm::StringRef Title;
  llvm::StringRef Description;
  std::vector<ToolOptionRecord> Options;
};

/// A GuideSection of OptionBase.td.
struct GuideSectionRecord {
  llvm::StringRef Title;
  llvm::StringRef Text;
};

/// A HelpExample of OptionBase.td.
struct HelpExampleRecord {
  llvm::StringRef Command;
  llvm::StringRef Help;
};

/// The Tool of a file and its options.
struct ToolRecord {
  llvm::StringRef Name;
  /// The struct in C++ that takes its command line.
  llvm::StringRef OptionsName;
  llvm::StringRef Summary;
  llvm::StringRef Overview;
  llvm::StringRef Description;
  std::vector<HelpExampleRecord> Examples;
  /// In the order of the file, and so are the options of each.
  std::vector<OptionSectionRecord> Sections;
  std::vector<GuideSectionRecord> Guide;
};

/// Ends the program, with a message at each place, if what the file declares is
/// not usable.
ToolRecord readTool(const llvm::RecordKeeper &RK);

} // namespace hlomem::tblgen

#endif // HLOMEM_UTILS_TABLEGEN_TOOLOPTIONRECORDS_H
