//===- DumpDialects.h - The forms in which XLA wrote dumps ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Maps dumps to the table of releases. A dump is read without asking which
/// release wrote it, and written back as it was.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_WRITER_DUMPDIALECTS_H
#define HLOMEM_DUMP_WRITER_DUMPDIALECTS_H

#include "hlomem/Dump/LineStyle.h"

namespace hlomem {

class Module;

/// Returns the spelling of the lines that the release \p F prints.
LineStyle getLineStyle(const XlaFacts &F);

/// Returns the oldest release that prints everything that the dump of \p M
/// shows; a later one may have written it. For a module that was not read from
/// a dump, returns the release in whose form it is written. Returns null if no
/// release prints such a dump.
const XlaFacts *findOldestDialectOf(const Module &M);

} // namespace hlomem

#endif // HLOMEM_DUMP_WRITER_DUMPDIALECTS_H
