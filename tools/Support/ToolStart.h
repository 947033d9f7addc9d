//===- ToolStart.h - What a program does first ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TOOLS_SUPPORT_TOOLSTART_H
#define HLOMEM_TOOLS_SUPPORT_TOOLSTART_H

#include <system_error>

namespace hlomem {

/// To be called before anything else: no file that is opened later gets what is
/// printed to a standard stream that is closed. Writing to a closed standard
/// output is an error then.
std::error_code prepareStandardStreams();

/// To be called when InitLLVM has set signals up: a file that grows larger than
/// the system lets it is an error of whoever writes it, not a crash.
void ignoreFileSizeSignal();

} // namespace hlomem

#endif // HLOMEM_TOOLS_SUPPORT_TOOLSTART_H
