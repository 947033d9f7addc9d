//===- DumpWriterImpl.h - The writer of dumps, section by section ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DUMP_WRITER_DUMPWRITERIMPL_H
#define HLOMEM_LIB_DUMP_WRITER_DUMPWRITERIMPL_H

#include "DumpConversion.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/Writer/DumpDialects.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/raw_ostream.h"

namespace hlomem {

/// Writes the lines of one text, in the dialect in which the module was read or
/// in the form of a conversion.
class DumpWriter {
public:
  /// \p Conversion is null for the dialect in which \p M was read.
  DumpWriter(const Module &M, const DumpConversion *Conversion,
             llvm::raw_ostream &OS)
      : M(M), Conversion(Conversion),
        Form(Conversion ? &Conversion->form() : nullptr),
        Dialect(Form ? Form->Lines : getDialect(M)), Read(getDumpProvenance(M)),
        HasUnknown(Read && !Form && !Read->Unknown.empty()), OS(OS) {}

  void write(const TextLayout &Text);

private:
  friend struct AllocationAttribute;
  friend struct AllocationAttributeValues;

  void write(TextLayout::Part P);
  void writeAllocations();
  std::optional<uint64_t> getPointer(const Allocation &A) const;
  void writeAllocation(const Allocation &A);
  void writeParameter(const Allocation &A);
  void writeParameterShape(const Allocation &A);
  void writeShape(const Shape &S, bool WithLayout = true);
  void writeValueLines(const Value &V);
  void writeTotal();
  void writeUsedValues();
  void writeUsedValue(const Value &V);
  void writeInstruction(const Value &V);
  void writePositionsAndUses(const Value &V, bool IsPlaced);
  void writePlace(const HloPosition &N, UnknownAnchor At);
  void writeLiveRanges();
  void writeMoments(llvm::ArrayRef<PrintedMoment> Moments);
  void writePeak(const PrintedPeak &Peak);
  void writeStackTrace(const StackTraceTree &Tree);

  /// Ends a line, or what is known of it, with what follows there and nobody
  /// knows. A form may not have it.
  void endLine(UnknownAnchor At) {
    writeUnknown(At);
    OS << '\n';
  }
  void writeUnknown(UnknownAnchor At) {
    if (LLVM_UNLIKELY(HasUnknown))
      writePieces(At);
  }
  void writePieces(UnknownAnchor At);

  /// What the dump has, it prints; a form prints what it knows.
  bool prints(DumpFeature F) const { return !Form || Form->has(F); }

  const Module &M;
  const DumpConversion *Conversion;
  const DumpDialect *Form;
  const LineStyle &Dialect;
  /// Null for a module that was not read.
  const DumpProvenance *Read;
  const bool HasUnknown;
  llvm::raw_ostream &OS;
};

} // namespace hlomem

#endif // HLOMEM_LIB_DUMP_WRITER_DUMPWRITERIMPL_H
