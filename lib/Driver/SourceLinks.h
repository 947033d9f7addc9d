//===- SourceLinks.h - Links to source files on a terminal ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DRIVER_SOURCELINKS_H
#define HLOMEM_LIB_DRIVER_SOURCELINKS_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

class UserSources;

/// Returns \p Text with each place in a source file of \p Sources,
/// "model.py:12", as a link to the file, in the form that terminals know as
/// OSC 8. There is no link where the file is not on this machine, or where two
/// files have the name.
std::string linkSources(StringRef Text, UserSources &Sources);

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_SOURCELINKS_H
