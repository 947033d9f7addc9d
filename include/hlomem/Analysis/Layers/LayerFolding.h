//===- LayerFolding.h - What layers have in common --------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_LAYERS_LAYERFOLDING_H
#define HLOMEM_ANALYSIS_LAYERS_LAYERFOLDING_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Layers/NameFolding.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

class Module;
class Value;

/// Represents a row of a table.
struct FoldItem {
  /// Points to the value of the row; null for a row that is not folded.
  const Value *Of = nullptr;
  /// Holds the bytes of the row; rows of different sizes are never folded.
  Bytes Size;
  /// Holds a hash of everything else that must be equal.
  uint64_t Class = 0;
};

/// Finds rows for corresponding values in several layers of a model whose
/// layers are written out: docs/Rows.md#folded-rows.
class LayerFolding {
public:
  /// Constructs a LayerFolding for the module of \p AM, which must outlive it.
  explicit LayerFolding(AnalysisManager &AM) : AM(AM) {}

  /// Groups \p Items into rows; each item is in exactly one. The items of a row
  /// have equal sizes, opcodes, shapes, memory spaces, kinds of allocation and
  /// lines of the user's program, and op_names that are equal or differ in one
  /// number. Values without an op_name are told apart by their origin and by
  /// what reads them.
  std::vector<FoldedNames> fold(ArrayRef<FoldItem> Items);

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

#endif // HLOMEM_ANALYSIS_LAYERS_LAYERFOLDING_H
