//===- InitTool.h - What a program does first -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_INITTOOL_H
#define HLOMEM_SUPPORT_INITTOOL_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <system_error>

namespace hlomem {

/// To be called before anything else: no file that is opened later gets what is
/// printed to a standard stream that is closed. Writing to a closed standard
/// output is an error then.
std::error_code prepareStandardStreams();

/// To be called before InitLLVM; keepIgnoring() after it. A signal that whoever
/// started the program has it ignore, as shells do for what runs in the
/// background and nohup does, stays ignored: LLVM would remove unfinished files
/// and let the program go on.
class IgnoredSignals {
public:
  IgnoredSignals();
  void keepIgnoring() const;

private:
  llvm::SmallVector<int, 4> Ignored;
};

/// To be called when InitLLVM has set signals up: a file that grows larger than
/// the system lets it is an error of whoever writes it, not a crash.
void ignoreFileSizeSignal();

/// Ends the program with exit code 1, after \p Message, a whole line, and
/// without unfinished files. For where nothing else may be done: in a handler
/// of a signal, or without memory.
[[noreturn]] void endAtOnce(llvm::StringRef Message);

/// To be called when InitLLVM has set handlers up: where memory ends, so does
/// the program, with a message that begins with \p ToolName, with exit code 1,
/// and without unfinished files. LLVM would print a stack, as for a bug.
void reportLackOfMemory(llvm::StringRef ToolName);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_INITTOOL_H
