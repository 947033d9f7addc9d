//===- HloProto.h - A program and its assignment in binary form -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an HloProto says, X.hlo.pb: the program as a graph, and the buffer
/// assignment as it stands there.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PROTO_HLOPROTO_H
#define HLOMEM_PROTO_HLOPROTO_H

#include "hlomem/IR/HeapTrace.h"
#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/Ids.h"
#include "hlomem/IR/InstructionGist.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/IR/Shape.h"
#include "hlomem/IR/XlaRelease.h"
#include "hlomem/Proto/WireReader.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hlomem {

/// True if the HloProto \p Bytes has a program and no buffer assignment. False
/// for one that is not sound. Takes two steps.
bool isProgramAlone(llvm::StringRef Bytes);

/// What the HloProtos \p First and \p Second, which should be of one compile,
/// disagree about: "parameters or results", "buffers", or empty. They may be of
/// different stages, and one that has no assignment does not disagree about it.
/// None where one of them is not sound or has no program.
std::optional<llvm::StringRef> findDifference(llvm::StringRef First,
                                              llvm::StringRef Second);

/// The greatest id of a value. XLA's are not negative, and the number after
/// this one means something to tables.
inline constexpr uint64_t MaxHloProtoId =
    std::numeric_limits<int64_t>::max() - 1;

/// A value that the assignment lists, LogicalBufferProto.
struct HloProtoValue {
  /// At most MaxHloProtoId.
  uint64_t Id = 0;
  Bytes Size;
  MemorySpace Color = 0;
  HloPlace Definition;
};

/// A value in an allocation.
struct HloProtoAssigned {
  /// Position in HloProtoAssignment::Values.
  ValueId Value;
  Bytes Offset;
  Bytes Size;
};

/// BufferAllocationProto.
struct HloProtoAllocation {
  uint64_t Index = 0;
  Bytes Size;
  MemorySpace Color = 0;
  bool IsThreadLocal = false;
  bool IsParameter = false;
  bool IsConstant = false;
  bool IsLiveOut = false;
  uint64_t ParameterNumber = 0;
  /// Leaf of the parameter.
  LeafId ParameterLeaf = RootLeaf;
  /// Ascending by id.
  std::vector<HloProtoAssigned> Assigned;
};

/// Fails where \p A, number \p Position of its assignment, is no allocation
/// that a module can hold: its index is another, or a value in it ends beyond
/// 64 bits.
llvm::Error checkAllocation(const HloProtoAllocation &A, size_t Position);

/// BufferAssignmentProto.
struct HloProtoAssignment {
  /// Ascending by id.
  IdVector<ValueId, HloProtoValue> Values;
  std::vector<HloProtoAllocation> Allocations;
  /// Values that share a buffer.
  std::vector<std::pair<ValueId, ValueId>> Aliases;
};

/// Which instructions of a program are read.
enum class ProtoParts : uint8_t {
  All,
  /// Not those of fusions, as GraphComputation::IsUnread tells. They are most
  /// of a large program, no value is in them, and few analyses ask for them.
  /// Mistakes in them are not found.
  WithoutFusionBodies,
};

/// An HloProto that was read.
struct HloProtoContents {
  /// All of it; empty where it was made in memory.
  llvm::StringRef Bytes;
  std::shared_ptr<const HloGraph> Program;
  /// What of Program was read.
  ProtoParts Parts = ProtoParts::All;
  /// The HloInstructionProto of each instruction of the program.
  IdVector<InstructionId, llvm::StringRef> InstructionBytes;
  /// Of each, which of ControlPredecessors and ScopedMemory it may have.
  IdVector<InstructionId, InstructionMarks> Marks;
  /// And its id: XLA keeps the instructions of a computation in this order,
  /// which is not that of the file.
  IdVector<InstructionId, int64_t> InstructionIds;
  /// Of each computation.
  IdVector<ComputationId, int64_t> ComputationIds;
  /// The HloModuleProto.
  llvm::StringRef ModuleBytes;
  HloProtoAssignment Assignment;
  /// What the fields of the file show of the release that wrote it, which the
  /// file does not name.
  XlaRelease Release = XlaRelease::Jaxlib0Point5Point3;
  /// True if shapes have tiles, as only a TPU's do.
  bool IsForTpu = false;
  /// True if nothing in the file tells whether Release is 0.5.3 or 0.6.1: then
  /// the form of XLA's list of the peak is unknown.
  bool IsPeakFormUnknown = false;
  /// True if nothing tells whether Release is 0.12 or one before it, so that
  /// it is unknown when asynchronous values begin.
  bool IsAsyncBeginUnknown = false;
  /// See WireInput.
  std::vector<UnknownWireField> UnknownFields;
};

/// A BufferAssignmentProto without its program.
struct AssignmentContents {
  /// A place in a program that nobody knows.
  struct Location {
    /// XLA's id of the instruction, and its name, which is empty since 2022.
    int64_t Id = 0;
    llvm::StringRef Name;
    llvm::SmallVector<int64_t, 2> Index;
  };
  /// The instruction of a definition is the position of its Location in
  /// Locations, and its leaf is 0. The leaf of a parameter is the position of
  /// its index in ParameterIndices.
  HloProtoAssignment Assignment;
  IdVector<InstructionId, Location> Locations;
  IdVector<LeafId, llvm::SmallVector<int64_t, 2>> ParameterIndices;
  /// See WireInput.
  std::vector<UnknownWireField> UnknownFields;
};

/// Reads \p Bytes, which must outlive the result, as \p Shapes must. Errors
/// tell the byte and the path of fields; they do not name the file. A proto
/// without buffer assignment is an error, which says what to take instead.
/// Where that fails the program is read as a whole, whatever \p Parts say.
llvm::Expected<HloProtoContents>
readHloProto(llvm::StringRef Bytes, ShapeContext &Shapes,
             ProtoParts Parts = ProtoParts::All);

/// The traces of \p Contents, whose bytes the result points into. An error
/// tells the byte and the path of fields. Linear in the traces and values.
llvm::Expected<HeapTraces> readHeapTraces(const HloProtoContents &Contents);

/// Reads the BufferAssignmentProto \p Bytes, which must outlive the result.
/// Errors are as those of readHloProto().
llvm::Expected<AssignmentContents> readBufferAssignment(llvm::StringRef Bytes);

} // namespace hlomem

#endif // HLOMEM_PROTO_HLOPROTO_H
