//===- GistReader.h - What is rare in the text of an instruction ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds out with one look at the text of an instruction, without parsing it,
/// what few instructions have: most questions concern only those that are
/// asynchronous, call computations, or request scoped memory.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_HLOTEXT_GISTREADER_H
#define HLOMEM_HLOTEXT_GISTREADER_H

#include "hlomem/IR/InstructionGist.h"

namespace hlomem {

struct InstructionDetails;

/// Returns the gist of \p Text, which a dump prints for the instruction
/// \p Name. Its opcode is Unknown if \p Text names another instruction.
InstructionGist readGist(StringRef Text, StringRef Name);

/// Returns the gist of \p I, in which every mark is exact but ScopedMemory,
/// which is looked for in the text of the backend_config.
InstructionGist readGist(const InstructionDetails &I);

/// Returns true if \p Text may have \p Mark, a single mark. Costs less than
/// readGist().
bool mayHave(StringRef Text, InstructionMarks Mark);

/// Returns true if \p Text, that of an instruction or of its backend_config,
/// may have InstructionMarks::ScopedMemory.
bool mayRequestScopedMemory(StringRef Text);

} // namespace hlomem

#endif // HLOMEM_HLOTEXT_GISTREADER_H
