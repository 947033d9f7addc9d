//===- DumpDialects.h - The forms in which XLA wrote dumps ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What XLA prints in a dump, by the table of releases. A dump is read without
/// asking which of them wrote it, and written back as it was.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_WRITER_DUMPDIALECTS_H
#define HLOMEM_DUMP_WRITER_DUMPDIALECTS_H

#include "hlomem/Dump/LineStyle.h"

namespace hlomem {

class Module;

/// The forms of the lines that a release prints.
LineStyle getLineStyle(const XlaFacts &F);

/// The oldest release that prints everything that the dump of \p M shows: it
/// was written by that one or a later one. Of a module that was not read from a
/// dump, the release as which it is written. Null if no release is like it.
const XlaFacts *findOldestDialectOf(const Module &M);

} // namespace hlomem

#endif // HLOMEM_DUMP_WRITER_DUMPDIALECTS_H
