//===- InputList.h - Arguments to the files of modules ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DRIVER_INPUTLIST_H
#define HLOMEM_DRIVER_INPUTLIST_H

#include "hlomem/Dump/DumpFileName.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

/// Of a dump that lies in a folder in both forms, the one to read.
enum class InputForm { Text, Proto };

/// What one module is read from, or, where a file is a log or a profile,
/// several.
struct InputSet {
  /// The files that the user named, or that a folder is searched for: one, or
  /// parts of one split dump that lie side by side. "-" is the standard input.
  llvm::SmallVector<std::string, 1> Files;
  /// The same dump in the other form, where a folder has it in both.
  llvm::SmallVector<std::string, 1> OtherForm;
  /// In binary form, what a folder has besides of stages of the same program
  /// that should not differ from it.
  llvm::SmallVector<std::string, 1> Stages;
  /// The folder that was searched for it; empty where the user named a file.
  std::string FoundIn;
  /// The names in the folder of these files, where somebody has read it; may be
  /// null.
  std::shared_ptr<const llvm::StringSet<>> NamesBeside;
  /// In place of files: what is wrong with an argument.
  std::string Problem;
};

/// \p Path without the ending that XLA gives to a file of a module, if it has
/// one: what the files of one module have in common.
std::string withoutFileNameEnd(llvm::StringRef Path);

/// True for the name of a file that XLA writes of a program for a TPU exactly
/// if its compile runs out of memory.
bool isOutOfMemoryStage(llvm::StringRef Path);
/// How the stem of such a name ends.
inline constexpr llvm::StringLiteral OutOfMemoryName =
    "oom_intermediate_module";

/// The file that libtpu writes under \p Name, such as "target_arguments", once
/// for each compile, of that of the dump \p Path; it need not be readable. None
/// where it is not there, or the dump is not for a TPU.
/// \p Names: as of findFileBeside().
std::optional<std::string> findFileOfCompile(llvm::StringRef Path,
                                             llvm::StringRef Name,
                                             const llvm::StringSet<> *Names);

/// The file of kind \p K of the module with this \p Stem in the folder of the
/// file \p Path, if it is there, perhaps compressed. It need not be readable.
/// \p Names: what is in that folder, where somebody has read it, or null.
std::optional<std::string> findFileBeside(llvm::StringRef Path,
                                          llvm::StringRef Stem, DumpFileKind K,
                                          const llvm::StringSet<> *Names);

/// The inputs that \p Arguments name, in their order. Folders are searched for
/// dumps, with all below them, in the order of names; links are followed. What
/// is named twice is there once, and what a folder has in two forms is there in
/// that of \p Preferred. \p JoinSiblings: parts of one dump are one input.
/// Nothing is read but folders.
std::vector<InputSet> listInputs(llvm::ArrayRef<std::string> Arguments,
                                 bool JoinSiblings,
                                 InputForm Preferred = InputForm::Proto);

} // namespace hlomem

#endif // HLOMEM_DRIVER_INPUTLIST_H
