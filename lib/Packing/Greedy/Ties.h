//===- Ties.h - Buffers that have one offset --------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_GREEDY_TIES_H
#define HLOMEM_LIB_PACKING_GREEDY_TIES_H

#include "hlomem/Packing/Problem.h"

namespace hlomem::packing {

/// Whether some buffer of \p P has a tie.
bool hasTies(const Problem &P);

/// \p P, which has no fault, with the same placements and each tie in its
/// simplest form: what is tied to a fixed buffer is fixed as well, and has no
/// tie; nor has a buffer whose tie is its own. What is still tied has one
/// alignment, the least common multiple.
Problem resolveTies(const Problem &P);

/// A problem without ties whose placements are placements of the given one, but
/// not the other way round: what is tied becomes one buffer, live from the
/// first beginning to the last end, as large as the largest.
class JoinedProblem {
public:
  /// \p P has no fault.
  explicit JoinedProblem(const Problem &P);

  /// Has no fault either.
  const Problem &get() const { return Joined; }
  /// The placement of the given problem that one of get() stands for.
  Placement expand(ArrayRef<uint64_t> Offsets) const;
  /// The other way round, or empty where \p Offsets, a placement of the given
  /// problem, puts something into what is free between tied buffers.
  Placement join(ArrayRef<uint64_t> Offsets) const;

private:
  Problem Joined;
  /// By position in the given problem: that in the joined one.
  std::vector<size_t> Positions;
};

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_GREEDY_TIES_H
