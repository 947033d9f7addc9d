//===- ProtoKind.h - Which protocol buffer a file holds ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Identifies the kind of a binary file. Protocol buffers do not name their
/// type, but those of XLA and of its profiler differ in their first fields.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PROTO_PROTOKIND_H
#define HLOMEM_PROTO_PROTOKIND_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Identifies what a binary file contains.
enum class ProtoKind : uint8_t {
  /// Identifies a program and its buffer assignment, X.hlo.pb.
  HloProto,
  /// Identifies a program alone, an HloModuleProto.
  HloModule,
  /// Identifies a buffer assignment alone, a BufferAssignmentProto.
  BufferAssignment,
  /// Identifies a profile, X.xplane.pb.
  XSpace,
  /// Identifies XLA's memory usage report, which contains no assignment.
  MemoryUsageReport,
  /// Identifies a Riegeli container of records, which --xla_dump_hlo_as_riegeli
  /// writes.
  Riegeli,
};

/// Returns the kind that \p Bytes begin like; none if they do not begin like a
/// binary file of XLA. Reads the first fields only, so that a truncated file is
/// recognized too.
std::optional<ProtoKind> findProtoKind(StringRef Bytes);

} // namespace hlomem

#endif // HLOMEM_PROTO_PROTOKIND_H
