//===- SizeOption.h - A size on a command line ------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_SIZEOPTION_H
#define HLOMEM_SUPPORT_SIZEOPTION_H

#include "hlomem/Support/Bytes.h"

namespace hlomem {

/// Parses \p Text, the value of the option \p Option ("-min-bytes"), as
/// parseBytes() does. Errors are one line that begins with the option, and name
/// an unknown unit.
Expected<Bytes> readSizeOption(StringRef Option, StringRef Text);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_SIZEOPTION_H
