//===- LineIndex.h - The number of a line in a long text ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// llvm::SourceMgr keeps the offset of every line, which for a dump takes as
/// long as reading it and a twentieth of its memory.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_LINEINDEX_H
#define HLOMEM_SUPPORT_LINEINDEX_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <mutex>
#include <vector>

namespace hlomem {

/// The number of line feeds in \p Text.
uint64_t countLineFeeds(llvm::StringRef Text);

/// Counts line feeds where it is asked to, and remembers some of the sums. May
/// be asked by several threads at once.
class LineIndex {
public:
  /// What is counted at once.
  static constexpr uint64_t BlockSize = 1 << 16;

  /// \p Counts are the line feeds in each block of \p Text, from the first one
  /// on; those after it are counted when they are asked for.
  explicit LineIndex(llvm::StringRef Text,
                     llvm::ArrayRef<uint32_t> Counts = {});

  /// Line feeds before \p Offset, which may be the end of the text. Linear in
  /// what lies before it once, then constant.
  uint64_t countBefore(uint64_t Offset);

private:
  llvm::StringRef Text;
  /// Line feeds before each multiple of the block's size, as far as asked for.
  std::vector<uint64_t> BeforeBlock = {0};
  std::mutex Lock;
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_LINEINDEX_H
