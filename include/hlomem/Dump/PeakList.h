//===- PeakList.h - XLA's rules of the list of the peak -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What XLA calculates to print `Live ranges at T (peak):`: the time, and which
/// lines stand there in which order with which sizes. The same for who writes
/// the list and for who checks it.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_PEAKLIST_H
#define HLOMEM_DUMP_PEAKLIST_H

#include "hlomem/Dump/DumpClaims.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace hlomem {

class Module;

/// The order of the list since May 2025: the size descending, then the name by
/// its bytes, then the index number by number.
bool isListedBefore(const PeakListEntry &A, const PeakListEntry &B);

/// The logical bytes that a line of \p Definition has: of the leaf itself where
/// \p IsLeaf, as since April 2025, and else of the whole result of its
/// instruction. None where \p M does not tell them.
///
/// \p V is the value of the definition, or null where it is not at hand: one
/// that stands in an allocation is then looked up.
std::optional<Bytes> getListedSize(const Module &M,
                                   const HloPosition &Definition, bool IsLeaf,
                                   const Value *V = nullptr);

/// The time that XLA prints. It adds up, for each time, the results of all
/// instructions that have a value whose range contains the time or the
/// one before, each value by itself; the earliest of the largest sums is its
/// peak. None where \p M does not tell all that this takes: the sizes of the
/// results, and the values that live ranges belong to.
std::optional<Time> computePeakTime(const Module &M);

/// The list at \p At without a location, as XLA would print it in \p Form.
/// Sizes are those of \p Claimed, the list that XLA has printed of \p M, if
/// any, since XLA knows types that we do not, otherwise those of
/// getListedSize(). Where both are silent \p GetSize is asked; it gets the
/// definition of the line, and its value or null.
PrintedPeak makePeakList(
    const Module &M, Time At, PeakListForm Form,
    const std::optional<PrintedPeak> &Claimed,
    llvm::function_ref<Bytes(const HloPosition &, const Value *)> GetSize);

} // namespace hlomem

#endif // HLOMEM_DUMP_PEAKLIST_H
