//===- PassInfo.h - What is known of a pass without running it ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_PASSINFO_H
#define HLOMEM_PASS_PASSINFO_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Names the group in which lists have a pass.
enum class PassGroup {
#define HLOMEM_PASS_GROUP(NAME, TITLE) NAME,
#include "hlomem/Pass/PassGroups.def"
#undef HLOMEM_PASS_GROUP
};

/// Holds the heading of each PassGroup, in the order in which they are listed.
inline constexpr StringLiteral PassGroupTitles[] = {
#define HLOMEM_PASS_GROUP(NAME, TITLE) TITLE,
#include "hlomem/Pass/PassGroups.def"
#undef HLOMEM_PASS_GROUP
};

/// Describes an option of a pass. All texts live as long as the program or the
/// plugin.
struct PassOptionInfo {
  /// Names the option as in a pipeline, "top".
  StringRef Name;
  /// Names what follows the '=', "number"; empty for a flag.
  StringRef ValueName;
  /// Is the default as in a pipeline, "10"; empty if there is none.
  StringRef Default;
  /// Describes the option in one sentence without a full stop.
  StringRef Help;
};

/// Describes a pass as -print-passes shows it. All texts live as long as the
/// program or the plugin.
struct PassInfo {
  /// Names the pass as in a pipeline: lower-case letters, digits and dashes.
  StringRef Name;
  /// Describes the pass in one sentence without a full stop.
  StringRef Summary;
  /// Holds the options in the order of their declaration.
  ArrayRef<PassOptionInfo> Options;
  /// Is true if the pass writes to PassContext::document().
  bool WritesDocument = false;
  /// Is true if the pass must not be skipped by -opt-bisect-limit or other
  /// callbacks. A pass that writes a document is never skipped.
  bool IsRequired = false;
  /// Is true if the pass may change the assignment: slices, live ranges, sizes
  /// of allocations. A pass that does so without this fails.
  bool IsTransform = false;
  /// Holds the names of the remarks that the pass may report, "PeakAt". It is
  /// empty if there are none, or if the pass does not declare them.
  ArrayRef<StringLiteral> Remarks = {};
  /// Makes the pass an exporter, which `-emit` may name, and ends the names of
  /// its files: "csv" follows the name of the module and a dot,
  /// "-buffer-assignment.txt" the name alone. It is empty for other passes.
  StringRef Extension = "";
  /// Is true if the documents of the pass are tables over all modules, in files
  /// that are named after the table (PassContext::table()).
  bool WritesTables = false;
  /// Is the group of the pass, unless that follows from what it does.
  std::optional<PassGroup> Group = {};

  /// Returns the group in which lists have the pass.
  PassGroup group() const {
    if (Group)
      return *Group;
    if (IsTransform)
      return PassGroup::Change;
    return WritesDocument ? PassGroup::Export : PassGroup::Report;
  }
};

/// Describes an analysis as -print-passes shows it. All texts live as long as
/// the program or the plugin.
struct AnalysisInfo {
  /// Names the analysis as in require<name>: lower-case letters, digits and
  /// dashes.
  StringRef Name;
  /// Describes the analysis in one sentence without a full stop.
  StringRef Summary;
};

} // namespace hlomem

#endif // HLOMEM_PASS_PASSINFO_H
