//===- HloSchema.cpp - The messages of an HloProto ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HloSchema.h"

namespace hlomem::schema {

static constexpr WireField HloProtoFields[] = {
    {1, "hlo_module", Bytes},
    {3, "buffer_assignment", Bytes},
};
const WireMessage HloProto = {"HloProto", HloProtoFields};

static constexpr WireField HloModuleFields[] = {
    {1, "name", Bytes},
    {2, "entry_computation_name", Bytes},
    {3, "computations", Bytes, Repeated},
    {4, "host_program_shape", Bytes},
    {5, "id", Varint},
    {6, "entry_computation_id", Varint},
    {7, "schedule", Bytes},
    {8, "input_output_alias", Bytes},
    {9, "dynamic_parameter_binding", Bytes},
    {10, "cross_program_prefetches", Bytes, Repeated},
    {11, "is_dynamic", Varint},
    {12, "spmd_output_sharding", Bytes},
    {13, "profile_info", Bytes, Repeated},
    {14, "spmd_parameters_shardings", Bytes, Repeated},
    {15, "device_assignment", Bytes},
    {16, "use_auto_spmd_partitioning", Varint},
    {17, "stack_frame_index", Bytes},
    {18, "buffer_donor", Bytes},
    {19, "frontend_attributes", Bytes},
    {20, "original_value_recovery_table", Bytes},
};
const WireMessage HloModule = {"HloModuleProto", HloModuleFields};

static constexpr WireField ComputationFields[] = {
    {1, "name", Bytes},
    {2, "instructions", Bytes, Repeated},
    {4, "program_shape", Bytes},
    {5, "id", Varint},
    {6, "root_id", Varint},
    {7, "is_fusion_computation", Varint},
    {8, "execution_thread", Bytes},
};
const WireMessage Computation = {"HloComputationProto", ComputationFields};

static constexpr WireField InstructionFields[] = {
    {1, "name", Bytes},
    {2, "opcode", Bytes},
    {3, "shape", Bytes},
    {7, "metadata", Bytes},
    {8, "literal", Bytes},
    {9, "parameter_number", Varint},
    {11, "fusion_kind", Bytes},
    {13, "tuple_index", Varint},
    {14, "dimensions", Varint, Repeated},
    {15, "window", Bytes},
    {16, "convolution_dimension_numbers", Bytes},
    {17, "slice_dimensions", Bytes, Repeated},
    {18, "exponent_bits", Varint},
    {19, "mantissa_bits", Varint},
    {20, "dynamic_slice_sizes", Varint, Repeated},
    {21, "padding_config", Bytes},
    {22, "outfeed_config", Bytes},
    {23, "distribution", Varint},
    {24, "epsilon", WireKind::Fixed32},
    {25, "feature_index", Varint},
    {26, "channel_id", Varint},
    {27, "infeed_config", Bytes},
    {28, "custom_call_target", Bytes},
    {29, "outfeed_shape", Bytes},
    {30, "dot_dimension_numbers", Bytes},
    {31, "fft_type", Varint},
    {32, "fft_length", Varint, Repeated},
    {33, "gather_dimension_numbers", Bytes},
    {34, "gather_slice_sizes", Varint, Repeated},
    {35, "id", Varint},
    {36, "operand_ids", Varint, Repeated},
    {37, "control_predecessor_ids", Varint, Repeated},
    {38, "called_computation_ids", Varint, Repeated},
    {40, "sharding", Bytes},
    {43, "backend_config", Bytes},
    {45, "all_reduce_id", Varint},
    {47, "is_host_transfer", Varint},
    {48, "scatter_dimension_numbers", Bytes},
    {49, "replica_groups", Bytes, Repeated},
    {50, "feature_group_count", Varint},
    {51, "precision_config", Bytes},
    {52, "source_target_pairs", Bytes, Repeated},
    {54, "domain_entry_sharding", Bytes},
    {55, "domain_exit_sharding", Bytes},
    {56, "constrain_layout", Varint},
    {57, "operand_shapes_with_layout", Bytes, Repeated},
    {58, "batch_group_count", Varint},
    {59, "triangular_solve_options", Bytes},
    {60, "is_stable", Varint},
    {61, "parameter_replication", Bytes},
    {62, "cholesky_options", Bytes},
    {63, "comparison_direction", Bytes},
    {65, "custom_call_has_side_effect", Varint},
    {66, "delta", Varint},
    {67, "indices_are_sorted", Varint},
    {68, "frontend_attributes", Bytes},
    {69, "unique_indices", Varint},
    {70, "rng_algorithm", Varint},
    {71, "use_global_device_ids", Varint},
    {72, "comparison_type", Bytes},
    {73, "is_cross_program_prefetch", Varint},
    {74, "output_operand_aliasing", Bytes, Repeated},
    {75, "padding_type", Varint},
    {76, "custom_call_schedule", Varint},
    {77, "custom_call_api_version", Varint},
    {79, "async_execution_thread", Bytes},
    {80, "cross_program_prefetch_index", Varint},
    {81, "k", Varint},
    {82, "statistics_viz", Bytes},
    {85, "largest", Varint},
    {86, "dot_sparsity", Bytes, Repeated},
    {87, "collective_device_list", Bytes},
    {88, "original_value", Bytes},
    {89, "is_composite", Varint},
    {90, "ragged_dot_dimension_numbers", Bytes},
    {91, "result_accuracy", Bytes},
    {92, "iota_collective_device_list", Bytes},
    {93, "mesh_axes_replica_group_list", Bytes},
    // Without a public name: empty so far, since jax 0.9 and 0.12.
    {98, "field_98", Bytes},
    {101, "field_101", Bytes},
    // Takes the place of comparison_type in jax 0.12.
    {102, "comparison_order", Bytes},
};
const WireMessage Instruction = {"HloInstructionProto", InstructionFields};

static constexpr WireField ShapeFields[] = {
    {2, "element_type", Varint},
    {3, "dimensions", Varint, Repeated},
    {4, "tuple_shapes", Bytes, Repeated},
    {5, "layout", Bytes},
    {6, "is_dynamic_dimension", Varint, Repeated},
};
const WireMessage Shape = {"ShapeProto", ShapeFields};

static constexpr WireField LayoutFields[] = {
    {1, "minor_to_major", Varint, Repeated},
    {4, "format", Varint},
    {6, "tiles", Bytes, Repeated},
    {7, "element_size_in_bits", Varint},
    {8, "memory_space", Varint},
    {9, "dim_level_types", Varint, Repeated},
    {10, "physical_shape", Bytes},
    {11, "index_primitive_type", Varint},
    {12, "pointer_primitive_type", Varint},
    {13, "dim_unique", Varint, Repeated},
    {14, "dim_ordered", Varint, Repeated},
    {15, "dynamic_shape_metadata_prefix_bytes", Varint},
    {16, "tail_padding_alignment_in_elements", Varint},
    {17, "split_configs", Bytes, Repeated},
};
const WireMessage Layout = {"LayoutProto", LayoutFields};

static constexpr WireField TileFields[] = {
    {1, "dimensions", Varint, Repeated},
};
const WireMessage Tile = {"TileProto", TileFields};

static constexpr WireField SplitConfigFields[] = {
    {1, "dimension", Varint},
    {2, "split_indices", Varint, Repeated},
};
const WireMessage SplitConfig = {"SplitConfigProto", SplitConfigFields};

static constexpr WireField ScheduleFields[] = {
    {1, "sequences", Bytes, Repeated},
};
const WireMessage Schedule = {"HloScheduleProto", ScheduleFields};

static constexpr WireField SequenceEntryFields[] = {
    {1, "key", Varint},
    {2, "value", Bytes},
};
const WireMessage SequenceEntry = {"SequencesEntry", SequenceEntryFields};

static constexpr WireField SequenceFields[] = {
    {1, "instruction_ids", Varint, Repeated},
};
const WireMessage Sequence = {"InstructionSequence", SequenceFields};

static constexpr WireField EntriesFields[] = {
    {1, "entries", Bytes, Repeated},
};
const WireMessage InputOutputAliases = {"HloInputOutputAliasProto",
                                        EntriesFields};
const WireMessage BufferDonors = {"HloBufferDonorProto", EntriesFields};

static constexpr WireField InputOutputAliasFields[] = {
    {1, "output_shape_index", Varint, Repeated},
    {2, "parameter_number", Varint},
    {3, "parameter_shape_index", Varint, Repeated},
    {4, "kind", Varint},
};
const WireMessage InputOutputAlias = {"AliasEntryProto",
                                      InputOutputAliasFields};

static constexpr WireField BufferDonorFields[] = {
    {1, "parameter_number", Varint},
    {2, "parameter_shape_index", Varint, Repeated},
};
const WireMessage BufferDonor = {"BufferDonorEntryProto", BufferDonorFields};

static constexpr WireField OutputOperandAliasingFields[] = {
    {1, "output_shape_index", Varint, Repeated},
    {2, "operand_index", Varint},
    {3, "operand_shape_index", Varint, Repeated},
};
const WireMessage OutputOperandAliasing = {"OutputOperandAliasing",
                                           OutputOperandAliasingFields};

static constexpr WireField PeakBuffersFields[] = {
    {1, "allocation_index", Varint},
    {2, "logical_buffer_ids", Varint, Repeated},
};
const WireMessage PeakBuffers = {"PeakBuffers", PeakBuffersFields};

static constexpr WireField BufferAssignmentFields[] = {
    {1, "logical_buffers", Bytes, Repeated},
    {2, "buffer_aliases", Bytes, Repeated},
    {3, "buffer_allocations", Bytes, Repeated},
    {4, "heap_simulator_traces", Bytes, Repeated},
    {5, "peak_buffers", Bytes, Repeated},
};
const WireMessage BufferAssignment = {"BufferAssignmentProto",
                                      BufferAssignmentFields};

static constexpr WireField LogicalBufferFields[] = {
    {1, "id", Varint},
    {2, "size", Varint},
    {3, "defined_at", Bytes},
    {4, "color", Varint},
};
const WireMessage LogicalBuffer = {"LogicalBufferProto", LogicalBufferFields};

static constexpr WireField LocationFields[] = {
    {1, "computation_name", Bytes},
    {2, "instruction_name", Bytes},
    {3, "shape_index", Varint, Repeated},
    {4, "instruction_id", Varint},
};
const WireMessage Location = {"Location", LocationFields};

static constexpr WireField BufferAliasFields[] = {
    {1, "source_buffer_id", Varint},
    {2, "location", Bytes},
};
const WireMessage BufferAlias = {"BufferAlias", BufferAliasFields};

static constexpr WireField BufferAllocationFields[] = {
    {1, "index", Varint},
    {2, "size", Varint},
    {3, "is_thread_local", Varint},
    {4, "is_reusable", Varint},
    {5, "is_entry_computation_parameter", Varint},
    {6, "parameter_number", Varint},
    {7, "maybe_live_out", Varint},
    {8, "color", Varint},
    {9, "assigned", Bytes, Repeated},
    {10, "parameter_shape_index", Varint, Repeated},
    {11, "is_tuple", Varint},
    {12, "is_constant", Varint},
    {13, "is_parameter_aliased_with_output", Varint},
};
const WireMessage BufferAllocation = {"BufferAllocationProto",
                                      BufferAllocationFields};

static constexpr WireField AssignedFields[] = {
    {1, "logical_buffer_id", Varint},
    {2, "offset", Varint},
    {3, "size", Varint},
    {4, "element_type", Varint},
};
const WireMessage Assigned = {"Assigned", AssignedFields};

static constexpr WireField HeapTraceFields[] = {
    {1, "events", Bytes, Repeated},
    {2, "whole_module_simulation", Varint},
    {3, "buffer_allocation_index", Varint},
};
const WireMessage HeapTrace = {"HeapSimulatorTrace", HeapTraceFields};

static constexpr WireField HeapTraceEventFields[] = {
    {1, "kind", Varint},
    {2, "buffer_id", Varint},
    {3, "computation_name", Bytes},
    {4, "instruction_name", Bytes},
    {5, "share_with_canonical_id", Varint},
};
const WireMessage HeapTraceEvent = {"Event", HeapTraceEventFields};

//===----------------------------------------------------------------------===//
// A profile
//===----------------------------------------------------------------------===//

static constexpr WireField SpaceFields[] = {
    {1, "planes", Bytes, Repeated},
    {2, "errors", Bytes, Repeated},
    {3, "warnings", Bytes, Repeated},
    {4, "hostnames", Bytes, Repeated},
};
const WireMessage Space = {"XSpace", SpaceFields};

static constexpr WireField PlaneFields[] = {
    {1, "id", Varint},
    {2, "name", Bytes},
    {3, "lines", Bytes, Repeated},
    {4, "event_metadata", Bytes, Repeated},
    {5, "stat_metadata", Bytes, Repeated},
    {6, "stats", Bytes, Repeated},
};
const WireMessage Plane = {"XPlane", PlaneFields};

static constexpr WireField MetadataEntryFields[] = {
    {1, "key", Varint},
    {2, "value", Bytes},
};
const WireMessage MetadataEntry = {"MetadataEntry", MetadataEntryFields};

static constexpr WireField EventMetadataFields[] = {
    {1, "id", Varint},
    {2, "name", Bytes},
    {3, "metadata", Bytes},
    {4, "display_name", Bytes},
    {5, "stats", Bytes, Repeated},
    {6, "child_id", Varint, Repeated},
};
const WireMessage EventMetadata = {"XEventMetadata", EventMetadataFields};

static constexpr WireField StatMetadataFields[] = {
    {1, "id", Varint},
    {2, "name", Bytes},
    {3, "description", Bytes},
};
const WireMessage StatMetadata = {"XStatMetadata", StatMetadataFields};

static constexpr WireField StatFields[] = {
    {1, "metadata_id", Varint},  {2, "double_value", WireKind::Fixed64},
    {3, "uint64_value", Varint}, {4, "int64_value", Varint},
    {5, "str_value", Bytes},     {6, "bytes_value", Bytes},
    {7, "ref_value", Varint},
};
const WireMessage Stat = {"XStat", StatFields};

} // namespace hlomem::schema
