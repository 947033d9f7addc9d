//===- DumpMaterializer.h - What a dump says, read on demand ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DUMP_READER_DUMPMATERIALIZER_H
#define HLOMEM_LIB_DUMP_READER_DUMPMATERIALIZER_H

#include "hlomem/Dump/Reader/DumpParser.h"
#include "hlomem/IR/Materializer.h"
#include <mutex>

namespace hlomem {

/// Reads the lists and instructions that the parser has checked and left where
/// they stand, and the HLO text beside the dump.
class DumpMaterializer final : public Materializer {
public:
  /// Each may be null.
  DumpMaterializer(HloTextLoader HloText, HeapTraceLoader Traces)
      : HloText(std::move(HloText)), Traces(std::move(Traces)) {}

  const ValueLists &readLists(const Value &V) const override;
  InstructionDetails
  readInstruction(const Module &M, const Value &V, ShapeContext &Shapes,
                  llvm::BumpPtrAllocator &Arena) const override;
  InstructionGist readGist(const Value &V) const override;
  StringRef printInstruction(const Value &V) const override;
  Expected<std::shared_ptr<const ProgramSource>> readProgram() const override;
  Expected<std::shared_ptr<const HeapTraces>>
  readHeapTraces(const Module &M) const override;

private:
  const HloTextLoader HloText;
  const HeapTraceLoader Traces;
  /// Of what follows.
  mutable std::mutex Lock;
  mutable llvm::BumpPtrAllocator Lists;
  mutable std::weak_ptr<const ProgramSource> Program;
};

} // namespace hlomem

#endif // HLOMEM_LIB_DUMP_READER_DUMPMATERIALIZER_H
