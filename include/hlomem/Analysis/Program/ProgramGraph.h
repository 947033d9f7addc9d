//===- ProgramGraph.h - The graph of a module's program ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_PROGRAMGRAPH_H
#define HLOMEM_ANALYSIS_PROGRAM_PROGRAMGRAPH_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/Ids.h"
#include "hlomem/IR/XlaRelease.h"

namespace hlomem {

class ProgramSource;
class Module;
class Value;

/// Holds the whole program of a module as a graph, bodies of fusions included:
/// that of the HloProto that the module was read from, or what the HLO text
/// beside a dump tells.
struct ProgramGraph {
  /// Is null where there is no program, and where it cannot be read.
  std::shared_ptr<const ProgramSource> Program;
  /// Refers to Program; null where that is, and where it is not understood.
  std::shared_ptr<const HloGraph> Graph;
  /// Says what is wrong with the program; empty where nothing is.
  std::string Problem;
};

/// Reads the program whole, which takes as long as all else that a dump is
/// asked for.
struct ProgramGraphAnalysis : public AnalysisInfoMixin<ProgramGraphAnalysis> {
  using Result = ProgramGraph;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

/// Reads the program without the bodies of fusions, which takes a fraction of
/// the time; for the program of another module, there is none.
struct ProgramOutlineAnalysis
    : public AnalysisInfoMixin<ProgramOutlineAnalysis> {
  using Result = ProgramGraph;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

/// Returns the graph of ProgramOutlineAnalysis; null if there is none.
inline const HloGraph *getOutline(AnalysisManager &AM) {
  return AM.getResult<ProgramOutlineAnalysis>().Graph.get();
}

/// Returns the graph of ProgramGraphAnalysis if ProgramAnalysis says that the
/// program is that of the module of \p AM, and null otherwise.
const HloGraph *getProgramGraph(AnalysisManager &AM);

/// Lists all values of a module in the order of their ids, as XLA numbers them,
/// and where a graph defines each.
struct ValuePlaces {
  IdVector<ValueId, const Value *> Values;
  IdVector<ValueId, HloPlace> Definitions;
};

/// Finds the values of \p M in \p G, the graph of the HLO text beside it. An
/// error says where the two differ: the text may be of another compilation, in
/// which instructions have the same names.
Expected<ValuePlaces> findPlaces(const Module &M, const HloGraph &G);

/// Returns the releases that may have printed \p M, a text, of the oldest form
/// that it can have or a later one: of those in which values flow alike, the
/// first.
SmallVector<XlaRelease> findReleases(const Module &M);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_PROGRAMGRAPH_H
