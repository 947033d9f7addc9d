//===- ScopeNames.h - What a program calls its instructions -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file declares ScopeNames: the words of the model for what an
/// instruction computes, from its op_name or, where that has no scope, from the
/// functions that led to it.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_PARTS_SCOPENAMES_H
#define HLOMEM_LIB_ANALYSIS_PARTS_SCOPENAMES_H

#include "hlomem/Analysis/Sources/OpNames.h"
#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/ProgramSource.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include <map>

namespace hlomem {

/// Names what an instruction computes.
struct ScopeName {
  /// Holds the scopes of the model, "h_0/attn"; empty if there is none.
  std::string Path;
  /// Holds the operation, "dot_general".
  std::string Operation;
  /// Holds the innermost line outside of installed packages, "model.py:12".
  std::string Source;
};

/// Names the instructions of a program.
class ScopeNames {
public:
  /// Reads the metadata of all instructions. \p P, the program, and \p G, its
  /// graph, must outlive this.
  ScopeNames(const ProgramSource &P, const HloGraph &G);

  /// Returns the op_name; empty if it is that of an argument and \p I is not
  /// the argument: XLA gives it to what moves the argument. Empty too for an
  /// argument if it is no path, but a word of the framework for all arguments,
  /// such as TensorFlow's `XLA_Args`.
  StringRef getOpName(InstructionId I) const;
  Phase getPhase(InstructionId I) const { return getPhase(getOpName(I)); }
  /// Returns the phase that \p OpName tells; Forward also in a scope that is
  /// differentiated: TensorFlow says so only of the gradient, and XLA merges
  /// the forward pass with equal operations outside of it.
  Phase getPhase(StringRef OpName) const;
  /// Returns the scope of \p I alone, whatever its operands are.
  ScopeName getScope(InstructionId I) const;
  /// Returns the innermost line outside of installed packages; an empty string
  /// if there is none.
  std::string getSource(InstructionId I) const;
  /// Returns true if both were made by the same function.
  bool isOfSameFunction(InstructionId L, InstructionId R) const;

private:
  using Location = StackFrames::Location;

  /// Holds what is known of a stack of calls.
  struct Stack {
    /// Lists the classes whose methods were called, the outermost first.
    SmallVector<StringRef, 4> Classes;
    /// Lists the last three functions, the outermost first.
    SmallVector<StringRef, 3> Functions;
    std::string Source;
  };

  const Location *getLocation(uint64_t Frame) const;
  SmallVector<const Location *, 16> getStack(uint64_t Frame) const;
  StringRef getFile(const Location &L) const;
  StringRef getFunction(const Location &L) const;
  size_t countTraced(ArrayRef<const Location *> Calls) const;
  Stack describeStack(uint64_t Frame) const;
  const Stack &getStackOf(InstructionId I) const;
  void findPlumbing();
  void findArgumentNames();
  void findDifferentiated();
  void findMerged();

  const HloGraph &G;
  llvm::BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  StackFrames Frames;
  IdVector<InstructionId, InstructionMetadata> Metadata;
  /// Names the function that the program is made of; empty if it is unknown.
  StringRef Jitted;
  /// Holds the op_names of the arguments.
  llvm::DenseSet<StringRef> Arguments;
  /// Holds those op_names of arguments that are no paths.
  llvm::DenseSet<StringRef> NoPaths;
  /// Holds the outermost scopes, "jit(step)/Dense/", of what is differentiated.
  llvm::StringSet<> Differentiated;
  /// Holds, by frame, the stacks of all instructions.
  std::map<uint64_t, Stack> Stacks;
  Stack NoStack;
  /// Holds the classes that say nothing, since many call them and they call
  /// many.
  llvm::DenseSet<StringRef> Plumbing;
  /// Holds scopes of one word that are reached by more than two chains of
  /// classes.
  llvm::DenseSet<StringRef> SharedWords;
  /// Holds op_names that do not tell which layer it is.
  llvm::DenseSet<StringRef> Merged;
};

/// Splits an op_name into its scopes, without what transforms and loops add,
/// and its operation, which is last.
std::pair<SmallVector<StringRef, 8>, StringRef> splitOpName(StringRef OpName);

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_PARTS_SCOPENAMES_H
