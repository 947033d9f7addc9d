//===- DocumentFolder.h - Where documents go --------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DRIVER_DOCUMENTFOLDER_H
#define HLOMEM_DRIVER_DOCUMENTFOLDER_H

#include "hlomem/Driver/InputList.h"
#include "hlomem/Support/OutputFile.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem/UniqueID.h"
#include <set>

namespace hlomem {

/// Represents what passes wrote for one module.
struct Document {
  /// Is the name of the module.
  StringRef ModuleName;
  /// Is PassInfo::Extension of the pass.
  StringRef Extension;
  StringRef Text;
  /// Names the file that the module is in, together with others, or is named
  /// after; empty if that is not known.
  StringRef Input = {};
};

/// Chooses how the names of modules' files begin: with the name of the module
/// without folder and extension, preceded by as many folders of the input as it
/// takes to distinguish the inputs.
class DocumentNames {
public:
  explicit DocumentNames(ArrayRef<InputSet> Inputs);

  /// Returns the beginning of the file names of a module. \p ModuleName is the
  /// name of the Module, and \p Input is as in Document. A module that is named
  /// by a log goes into a folder named after the log if there are other inputs.
  std::string get(StringRef ModuleName, StringRef Input = {}) const;

private:
  /// Maps the path of each input, without the extension, to its name.
  llvm::StringMap<std::string> Names;
};

/// Writes each document to a file MODULE.EXT in one folder.
class DocumentFolder {
public:
  /// Makes an object that writes to the folder \p Path, which is created, with
  /// its parents, for the first document.
  DocumentFolder(StringRef Path, ArrayRef<InputSet> Inputs)
      : Path(Path.str()), Inputs(Inputs), Names(Inputs) {}

  /// Fails if \p Path can be seen not to be a folder, or not to be one in which
  /// files can be created.
  static Error check(StringRef Path);

  /// Writes the file of \p D, which appears whole or not at all. Fails with an
  /// Unavailable if the document has no file name of its own: the file is one
  /// of the inputs, or was written before for another module. Other errors are
  /// those of the system.
  Error write(const Document &D);

  /// Returns the stream of the file \p Name of all modules, which begins with
  /// \p Header. Errors are those of write(); after one, all further calls
  /// return a stream that writes nothing.
  Expected<raw_ostream *> openShared(StringRef Name, StringRef Header);
  /// Ends the files of openShared(), which appear if \p IsWhole and if all of
  /// them could be written.
  Error finishShared(bool IsWhole);

private:
  bool isInput(StringRef File);
  /// Prepares the file \p Name, which is to be new; returns its path.
  Expected<std::string> claim(StringRef Name, const Twine &IfTaken);

  std::string Path;
  ArrayRef<InputSet> Inputs;
  DocumentNames Names;
  llvm::StringSet<> Written;
  /// Holds the files of openShared() by name; null after an error.
  llvm::StringMap<std::unique_ptr<PendingFile>> Shared;
  bool HasSharedFailed = false;
  /// Identifies the files of the inputs; not set until it is needed.
  std::optional<std::set<llvm::sys::fs::UniqueID>> InputFiles;
};

} // namespace hlomem

#endif // HLOMEM_DRIVER_DOCUMENTFOLDER_H
