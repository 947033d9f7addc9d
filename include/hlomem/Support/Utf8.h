//===- Utf8.h - Texts that need not be UTF-8 ------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_UTF8_H
#define HLOMEM_SUPPORT_UTF8_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Returns the number of bytes of the character that \p Text begins with; 0 if
/// \p Text is empty or does not begin with UTF-8.
size_t utf8CharLength(StringRef Text);

/// Returns the code point of the character that \p Text begins with. \pre \p
/// Text begins with UTF-8.
uint32_t utf8CodePoint(StringRef Text);

/// Returns \p Text with U+FFFD for each byte that belongs to no character.
/// Names of a dump may contain any bytes, JSON and YAML may not.
std::string toValidUtf8(StringRef Text);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_UTF8_H
