//===- YamlRemarkStream.h - Remarks for LLVM's tools ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_YAMLREMARKSTREAM_H
#define HLOMEM_REMARKS_YAMLREMARKSTREAM_H

#include "hlomem/Remarks/RemarkPlaces.h"
#include "hlomem/Remarks/RemarkStream.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

/// Prints remarks as the YAML that LLVM writes for -fsave-optimization-record,
/// a document for each: docs/RemarkFormats.md.
class YamlRemarkStream final : public RemarkStream {
public:
  /// Makes a stream that prints the remarks of \p M to \p OS. Both must outlive
  /// it.
  YamlRemarkStream(llvm::raw_ostream &OS, const RemarkModule &M);

  void handle(const Remark &R) override;

private:
  void printPlace(llvm::StringRef File, uint64_t Line, uint64_t Column);
  void printArguments(const Remark &R);
  /// Prints an argument: "  - Key:             value".
  void printArgument(llvm::StringRef Key, llvm::StringRef Value);
  /// Prints the text between two arguments that was held back in Pending.
  void printPending();

  llvm::raw_ostream &OS;
  RemarkPlaces Places;
  /// Is the name of the module as a scalar.
  std::string Function;
  std::string Pending;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_YAMLREMARKSTREAM_H
