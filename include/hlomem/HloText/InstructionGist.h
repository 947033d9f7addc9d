//===- InstructionGist.h - What is rare in the text of an instruction -----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Most questions about instructions concern few of them: those that are
/// asynchronous, that call computations, that ask for scoped memory. One look
/// at a text, which takes no part of it apart, tells which it may be.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_HLOTEXT_INSTRUCTIONGIST_H
#define HLOMEM_HLOTEXT_INSTRUCTIONGIST_H

#include "hlomem/IR/InstructionGist.h"
#include "llvm/ADT/StringRef.h"

namespace hlomem {

struct InstructionDetails;

/// The gist of \p Text, which a dump prints for the instruction \p Name.
InstructionGist readGist(llvm::StringRef Text, llvm::StringRef Name);

/// The gist of \p I, of which nothing need be guessed.
InstructionGist readGist(const InstructionDetails &I);

/// Whether \p Text may have \p Mark, a single one, for those who ask for
/// nothing else.
bool mayHave(llvm::StringRef Text, InstructionMarks Mark);

/// Whether \p Text may have InstructionMarks::ScopedMemory, for those who ask
/// for nothing else.
bool mayRequestScopedMemory(llvm::StringRef Text);

} // namespace hlomem

#endif // HLOMEM_HLOTEXT_INSTRUCTIONGIST_H
