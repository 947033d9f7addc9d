//===- ProtoModule.h - A module of an HloProto ------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes modules of protos. A module of an HloProto has the same facts as one
/// of a dump: what the proto leaves out (where values appear, what reads them,
/// when they are live) is computed by XLA's rules.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PROTO_PROTOMODULE_H
#define HLOMEM_PROTO_PROTOMODULE_H

#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Proto/WireReader.h"

namespace hlomem {

struct HeapTraces;
class HloProtoSource;
struct WholeHloProto;
class Module;

/// Holds what is known of the HloProto or BufferAssignmentProto that a module
/// was read from.
class ProtoProvenance final : public PrintableProvenance {
public:
  ProtoProvenance() : PrintableProvenance(Kind::Proto) {}
  static bool classof(const Provenance *P) {
    return P->getKind() == Kind::Proto;
  }
  std::unique_ptr<Provenance> clone() const override {
    return std::unique_ptr<Provenance>(new ProtoProvenance(*this));
  }

  std::optional<StackTraceTree>
  computeStackTrace(const Module &M, const PrintedPeak &Peak,
                    llvm::BumpPtrAllocator &Arena) const override;

  /// Owns what the module points to.
  std::shared_ptr<const HloProtoSource> Source;
  /// Lists the fields that lib/Proto/hlo.proto does not have, such as those
  /// that later releases of XLA add.
  std::vector<UnknownWireField> UnknownFields;
  /// Is true for a BufferAssignmentProto without its program: instructions are
  /// then known only by their ids, and neither shapes nor live ranges are
  /// known.
  bool IsAssignmentAlone = false;
  /// Reads a module from the text of the same dump, which is beside the proto;
  /// null if there is no such text.
  std::function<Expected<std::unique_ptr<Module>>()> LoadText;

  /// Returns a description of UnknownFields, "field 21 of HloModuleProto" or
  /// "field 21 of HloModuleProto and 2 other fields"; empty if there are none.
  std::string describeUnknown() const;
  /// Returns the number of occurrences of UnknownFields.
  uint64_t countUnknown() const;
  /// Returns a clause that says which numbers could depend on UnknownFields.
  StringRef getAffectedByUnknown() const;
  /// Returns true if UnknownFields could describe memory that no known field
  /// describes.
  bool mayLackMemory() const;

private:
  ProtoProvenance(const ProtoProvenance &) = default;
};

/// Returns the provenance of a module that was read from an HloProto or a
/// BufferAssignmentProto; null for any other module.
const ProtoProvenance *getProtoProvenance(const Module &M);

/// Reads the module of the HloProto \p Source; the module is named after the
/// file. An error for an invalid HloProto tells the byte and the path of
/// fields; errors do not name the file.
Expected<std::unique_ptr<Module>> readProtoModule(SourceText Source);

/// Returns the module of an HloProto that was made in memory. Fails if the
/// assignment has an allocation that no module can hold: see makeAllocation().
Expected<std::unique_ptr<Module>>
makeProtoModule(std::shared_ptr<const WholeHloProto> Whole);

/// Reads the traces of the HloProto \p Source, which is beside the dump that
/// \p M was read from. Fails if the HloProto cannot be read, with an error that
/// names the file, or if its assignment is not that of \p M as it is now.
Expected<std::shared_ptr<const HeapTraces>> readHeapTraces(SourceText Source,
                                                           const Module &M);

/// Reads the module of the BufferAssignmentProto \p Source, without a program;
/// the module is named after the file. It has allocations and values with their
/// ids, places, sizes and memory spaces. An instruction without a name is named
/// by its id, "#12", every shape is that of an unknown buffer, and there are
/// neither uses nor live ranges. Errors are as those of readProtoModule().
Expected<std::unique_ptr<Module>> readAssignmentModule(SourceText Source);

} // namespace hlomem

#endif // HLOMEM_PROTO_PROTOMODULE_H
