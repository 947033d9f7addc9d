//===- PassRecords.h - Declarations of passes, read and checked -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_UTILS_TABLEGEN_PASSRECORDS_H
#define HLOMEM_UTILS_TABLEGEN_PASSRECORDS_H

#include "hlomem/Pass/PassInfo.h"
#include "llvm/TableGen/Record.h"

namespace hlomem::tblgen {

/// An Option of PassBase.td.
struct PassOptionRecord {
  /// "Top".
  StringRef Field;
  /// "top".
  StringRef Name;
  /// C++ type of the field.
  StringRef Type;
  /// As declared, and as an initialiser in C++ with its "="; both may be empty.
  StringRef Default;
  std::string Initializer;
  StringRef Help;
  /// What to write for the value, "number"; empty for a flag.
  std::string ValueName;
  /// The least and the most, if a range is declared.
  std::optional<std::pair<uint64_t, uint64_t>> Range;
  /// Spellings of an EnumOption; else empty.
  std::vector<StringRef> Enumerators;
  /// What defines the enumeration; empty if the options do.
  StringRef Header;
  /// A value, if the option must be given; else empty.
  StringRef Example;
  bool IsHidden = false;
};

/// A Pass of PassBase.td.
struct PassRecord {
  /// A bit of the record.
  bool is(StringRef Bit) const { return Def->getValueAsBit(Bit); }
  /// The group in which it is listed.
  PassGroup group() const {
    PassInfo Info;
    Info.WritesDocument = is("writesDocument");
    Info.IsTransform = is("isTransform");
    Info.Group = Group;
    return Info.group();
  }

  const llvm::Record *Def;
  StringRef Name;
  StringRef Summary;
  StringRef Description;
  /// As declared, if it is.
  std::optional<PassGroup> Group;
  /// Of the documents of an exporter; empty for other passes.
  StringRef Extension;
  std::vector<PassOptionRecord> Options;
  /// Records of the class Counter.
  std::vector<const llvm::Record *> Counters;
  /// The field of the option that is a memory space; empty if there is none.
  StringRef SpaceField;
  /// ModuleAnalysis records, also of other files: those whose results are
  /// members, and then all others.
  std::vector<const llvm::Record *> Members;
  std::vector<const llvm::Record *> Analyses;
  /// Those that follow it in its file, and those of CommonRemarks.td.
  std::vector<const llvm::Record *> Remarks;
};

/// Those of \p Options that are shown.
std::vector<PassOptionRecord>
getShownOptions(ArrayRef<PassOptionRecord> Options);

/// What the file declares (isDeclaredHere), in its order.
struct PassCatalogue {
  std::vector<PassRecord> Passes;
  /// Records of the classes ModuleAnalysis and PipelineAlias.
  std::vector<const llvm::Record *> Analyses;
  std::vector<const llvm::Record *> Aliases;
};

/// Ends the program, with a message at each place, if any of it is not usable
/// or there is nothing.
PassCatalogue readPassCatalogue(const llvm::RecordKeeper &RK);

} // namespace hlomem::tblgen

#endif // HLOMEM_UTILS_TABLEGEN_PASSRECORDS_H
