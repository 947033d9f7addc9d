//===- DumpConversion.h - What a dump says in another form ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DUMP_WRITER_DUMPCONVERSION_H
#define HLOMEM_LIB_DUMP_WRITER_DUMPCONVERSION_H

#include "hlomem/Dump/DumpClaims.h"
#include "hlomem/Dump/LineStyle.h"
#include "hlomem/Dump/Writer/DumpDialects.h"
#include "hlomem/Dump/Writer/DumpWriter.h"
#include "hlomem/IR/Module.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

namespace hlomem {

/// What has to be known before a module is written in a form that it need not
/// have come in, each computed once.
class DumpConversion {
public:
  /// An error where the form cannot hold the module's facts: see writeDump().
  /// Both must outlive the conversion.
  static llvm::Expected<DumpConversion>
  create(const Module &M, const DumpDialect &Form, DumpPart Part);

  const DumpDialect &form() const { return *Form; }
  /// The parts in their order and what wraps the text.
  const TextLayout &text() const { return Text; }
  /// In the order of `Used values:`.
  llvm::ArrayRef<const Value *> usedValues() const { return UsedValues; }
  /// As claimed, otherwise the sum of the allocations' sizes.
  Bytes getTotal() const;
  /// None where the list is written as the module has it.
  const std::optional<PrintedPeak> &peak() const { return Peak; }

  /// The shape of an allocation's parameter.
  struct ParameterShape {
    /// Null where it is not known.
    const Shape *Type = nullptr;
    bool WithLayout = true;
  };
  /// \pre A.getParameter()
  ParameterShape getParameterShape(const Allocation &A) const;

private:
  DumpConversion(const Module &M, const DumpDialect &Form)
      : M(&M), Form(&Form) {}

  llvm::Error checkFacts(DumpPart Part) const;
  llvm::Error checkIsReadable() const;
  void arrange(DumpPart Part);
  bool keepsPeak() const;
  PeakListForm peakForm() const;
  llvm::Error makePeak();
  bool writes(DumpSection S) const { return Text.has(S); }
  llvm::Error refuse(const llvm::Twine &Reason) const;

  const Module *M;
  const DumpDialect *Form;
  TextLayout Text;
  std::vector<const Value *> UsedValues;
  std::optional<PrintedPeak> Peak;
};

} // namespace hlomem

#endif // HLOMEM_LIB_DUMP_WRITER_DUMPCONVERSION_H
