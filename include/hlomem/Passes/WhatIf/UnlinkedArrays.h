//===- UnlinkedArrays.h - What may scale without being linked ---*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_WHATIF_UNLINKEDARRAYS_H
#define HLOMEM_PASSES_WHATIF_UNLINKEDARRAYS_H

#include "hlomem/Passes/WhatIf/DimensionScaling.h"
#include "hlomem/WhatIf/BufferShapes.h"
#include "hlomem/WhatIf/EditedAssignment.h"

namespace hlomem {

/// Finds arrays that have as many elements as a dimension, or a multiple, and
/// that nothing links to it nor to a dimension of an argument that stays: what
/// a host's callback gives back, or a tree that has the steps of a loop and the
/// data in one dimension. With another batch they may have another size, which
/// a prediction does not know.
class UnlinkedArrays {
public:
  /// Constructs a search in the program of \p Record for arrays that may have
  /// the dimension \p D. \p New has the new shapes of all that is linked to it.
  /// All arguments must outlive this object.
  UnlinkedArrays(const RecordedAssignment &Record, const DimensionLinks &Links,
                 const NamedDimension &D, const BufferShapes &New)
      : Record(Record), New(New), Extent(D.Extent),
        Others(Links, findOtherDimensions()) {}

  /// Returns why a prediction misses too much: that such arrays at the peak in
  /// memory space 0 take a twentieth of the arrays there that change, or more.
  /// Empty if they take less. \p P has the rules of the backend.
  std::string describe(const AssignerPolicy &P) const;
  /// Returns the same if such arrays take that much at the peak of \p Edited,
  /// the program with the new shapes.
  std::string describe(const EditedAssignment &Edited,
                       const AssignerPolicy &P) const;

private:
  /// Holds what takes memory at a peak, with the sizes before the change.
  struct Sizes {
    Bytes Unlinked, Linked;
    /// Counts the buffers of Unlinked.
    uint64_t Count = 0;
  };
  Sizes sum(ArrayRef<ValueId> Live) const;
  Sizes sumAtPeak(const AssignerPolicy &P) const;
  std::string describe(const Sizes &Found) const;
  /// Returns true if a program may compute \p Other from the extent: a multiple
  /// of it or, of 64 and more, a larger multiple of its quarter, as the
  /// capacity of experts.
  bool mayFollowFromExtent(uint64_t Other) const {
    constexpr uint64_t LeastWithQuarters = 64;
    return Other != 0 && (Other % Extent == 0 ||
                          (Extent >= LeastWithQuarters && Extent % 4 == 0 &&
                           Other > Extent && Other % (Extent / 4) == 0));
  }
  SmallVector<DimensionPlace> findOtherDimensions() const;
  bool isUnlinked(ValueId V) const;

  const RecordedAssignment &Record;
  const BufferShapes &New;
  uint64_t Extent;
  /// Follows the dimensions of arguments that stay, such as layers of weights.
  DimensionFlow Others;
};

} // namespace hlomem

#endif // HLOMEM_PASSES_WHATIF_UNLINKEDARRAYS_H
