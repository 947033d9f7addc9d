//===- DumpFileName.h - What the name of a dump's file tells ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Parses and builds the names of the files that XLA writes for one module,
/// which differ only in their endings.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_DUMPFILENAME_H
#define HLOMEM_DUMP_DUMPFILENAME_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Identifies the contents of a file that belongs to a module. The parts of a
/// split dump come first, in the order of a whole dump.
enum class DumpFileKind {
  /// Identifies `X-buffer-assignment.txt`, which holds the allocations or a
  /// whole dump.
  Allocations,
  /// Identifies `X-buffer-assignment-values.txt`.
  UsedValues,
  /// Identifies `X-live-range.txt`.
  LiveRanges,
  /// Identifies `X.txt`, which holds HLO text or something else.
  Other,
  /// Identifies `X-memory-usage-report.txt`.
  Report,
  /// Identifies `X-memory-usage-report.pb`, the memory usage report as a
  /// protobuf.
  ReportProto,
  /// Identifies `X.hlo.pb`, an HloProto with program and buffer assignment.
  HloProto,
  /// Identifies `X.hlo_proto.pb`, an HloProto that XProf took out of a profile.
  ProfiledProto,
  /// Identifies `X.hlo_module.pb`, an HloModuleProto, which has no buffer
  /// assignment.
  ModuleProto,
  /// Identifies `X.buffer_assignment.pb`, a BufferAssignmentProto, which has no
  /// program.
  AssignmentProto,
  /// Identifies `X.xplane.pb`, a profile with an HloProto of each program that
  /// ran.
  Profile,
};

/// Is the number of files that a dump may be split into.
inline constexpr unsigned DumpPartCount = 3;

/// Returns the name of the file of kind \p K of the module with this \p Stem:
/// "X-live-range.txt".
std::string makeDumpFileName(StringRef Stem, DumpFileKind K);

/// Represents the parts of a file name.
struct DumpFileName {
  /// Holds the name without ending and compression suffix, never empty.
  StringRef Stem;
  DumpFileKind Kind;
  /// Holds ".gz" or ".zst", or is empty.
  StringRef CompressionSuffix;

  /// Returns true if the file holds a dump or a part of one.
  bool isPart() const;
  /// Returns true if the file holds XLA's memory usage report, which has no
  /// part of the dump.
  bool isReport() const;
  /// Returns true if the file holds one or several buffer assignments in binary
  /// form.
  bool isProto() const;
};

/// Splits \p Name, a name without folders. Returns none if it has no known
/// ending or an empty stem.
std::optional<DumpFileName> parseDumpFileName(StringRef Name);

/// Returns the architecture that the file name of a dump for a GPU tells:
/// "sm_9.0a" for "module_0001.jit_f.sm_9.0a_gpu_after_optimizations", "gfx942".
/// Returns the empty string for any other name.
StringRef findGpuArchitecture(StringRef ModuleName);

} // namespace hlomem

#endif // HLOMEM_DUMP_DUMPFILENAME_H
