//===- WireMutator.h - Mutants of protocol buffers --------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A protocol buffer with one byte more or less is cut at its first message,
/// since the lengths around it are wrong. What is made here has the right ones.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_UTILS_FUZZ_WIREMUTATOR_H
#define HLOMEM_UTILS_FUZZ_WIREMUTATOR_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <random>
#include <string>

namespace hlomem {

/// Changes bytes in no particular way, to at most the size given.
using MutateBytesFn = llvm::function_ref<std::string(llvm::StringRef, size_t)>;

/// \p Message with one field of it, or of a message in it, changed, removed,
/// repeated or moved, and all lengths around it as they must be. \p Message
/// itself, changed by \p MutateBytes, where it is none. What is too long for
/// \p MaxSize is not cut.
std::string mutateMessage(llvm::StringRef Message, size_t MaxSize,
                          std::mt19937 &Random, MutateBytesFn MutateBytes);

/// \p Message with a field of \p Other, at any depth of both.
std::string crossMessages(llvm::StringRef Message, llvm::StringRef Other,
                          std::mt19937 &Random);

} // namespace hlomem

#endif // HLOMEM_UTILS_FUZZ_WIREMUTATOR_H
