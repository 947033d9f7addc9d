//===- OutputFile.h - A document to a file, whole or not at all -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_OUTPUTFILE_H
#define HLOMEM_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class raw_ostream;
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
llvm::Error
writeOutputFile(llvm::StringRef Path,
                llvm::function_ref<bool(llvm::raw_ostream &)> Write);

/// Describes a file to write.
struct NamedOutput {
  /// Names the option that the file was given with, such as "-o".
  llvm::StringRef Option;
  /// Names the file; "-" is the standard output.
  llvm::StringRef Path;
};

/// Fails if one of \p Outputs has an empty path, if two are the same regular
/// file, so that the output written first would be lost, or if one can be seen
/// not to be writable. Devices and pipes may be shared.
llvm::Error checkOutputs(llvm::ArrayRef<NamedOutput> Outputs);

/// Fails if one of \p Reports is also one of the files \p Inputs, of which "-"
/// is the standard input: writing the report would destroy the input.
llvm::Error checkInputsAreKept(llvm::ArrayRef<NamedOutput> Reports,
                               llvm::ArrayRef<llvm::StringRef> Inputs);

/// Returns "-" if \p Path is another name of the standard output, such as
/// /dev/stdout, otherwise \p Path.
std::string getOutputName(llvm::StringRef Path);

/// Flushes the standard output. Fails if that, or any earlier write to it,
/// failed.
llvm::Error flushStandardOutput();

} // namespace hlomem

#endif // HLOMEM_SUPPORT_OUTPUTFILE_H
