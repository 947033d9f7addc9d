//===- DumpFileName.h - What the name of a dump's file tells ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// XLA names the files that it writes for one module alike but for their ends.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_DUMPFILENAME_H
#define HLOMEM_DUMP_DUMPFILENAME_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace hlomem {

/// What a file of a module holds. The parts of a split dump stand first, in the
/// order of a whole one.
enum class DumpFileKind {
  /// `X-buffer-assignment.txt`: the allocations, or a whole dump.
  Allocations,
  /// `X-buffer-assignment-values.txt`
  UsedValues,
  /// `X-live-range.txt`
  LiveRanges,
  /// `X.txt`: HLO text, or something else.
  Other,
  /// `X-memory-usage-report.txt`
  Report,
  /// `X-memory-usage-report.pb`, the same as a protobuf.
  ReportProto,
  /// `X.hlo.pb`: an HloProto, program and buffer assignment.
  HloProto,
  /// `X.hlo_proto.pb`: the same, as XProf takes it out of a profile.
  ProfiledProto,
  /// `X.hlo_module.pb`: an HloModuleProto, which has no buffer assignment.
  ModuleProto,
  /// `X.buffer_assignment.pb`: a BufferAssignmentProto, which has no program.
  AssignmentProto,
  /// `X.xplane.pb`: a profile, with an HloProto of each program that ran.
  Profile,
};

/// The number of files that a dump may be split into.
inline constexpr unsigned DumpPartCount = 3;

/// How the names of these files end: "-live-range.txt".
llvm::StringRef getFileNameEnd(DumpFileKind K);

/// The name of such a file of the module with this \p Stem: "X-live-range.txt".
std::string makeDumpFileName(llvm::StringRef Stem, DumpFileKind K);

/// A name taken apart.
struct DumpFileName {
  /// X, never empty.
  llvm::StringRef Stem;
  DumpFileKind Kind;
  /// ".gz", ".zst", or empty.
  llvm::StringRef CompressionSuffix;

  /// The file holds a dump or a part of one.
  bool isPart() const;
  /// XLA's report on the dump, which holds none of it.
  bool isReport() const;
  /// The file holds an assignment in binary form, or several.
  bool isProto() const;
};

/// Takes \p Name apart, a name without folders. None if it ends in no way that
/// is known.
std::optional<DumpFileName> parseDumpFileName(llvm::StringRef Name);

} // namespace hlomem

#endif // HLOMEM_DUMP_DUMPFILENAME_H
