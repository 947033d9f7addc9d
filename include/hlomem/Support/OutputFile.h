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

/// Writes to the file \p Path what \p Write prints; "-" is the standard output.
///
/// A regular file is replaced in one step at the end, so that it may be one of
/// the inputs, and keeps what it held if anything fails. Devices, pipes and
/// what the shell opened (/dev/stderr, /dev/fd/3) are written in place. Links
/// are followed. A terminal gets the lines up to the first with control
/// characters, which is an error.
///
/// \p Write returns false if what it printed is not worth keeping: the file is
/// then dropped, which is no error of this function. Errors name the file.
llvm::Error
writeOutputFile(llvm::StringRef Path,
                llvm::function_ref<bool(llvm::raw_ostream &)> Write);

/// A file to write, and the option that names it.
struct NamedOutput {
  /// "-o".
  llvm::StringRef Option;
  /// "-" is the standard output.
  llvm::StringRef Path;
};

/// An error if one of \p Outputs has no name, or if two are the same file, so
/// that what is written first would be lost, or if one cannot be written as far
/// as can be told beforehand. Devices and pipes may be shared.
llvm::Error checkOutputs(llvm::ArrayRef<NamedOutput> Outputs);

/// An error if one of \p Reports is also one of the files \p Inputs, of which
/// "-" is the standard input: a report of a dump is no dump.
llvm::Error checkInputsAreKept(llvm::ArrayRef<NamedOutput> Reports,
                               llvm::ArrayRef<llvm::StringRef> Inputs);

/// "-" if \p Path is another name of the standard output, such as /dev/stdout;
/// otherwise \p Path.
std::string getOutputName(llvm::StringRef Path);

/// Writes out what the standard output still holds; an error if it, or
/// anything before, could not be written.
llvm::Error flushStandardOutput();

} // namespace hlomem

#endif // HLOMEM_SUPPORT_OUTPUTFILE_H
