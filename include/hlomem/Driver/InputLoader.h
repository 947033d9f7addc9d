//===- InputLoader.h - The files of an input to dumps -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DRIVER_INPUTLOADER_H
#define HLOMEM_DRIVER_INPUTLOADER_H

#include "hlomem/Driver/InputList.h"
#include "hlomem/Dump/OutOfMemoryLog.h"
#include "hlomem/Dump/Reader/DumpParser.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

class DecompressionAllowance;

/// Why a dump has no part of that kind, if it turns out to be a split one
/// without: "X-live-range.txt is not beside it".
struct MissingParts {
  std::string WhyNoAllocations;
  std::string WhyNoUsedValues;
  std::string WhyNoLiveRanges;
};

/// A dump that is yet to be parsed, or an assignment in binary form.
struct ModuleInput {
  DumpInput Dump;
  /// Finds the HloProto of the same compilation beside the dump; may be null.
  HloProtoLoader ProtoBeside;
  MissingParts Missing;
  /// Set for an assignment in binary form; Dump is empty then.
  std::optional<SourceText> Proto;
  /// A BufferAssignmentProto without its program.
  bool IsAssignmentAlone = false;
  /// The file that Proto is in, where it is named otherwise: "jit_step(4)" of
  /// a profile.
  std::string Container;
  /// Of Proto: the files of the same dump as text.
  llvm::SmallVector<std::string, 1> TextForm;
};

/// A log that has XLA's messages of what does not fit, and no dump.
struct OutOfMemoryLog {
  SourceText Text;
  /// At least one; their places are in Text.
  std::vector<OutOfMemoryMessage> Messages;
};

struct LoadedInput {
  /// At least one, unless there is a Log, or a folder was searched: not every
  /// HloProto in it has an assignment.
  std::vector<ModuleInput> Modules;
  std::optional<OutOfMemoryLog> Log;
  std::vector<std::string> Warnings;
};

/// Reads the files of \p Set. \p JoinSiblings: of a split dump, also the parts
/// beside them, and `X.txt` when somebody asks the module for it. Compressed
/// files are unpacked by \p Allowance, which must outlive what is returned.
/// Errors name the file.
llvm::Expected<LoadedInput> loadInput(const InputSet &Set, bool JoinSiblings,
                                      unsigned ThreadCount,
                                      DecompressionAllowance &Allowance);

} // namespace hlomem

#endif // HLOMEM_DRIVER_INPUTLOADER_H
