//===- HloProto.h - A program and its assignment in binary form -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Reads an HloProto, X.hlo.pb: the program as a graph, and the buffer
/// assignment as the file states it.
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PROTO_HLOPROTO_H
#define HLOMEM_PROTO_HLOPROTO_H

#include "hlomem/IR/HeapTrace.h"
#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/InstructionGist.h"
#include "hlomem/IR/XlaRelease.h"
#include "hlomem/Proto/WireReader.h"

namespace hlomem {

class Allocation;

/// Returns true if the HloProto \p Bytes has a program and no buffer
/// assignment; false if it is not sound. Takes two steps, since the contents of
/// both are skipped.
bool isProgramAlone(StringRef Bytes);

/// Returns what the HloProtos \p First and \p Second, which should be of one
/// compile, disagree about: "parameters or results", "buffers", or an empty
/// text. They may be of different stages; one without an assignment does not
/// disagree about it. Returns none if one of them is not sound or has no
/// program.
std::optional<StringRef> findDifference(StringRef First, StringRef Second);

/// Is the greatest id of a value. XLA's ids are not negative, and the number
/// after this one has a special meaning in tables.
inline constexpr uint64_t MaxHloProtoId =
    std::numeric_limits<int64_t>::max() - 1;

/// Represents a value that the assignment lists: LogicalBufferProto.
struct HloProtoValue {
  /// Is at most MaxHloProtoId.
  uint64_t Id = 0;
  Bytes Size;
  MemorySpace Color = 0;
  HloPlace Definition;
};

/// Represents a value in an allocation.
struct HloProtoAssigned {
  /// Holds the position of the value in HloProtoAssignment::Values.
  ValueId Value;
  Bytes Offset;
  Bytes Size;
};

/// Represents an allocation: BufferAllocationProto.
struct HloProtoAllocation {
  uint64_t Index = 0;
  Bytes Size;
  MemorySpace Color = 0;
  bool IsThreadLocal = false;
  bool IsParameter = false;
  bool IsConstant = false;
  bool IsLiveOut = false;
  uint64_t ParameterNumber = 0;
  /// Identifies a leaf of the parameter.
  LeafId ParameterLeaf = RootLeaf;
  /// Lists the values in the allocation, ascending by id.
  std::vector<HloProtoAssigned> Assigned;
};

/// Returns \p A, at \p Position in its assignment, as the allocation of a
/// module, without its values and the shapes that it is for. Fails if no module
/// can hold it: its index is not \p Position, or a value in it ends beyond 64
/// bits.
Expected<Allocation> makeAllocation(const HloProtoAllocation &A,
                                    size_t Position);

/// Represents an assignment: BufferAssignmentProto.
struct HloProtoAssignment {
  /// Lists the values, ascending by id.
  IdVector<ValueId, HloProtoValue> Values;
  std::vector<HloProtoAllocation> Allocations;
  /// Lists pairs of values that share a buffer.
  std::vector<std::pair<ValueId, ValueId>> Aliases;
};

/// Selects the instructions of a program to read.
enum class ProtoParts : uint8_t {
  All,
  /// Selects all but those of fusions; see GraphComputation::IsUnread. They are
  /// most of a large program, no value is in them, and few analyses ask for
  /// them. Mistakes in them are not found.
  WithoutFusionBodies,
};

/// Represents an HloProto that was read.
struct HloProtoContents {
  /// Holds the whole HloProto as encoded; empty if it was made in memory.
  StringRef Bytes;
  std::shared_ptr<const HloGraph> Program;
  /// Tells which instructions of Program were read.
  ProtoParts Parts = ProtoParts::All;
  /// Holds the HloInstructionProto of each instruction of the program.
  IdVector<InstructionId, StringRef> InstructionBytes;
  /// Tells for each instruction which of ControlPredecessors and ScopedMemory
  /// it may have.
  IdVector<InstructionId, InstructionMarks> Marks;
  /// Holds the id of each instruction. XLA keeps the instructions of a
  /// computation in the order of the ids, which is not that of the file.
  IdVector<InstructionId, int64_t> InstructionIds;
  /// Holds the id of each computation.
  IdVector<ComputationId, int64_t> ComputationIds;
  /// Holds the HloModuleProto as encoded.
  StringRef ModuleBytes;
  HloProtoAssignment Assignment;
  /// Identifies the release that wrote the file, as its fields show; the file
  /// does not name it.
  XlaRelease Release = XlaRelease::Jaxlib0Point5Point3;
  /// Is true if shapes have tiles, which only those of a TPU have.
  bool IsForTpu = false;
  /// Is true if nothing in the file tells whether Release is 0.5.3 or 0.6.1, so
  /// that the form of XLA's list of the peak is unknown.
  bool IsPeakFormUnknown = false;
  /// Is true if nothing in the file tells whether Release is 0.12 or an earlier
  /// one, so that it is unknown when asynchronous values begin.
  bool IsAsyncBeginUnknown = false;
  /// Lists the unknown fields; see WireInput.
  std::vector<UnknownWireField> UnknownFields;
};

/// Represents a BufferAssignmentProto without its program.
struct AssignmentContents {
  /// Represents a place in a program that is not known.
  struct Location {
    /// Holds XLA's id of the instruction. Name is its name, which is empty
    /// since 2022.
    int64_t Id = 0;
    StringRef Name;
    SmallVector<int64_t, 2> Index;
  };
  /// Holds the assignment. The instruction of a definition is the position of
  /// its Location in Locations, and its leaf is 0. The leaf of a parameter is
  /// the position of its index in ParameterIndices.
  HloProtoAssignment Assignment;
  IdVector<InstructionId, Location> Locations;
  IdVector<LeafId, SmallVector<int64_t, 2>> ParameterIndices;
  /// Lists the unknown fields; see WireInput.
  std::vector<UnknownWireField> UnknownFields;
};

/// Reads the HloProto \p Bytes, which must outlive the result, as \p Shapes
/// must. Fails if there is no buffer assignment, with an error that says which
/// file to take instead. Other errors tell the byte and the path of fields. No
/// error names the file. If reading \p Parts fails, the whole program is read,
/// so that the error is that of the first mistake in the whole file.
Expected<HloProtoContents> readHloProto(StringRef Bytes, ShapeContext &Shapes,
                                        ProtoParts Parts = ProtoParts::All);

/// Returns the traces of \p Contents, whose bytes the result points into. An
/// error tells the byte and the path of fields. Takes time linear in the traces
/// and values.
Expected<HeapTraces> readHeapTraces(const HloProtoContents &Contents);

/// Reads the BufferAssignmentProto \p Bytes, which must outlive the result.
/// Errors are as those of readHloProto().
Expected<AssignmentContents> readBufferAssignment(StringRef Bytes);

} // namespace hlomem

#endif // HLOMEM_PROTO_HLOPROTO_H
