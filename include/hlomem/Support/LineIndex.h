//===- LineIndex.h - The number of a line in a long text ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file defines LineIndex, which finds line numbers. llvm::SourceMgr keeps
/// the offset of every line, which for a dump takes as long as reading it and a
/// twentieth of its memory.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_LINEINDEX_H
#define HLOMEM_SUPPORT_LINEINDEX_H

#include "hlomem/Support/LLVM.h"
#include <mutex>

namespace hlomem {

/// Returns the number of line feeds in \p Text.
uint64_t countLineFeeds(StringRef Text);

/// Counts the line feeds before an offset on demand, and caches sums. Several
/// threads may use it at once.
class LineIndex {
public:
  /// Is the number of bytes whose line feeds are counted at once.
  static constexpr uint64_t BlockSize = 1 << 16;

  /// Makes an index of \p Text, which must outlive it. \p Counts has the line
  /// feeds of its first blocks of BlockSize bytes; those of further blocks are
  /// counted on demand.
  explicit LineIndex(StringRef Text, ArrayRef<uint32_t> Counts = {});

  /// Returns the number of line feeds before \p Offset, which may be the end of
  /// the text. The first call takes time linear in the offset, later calls for
  /// offsets up to that one take constant time.
  uint64_t countBefore(uint64_t Offset);

private:
  StringRef Text;
  /// Holds the line feeds before each multiple of BlockSize, as far as counted.
  std::vector<uint64_t> BeforeBlock = {0};
  std::mutex Lock;
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_LINEINDEX_H
