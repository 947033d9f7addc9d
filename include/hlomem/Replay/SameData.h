//===- SameData.h - Buffers that hold the same elements ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REPLAY_SAMEDATA_H
#define HLOMEM_REPLAY_SAMEDATA_H

#include "hlomem/Replay/RecordedAssignment.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace hlomem::replay {

/// An argument, and the result that takes its place for the next call.
struct StatePair {
  /// Leaves of the entry computation's parameters and root.
  HloPlace Argument;
  HloPlace Result;
};

/// The pairs of \p G: those that share memory, and beside them each result in
/// its order with the first argument of its element type and dimensions that is
/// left, as JAX would pair them if all arguments were donated.
llvm::SmallVector<StatePair> findStatePairs(const HloGraph &G);

/// True if a value of \p Buffer is an argument of the program.
bool holdsArgument(const RecordedAssignment &Record, BufferId Buffer);

/// \p Buffers of \p Record and those of the results that take the place of
/// arguments in them, without those of another shape if \p OnlySameShape.
/// Ascending.
llvm::SmallVector<BufferId> addStateResults(const RecordedAssignment &Record,
                                            llvm::ArrayRef<BufferId> Buffers,
                                            bool OnlySameShape = false);

/// \p Buffers of \p Record and those that must change with them if their
/// elements become others: what is only moved from them (copied, transposed,
/// sliced, gathered from devices, written into a part of another, also in
/// fusions), results that take the place of arguments, and what is made only to
/// be copied into these. Ascending.
llvm::SmallVector<BufferId> findSameData(const RecordedAssignment &Record,
                                         llvm::ArrayRef<BufferId> Buffers);

/// True of what makes something else of its operands than their elements: a
/// product, a transform, a solver, a scatter, a sort or a custom call, but for
/// that which joins what XLA for TPUs has copied to VMEM in slices.
bool mixesElements(const GraphInstruction &I);

/// By number, whether only an update reads the argument, an array: what is
/// computed of it in a call of the program, or one iteration of a loop, reaches
/// nothing that mixes elements, and of the results only numbers and those that
/// replace arguments. What a compiler converts before a loop or a product is
/// followed, too.
llvm::BitVector findUpdateArguments(const RecordedAssignment &Record);

/// True if no product, scatter, sort or custom call reads \p Buffers, in a loop
/// or, with what is computed of them there, in a fusion either. Then what is
/// computed from them keeps its type if theirs changes.
bool isReadByElement(const RecordedAssignment &Record,
                     llvm::ArrayRef<BufferId> Buffers);

/// By position in \p Buffers, isReadByElement() of the buffer and what has the
/// same data.
llvm::BitVector findReadByElement(const RecordedAssignment &Record,
                                  llvm::ArrayRef<BufferId> Buffers);

/// The state of an optimizer among the arguments of \p Record, whose op_names
/// are \p Names, ascending: arrays with elements, of floating-point numbers of
/// more than 16 bits, that a result of the same shape takes the place of, that
/// only an update reads, and of which each mirrors a weight: it has the shape
/// and the last part of the path of one, params['w'] and opt_state[0].mu['w'],
/// or is in a list that has each shape as many times as the list of the
/// weights, or twice that. Averages of batch normalization and the state of a
/// simulation mirror none. Where an argument has no name, as of a program that
/// is not JAX's, what only an update reads is all that can be told. To \p
/// LeftOut, unless it is null, goes what lies beside the state and is read
/// otherwise.
llvm::SmallVector<uint64_t>
findOptimizerState(const RecordedAssignment &Record,
                   llvm::ArrayRef<llvm::StringRef> Names,
                   llvm::SmallVectorImpl<uint64_t> *LeftOut = nullptr);

/// Arguments that XLA's CPU backend copies if \p Buffers become less precise:
/// they are donated, and what is computed of their results' exact values must
/// be computed of the arguments again, when the results have been written over
/// them.
llvm::SmallVector<InstructionId>
findRereadArguments(const RecordedAssignment &Record,
                    llvm::ArrayRef<BufferId> Buffers);

/// Fusions whose results XLA's CPU backend computes again in the fusions that
/// read them if \p Buffers become less precise: the readers need exact values,
/// of which it keeps none.
llvm::SmallVector<InstructionId>
findRereadResults(const RecordedAssignment &Record,
                  llvm::ArrayRef<BufferId> Buffers);

} // namespace hlomem::replay

#endif // HLOMEM_REPLAY_SAMEDATA_H
