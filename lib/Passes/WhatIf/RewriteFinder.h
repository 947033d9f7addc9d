//===- RewriteFinder.h - Finds arrays that a model need not make ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PASSES_WHATIF_REWRITEFINDER_H
#define HLOMEM_LIB_PASSES_WHATIF_REWRITEFINDER_H

#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/LiveCurves.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Memory/Padding.h"
#include "hlomem/Analysis/Memory/PeakWhatIf.h"
#include "hlomem/Analysis/Parts/Parts.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Sources/Frameworks.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/Analysis/Sources/ValueNames.h"
#include "hlomem/IR/AssignmentEdit.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Passes/WhatIf/ArrayRewrites.h"
#include "hlomem/Passes/WhatIf/OwnRematEffect.h"
#include "llvm/ADT/SmallSet.h"
#include <set>

namespace hlomem {

/// Returns the extents of \p S, sorted: a gradient may be transposed.
SmallVector<uint64_t, 4> getSortedExtents(const Shape &S);

/// Finds the rewrites of one module.
class RewriteFinder {
public:
  explicit RewriteFinder(const PassRun &Run)
      : Run(Run), WhatIf(Run.AM.getResult<LivenessAnalysis>(), Timeline,
                         Run.AM.getResult<LiveCurvesAnalysis>()) {}

  std::vector<ArrayRewrite> run();

private:
  using ExtentFn = function_ref<uint64_t(const Shape &, StringRef)>;

  /// Finds a rewrite by which the arrays, and what has as many elements, are
  /// not made of which \p FindExtent says that they have an extent \p Times.
  void findArrays(ArrayRewrite R, ExtentFn FindExtent, uint64_t Times);
  /// Returns the length of the sequence if \p S, of a value with this op_name,
  /// is the shape of scores of attention, or else 0.
  uint64_t findScoreLength(const Shape &S, StringRef OpName) const;
  /// Returns the size of the vocabulary if \p S, of a value with this op_name,
  /// is the shape of logits, or else 0.
  uint64_t findVocabulary(const Shape &S, StringRef OpName) const;
  bool hasLogitsOfTokens() const;
  /// Fills Products, Weighting and Gathered.
  void readProgram();
  void findWeighting(const HloGraph &G);
  void findPadding();
  void findResults();
  void findDoubles();
  void findMapped();
  /// Adds \p R, which makes \p E, unless it saves too little.
  void add(ArrayRewrite R, const AssignmentEdit &E);
  /// Adds \p R, with no bound where XLA's own rematerialization leaves none.
  void push(ArrayRewrite R);
  std::string describe(const Value &V) const;
  std::string findNames(const Value &V) const;
  const char *describeBlocks() const;
  ArrayRewrite describeChunks() const;
  bool needsNarrow(const Value &Scores) const;
  bool isMade(const Value &V) const;

  const PassRun &Run;
  const MemoryTimeline &Timeline = Run.AM.getResult<MemoryTimelineAnalysis>();
  const Bytes Need = Timeline.getSpace(0).Allocated;
  const PaddingAtPeak *const Peak =
      Run.AM.getResult<PaddingAnalysis>().findPeak(0);
  const Backend On = Run.AM.getResult<BackendAnalysis>().get();
  Parts &Contents = Run.AM.getResult<PartsAnalysis>();
  ValueNames &Names = *Run.AM.getResult<ValueNamesAnalysis>();
  const Framework Model =
      Run.AM.getResult<UserSourceAnalysis>().findFramework();
  const bool IsJax = Model < Framework::TensorFlow;
  PeakWhatIf WhatIf;
  /// The extents of the shapes of arguments, and each extent of a parameter.
  std::set<SmallVector<uint64_t, 4>> OfArguments;
  /// The extents of results of convolutions, which cannot be reshaped.
  std::set<SmallVector<uint64_t, 4>> OfConvolutions;
  llvm::SmallSet<uint64_t, 8> OfParameters;
  /// The lengths of products that may be scores, and their elements.
  std::set<std::pair<uint64_t, uint64_t>> Products;
  /// Holds the lengths of sequences of which arrays for each pair are
  /// multiplied with values in the forward pass, as attention does. None if the
  /// program is unknown.
  std::optional<llvm::SmallSet<uint64_t, 4>> Weighting;
  /// The extents of the arrays that elements are gathered from, such as the
  /// embeddings of a vocabulary.
  llvm::SmallSet<uint64_t, 8> Gathered;
  OwnRematEffect RematEffect = OwnRematEffect::None;
  bool HasBackward = false, HasLoss = false;
  /// Is true if op_names say that JAX has traced a function.
  bool IsTraced = false;
  std::vector<ArrayRewrite> Found;
};

} // namespace hlomem

#endif // HLOMEM_LIB_PASSES_WHATIF_REWRITEFINDER_H
