//===- ToolHelp.h - What --help prints --------------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_UTILS_TABLEGEN_TOOLHELP_H
#define HLOMEM_UTILS_TABLEGEN_TOOLHELP_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace hlomem::tblgen {

struct ToolRecord;

/// A line of Markdown as help has it: with quotes for code.
std::string toHelpLine(llvm::StringRef Markdown);

/// A paragraph of Markdown in lines of at most 80 columns, each with \p Indent
/// blanks in front.
std::string toHelpText(llvm::StringRef Markdown, unsigned Indent);

/// What --help prints: usage, examples and the main options, then all others by
/// section.
std::string makeToolHelp(const ToolRecord &Tool);

} // namespace hlomem::tblgen

#endif // HLOMEM_UTILS_TABLEGEN_TOOLHELP_H
