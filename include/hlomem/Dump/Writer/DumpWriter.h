//===- DumpWriter.h - A module to the text of a dump ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_WRITER_DUMPWRITER_H
#define HLOMEM_DUMP_WRITER_DUMPWRITER_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

class Module;

/// Identifies which part of a dump is written.
enum class DumpPart : uint8_t {
  /// Identifies those texts that the user named, of all that the module was
  /// read from.
  Named,
  /// Identifies everything, in one text. The sections of several files are put
  /// together in the order of the single file of earlier years, which can be
  /// read again.
  All,
  /// Identifies the contents of `X-buffer-assignment.txt`, a file of its own
  /// since 2026.
  Allocations,
  /// Identifies the contents of `X-buffer-assignment-values.txt`.
  Values,
  /// Identifies the contents of `X-live-range.txt`.
  LiveRange,
};

/// Writes \p Part of \p M to \p OS as XLA would have written it.
///
/// A module that was read from a dump and not changed gives the text it was
/// read from, byte for byte. A changed module is written in the dialect of its
/// dump, with what the dump claims about itself (total, peak, tree) as
/// getClaims() then returns it, so that the text can be read again; but a dump
/// that is nothing but allocations cannot lose all of them, since it would look
/// like a truncated one. A module that was not read from a dump is written in
/// one text, in the form of getDialectOf(); Named means All then.
///
/// Fails, and writes nothing, if the module lacks the part, or if a module that
/// was not read from a dump has not all that a complete dump needs.
Error writeDump(const Module &M, raw_ostream &OS,
                DumpPart Part = DumpPart::Named);

/// Writes every text of \p M as it was read, one after the other, whether the
/// user named it or not.
void writeAllTexts(const Module &M, raw_ostream &OS);

} // namespace hlomem

#endif // HLOMEM_DUMP_WRITER_DUMPWRITER_H
