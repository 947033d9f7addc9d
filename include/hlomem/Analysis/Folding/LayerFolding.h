//===- LayerFolding.h - What layers have in common --------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_FOLDING_LAYERFOLDING_H
#define HLOMEM_ANALYSIS_FOLDING_LAYERFOLDING_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Folding/NameFolding.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <string>
#include <vector>

namespace hlomem {

class Module;
class Value;

/// What a table has a row for.
struct FoldItem {
  /// Null for a row that is not folded.
  const Value *Of = nullptr;
  /// The bytes of the row; rows of different sizes are never folded.
  Bytes Size;
  /// What else must be equal, as a hash of it.
  uint64_t Class = 0;
};

/// Finds rows that are the same thing in several layers of a model whose layers
/// are written out: docs/MemoryModel.md#folded-rows.
class LayerFolding {
public:
  /// For the module of \p AM, which must outlive this.
  explicit LayerFolding(AnalysisManager &AM) : AM(AM) {}

  /// Puts each of \p Items into one row. Those of a row have the same size,
  /// opcode, shape, memory space, kind of allocation, and line of the user's
  /// program, and op_names that are equal but for one number, or altogether.
  /// Values without an op_name are told by their origin and by what reads them.
  std::vector<FoldedNames> fold(llvm::ArrayRef<FoldItem> Items);

private:
  struct Known {
    std::string Name;
    uint64_t Class = 0;
    bool AnyNumber = false;
  };

  const Known &get(const Value &V);

  AnalysisManager &AM;
  llvm::DenseMap<const Value *, std::unique_ptr<Known>> Values;
};

struct LayerFoldingAnalysis : public AnalysisInfoMixin<LayerFoldingAnalysis> {
  using Result = std::unique_ptr<LayerFolding>;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_FOLDING_LAYERFOLDING_H
