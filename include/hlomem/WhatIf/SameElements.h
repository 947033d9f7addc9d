//===- SameElements.h - Buffers that hold the same elements -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_WHATIF_SAMEELEMENTS_H
#define HLOMEM_WHATIF_SAMEELEMENTS_H

#include "hlomem/XlaSim/RecordedAssignment.h"
#include "llvm/ADT/BitVector.h"

namespace hlomem {

/// Returns true if a value of \p Buffer is an argument of the program.
bool holdsArgument(const RecordedAssignment &Record, BufferId Buffer);

/// Returns \p Buffers of \p Record and the buffers of results that take the
/// place of arguments in them, ascending; without results of another shape if
/// \p OnlySameShape.
SmallVector<BufferId> addStateResults(const RecordedAssignment &Record,
                                      ArrayRef<BufferId> Buffers,
                                      bool OnlySameShape = false);

/// Returns \p Buffers of \p Record and the buffers that must change with them
/// if their elements become others, ascending: what is only moved from them
/// (copied, transposed, sliced, gathered from devices, written into a part of
/// another, also in fusions), results that take the place of arguments, and
/// what is made only to be copied into such results.
SmallVector<BufferId> findSameElements(const RecordedAssignment &Record,
                                       ArrayRef<BufferId> Buffers);

/// Returns true if \p I makes something else of its operands than their
/// elements: a product, a transform, a solver, a scatter, a sort or a custom
/// call, except the one that joins what XLA for TPUs has copied to VMEM in
/// slices.
bool mixesElements(const GraphInstruction &I);

/// Returns by number of the argument whether it is an array that only an update
/// reads: what is computed from it in a call of the program, or in one
/// iteration of a loop, reaches nothing that mixes elements, and of the results
/// only numbers and those that replace arguments. Follows also what a compiler
/// converts before a loop or a product.
llvm::BitVector findUpdateArguments(const RecordedAssignment &Record);

/// Returns true if no product, scatter, sort or custom call reads \p Buffers,
/// in a loop or, with what is computed from them there, in a fusion either.
/// Then what is computed from them keeps its type if theirs changes.
bool isReadByElement(const RecordedAssignment &Record,
                     ArrayRef<BufferId> Buffers);

/// Returns isReadByElement() of each of \p Buffers with what has its data.
llvm::BitVector findReadByElement(const RecordedAssignment &Record,
                                  ArrayRef<BufferId> Buffers);

/// Returns which of \p State, ascending numbers of arguments of \p Record that
/// are the state of an optimizer, can have another type or be elsewhere between
/// steps while the rest of the program stays: arrays with elements, of
/// floating-point numbers of more than 16 bits, that a result of the same shape
/// takes the place of and that only an update reads. Sets \p LeftOut to those
/// of these arrays that something else reads too.
SmallVector<uint64_t> findChangeableState(const RecordedAssignment &Record,
                                          ArrayRef<uint64_t> State,
                                          SmallVectorImpl<uint64_t> &LeftOut);

/// Returns the arguments that XLA's CPU backend copies if \p Buffers become
/// less precise: they are donated, and what is computed from their results'
/// exact values must be computed from the arguments again, when the results
/// have been written over them.
SmallVector<InstructionId> findRereadArguments(const RecordedAssignment &Record,
                                               ArrayRef<BufferId> Buffers);

/// Returns the fusions whose results XLA's CPU backend computes again in the
/// fusions that read them if \p Buffers become less precise: the readers need
/// exact values, of which it keeps none.
SmallVector<InstructionId> findRereadResults(const RecordedAssignment &Record,
                                             ArrayRef<BufferId> Buffers);

} // namespace hlomem

#endif // HLOMEM_WHATIF_SAMEELEMENTS_H
