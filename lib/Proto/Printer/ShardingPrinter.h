//===- ShardingPrinter.h - Meshes and shardings -----------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_PRINTER_SHARDINGPRINTER_H
#define HLOMEM_LIB_PROTO_PRINTER_SHARDINGPRINTER_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

class WireReader;

/// The names of a mesh's axes, which others refer to by number.
using MeshNames = llvm::SmallVector<llvm::StringRef, 4>;

/// What a release calls a mesh of one device, `maximal_mesh[device_id=0]`.
inline constexpr llvm::StringLiteral MaximalMesh = "maximal_mesh";
inline constexpr llvm::StringLiteral SingleDevice = "single_device";

/// Prints the MeshProto that \p At is at, `mesh['x'=4]`.
MeshNames printMesh(const WireReader &At, llvm::raw_ostream &OS,
                    llvm::StringRef OneDevice = MaximalMesh);

/// Prints the AxisRefProto that \p At is at, `'x'` or `'x':(1)2`.
void printAxis(const WireReader &At, const MeshNames &Names,
               llvm::raw_ostream &OS);

/// Prints the OpSharding that \p At is at, with its braces.
void printSharding(const WireReader &At, llvm::StringRef OneDevice,
                   llvm::raw_ostream &OS);

} // namespace hlomem

#endif // HLOMEM_LIB_PROTO_PRINTER_SHARDINGPRINTER_H
