//===- InferredRequests.h - Heap events that a dump implies -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_XLASIM_INFERREDREQUESTS_H
#define HLOMEM_LIB_XLASIM_INFERREDREQUESTS_H

#include "hlomem/Analysis/Arena/ArenaPacking.h"
#include "hlomem/XlaSim/HeapRequests.h"

namespace hlomem {

class Liveness;
class Module;

/// When a value that begins while an operand in the same memory ends is taken
/// to have got it from that operand, which was given back first: what XLA's
/// heap simulator does where a result may be written over an operand. Values
/// of one HloBuffer share their memory, and it is given back afterwards.
enum class Takeover {
  /// Unless a loop carries it, or it updates its operand in place.
  ByOperation,
  /// Of all operands.
  Always,
  /// Of none.
  Never,
};

/// What is taken to be in one HloBuffer, beside what lies in the same bytes at
/// the same time.
enum class Sharing {
  /// What a loop begins with, and what it gives to the next iteration.
  Loops,
  /// All that has the offset and the size of one phi, too: what the branches
  /// of a conditional give.
  Phis,
};

/// What the simulator was asked for, as far as the dump implies it.
class InferredRequests {
public:
  /// \p Content of \p M, whose ranges are those of \p Live, outlives this.
  InferredRequests(const Module &M, const ArenaBuffers &Content,
                   const Liveness &Live, Sharing How);

  /// What the heap holds, ascending by id.
  const IdVector<ValueId, const Value *> &values() const { return Values; }
  /// Of these.
  HeapRequests get(Takeover When) const;

private:
  void joinBuffers(const Module &M, Sharing How);
  bool takesOver(ValueId V, ValueId Lender, Takeover When) const;

  const ArenaBuffers &Content;
  const Liveness &Live;
  IdVector<ValueId, const Value *> Values;
  /// Positions in the buffers of Content.
  IdVector<ValueId, BufferId> BufferOf;
  IdVector<BufferId, Bytes> Sizes;
  IdVector<BufferId, bool> IsCarried;
};

} // namespace hlomem

#endif // HLOMEM_LIB_XLASIM_INFERREDREQUESTS_H
