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

namespace hlomem {

/// Prints each remark as one line that is a JSON object: the schema is in
/// docs/RemarkFormats.md and docs/remarks.schema.json.
class JsonRemarkStream final : public RemarkStream {
public:
  /// Is the version of the schema. It is raised when a key is removed or
  /// changes its meaning.
  static constexpr unsigned Version = 2;

  /// Makes a stream that prints the remarks of \p M to \p OS. Both must outlive
  /// it.
  JsonRemarkStream(raw_ostream &OS, const RemarkModule &M);

  void handle(const Remark &R) override;

private:
  std::string makeId(uint64_t Number) const;

  raw_ostream &OS;
  const RemarkModule &M;
  RemarkPlaces Places;
  /// Is the name of the module in UTF-8.
  std::string ModuleName;
  /// Counts the remarks so far.
  uint64_t Count = 0;
  /// Is the number of the last headline; 0 if there is none.
  uint64_t Headline = 0;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_JSONREMARKSTREAM_H
