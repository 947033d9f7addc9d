//===- ShardingPrinter.h - Meshes and shardings -----------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_PRINTER_SHARDINGPRINTER_H
#define HLOMEM_LIB_PROTO_PRINTER_SHARDINGPRINTER_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

class WireReader;

/// The names of a mesh's axes, which others refer to by number.
using MeshNames = SmallVector<StringRef, 4>;

/// What a release calls a mesh of one device, `maximal_mesh[device_id=0]`.
inline constexpr StringLiteral MaximalMesh = "maximal_mesh";
inline constexpr StringLiteral SingleDevice = "single_device";

/// Prints the MeshProto that \p At is at, `mesh['x'=4]`.
MeshNames printMesh(const WireReader &At, raw_ostream &OS,
                    StringRef OneDevice = MaximalMesh);

/// Prints the AxisRefProto that \p At is at, `'x'` or `'x':(1)2`.
void printAxis(const WireReader &At, const MeshNames &Names, raw_ostream &OS);

/// Prints the OpSharding that \p At is at, with its braces.
void printSharding(const WireReader &At, StringRef OneDevice, raw_ostream &OS);

} // namespace hlomem

#endif // HLOMEM_LIB_PROTO_PRINTER_SHARDINGPRINTER_H
