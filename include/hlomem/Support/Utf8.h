//===- Utf8.h - Texts that need not be UTF-8 ------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_UTF8_H
#define HLOMEM_SUPPORT_UTF8_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace hlomem {

/// The bytes of the character that \p Text begins with; 0 where it begins with
/// none, since it is empty or not UTF-8 there.
size_t utf8CharLength(llvm::StringRef Text);

/// The code point of the character that \p Text, which begins with one, begins
/// with.
uint32_t utf8CodePoint(llvm::StringRef Text);

/// \p Text with U+FFFD for each byte that belongs to no character: names of a
/// dump may hold any bytes, where JSON and YAML may not.
std::string toValidUtf8(llvm::StringRef Text);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_UTF8_H
