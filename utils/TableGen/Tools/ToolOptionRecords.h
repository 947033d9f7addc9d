//===- ToolOptionRecords.h - Options of a program, read and checked -------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_UTILS_TABLEGEN_TOOLOPTIONRECORDS_H
#define HLOMEM_UTILS_TABLEGEN_TOOLOPTIONRECORDS_H

#include "hlomem/Support/LLVM.h"
#include "llvm/TableGen/Record.h"

namespace hlomem::tblgen {

/// A ToolOption of OptionBase.td.
class ToolOption {
public:
  explicit ToolOption(const llvm::Record &Def);

  StringRef get(StringRef Field) const { return Def->getValueAsString(Field); }
  bool is(StringRef Bit) const { return Def->getValueAsBit(Bit); }
  /// Records of the class OptionValue.
  auto values() const { return Def->getValueAsListOfDefs("values"); }

  /// Without dashes; empty for the positional one.
  StringRef name() const { return get("name"); }
  StringRef help() const { return get("help").trim(); }
  /// The variable in C++.
  StringRef variable() const { return Def->getName(); }
  bool isFlag() const { return get("cppType") == "bool"; }
  /// It has no value unless it is given.
  bool isOptional() const {
    return !isFlag() && !is("isList") && !is("isFromLibrary") &&
           Initializer.empty();
  }
  bool mayBeRepeated() const {
    return isFlag() || is("isList") || is("isFromLibrary");
  }
  /// As people write it, "-max-errors=<number>".
  std::string usage() const;

  /// An initialiser in C++; empty if the variable starts empty.
  std::string Initializer;
  /// The default for people, in Markdown; empty if there is none to tell.
  std::string DefaultText;

private:
  const llvm::Record *Def;
};

/// An OptionSection of OptionBase.td, and its options in the order of the file.
struct OptionSection {
  const llvm::Record *Def;
  std::vector<ToolOption> Options;
};

/// The Tool of a file, and its options.
struct ToolOptions {
  explicit ToolOptions(const llvm::RecordKeeper &RK);

  StringRef get(StringRef Field) const { return Def->getValueAsString(Field); }

  const llvm::Record *Def;
  /// In the order of the file.
  std::vector<OptionSection> Sections;
};

} // namespace hlomem::tblgen

#endif // HLOMEM_UTILS_TABLEGEN_TOOLOPTIONRECORDS_H
