//===- JsonRemarkStream.h - Remarks for scripts ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_JSONREMARKSTREAM_H
#define HLOMEM_REMARKS_JSONREMARKSTREAM_H

#include "hlomem/Remarks/RemarkPlaces.h"
#include "hlomem/Remarks/RemarkStream.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

/// Prints each remark as one line that is a JSON object: the schema is in
/// docs/RemarkFormats.md and docs/remarks.schema.json.
class JsonRemarkStream final : public RemarkStream {
public:
  /// Of the schema. Grows when a key goes, or means something else.
  static constexpr unsigned Version = 2;

  /// \p OS and \p M must outlive the stream.
  JsonRemarkStream(llvm::raw_ostream &OS, const RemarkModule &M);

  void handle(const Remark &R) override;

private:
  std::string makeId(uint64_t Number) const;

  llvm::raw_ostream &OS;
  const RemarkModule &M;
  RemarkPlaces Places;
  /// The module's name in UTF-8.
  std::string ModuleName;
  /// Remarks so far.
  uint64_t Count = 0;
  /// Number of the last headline; 0 if there is none.
  uint64_t Headline = 0;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_JSONREMARKSTREAM_H
