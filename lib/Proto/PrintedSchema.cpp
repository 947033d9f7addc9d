//===- PrintedSchema.cpp - Messages of what is printed --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of an instruction that only its text has.
//
//===----------------------------------------------------------------------===//

#include "HloSchema.h"

namespace hlomem::schema {

static constexpr WireField WindowFields[] = {
    {1, "dimensions", Bytes, Repeated},
};
const WireMessage Window = {"Window", WindowFields};

static constexpr WireField WindowDimensionFields[] = {
    {1, "size", Varint},
    {2, "stride", Varint},
    {3, "padding_low", Varint},
    {4, "padding_high", Varint},
    {5, "window_dilation", Varint},
    {6, "base_dilation", Varint},
    {7, "window_reversal", Varint},
};
const WireMessage WindowDimension = {"WindowDimension", WindowDimensionFields};

static constexpr WireField ConvolutionDimensionsFields[] = {
    {3, "kernel_input_feature_dimension", Varint},
    {4, "kernel_output_feature_dimension", Varint},
    {6, "kernel_spatial_dimensions", Varint, Repeated},
    {7, "input_batch_dimension", Varint},
    {8, "input_feature_dimension", Varint},
    {9, "output_batch_dimension", Varint},
    {10, "output_feature_dimension", Varint},
    {11, "input_spatial_dimensions", Varint, Repeated},
    {12, "output_spatial_dimensions", Varint, Repeated},
};
const WireMessage ConvolutionDimensions = {"ConvolutionDimensionNumbers",
                                           ConvolutionDimensionsFields};

static constexpr WireField DotDimensionsFields[] = {
    {1, "lhs_contracting_dimensions", Varint, Repeated},
    {2, "rhs_contracting_dimensions", Varint, Repeated},
    {3, "lhs_batch_dimensions", Varint, Repeated},
    {4, "rhs_batch_dimensions", Varint, Repeated},
};
const WireMessage DotDimensions = {"DotDimensionNumbers", DotDimensionsFields};

static constexpr WireField RaggedDotDimensionsFields[] = {
    {1, "dot_dimension_numbers", Bytes},
    {2, "lhs_ragged_dimensions", Varint, Repeated},
    {3, "rhs_group_dimensions", Varint, Repeated},
};
const WireMessage RaggedDotDimensions = {"RaggedDotDimensionNumbers",
                                         RaggedDotDimensionsFields};

static constexpr WireField GatherDimensionsFields[] = {
    {1, "offset_dims", Varint, Repeated},
    {2, "collapsed_slice_dims", Varint, Repeated},
    {3, "start_index_map", Varint, Repeated},
    {4, "index_vector_dim", Varint},
    {5, "operand_batching_dims", Varint, Repeated},
    {6, "start_indices_batching_dims", Varint, Repeated},
};
const WireMessage GatherDimensions = {"GatherDimensionNumbers",
                                      GatherDimensionsFields};

static constexpr WireField ScatterDimensionsFields[] = {
    {1, "update_window_dims", Varint, Repeated},
    {2, "inserted_window_dims", Varint, Repeated},
    {3, "scatter_dims_to_operand_dims", Varint, Repeated},
    {4, "index_vector_dim", Varint},
    {5, "input_batching_dims", Varint, Repeated},
    {6, "scatter_indices_batching_dims", Varint, Repeated},
};
const WireMessage ScatterDimensions = {"ScatterDimensionNumbers",
                                       ScatterDimensionsFields};

static constexpr WireField PaddingConfigFields[] = {
    {1, "dimensions", Bytes, Repeated},
};
const WireMessage PaddingConfig = {"PaddingConfig", PaddingConfigFields};

static constexpr WireField PaddingDimensionFields[] = {
    {1, "edge_padding_low", Varint},
    {2, "edge_padding_high", Varint},
    {3, "interior_padding", Varint},
};
const WireMessage PaddingDimension = {"PaddingConfigDimension",
                                      PaddingDimensionFields};

static constexpr WireField SliceDimensionsFields[] = {
    {1, "start", Varint},
    {2, "limit", Varint},
    {3, "stride", Varint},
};
const WireMessage SliceDimensions = {"SliceDimensions", SliceDimensionsFields};

static constexpr WireField SourceTargetFields[] = {
    {1, "source", Varint},
    {2, "target", Varint},
};
const WireMessage SourceTarget = {"SourceTarget", SourceTargetFields};

static constexpr WireField ReplicaGroupFields[] = {
    {1, "replica_ids", Varint, Repeated},
};
const WireMessage ReplicaGroup = {"ReplicaGroup", ReplicaGroupFields};

static constexpr WireField CollectiveDeviceListFields[] = {
    {1, "replica_groups", Bytes, Repeated},
    {2, "iota_replica_group_list", Bytes},
};
const WireMessage CollectiveDeviceList = {"CollectiveDeviceListProto",
                                          CollectiveDeviceListFields};

static constexpr WireField IotaReplicaGroupListFields[] = {
    {1, "num_replica_groups", Varint},
    {2, "num_devices_per_group", Varint},
    {3, "iota_reshape_dims", Varint, Repeated},
    {4, "iota_transpose_perm", Varint, Repeated},
};
const WireMessage IotaReplicaGroupList = {"IotaReplicaGroupListProto",
                                          IotaReplicaGroupListFields};

static constexpr WireField MeshAxesReplicaGroupListFields[] = {
    {1, "mesh", Bytes},
    {2, "axes", Bytes, Repeated},
};
const WireMessage MeshAxesReplicaGroupList = {"MeshAxesReplicaGroupListProto",
                                              MeshAxesReplicaGroupListFields};

static constexpr WireField MeshFields[] = {
    {1, "axes", Bytes, Repeated},
    {2, "device_ids", Varint, Repeated},
};
const WireMessage Mesh = {"MeshProto", MeshFields};

static constexpr WireField MeshAxisFields[] = {
    {1, "name", Bytes},
    {2, "size", Varint},
};
const WireMessage MeshAxis = {"MeshAxis", MeshAxisFields};

static constexpr WireField AxisRefFields[] = {
    {1, "mesh_axis_index", Varint},
    {2, "sub_axis_info", Bytes},
};
const WireMessage AxisRef = {"AxisRefProto", AxisRefFields};

static constexpr WireField SubAxisFields[] = {
    {1, "pre_size", Varint},
    {2, "size", Varint},
};
const WireMessage SubAxis = {"SubAxis", SubAxisFields};

static constexpr WireField OpShardingFields[] = {
    {1, "type", Varint},
    {2, "tile_shape", Bytes},
    {3, "tile_assignment_dimensions", Varint, Repeated},
    {4, "tile_assignment_devices", Varint, Repeated},
    {5, "tuple_shardings", Bytes, Repeated},
    {6, "replicate_on_last_tile_dim", Varint},
    {7, "metadata", Bytes, Repeated},
    {8, "last_tile_dims", Varint, Repeated},
    {9, "iota_reshape_dims", Varint, Repeated},
    {10, "iota_transpose_perm", Varint, Repeated},
    {11, "is_shard_group", Varint},
    {12, "shard_group_id", Varint},
    {13, "shard_group_type", Varint},
    {14, "named_sharding", Bytes},
};
const WireMessage OpSharding = {"OpSharding", OpShardingFields};

static constexpr WireField NamedShardingFields[] = {
    {1, "tuple_shardings", Bytes, Repeated},
    {2, "mesh", Bytes},
    {3, "dim_shardings", Bytes, Repeated},
    {4, "replicated_axes", Bytes, Repeated},
    {5, "unreduced_axes", Bytes, Repeated},
    {6, "metadata", Bytes, Repeated},
};
const WireMessage NamedSharding = {"NamedShardingProto", NamedShardingFields};

static constexpr WireField DimensionShardingFields[] = {
    {1, "axes", Bytes, Repeated},
    {2, "is_closed", Varint},
};
const WireMessage DimensionSharding = {"DimensionSharding",
                                       DimensionShardingFields};

static constexpr WireField FrontendAttributesFields[] = {
    {1, "map", Bytes, Repeated},
};
const WireMessage FrontendAttributes = {"FrontendAttributes",
                                        FrontendAttributesFields};

static constexpr WireField StringEntryFields[] = {
    {1, "key", Bytes},
    {2, "value", Bytes},
};
const WireMessage StringEntry = {"MapEntry", StringEntryFields};

static constexpr WireField OpMetadataFields[] = {
    {1, "op_type", Bytes},
    {2, "op_name", Bytes},
    {3, "source_file", Bytes},
    {4, "source_line", Varint},
    {5, "profile_type", Varint, Repeated},
    {8, "size_of_generated_code_in_bytes", Varint},
    {9, "size_of_memory_working_set_in_bytes", Varint},
    {10, "profile_info", Bytes},
    {12, "deduplicated_name", Bytes},
    {13, "preserve_layout", Varint},
    {15, "stack_frame_id", Varint},
    {16, "scheduling_name", Bytes},
    {17, "source_end_line", Varint},
    {18, "source_column", Varint},
    {19, "source_end_column", Varint},
};
const WireMessage OpMetadata = {"OpMetadata", OpMetadataFields};

static constexpr WireField PrecisionConfigFields[] = {
    {1, "operand_precision", Varint, Repeated},
    {2, "algorithm", Varint},
};
const WireMessage PrecisionConfig = {"PrecisionConfig", PrecisionConfigFields};

static constexpr WireField TriangularSolveFields[] = {
    {1, "left_side", Varint},
    {2, "lower", Varint},
    {3, "unit_diagonal", Varint},
    {4, "transpose_a", Varint},
};
const WireMessage TriangularSolve = {"TriangularSolveOptions",
                                     TriangularSolveFields};

static constexpr WireField CholeskyFields[] = {
    {1, "lower", Varint},
};
const WireMessage Cholesky = {"CholeskyOptions", CholeskyFields};

static constexpr WireField ParameterReplicationFields[] = {
    {1, "replicated_at_leaf_buffers", Varint, Repeated},
};
const WireMessage ParameterReplication = {"ParameterReplication",
                                          ParameterReplicationFields};

static constexpr WireField StatisticsFields[] = {
    {1, "stat_index_to_visualize", Varint},
    {2, "statistics", Bytes, Repeated},
};
const WireMessage Statistics = {"StatisticsViz", StatisticsFields};

static constexpr WireField StatisticFields[] = {
    {1, "stat_name", Bytes},
    {2, "stat_val", WireKind::Fixed64},
};
const WireMessage Statistic = {"Statistic", StatisticFields};

static constexpr WireField LiteralFields[] = {
    {1, "shape", Bytes},
    {2, "preds", Varint, Repeated},
    {3, "u8s", Bytes},
    {4, "s32s", Varint, Repeated},
    {5, "s64s", Varint, Repeated},
    {6, "u32s", Varint, Repeated},
    {7, "u64s", Varint, Repeated},
    {8, "f32s", WireKind::Fixed32, Repeated},
    {9, "f64s", WireKind::Fixed64, Repeated},
    {10, "tuple_literals", Bytes, Repeated},
    {11, "f16s", Bytes},
    {12, "c64s", WireKind::Fixed32, Repeated},
    {13, "bf16s", Bytes},
    {14, "sparse_indices", Varint, Repeated},
    {15, "s8s", Bytes},
    {16, "u16s", Bytes},
    {17, "s16s", Bytes},
    {18, "c128s", WireKind::Fixed64, Repeated},
    {19, "f8e5m2s", Bytes},
    {20, "f8e4m3fns", Bytes},
    {21, "s4s", Bytes},
    {22, "u4s", Bytes},
    {23, "f8e4m3b11fnuzs", Bytes},
    {24, "f8e5m2fnuzs", Bytes},
    {25, "f8e4m3fnuzs", Bytes},
    {26, "s2s", Bytes},
    {27, "u2s", Bytes},
    {28, "f8e4m3s", Bytes},
    {29, "f8e3m4s", Bytes},
    {30, "s1s", Bytes},
    {31, "u1s", Bytes},
    {32, "f4e2m1fns", Bytes},
    {33, "f8e8m0fnus", Bytes},
};
const WireMessage Literal = {"LiteralProto", LiteralFields};

static constexpr WireField StackFrameIndexFields[] = {
    {1, "file_names", Bytes, Repeated},
    {2, "function_names", Bytes, Repeated},
    {3, "file_locations", Bytes, Repeated},
    {4, "stack_frames", Bytes, Repeated},
};
const WireMessage StackFrameIndex = {"StackFrameIndexProto",
                                     StackFrameIndexFields};

static constexpr WireField FileLocationFields[] = {
    {1, "file_name_id", Varint}, {2, "function_name_id", Varint},
    {3, "line", Varint},         {4, "column", Varint},
    {5, "end_line", Varint},     {6, "end_column", Varint},
};
const WireMessage FileLocation = {"FileLocation", FileLocationFields};

static constexpr WireField StackFrameFields[] = {
    {1, "file_location_id", Varint},
    {2, "parent_frame_id", Varint},
};
const WireMessage StackFrame = {"StackFrame", StackFrameFields};

} // namespace hlomem::schema
