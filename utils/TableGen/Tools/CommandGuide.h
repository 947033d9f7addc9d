//===- CommandGuide.h - The guide of a program ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_UTILS_TABLEGEN_COMMANDGUIDE_H
#define HLOMEM_UTILS_TABLEGEN_COMMANDGUIDE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace hlomem::tblgen {

struct ToolRecord;

/// Writes what the program is and every option that is not hidden, in Markdown:
/// the program's name and its summary, then sections, in which the options are
/// headings of the third level. \p WithTable: the main options stand first in a
/// table, which writeManPage() does not know.
void writeCommandGuide(llvm::raw_ostream &OS, const ToolRecord &Tool,
                       bool WithTable);

/// Writes such Markdown as roff with the macros of man(7). \p Version stands at
/// the foot of the page.
void writeManPage(llvm::raw_ostream &OS, llvm::StringRef Markdown,
                  llvm::StringRef Version);

} // namespace hlomem::tblgen

#endif // HLOMEM_UTILS_TABLEGEN_COMMANDGUIDE_H
