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

namespace hlomem {

class DecompressionAllowance;

/// Says for each kind of part why a dump lacks it, if it is a split one without
/// that part: "X-live-range.txt is not beside it".
struct MissingParts {
  std::string WhyNoAllocations;
  std::string WhyNoUsedValues;
  std::string WhyNoLiveRanges;
};

/// Represents a dump that is not parsed yet, or an assignment in binary form.
struct ModuleInput {
  DumpInput Dump;
  /// Loads the HloProto of the same compilation from the folder of the dump;
  /// may be null.
  HloProtoLoader ProtoBeside;
  MissingParts Missing;
  /// Holds an assignment in binary form; Dump is empty then.
  std::optional<SourceText> Proto;
  /// Is true if Proto is a BufferAssignmentProto without its program.
  bool IsAssignmentAlone = false;
  /// Names the file that contains Proto, if Proto has another name:
  /// "jit_step(4)" of a profile.
  std::string Container;
  /// Names the text files of the dump that Proto has.
  SmallVector<std::string, 1> TextForm;
};

/// Represents a log that has XLA's out-of-memory messages and no dump.
struct OutOfMemoryLog {
  SourceText Text;
  /// Holds at least one message; their places are in Text.
  std::vector<OutOfMemoryMessage> Messages;
};

struct LoadedInput {
  /// Is empty only if there is a Log, or if a folder was searched: not every
  /// HloProto in it has an assignment.
  std::vector<ModuleInput> Modules;
  std::optional<OutOfMemoryLog> Log;
  std::vector<std::string> Warnings;
};

/// Reads the files of \p Set. If \p JoinSiblings, it also reads the other parts
/// of a split dump in the same folder, and `X.txt` on demand of the module.
/// Compressed files are decompressed within \p Allowance, which must outlive
/// the result. Errors name the file.
Expected<LoadedInput> loadInput(const InputSet &Set, bool JoinSiblings,
                                unsigned ThreadCount,
                                DecompressionAllowance &Allowance);

} // namespace hlomem

#endif // HLOMEM_DRIVER_INPUTLOADER_H
