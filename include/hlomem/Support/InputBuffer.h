//===- InputBuffer.h - The bytes of a file that may change ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A mapped file shows what others do to it: bytes change, and those that are
/// cut off end the program with SIGBUS. LLVM's buffers know nothing of that.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_INPUTBUFFER_H
#define HLOMEM_SUPPORT_INPUTBUFFER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <memory>

namespace hlomem {

/// Reads \p Path, "-" for the standard input; a large file is mapped. A null
/// byte follows, also when the file grows. Errors name the file. A device that
/// is no terminal need not end: more than 64 MiB from there are an error.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openInput(llvm::StringRef Path);

/// Reads \p Path, a file, pipe or device, into memory: what others do to it
/// later does no harm. Errors name it; more than \p MaxSize bytes are one.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readBounded(llvm::StringRef Path, uint64_t MaxSize);

/// Fails if \p Text, a part of a buffer of openInput() that is still there, may
/// not be what its file holds: if the file was written to, or if it grew and
/// the text is the last in it. Other texts never fail.
llvm::Error checkUnchanged(llvm::StringRef Text);

/// To be called when InitLLVM has set signals up. From then on the program ends
/// where a byte is read that was cut off a mapped file, and where it would
/// crash while a file that it reads has been written to: with a message that
/// begins with \p ToolName, which must live as long as the program, with exit
/// code 1, and without unfinished files.
void reportFilesThatChange(llvm::StringRef ToolName);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_INPUTBUFFER_H
