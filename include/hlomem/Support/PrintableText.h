//===- PrintableText.h - Texts that a terminal may see --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_PRINTABLETEXT_H
#define HLOMEM_SUPPORT_PRINTABLETEXT_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Is true if the character \p Code is visible as itself: it is neither a
/// control character nor an invisible one, nor one that makes a terminal show
/// its neighbours in another order.
bool isPrintable(uint32_t Code);

/// Is true if \p Text is UTF-8 and all its characters are printable.
bool isPrintable(StringRef Text);

/// Appends \p From to \p To, with the bytes of unprintable characters, and
/// bytes that are not UTF-8, escaped: "\n", "\x1b", "\xe2\x80\xae". Names of
/// files and texts of the user's program may contain anything: a line feed
/// would end a message, an escape would control the terminal.
void appendPrintable(std::string &To, StringRef From);

/// Returns \p Text with unprintable characters escaped, as appendPrintable()
/// does.
std::string toPrintable(StringRef Text);

/// Prints \p Text with unprintable characters escaped, except for its line
/// feeds.
void printPrintableLines(raw_ostream &OS, StringRef Text);

/// Returns \p Json, a JSON text, with unprintable characters as JSON escapes
/// such as "\u009b", which does not change its meaning. Bytes that are not
/// UTF-8 become U+FFFD.
std::string toPrintableJson(StringRef Json);

/// Returns \p Path as the path of an address (RFC 3986): characters that mean
/// something else there are escaped.
std::string encodePath(StringRef Path);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_PRINTABLETEXT_H
