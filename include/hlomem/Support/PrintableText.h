//===- PrintableText.h - Texts that a terminal may see --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_PRINTABLETEXT_H
#define HLOMEM_SUPPORT_PRINTABLETEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace hlomem {

/// Appends \p From to \p To with control characters, and bytes that are not
/// UTF-8, written out: "\n", "\x1b". Names of files and texts of the user's
/// program may hold anything: a line feed would end a message, an escape would
/// command the terminal.
void appendPrintable(std::string &To, llvm::StringRef From);

/// The same as a text of its own.
std::string toPrintable(llvm::StringRef Text);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_PRINTABLETEXT_H
