//===- DumpWriter.h - A module to the text of a dump ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_WRITER_DUMPWRITER_H
#define HLOMEM_DUMP_WRITER_DUMPWRITER_H

#include "llvm/Support/Error.h"
#include <cstdint>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

class Module;

/// What of a dump is written.
enum class DumpPart : uint8_t {
  /// The texts that the user named, of those that the module was read from.
  Named,
  /// Everything, in one text: what came in several files is put together in the
  /// order of the one file of earlier years, which can be read again.
  All,
  /// What has a file of its own since 2026: `X-buffer-assignment.txt`,
  Allocations,
  /// `X-buffer-assignment-values.txt`,
  Values,
  /// `X-live-range.txt`.
  LiveRange,
};

/// Writes \p Part of \p M to \p OS as XLA would have written it.
///
/// A module that was read from a dump and not changed gives the text it was
/// read from, byte for byte. One that was changed is written in the same
/// dialect, with what the dump claims about itself (total, peak, tree) as
/// getClaims() has it then, so that it can be read again; but a dump that is
/// nothing but allocations cannot lose all of them: it would look like one that
/// was cut. A module that was not read from a dump is written in one text, in
/// the form of getDialectOf(); Named is All then.
///
/// An error, and nothing written, where the module lacks the part; or, of one
/// that was not read from a dump, where the result could not be told from a
/// dump that was cut.
llvm::Error writeDump(const Module &M, llvm::raw_ostream &OS,
                      DumpPart Part = DumpPart::Named);

/// Writes every text of \p M as it was read, one after the other, whether the
/// user named it or not.
void writeAllTexts(const Module &M, llvm::raw_ostream &OS);

} // namespace hlomem

#endif // HLOMEM_DUMP_WRITER_DUMPWRITER_H
