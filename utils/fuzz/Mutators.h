//===- Mutators.h - Mutants that readers accept --------------- -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A protocol buffer with one byte more or less is cut at its first message,
/// since the lengths around it are wrong, and a dump with a letter changed is
/// refused at its first line. What is made here mostly is neither: fields and
/// lines are left out, doubled, moved and exchanged for others of their kind,
/// so that what contradicts itself, not what cannot be read, meets the passes.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_UTILS_FUZZ_MUTATORS_H
#define HLOMEM_UTILS_FUZZ_MUTATORS_H

#include "llvm/ADT/StringRef.h"
#include <random>
#include <string>

namespace hlomem {

/// A number below \p Count, which is not 0.
size_t pick(std::mt19937 &Random, size_t Count);

/// \p Message with a field of it, or of a message in it, changed, and all
/// lengths around it as they must be. With some luck the change has to do with
/// \p Other, another message. \p Message itself where it is none.
std::string mutateMessage(llvm::StringRef Message, llvm::StringRef Other,
                          std::mt19937 &Random);

/// \p Text with lines, numbers, names or shapes changed, some of them to those
/// of \p Other.
std::string mutateText(llvm::StringRef Text, llvm::StringRef Other,
                       std::mt19937 &Random);

} // namespace hlomem

#endif // HLOMEM_UTILS_FUZZ_MUTATORS_H
