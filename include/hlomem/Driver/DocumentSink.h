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

/// What passes wrote of one module.
struct Document {
  /// As the module is called.
  llvm::StringRef ModuleName;
  /// See PassInfo::Extension; empty where the sink does not separate documents.
  llvm::StringRef Extension;
  llvm::StringRef Text;
  /// The file that the module is one of several of, or that it is called after;
  /// empty where that is not known.
  llvm::StringRef Input = {};
};

/// A document has no name of its own: what was asked for cannot be written.
/// Other errors of a sink are the system's.
class DocumentNameError : public llvm::ErrorInfo<DocumentNameError> {
public:
  static char ID;

  /// \p Message is one line.
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

  /// Keeps documents of each module and extension apart.
  virtual bool separatesDocuments() const = 0;
  /// Where a document may be written while it is made, if no other is; null
  /// where it has to be handed over as a whole.
  virtual llvm::raw_ostream *getStream() = 0;
  /// Takes a whole document.
  virtual llvm::Error write(const Document &D) = 0;
};

/// All documents one behind the other.
class StreamSink final : public DocumentSink {
public:
  /// \p OS must outlive the sink, and reports errors itself.
  explicit StreamSink(llvm::raw_ostream &OS) : OS(OS) {}

  bool separatesDocuments() const override { return false; }
  llvm::raw_ostream *getStream() override { return &OS; }
  llvm::Error write(const Document &D) override;

private:
  llvm::raw_ostream &OS;
};

/// How the files of modules begin: the name of the module without folder and
/// ending, with as many folders of the input in front as it takes to tell the
/// inputs apart.
class DocumentNames {
public:
  explicit DocumentNames(llvm::ArrayRef<InputSet> Inputs);

  /// \p ModuleName is that of the Module, and \p Input as in Document. What a
  /// log calls a module stands in a folder called after the log where there are
  /// other inputs.
  std::string get(llvm::StringRef ModuleName, llvm::StringRef Input = {}) const;

private:
  /// By the path of the input without the ending.
  llvm::StringMap<std::string> Names;
};

/// A file for each document: MODULE.EXT, in one folder.
class FolderSink final : public DocumentSink {
public:
  /// \p Path is made, with the folders above it, for the first document.
  FolderSink(llvm::StringRef Path, llvm::ArrayRef<InputSet> Inputs)
      : Path(Path.str()), Inputs(Inputs), Names(Inputs) {}

  /// An error if \p Path is no folder, or is one in which nothing can be made,
  /// as far as can be told beforehand.
  static llvm::Error check(llvm::StringRef Path);

  bool separatesDocuments() const override { return true; }
  llvm::raw_ostream *getStream() override { return nullptr; }
  /// The file appears whole or not at all. An error also if it is one of the
  /// inputs, or was written before for another module.
  llvm::Error write(const Document &D) override;

private:
  bool isInput(llvm::StringRef File);

  std::string Path;
  llvm::ArrayRef<InputSet> Inputs;
  DocumentNames Names;
  llvm::StringSet<> Written;
  /// Of the inputs; not known before it is needed.
  std::optional<std::set<llvm::sys::fs::UniqueID>> InputFiles;
};

} // namespace hlomem

#endif // HLOMEM_DRIVER_DOCUMENTSINK_H
