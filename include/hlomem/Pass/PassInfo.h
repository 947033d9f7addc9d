//===- PassInfo.h - What is known of a pass without running it ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_PASSINFO_H
#define HLOMEM_PASS_PASSINFO_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace hlomem {

/// One option of a pass. All texts live as long as the program or the plugin.
struct PassOptionInfo {
  /// As in a pipeline, "top".
  llvm::StringRef Name;
  /// What to write after the '=', "number"; empty for a flag.
  llvm::StringRef ValueName;
  /// "10"; empty if there is none.
  llvm::StringRef Default;
  /// One sentence without a full stop.
  llvm::StringRef Help;
};

/// A pass as -print-passes shows it. All texts live as long as the program or
/// the plugin.
struct PassInfo {
  /// As in a pipeline: lower-case letters, digits and dashes.
  llvm::StringRef Name;
  /// One sentence without a full stop.
  llvm::StringRef Summary;
  /// In the order of their declaration.
  llvm::ArrayRef<PassOptionInfo> Options;
  /// Writes to PassContext::document().
  bool WritesDocument = false;
  /// Must not be left out, by -opt-bisect-limit or others that skip passes. A
  /// pass that writes a document never is.
  bool IsRequired = false;
  /// May change the assignment: slices, live ranges, sizes of allocations. A
  /// pass that does so without this fails.
  bool IsTransform = false;
  /// Names of the remarks that it may report, "PeakAt". Empty if it has none,
  /// or does not tell.
  llvm::ArrayRef<llvm::StringLiteral> Remarks = {};
  /// Makes the pass an exporter, which `-emit` may name: how the files end that
  /// its documents become. "csv" follows the name of the module and a dot,
  /// "-buffer-assignment.txt" the name alone. Empty for other passes.
  llvm::StringRef Extension = "";
};

/// An analysis as -print-passes shows it. All texts live as long as the program
/// or the plugin.
struct AnalysisInfo {
  /// As in require<name>: lower-case letters, digits and dashes.
  llvm::StringRef Name;
  /// One sentence without a full stop.
  llvm::StringRef Summary;
};

} // namespace hlomem

#endif // HLOMEM_PASS_PASSINFO_H
