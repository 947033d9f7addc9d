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
#include "llvm/ADT/StringSet.h"

namespace hlomem {

/// Selects which form to read of a dump that a folder has in both.
enum class InputForm { Text, Proto };

/// Describes the files that one module is read from, or several modules if a
/// file is a log or a profile.
struct InputSet {
  /// Names the files that the user gave, or that were found in a folder: one
  /// file, or parts of one split dump in the same folder. "-" is the standard
  /// input.
  SmallVector<std::string, 1> Files;
  /// Names the files of the same dump in the other form, if a folder has it in
  /// both.
  SmallVector<std::string, 1> OtherForm;
  /// Names binary files of other stages of the same program in the folder,
  /// which should have the same contents.
  SmallVector<std::string, 1> Stages;
  /// Names the folder that was searched; empty if the user named a file.
  std::string FoundIn;
  /// Holds the names of all files in the folder of Files, if it was read; may
  /// be null.
  std::shared_ptr<const llvm::StringSet<>> NamesBeside;
  /// Says what is wrong with an argument; there are no files then.
  std::string Problem;
};

/// Returns \p Path without the ending that XLA gives to files of a module, if
/// it has one: the common part of the names of a module's files.
std::string withoutFileNameEnd(StringRef Path);

/// Is true if \p Path has the name of a file that XLA writes for a TPU program
/// exactly if its compilation runs out of memory.
bool isOutOfMemoryStage(StringRef Path);
/// Is the end of the stem of the files that isOutOfMemoryStage() recognizes.
inline constexpr StringLiteral OutOfMemoryName = "oom_intermediate_module";

/// Returns the file that libtpu writes once for each compilation under the name
/// \p Name, such as "target_arguments", for the compilation of the dump \p
/// Path. Returns none if there is no such file, or if the dump is not for a
/// TPU. The file need not be readable. \p Names is as for findFileBeside().
std::optional<std::string> findFileOfCompile(StringRef Path, StringRef Name,
                                             const llvm::StringSet<> *Names);

/// Returns the file in which XLA describes the GPU that it compiled the dump
/// \p Path for: "module_0001.jit_f.gpu_target_config.pbtxt". Returns none if
/// there is no such file, or if the dump is not for a GPU. The file need not be
/// readable. \p Names is as for findFileBeside().
std::optional<std::string> findGpuTargetFile(StringRef Path,
                                             const llvm::StringSet<> *Names);

/// Returns the file of kind \p K of the module with this \p Stem in the folder
/// of the file \p Path, possibly compressed, or none. The file need not be
/// readable. \p Names holds the names in that folder if it was read, or is
/// null.
std::optional<std::string> findFileBeside(StringRef Path, StringRef Stem,
                                          DumpFileKind K,
                                          const llvm::StringSet<> *Names);

/// Returns the inputs that \p Arguments name, in their order. Folders are
/// searched recursively for dumps, in the order of names; links are followed. A
/// file that is named twice is listed once, and a dump that a folder has in
/// both forms is listed in the \p Preferred one. If \p JoinSiblings, parts of
/// one dump are one input. Only folders are read.
std::vector<InputSet> listInputs(ArrayRef<std::string> Arguments,
                                 bool JoinSiblings,
                                 InputForm Preferred = InputForm::Proto);

} // namespace hlomem

#endif // HLOMEM_DRIVER_INPUTLIST_H
