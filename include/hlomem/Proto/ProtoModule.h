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
#include "hlomem/Support/SourceTexts.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <string>

namespace hlomem {

struct HeapTraces;
class Module;

/// What is known of the HloProto that a module was read from.
class ProtoProvenance final : public PrintableProvenance {
public:
  ProtoProvenance() : PrintableProvenance(Kind::Proto) {}
  static bool classof(const Provenance *P) {
    return P->getKind() == Kind::Proto;
  }

  /// Owns what the module points to.
  SourceText Source;
  /// How many fields nobody knows, and the first of them: "HloModuleProto field
  /// 21".
  uint64_t UnknownFieldCount = 0;
  std::string FirstUnknownField;
};

/// The module of the HloProto \p Source, which is named after its file. Errors
/// tell the byte and the path of fields, where it is no sound HloProto, and do
/// not name the file.
llvm::Expected<std::unique_ptr<Module>> readProtoModule(SourceText Source);

/// The traces of the HloProto \p Source, which lies beside the dump that \p M
/// was read from. Errors name the file; one is that it is of another assignment
/// than \p M, as it is now.
llvm::Expected<std::shared_ptr<const HeapTraces>>
readHeapTraces(SourceText Source, const Module &M);

} // namespace hlomem

#endif // HLOMEM_PROTO_PROTOMODULE_H
