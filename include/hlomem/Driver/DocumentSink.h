//===- DocumentSink.h - Where documents go ----------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DRIVER_DOCUMENTSINK_H
#define HLOMEM_DRIVER_DOCUMENTSINK_H

#include "hlomem/Driver/InputList.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem/UniqueID.h"
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

/// Represents what passes wrote for one module.
struct Document {
  /// Is the name of the module.
  llvm::StringRef ModuleName;
  /// Is PassInfo::Extension of the pass; empty if the sink does not separate
  /// documents.
  llvm::StringRef Extension;
  llvm::StringRef Text;
  /// Names the file that the module is in, together with others, or is named
  /// after; empty if that is not known.
  llvm::StringRef Input = {};
};

/// Reports that a document has no file name of its own and cannot be written.
/// Other errors of a sink are those of the system.
class DocumentNameError : public llvm::ErrorInfo<DocumentNameError> {
public:
  static char ID;

  /// Makes the error. \p Message is one line.
  explicit DocumentNameError(std::string Message)
      : Message(std::move(Message)) {}

  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string Message;
};

/// Takes the documents of a run, in the order of the inputs, on one thread.
class DocumentSink {
public:
  virtual ~DocumentSink();

  /// Is true if documents of each module and extension are kept apart.
  virtual bool separatesDocuments() const = 0;
  /// Returns the stream that a document may be written to while it is made, if
  /// no other document is being made; null if it must be passed to write() as a
  /// whole.
  virtual llvm::raw_ostream *getStream() = 0;
  /// Takes a whole document.
  virtual llvm::Error write(const Document &D) = 0;
};

/// Writes all documents to one stream, one after the other.
class StreamSink final : public DocumentSink {
public:
  /// Makes a sink. \p OS must outlive it; its errors are checked by its owner.
  explicit StreamSink(llvm::raw_ostream &OS) : OS(OS) {}

  bool separatesDocuments() const override { return false; }
  llvm::raw_ostream *getStream() override { return &OS; }
  llvm::Error write(const Document &D) override;

private:
  llvm::raw_ostream &OS;
};

/// Chooses how the names of modules' files begin: with the name of the module
/// without folder and extension, preceded by as many folders of the input as it
/// takes to distinguish the inputs.
class DocumentNames {
public:
  explicit DocumentNames(llvm::ArrayRef<InputSet> Inputs);

  /// Returns the beginning of the file names of a module. \p ModuleName is the
  /// name of the Module, and \p Input is as in Document. A module that is named
  /// by a log goes into a folder named after the log if there are other inputs.
  std::string get(llvm::StringRef ModuleName, llvm::StringRef Input = {}) const;

private:
  /// Maps the path of each input, without the extension, to its name.
  llvm::StringMap<std::string> Names;
};

/// Writes each document to a file MODULE.EXT in one folder.
class FolderSink final : public DocumentSink {
public:
  /// Makes a sink. The folder \p Path is created, with its parents, for the
  /// first document.
  FolderSink(llvm::StringRef Path, llvm::ArrayRef<InputSet> Inputs)
      : Path(Path.str()), Inputs(Inputs), Names(Inputs) {}

  /// Fails if \p Path can be seen not to be a folder, or not to be one in which
  /// files can be created.
  static llvm::Error check(llvm::StringRef Path);

  bool separatesDocuments() const override { return true; }
  llvm::raw_ostream *getStream() override { return nullptr; }
  /// Writes the file of \p D, which appears whole or not at all. Also fails if
  /// the file is one of the inputs, or was written before for another module.
  llvm::Error write(const Document &D) override;

private:
  bool isInput(llvm::StringRef File);

  std::string Path;
  llvm::ArrayRef<InputSet> Inputs;
  DocumentNames Names;
  llvm::StringSet<> Written;
  /// Identifies the files of the inputs; not set until it is needed.
  std::optional<std::set<llvm::sys::fs::UniqueID>> InputFiles;
};

} // namespace hlomem

#endif // HLOMEM_DRIVER_DOCUMENTSINK_H
