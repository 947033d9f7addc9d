//===- OutOfMemoryLog.h - XLA's out-of-memory messages ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is left of a program that did not fit is often just its log. XLA's
/// messages in it tell how much was needed, and some list the largest buffers.
/// Their forms are those of XLA's `BufferAssignment::ToVerboseString`, of its
/// PJRT clients, and of what libtpu 0.0.2 to 0.0.50 prints.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_OUTOFMEMORYLOG_H
#define HLOMEM_DUMP_OUTOFMEMORYLOG_H

#include "hlomem/Support/RoundedBytes.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

/// One of the largest buffers, as far as it is told.
struct OutOfMemoryBuffer {
  std::optional<RoundedBytes> Size;
  std::optional<RoundedBytes> Unpadded;
  /// "HLO temp"
  std::string Kind;
  std::string Shape;
  /// The instruction's name, or where only that is told its opcode.
  std::string Label;
  std::string OpName;
  /// "train.py:61"
  std::string Source;

  bool operator==(const OutOfMemoryBuffer &) const = default;
};

/// A line of what the needed bytes are made of.
struct OutOfMemoryPart {
  /// As XLA calls it: "arguments".
  std::string Name;
  RoundedBytes Size;

  bool operator==(const OutOfMemoryPart &) const = default;
};

struct OutOfMemoryMessage {
  enum class Device { TPU, GPU, CPUOrGPU };
  enum class Phase { Compiling, Loading, Running };

  /// Where it begins.
  llvm::SMLoc Loc;
  Device On = Device::TPU;
  Phase When = Phase::Compiling;
  /// As XLA calls it: "hbm"; empty if it is not told.
  std::string Space;
  /// What did not fit: an instruction, or a program; empty if it is not told.
  std::string Subject;
  std::optional<RoundedBytes> Needed;
  /// The limit when compiling, later what was free.
  std::optional<RoundedBytes> Available;
  std::optional<RoundedBytes> Over;
  std::vector<OutOfMemoryPart> Parts;
  /// In the order of the message, the largest first.
  std::vector<OutOfMemoryBuffer> Buffers;
  /// The log ends, or goes on with something else, within the message.
  bool IsCut = false;
  /// So many more messages say the same.
  unsigned Repeats = 0;

  /// But for the place and the repeats.
  bool saysTheSameAs(const OutOfMemoryMessage &Other) const;
};

/// The messages in \p Log, in order; equal ones once. Prefixes of loggers,
/// pytest and the like may stand before each line, lines may end as Windows
/// ends them, and a message may stand in one line with its line feeds written
/// as `\n`. A text without numbers that only mentions such a message is none.
std::vector<OutOfMemoryMessage> findOutOfMemory(llvm::StringRef Log);

} // namespace hlomem

#endif // HLOMEM_DUMP_OUTOFMEMORYLOG_H
