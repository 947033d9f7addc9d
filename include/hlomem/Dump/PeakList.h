//===- PeakList.h - XLA's rules of the list of the peak -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Computes what XLA prints under `Live ranges at T (peak):`: the schedule
/// position, and the lines with their order and sizes. The writer and the
/// verifier share these rules.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_PEAKLIST_H
#define HLOMEM_DUMP_PEAKLIST_H

#include "hlomem/Dump/DumpClaims.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/Support/Bytes.h"

namespace hlomem {

class Module;

/// Returns true if \p A is listed before \p B by the order of lists since May
/// 2025: the size descending, then the name by its bytes, then the index number
/// by number.
bool isListedBefore(const PeakListEntry &A, const PeakListEntry &B);

/// Returns the logical bytes that a line of \p Definition has: if \p IsLeaf, as
/// since April 2025, those of the leaf itself, otherwise those of the whole
/// result of its instruction. Returns none if \p M does not tell them.
///
/// \p V is the value of the definition; if it is null, an allocated value with
/// this definition is looked up.
std::optional<Bytes> getListedSize(const Module &M,
                                   const HloPosition &Definition, bool IsLeaf,
                                   const Value *V = nullptr);

/// Computes the schedule position that XLA prints as its peak. XLA adds up, for
/// each position, the results of all instructions that have a value whose range
/// contains the position or the one before, once for each such value; the peak
/// is the earliest of the largest sums. Returns none if \p M does not tell all
/// that this takes: the sizes of the results, and the values that live ranges
/// belong to.
std::optional<Time> computePeakTime(const Module &M);

/// Makes the list at \p At, without a location, as XLA would print it in
/// \p Form. Sizes are taken from \p Claimed, the list that XLA printed for
/// \p M, if any, since XLA knows types that this project does not; otherwise
/// from getListedSize(); and if that returns none, from \p GetSize, which is
/// called with the definition of the line and its value or null.
PrintedPeak
makePeakList(const Module &M, Time At, PeakListForm Form,
             const std::optional<PrintedPeak> &Claimed,
             function_ref<Bytes(const HloPosition &, const Value *)> GetSize);

} // namespace hlomem

#endif // HLOMEM_DUMP_PEAKLIST_H
