//===- ProtoModule.h - A module of an HloProto ------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An HloProto to the same facts that a dump gives: what it leaves out, where
/// values appear, what reads them and when they are live, is computed by the
/// rules of XLA.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PROTO_PROTOMODULE_H
#define HLOMEM_PROTO_PROTOMODULE_H

#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Proto/WireReader.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace hlomem {

struct HeapTraces;
class HloProtoSource;
struct WholeHloProto;
class Module;

/// What is known of the HloProto or BufferAssignmentProto that a module was
/// read from.
class ProtoProvenance final : public PrintableProvenance {
public:
  ProtoProvenance() : PrintableProvenance(Kind::Proto) {}
  static bool classof(const Provenance *P) {
    return P->getKind() == Kind::Proto;
  }

  std::optional<StackTraceTree>
  computeStackTrace(const Module &M, const PrintedPeak &Peak,
                    llvm::BumpPtrAllocator &Arena) const override;

  /// Owns what the module points to.
  std::shared_ptr<const HloProtoSource> Source;
  /// What later releases have added to their messages, and nobody knows here.
  std::vector<UnknownWireField> UnknownFields;
  /// A BufferAssignmentProto without its program: instructions are known by
  /// their ids, shapes and live ranges not at all.
  bool IsAssignmentAlone = false;
  /// Reads the same dump as text, where that lies beside it; null otherwise.
  std::function<llvm::Expected<std::unique_ptr<Module>>()> LoadText;

  /// "field 21 of HloModuleProto", or that and how many more there are; empty
  /// if all is known.
  std::string describeUnknown() const;
  /// How often unknown fields are there.
  uint64_t countUnknown() const;
  /// Which numbers could depend on unknown fields.
  llvm::StringRef getAffectedByUnknown() const;
  /// Unknown fields could tell of memory that is told of nowhere else.
  bool mayLackMemory() const;
};

/// The provenance of a module that was read from an HloProto or a
/// BufferAssignmentProto; null for another.
const ProtoProvenance *getProtoProvenance(const Module &M);

/// The module of the HloProto \p Source, which is named after its file. Errors
/// tell the byte and the path of fields, where it is no sound HloProto, and do
/// not name the file.
llvm::Expected<std::unique_ptr<Module>> readProtoModule(SourceText Source);

/// The module of an HloProto that was made in memory.
llvm::Expected<std::unique_ptr<Module>>
makeProtoModule(std::shared_ptr<const WholeHloProto> Whole);

/// The traces of the HloProto \p Source, which lies beside the dump that \p M
/// was read from. Errors name the file; one is that it is of another assignment
/// than \p M, as it is now.
llvm::Expected<std::shared_ptr<const HeapTraces>>
readHeapTraces(SourceText Source, const Module &M);

/// The same of a BufferAssignmentProto without its program. What the module has
/// is allocations, values, their ids, places, sizes and memory spaces: an
/// instruction is named by its id, "#12", every shape is that of an unknown
/// buffer, and there are neither uses nor live ranges.
llvm::Expected<std::unique_ptr<Module>> readAssignmentModule(SourceText Source);

} // namespace hlomem

#endif // HLOMEM_PROTO_PROTOMODULE_H
