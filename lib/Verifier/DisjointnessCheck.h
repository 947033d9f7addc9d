//===- DisjointnessCheck.h - Whether values keep apart ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_VERIFIER_DISJOINTNESSCHECK_H
#define HLOMEM_LIB_VERIFIER_DISJOINTNESSCHECK_H

namespace hlomem {

class Allocation;

/// True if no two values of \p A with live ranges share a byte at more than one
/// common instant, and those that share one then have the same offset. False
/// otherwise, or where that would take long to see. Quick: O(n) where offsets
/// and times can be counted, see radixSort().
bool areValuesDisjoint(const Allocation &A);

} // namespace hlomem

#endif // HLOMEM_LIB_VERIFIER_DISJOINTNESSCHECK_H
