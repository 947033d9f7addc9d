//===- UserSourceAnalysis.h - Instructions in the user's program ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_ATTRIBUTION_USERSOURCEANALYSIS_H
#define HLOMEM_ANALYSIS_ATTRIBUTION_USERSOURCEANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/StackFrames.h"
#include "hlomem/IR/UserPlace.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <memory>
#include <optional>
#include <string>

namespace hlomem {

class HloProgram;
class Module;
struct InstructionMetadata;
class Value;

/// Where the user's program has the instructions of a module: as the metadata
/// in the dump say, or the tables of the HLO text beside it to which they lead.
/// That text is read only when an instruction needs it. No edit of the module
/// changes what was found.
class UserSources {
public:
  /// \p M must outlive it.
  explicit UserSources(const Module &M) : M(M) {}

  /// The place of the instruction with this name; none where it is unknown. The
  /// file's name lives as long as this. Every instruction is looked up once.
  std::optional<UserPlace> find(llvm::StringRef Instruction);
  /// The same for the defining instruction of \p V, which needs no table of all
  /// instructions where the dump prints it beside \p V.
  std::optional<UserPlace> find(const Value &V);
  /// The functions of the user's program that led to the instruction, the
  /// outermost first; the place alone where the dump has no more. Empty where
  /// it is unknown.
  llvm::SmallVector<UserPlace, 8> findStack(llvm::StringRef Instruction);

private:
  using UseMetadata = llvm::function_ref<void(const InstructionMetadata &)>;
  void visitMetadata(llvm::StringRef Instruction, UseMetadata Use);
  void visitMetadataOf(const Value &V, UseMetadata Use) const;
  void visitMetadataOf(llvm::StringRef Text, UseMetadata Use) const;
  const StackFrames &getFrames();
  std::optional<UserPlace> compute(const InstructionMetadata &Metadata);
  /// Null where there is none.
  const HloProgram *getProgram();

  const Module &M;
  /// None before it is needed.
  std::optional<std::shared_ptr<const HloProgram>> Program;
  /// None before they are needed; without rows where there are none.
  std::optional<StackFrames> Frames;
  /// Names of files, which places refer to.
  llvm::StringSet<> Files;
  llvm::StringMap<std::optional<UserPlace>> Known;
};

/// "model.py:12": without folders, which are the same for all as a rule, and
/// for which tables have no room.
std::string printShort(const UserPlace &Place);

struct UserSourceAnalysis : public AnalysisInfoMixin<UserSourceAnalysis> {
  using Result = UserSources;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_ATTRIBUTION_USERSOURCEANALYSIS_H
