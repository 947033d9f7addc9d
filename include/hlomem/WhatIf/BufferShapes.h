//===- BufferShapes.h - Other shapes for a program's buffers ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_WHATIF_BUFFERSHAPES_H
#define HLOMEM_WHATIF_BUFFERSHAPES_H

#include "hlomem/WhatIf/ShapeEdit.h"
#include "llvm/Support/Allocator.h"

namespace hlomem {

/// Represents a Reshaping that owns its shapes.
struct BufferShapes {
  /// Constructs shapes for the values of \p Record, all of which stay.
  explicit BufferShapes(const RecordedAssignment &Record)
      : Types(Record.sizes().size()) {}

  std::unique_ptr<llvm::BumpPtrAllocator> Arena =
      std::make_unique<llvm::BumpPtrAllocator>();
  ShapeContext Shapes{*Arena};
  /// Holds the new shape of each value; null for values that stay.
  IdVector<ValueId, const Shape *> Types;
  /// Holds Reshaping::CopiedArguments.
  SmallVector<InstructionId> CopiedArguments;
  /// Holds Reshaping::ComputedByReaders.
  SmallVector<InstructionId> ComputedByReaders;
  /// Holds Reshaping::Others.
  std::vector<NewShape> Others;
  /// Tells why nothing is known of how far the change is from a recompile;
  /// empty if something is known.
  std::string WhyUnknown;

  Reshaping get() const {
    return {.Types = Types,
            .CopiedArguments = CopiedArguments,
            .ComputedByReaders = ComputedByReaders,
            .Others = Others};
  }
};

/// Returns the number of elements of the array \p S in each dimension.
SmallVector<uint64_t, 6> getExtents(const Shape &S);

/// Fills \p New with the element type \p To for \p Buffers of \p Record and
/// what has the same data: for floating-point values if \p To is such a type,
/// otherwise for all numbers. On a CPU less precision comes with copies.
void castBuffers(const RecordedAssignment &Record, ArrayRef<BufferId> Buffers,
                 ElementType To, Backend Kind, BufferShapes &New);

/// Resizes the slices in which XLA for TPUs has copied an array to VMEM if
/// \p New makes that array smaller or larger and gives the slices no new shape:
/// each gets its part of the change, since it may be a slice of the array's
/// bytes.
void resizeSlices(const RecordedAssignment &Record, BufferShapes &New);

/// Fills \p New with the host's memory space for \p Buffers of \p Record and
/// the results that take the place of arguments in them. A CPU has no other
/// memory space.
void moveToHost(const RecordedAssignment &Record, ArrayRef<BufferId> Buffers,
                Backend Kind, BufferShapes &New);

/// Gives the arrays in \p Buffers, and the results that take their places, the
/// \p By-th part of their first dimension that \p By divides. Returns the
/// values of which \p By divides no dimension; these stay.
SmallVector<ValueId> cutBuffers(const RecordedAssignment &Record,
                                ArrayRef<BufferId> Buffers, uint64_t By,
                                BufferShapes &New);

} // namespace hlomem

#endif // HLOMEM_WHATIF_BUFFERSHAPES_H
