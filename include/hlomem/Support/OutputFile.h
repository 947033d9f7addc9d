//===- OutputFile.h - A document to a file, whole or not at all -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_OUTPUTFILE_H
#define HLOMEM_SUPPORT_OUTPUTFILE_H

#include "hlomem/Support/LLVM.h"
#include "llvm/Support/FileSystem.h"
#include <system_error>

namespace llvm {
class raw_fd_ostream;
} // namespace llvm

namespace hlomem {

/// Writes what \p Write prints to the file \p Path; "-" is the standard output.
///
/// A regular file is replaced in one step at the end, so that it may be one of
/// the inputs, and keeps its contents if anything fails. Devices, pipes and
/// files that the shell opened (/dev/stderr, /dev/fd/3) are written in place.
/// Links are followed. A terminal gets the lines before the first one with
/// control characters, which is an error.
///
/// \p Write returns false if what it printed is not to be kept: a regular file
/// then keeps its contents, and no error is returned. Errors name the file.
Error writeOutputFile(StringRef Path, function_ref<bool(raw_ostream &)> Write);

/// Represents a file that is written over some time and then appears whole, or
/// not at all: a regular file as writeOutputFile() writes one. Devices and
/// pipes are written in place.
class PendingFile {
public:
  /// Begins the file \p Path. Errors name the file, here and below.
  static Expected<std::unique_ptr<PendingFile>> create(StringRef Path);
  PendingFile(const PendingFile &) = delete;
  PendingFile &operator=(const PendingFile &) = delete;
  /// Drops what was written, unless keep() was called.
  ~PendingFile();

  raw_ostream &stream() { return *OS; }
  /// Ends the writing. Fails if anything could not be written.
  Error close();
  /// Makes the file appear. \pre close() was called and has not failed.
  Error keep();

private:
  explicit PendingFile(StringRef Path) : Path(Path) {}
  /// Opens a file beside the target, which is a regular file or not there.
  std::error_code createTemporary(bool Exists);

  std::string Path;
  /// Names the file that is to appear, without links.
  std::string Target;
  /// Names the file that is written; empty if Path is written in place, and
  /// once there is no such file.
  std::string Temporary;
  /// Holds the permissions of a file that is replaced.
  std::optional<llvm::sys::fs::perms> Permissions;
  std::unique_ptr<llvm::raw_fd_ostream> OS;
};

/// Describes a file to write.
struct NamedOutput {
  /// Names the option that the file was given with, such as "-o".
  StringRef Option;
  /// Names the file; "-" is the standard output.
  StringRef Path;
};

/// Fails if one of \p Outputs has an empty path, if two are the same regular
/// file, so that the output written first would be lost, or if one can be seen
/// not to be writable. Devices and pipes may be shared.
Error checkOutputs(ArrayRef<NamedOutput> Outputs);

/// Fails if one of \p Reports is also one of the files \p Inputs, of which "-"
/// is the standard input: writing the report would destroy the input.
Error checkInputsAreKept(ArrayRef<NamedOutput> Reports,
                         ArrayRef<StringRef> Inputs);

/// Returns "-" if \p Path is another name of the standard output, such as
/// /dev/stdout, otherwise \p Path.
std::string getOutputName(StringRef Path);

/// Flushes the standard output. Fails if that, or any earlier write to it,
/// failed.
Error flushStandardOutput();

} // namespace hlomem

#endif // HLOMEM_SUPPORT_OUTPUTFILE_H
