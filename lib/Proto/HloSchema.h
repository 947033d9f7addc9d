//===- HloSchema.h - The messages of an HloProto ----------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The fields of the messages that are read, as openxla/xla declares them
/// (xla/service/hlo.proto, xla/xla_data.proto and
/// xla/tsl/profiler/protobuf/xplane.proto, mid 2026).
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_HLOSCHEMA_H
#define HLOMEM_LIB_PROTO_HLOSCHEMA_H

#include "hlomem/Proto/WireReader.h"

namespace hlomem::schema {

// What the tables of fields are written with.
inline constexpr WireKind Varint = WireKind::Varint, Bytes = WireKind::Bytes;
inline constexpr bool Repeated = true;

extern const WireMessage HloProto;
extern const WireMessage HloModule;
extern const WireMessage Computation;
extern const WireMessage Instruction;
extern const WireMessage Shape;
extern const WireMessage Layout;
extern const WireMessage Tile;
extern const WireMessage SplitConfig;
extern const WireMessage Schedule;
extern const WireMessage SequenceEntry;
extern const WireMessage Sequence;
extern const WireMessage InputOutputAliases;
extern const WireMessage InputOutputAlias;
extern const WireMessage BufferDonors;
extern const WireMessage BufferDonor;
extern const WireMessage OutputOperandAliasing;
extern const WireMessage BufferAssignment;
extern const WireMessage PeakBuffers;
extern const WireMessage LogicalBuffer;
extern const WireMessage Location;
extern const WireMessage BufferAlias;
extern const WireMessage BufferAllocation;
extern const WireMessage Assigned;
extern const WireMessage HeapTrace;
extern const WireMessage HeapTraceEvent;

// Of a profile.
extern const WireMessage Space;
extern const WireMessage Plane;
extern const WireMessage MetadataEntry;
extern const WireMessage EventMetadata;
extern const WireMessage StatMetadata;
extern const WireMessage Stat;

// Of what is printed of instructions.
extern const WireMessage Window;
extern const WireMessage WindowDimension;
extern const WireMessage ConvolutionDimensions;
extern const WireMessage DotDimensions;
extern const WireMessage RaggedDotDimensions;
extern const WireMessage GatherDimensions;
extern const WireMessage ScatterDimensions;
extern const WireMessage PaddingConfig;
extern const WireMessage PaddingDimension;
extern const WireMessage SliceDimensions;
extern const WireMessage SourceTarget;
extern const WireMessage ReplicaGroup;
extern const WireMessage CollectiveDeviceList;
extern const WireMessage IotaReplicaGroupList;
extern const WireMessage MeshAxesReplicaGroupList;
extern const WireMessage Mesh;
extern const WireMessage MeshAxis;
extern const WireMessage AxisRef;
extern const WireMessage SubAxis;
extern const WireMessage OpSharding;
extern const WireMessage NamedSharding;
extern const WireMessage DimensionSharding;
extern const WireMessage FrontendAttributes;
extern const WireMessage StringEntry;
extern const WireMessage OpMetadata;
extern const WireMessage PrecisionConfig;
extern const WireMessage TriangularSolve;
extern const WireMessage Cholesky;
extern const WireMessage ParameterReplication;
extern const WireMessage Statistics;
extern const WireMessage Statistic;
extern const WireMessage Literal;
extern const WireMessage StackFrameIndex;
extern const WireMessage FileLocation;
extern const WireMessage StackFrame;

} // namespace hlomem::schema

#endif // HLOMEM_LIB_PROTO_HLOSCHEMA_H
