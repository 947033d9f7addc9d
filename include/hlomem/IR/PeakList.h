//===- PeakList.h - XLA's rules of the list of the peak -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How XLA orders and measures the lines under `Live ranges at T (peak):`: the
/// same for who writes the list and for who checks it.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_PEAKLIST_H
#define HLOMEM_IR_PEAKLIST_H

#include "hlomem/Support/Bytes.h"
#include <optional>

namespace hlomem {

class Module;
class NamedIndex;
class Value;
struct PeakListEntry;

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
                                   const NamedIndex &Definition, bool IsLeaf,
                                   const Value *V = nullptr);

} // namespace hlomem

#endif // HLOMEM_IR_PEAKLIST_H
