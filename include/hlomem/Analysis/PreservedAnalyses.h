//===- PreservedAnalyses.h - What a pass left as it was -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PRESERVEDANALYSES_H
#define HLOMEM_ANALYSIS_PRESERVEDANALYSES_H

#include "llvm/ADT/SmallPtrSet.h"

namespace hlomem {

/// Identifies an analysis by its address. Defined once per analysis, as a
/// static member named Key.
struct alignas(8) AnalysisKey {};

/// Represents the analyses whose results still hold after a pass. A pass that
/// changed nothing returns all().
class PreservedAnalyses {
public:
  /// Returns a set in which no result holds any more.
  static PreservedAnalyses none() { return PreservedAnalyses(false); }
  /// Returns a set in which every result still holds.
  static PreservedAnalyses all() { return PreservedAnalyses(true); }

  /// Notes that the result of \p AnalysisT still holds.
  template <class AnalysisT> PreservedAnalyses &preserve() {
    return preserve(AnalysisT::ID());
  }
  PreservedAnalyses &preserve(const AnalysisKey *ID) {
    if (AllBut)
      Exceptions.erase(ID);
    else
      Exceptions.insert(ID);
    return *this;
  }

  /// Notes that the result of \p AnalysisT no longer holds.
  template <class AnalysisT> PreservedAnalyses &abandon() {
    return abandon(AnalysisT::ID());
  }
  PreservedAnalyses &abandon(const AnalysisKey *ID) {
    if (AllBut)
      Exceptions.insert(ID);
    else
      Exceptions.erase(ID);
    return *this;
  }

  template <class AnalysisT> bool isPreserved() const {
    return isPreserved(AnalysisT::ID());
  }
  bool isPreserved(const AnalysisKey *ID) const {
    return Exceptions.contains(ID) != AllBut;
  }
  /// Returns true if no result is abandoned.
  bool areAllPreserved() const { return AllBut && Exceptions.empty(); }

private:
  explicit PreservedAnalyses(bool AllBut) : AllBut(AllBut) {}

  /// Is true if all but the Exceptions are preserved; otherwise only the
  /// Exceptions are.
  bool AllBut;
  llvm::SmallPtrSet<const AnalysisKey *, 4> Exceptions;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PRESERVEDANALYSES_H
