//===- BufferShapes.h - Other shapes for the buffers of a program -*- C++
//-*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REPLAY_BUFFERSHAPES_H
#define HLOMEM_REPLAY_BUFFERSHAPES_H

#include "hlomem/IR/ElementType.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/IR/Shape.h"
#include "hlomem/Replay/ShapeEdit.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hlomem::replay {

/// A Reshaping that keeps its shapes.
struct BufferShapes {
  /// For the values of \p Record, all of which stay.
  explicit BufferShapes(const RecordedAssignment &Record)
      : Types(Record.sizes().size()) {}

  std::unique_ptr<llvm::BumpPtrAllocator> Arena =
      std::make_unique<llvm::BumpPtrAllocator>();
  ShapeContext Shapes{*Arena};
  /// Null for values that stay.
  IdVector<ValueId, const Shape *> Types;
  /// See Reshaping.
  llvm::SmallVector<InstructionId> CopiedArguments;
  /// Likewise.
  llvm::SmallVector<InstructionId> ComputedByReaders;
  /// Likewise.
  std::vector<NewShape> Others;
  /// Why nothing is known of how far the change is from a recompile; empty if
  /// something is.
  std::string WhyUnknown;

  Reshaping get() const {
    return {.Types = Types,
            .CopiedArguments = CopiedArguments,
            .ComputedByReaders = ComputedByReaders,
            .Others = Others};
  }
};

/// The elements of an array in each of its dimensions.
llvm::SmallVector<uint64_t, 6> getExtents(const Shape &S);

/// Fills \p New with \p To for \p Buffers of \p Record and what has the same
/// data: floating-point values if \p To is such a type, otherwise all numbers.
/// On a CPU copies come with less precision.
void castBuffers(const RecordedAssignment &Record,
                 llvm::ArrayRef<BufferId> Buffers, ElementType To, Backend Kind,
                 BufferShapes &New);

/// Where \p New makes an array smaller or larger that XLA for TPUs has copied
/// to VMEM in slices, gives slices that have no new shape there their part of
/// that: they may be slices of its bytes.
void resizeSlices(const RecordedAssignment &Record, BufferShapes &New);

/// Fills \p New with the host's memory space for \p Buffers of \p Record and
/// the results that take the place of arguments in them. A CPU has no other
/// one.
void moveToHost(const RecordedAssignment &Record,
                llvm::ArrayRef<BufferId> Buffers, Backend Kind,
                BufferShapes &New);

/// Gives the arrays in \p Buffers, and the results that take their places, the
/// \p By-th part of their first dimension that this divides. Returns the values
/// that it divides nothing of; these stay.
llvm::SmallVector<ValueId> cutBuffers(const RecordedAssignment &Record,
                                      llvm::ArrayRef<BufferId> Buffers,
                                      uint64_t By, BufferShapes &New);

} // namespace hlomem::replay

#endif // HLOMEM_REPLAY_BUFFERSHAPES_H
