//===- ProtoKind.h - Which protocol buffer a file holds ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Protocol buffers do not say of what type they are. Those of XLA and of its
/// profiler differ in their first fields.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PROTO_PROTOKIND_H
#define HLOMEM_PROTO_PROTOKIND_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace hlomem {

/// What a file in binary form holds.
enum class ProtoKind : uint8_t {
  /// A program and its buffer assignment, X.hlo.pb.
  HloProto,
  /// A program alone, HloModuleProto.
  HloModule,
  /// BufferAssignmentProto.
  BufferAssignment,
  /// What the profiler writes, X.xplane.pb.
  XSpace,
  /// XLA's memory usage report, which holds no assignment.
  MemoryUsageReport,
  /// A container of records, as --xla_dump_hlo_as_riegeli writes it.
  Riegeli,
};

/// What \p Bytes begin as, none if that is no binary file of XLA. Looks at the
/// first fields only, so that a cut file is told by what it was.
std::optional<ProtoKind> findProtoKind(llvm::StringRef Bytes);

} // namespace hlomem

#endif // HLOMEM_PROTO_PROTOKIND_H
