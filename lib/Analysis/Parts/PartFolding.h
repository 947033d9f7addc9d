//===- PartFolding.h - Parts that differ in numbers are one -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_PARTS_PARTFOLDING_H
#define HLOMEM_LIB_ANALYSIS_PARTS_PARTFOLDING_H

#include "hlomem/Analysis/Parts/Parts.h"
#include <map>

namespace hlomem {

/// Adds up buffers whose names differ in numbers alone.
class PartFolding {
public:
  void add(Content What, std::string Shape, Bytes Size);
  /// Returns the parts in the order of SpaceParts::Parts.
  std::vector<MemoryPart> fold() &&;

private:
  struct Row {
    /// Lists the numbers of each name, in the order of the name.
    std::vector<std::vector<std::string>> Numbers;
    MemoryPart Part;
  };
  using Key =
      std::tuple<PartKind, std::string, std::string, std::string, std::string>;

  std::map<Key, Row> Rows;
};

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_PARTS_PARTFOLDING_H
