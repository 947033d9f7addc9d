//===- DimensionPrinter.h - Attributes of dimensions ------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each prints the message that \p At is at, an attribute with the comma before
/// it, or what follows the `=` of one.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_PRINTER_DIMENSIONPRINTER_H
#define HLOMEM_LIB_PROTO_PRINTER_DIMENSIONPRINTER_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

class AttributeStream;
class WireReader;

/// `, window={size=3x3 pad=1_1x1_1}`
void printWindow(const WireReader &At, AttributeStream &OS);
/// `, dim_labels=b01f_01io->b01f`
void printConvolutionDimensions(const WireReader &At, AttributeStream &OS);
/// `, lhs_contracting_dims={1}, rhs_contracting_dims={0}`
void printDotDimensions(const WireReader &At, AttributeStream &OS);
void printRaggedDotDimensions(const WireReader &At, AttributeStream &OS);
/// `, offset_dims={0}, ...`, without the sizes of slices.
void printGatherDimensions(const WireReader &At, AttributeStream &OS);
void printScatterDimensions(const WireReader &At, AttributeStream &OS);
/// `, padding=0_1x0_0`
void printPadding(const WireReader &At, AttributeStream &OS);
/// `, operand_precision={highest,highest}`
void printPrecision(const WireReader &At, AttributeStream &OS);
void printTriangularSolve(const WireReader &At, AttributeStream &OS);
void printCholesky(const WireReader &At, AttributeStream &OS);
/// `, parameter_replication={true}`
void printReplication(const WireReader &At, AttributeStream &OS);

/// `{0,1}`
void printReplicaGroup(const WireReader &At, raw_ostream &OS);
/// `{{0,1},{2,3}}` or `[2,2]<=[4]`
void printDeviceList(const WireReader &At, raw_ostream &OS);
/// `[2,2]<=[4]`
void printIotaReplicaGroups(const WireReader &At, raw_ostream &OS);
/// `mesh['x'=4] {'x'}`
void printMeshReplicaGroups(const WireReader &At, raw_ostream &OS);

} // namespace hlomem

#endif // HLOMEM_LIB_PROTO_PRINTER_DIMENSIONPRINTER_H
