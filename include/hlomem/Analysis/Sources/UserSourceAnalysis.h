//===- UserSourceAnalysis.h - Instructions in the user's program ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_SOURCES_USERSOURCEANALYSIS_H
#define HLOMEM_ANALYSIS_SOURCES_USERSOURCEANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Sources/Frameworks.h"
#include "hlomem/IR/StackFrames.h"
#include "hlomem/IR/UserPlace.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace hlomem {

class ProgramSource;
class Module;
struct InstructionMetadata;
class Value;

/// Finds the places in the user's program that the instructions of a module
/// come from, by the metadata in the dump or by the tables of the HLO text
/// beside it to which the metadata refers. That text is read only when an
/// instruction needs it. No edit of the module changes what was found.
class UserSources {
public:
  /// Constructs UserSources; \p M must outlive it.
  explicit UserSources(const Module &M) : M(M) {}

  /// Returns the place of the instruction with this name; none if it is
  /// unknown. The file's name is valid as long as this object. Every
  /// instruction is looked up once.
  std::optional<UserPlace> find(StringRef Instruction);
  /// Returns the place of the defining instruction of \p V; needs no table of
  /// all instructions if the dump prints it beside \p V.
  std::optional<UserPlace> find(const Value &V);
  /// Returns the innermost place of the instruction that is in no installed
  /// package; none if there is none.
  std::optional<UserPlace> findOwn(StringRef Instruction);
  /// Returns the framework that the model is written with, by the source files
  /// and op_names of the program.
  Framework findFramework();
  /// Calls \p Visit with the names of source files, some of them more than
  /// once: all in the tables of stack frames, and those beside the instructions
  /// of the first values, which have the files of a model.
  void visitFiles(function_ref<void(StringRef)> Visit);
  /// Returns the functions of the user's program that led to the instruction,
  /// the outermost first; only the place if the dump has no more. Returns an
  /// empty list if the place is unknown.
  SmallVector<UserCall, 8> findStack(StringRef Instruction);

private:
  using UseMetadata = function_ref<void(const InstructionMetadata &)>;
  void visitMetadata(StringRef Instruction, UseMetadata Use);
  void visitMetadataOf(const Value &V, UseMetadata Use) const;
  /// Calls \p Use for the first values of the module.
  void visitFirst(UseMetadata Use) const;
  const StackFrames &getFrames();
  std::optional<UserPlace> compute(const InstructionMetadata &Metadata);
  /// Returns the HLO text beside the dump; null if there is none, or it cannot
  /// be read or is that of another module.
  const ProgramSource *getProgram();

  const Module &M;
  /// Holds the HLO text beside the dump; none before it is needed.
  std::optional<std::shared_ptr<const ProgramSource>> Program;
  /// Holds the tables of stack frames; none before they are needed, and empty
  /// if there are none.
  std::optional<StackFrames> Frames;
  /// Owns the names of files, which places refer to.
  llvm::StringSet<> Files;
  llvm::StringMap<std::optional<UserPlace>> Known;
  std::optional<Framework> Model;
};

/// Returns file and line without folders, "model.py:12": folders are usually
/// the same for all, and tables have no room for them.
std::string printShort(const UserPlace &Place);

struct UserSourceAnalysis : public AnalysisInfoMixin<UserSourceAnalysis> {
  using Result = UserSources;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_SOURCES_USERSOURCEANALYSIS_H
