//===- Properties.h - What readers, writers and solvers keep -- -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_UTILS_FUZZ_PROPERTIES_H
#define HLOMEM_UTILS_FUZZ_PROPERTIES_H

#include "llvm/ADT/StringRef.h"

namespace hlomem {

// Each ends the process where something does not hold.

/// What is read of a dump is written back byte for byte, also from a log and in
/// parts.
void checkDumpProperties(llvm::StringRef Text);

/// Every value of what is read of a proto has its definition and a possible
/// live range, everything that is left for later can be asked for, and the dump
/// that is written of it tells the same of values.
void checkProtoProperties(llvm::StringRef Bytes);

/// What is read of a packing problem is valid and survives a round trip; the
/// solver's placements are valid, and no smaller than its bounds. False where
/// the text is no problem.
bool checkProblemProperties(llvm::StringRef Text);

} // namespace hlomem

#endif // HLOMEM_UTILS_FUZZ_PROPERTIES_H
