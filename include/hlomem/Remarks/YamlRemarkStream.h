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

namespace hlomem {

/// Prints remarks as the YAML that LLVM writes for -fsave-optimization-record,
/// a document for each: docs/RemarkFormats.md.
class YamlRemarkStream final : public RemarkStream {
public:
  /// Makes a stream that prints the remarks of \p M to \p OS. Both must outlive
  /// it.
  YamlRemarkStream(raw_ostream &OS, const RemarkModule &M);

  void handle(const Remark &R) override;

private:
  void printPlace(StringRef File, uint64_t Line, uint64_t Column);
  void printArguments(const Remark &R);
  /// Prints an argument: "  - Key:             value".
  void printArgument(StringRef Key, StringRef Value);
  /// Prints the text between two arguments that was held back in Pending.
  void printPending();

  raw_ostream &OS;
  RemarkPlaces Places;
  /// Is the name of the module as a scalar.
  std::string Function;
  std::string Pending;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_YAMLREMARKSTREAM_H
