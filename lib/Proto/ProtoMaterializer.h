//===- ProtoMaterializer.h - What few ask of an HloProto --------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_PROTOMATERIALIZER_H
#define HLOMEM_LIB_PROTO_PROTOMATERIALIZER_H

#include "ProtoProgram.h"
#include "ValuesById.h"
#include "hlomem/Analysis/Program/HloDataflow.h"
#include "hlomem/IR/Materializer.h"
#include "hlomem/Proto/HloProtoSource.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"
#include <mutex>

namespace hlomem {

/// Makes the lists and instructions of values on demand.
class ProtoMaterializer final : public Materializer {
public:
  /// What \p Contents, of \p Source, point to outlives this.
  ProtoMaterializer(std::shared_ptr<const HloProtoContents> Contents,
                    HloDataflow Flow,
                    std::shared_ptr<const HloProtoSource> Source);

  const ValueLists &readLists(const Value &V) const override;
  const HloGraph *getGraph() const override { return Contents->Program.get(); }
  std::optional<StackFrames> readStackFrames() const override;
  void readPlaces(const Value &V, SmallVectorImpl<HloPlace> &Positions,
                  SmallVectorImpl<GraphUse> &Uses) const override;
  std::optional<uint64_t> findValueId(HloPlace P) const override;
  InstructionDetails
  readInstruction(const Module &M, const Value &V, ShapeContext &Shapes,
                  llvm::BumpPtrAllocator &Arena) const override;
  InstructionGist readGist(const Value &V) const override;
  StringRef printInstruction(const Value &V) const override;
  Expected<std::shared_ptr<const ProgramSource>> readProgram() const override;
  Expected<std::shared_ptr<const HeapTraces>>
  readHeapTraces(const Module &M) const override;

  /// The name of \p P as a dump prints it, in \p Arena where it has an index.
  static HloPosition makeName(const HloGraph &G, HloPlace P,
                              llvm::BumpPtrAllocator &Arena);

private:
  void rankComputations();
  /// Those of \p V in the order of readLists().
  void findPlaces(const Value &V, SmallVectorImpl<HloPlace> &Places,
                  SmallVectorImpl<HloUse> &Reads) const;
  /// The position of \p V in the values of the assignment.
  ValueId getNumber(const Value &V) const;
  /// The instruction that defines \p V.
  InstructionId getDefinition(const Value &V) const;

  std::shared_ptr<const HloProtoSource> Source;
  std::shared_ptr<const HloProtoContents> Contents;
  HloDataflow Flow;
  /// Of Contents, without names.
  ProtoProgram Instructions;
  ValuesById ById;
  /// By computation, when XLA comes to it.
  IdVector<ComputationId, uint32_t> Ranks;
  mutable std::mutex Lock;
  mutable llvm::BumpPtrAllocator Lists;
  /// By instruction, those that somebody has asked for.
  mutable llvm::DenseMap<InstructionId, StringRef> Texts;
  mutable std::weak_ptr<const ProgramSource> Program;
};

} // namespace hlomem

#endif // HLOMEM_LIB_PROTO_PROTOMATERIALIZER_H
