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
#include <cstdint>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

/// Whether whoever sees the character \p Code sees just that: it is neither a
/// control character nor an invisible one, nor one that has a terminal show its
/// neighbours in another order.
bool isPrintable(uint32_t Code);

/// Whether \p Text is UTF-8 and nothing but such characters.
bool isPrintable(llvm::StringRef Text);

/// Appends \p From to \p To with what is not printable, and bytes that are not
/// UTF-8, written out: "\n", "\x1b", "\xe2\x80\xae". Names of files and texts
/// of the user's program may hold anything: a line feed would end a message, an
/// escape would command the terminal.
void appendPrintable(std::string &To, llvm::StringRef From);

/// The same as a text of its own.
std::string toPrintable(llvm::StringRef Text);

/// Prints \p Text so, but for the line feeds, which end its lines.
void printPrintableLines(llvm::raw_ostream &OS, llvm::StringRef Text);

/// \p Json, a text of JSON, with what is not printable written as JSON does:
/// "\u009b". It means the same; for bytes that are not UTF-8 stands U+FFFD.
std::string toPrintableJson(llvm::StringRef Json);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_PRINTABLETEXT_H
