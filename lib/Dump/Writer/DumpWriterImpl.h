//===- DumpWriterImpl.h - The writer of dumps, section by section ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DUMP_WRITER_DUMPWRITERIMPL_H
#define HLOMEM_LIB_DUMP_WRITER_DUMPWRITERIMPL_H

#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/Module.h"
#include "llvm/Support/Compiler.h"

namespace hlomem {

/// Writes the lines of one text, in the dialect in which the module was read or
/// in that of its release.
class DumpWriter {
public:
  /// \p Claims are what the dump asserts of itself.
  DumpWriter(const Module &M, const DumpClaims &Claims, raw_ostream &OS)
      : M(M), Claims(Claims), Dialect(getDialect(M)),
        Read(getDumpProvenance(M)), Form(Read ? nullptr : &getDialectOf(M)),
        HasUnknown(Read && !Read->Unknown.empty()), OS(OS) {}

  void write(const TextLayout &Text);

private:
  friend struct AllocationAttribute;
  friend struct AllocationAttributeValues;

  void write(TextLayout::Part P);
  void writeAllocations();
  std::optional<uint64_t> getPointer(const Allocation &A) const;
  void writeAllocation(const Allocation &A);
  void writeParameter(const Allocation &A);
  void writeValueLines(const Value &V);
  void writeTotal();
  void writeUsedValues();
  void writeUsedValue(const Value &V);
  void writePositionsAndUses(const Value &V, bool IsPlaced);
  void writePlace(const HloPosition &N, UnknownAnchor At);
  void writeLiveRanges();
  void writeMoments(ArrayRef<PrintedMoment> Moments);
  void writePeak(const PrintedPeak &Peak);
  void writeStackTrace(const StackTraceTree &Tree);

  /// Ends a line, or what is known of it, with what follows there and nobody
  /// knows.
  void endLine(UnknownAnchor At) {
    writeUnknown(At);
    OS << '\n';
  }
  void writeUnknown(UnknownAnchor At) {
    if (LLVM_UNLIKELY(HasUnknown))
      writePieces(At);
  }
  void writePieces(UnknownAnchor At);

  const Module &M;
  const DumpClaims &Claims;
  LineStyle Dialect;
  /// Null for a module that was not read from a dump.
  const DumpProvenance *Read;
  /// Null for a module that was read from a dump, which prints what that had.
  const XlaFacts *Form;
  const bool HasUnknown;
  raw_ostream &OS;
};

} // namespace hlomem

#endif // HLOMEM_LIB_DUMP_WRITER_DUMPWRITERIMPL_H
