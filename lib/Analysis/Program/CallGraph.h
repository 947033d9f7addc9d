//===- CallGraph.h - Who owns instructions, and who calls -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_PROGRAM_CALLGRAPH_H
#define HLOMEM_LIB_ANALYSIS_PROGRAM_CALLGRAPH_H

#include "hlomem/IR/Ids.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

class ProgramSource;
class Module;
class HloSchedule;

/// The computations of a program by name, and the instructions that call them.
struct CallGraph {
  struct Computation {
    /// Empty where the dump does not show it, as it never does for the entry.
    StringRef Name;
    /// Names of the instructions that call it, in the order of the program.
    SmallVector<StringRef, 1> Callers;

    /// Adds \p Name, which may call it several times, unless it was the last.
    void addCaller(StringRef Name) {
      if (Callers.empty() || Callers.back() != Name)
        Callers.push_back(Name);
    }
  };

  IdVector<ComputationId, Computation> Computations;
  /// Positions in Computations.
  ComputationId Entry;
  StringRef getEntryName() const { return Computations[Entry].Name; }
  /// By the names of the instructions.
  llvm::DenseMap<StringRef, ComputationId> Owners;

  static CallGraph fromProgram(const ProgramSource &P);
  /// Takes the owners of instructions from \p S, and the names of computations
  /// from the instructions that \p M tells of.
  static CallGraph fromDump(const Module &M, const HloSchedule &S);
};

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_PROGRAM_CALLGRAPH_H
