//===- OutOfMemoryLog.h - XLA's out-of-memory messages ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds XLA's out-of-memory messages in a log, which is often all that is left
/// of a program that did not fit. They tell how much was needed, and some list
/// the largest buffers. Their forms are those of XLA's
/// `BufferAssignment::ToVerboseString`, of its PJRT clients, and of libtpu
/// 0.0.2 to 0.0.50.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_OUTOFMEMORYLOG_H
#define HLOMEM_DUMP_OUTOFMEMORYLOG_H

#include "hlomem/Support/RoundedBytes.h"

namespace hlomem {

/// Represents one of the largest buffers, as far as the message describes it.
struct OutOfMemoryBuffer {
  std::optional<RoundedBytes> Size;
  std::optional<RoundedBytes> Unpadded;
  /// Holds XLA's word for the kind of buffer: "HLO temp".
  std::string Kind;
  std::string Shape;
  /// Holds the instruction's name, or its opcode if the message tells only
  /// that.
  std::string Label;
  std::string OpName;
  /// Holds the file and line of the user's program: "train.py:61".
  std::string Source;

  bool operator==(const OutOfMemoryBuffer &) const = default;
};

/// Represents a line that tells one part of the needed bytes.
struct OutOfMemoryPart {
  /// Holds XLA's name of the part: "arguments".
  std::string Name;
  RoundedBytes Size;

  bool operator==(const OutOfMemoryPart &) const = default;
};

/// Represents an out-of-memory message: what was needed, what was available,
/// and the buffers that it lists.
struct OutOfMemoryMessage {
  enum class Device { TPU, GPU, CPUOrGPU };
  enum class Phase { Compiling, Loading, Running };

  /// Points to the beginning of the message.
  SMLoc Loc;
  Device On = Device::TPU;
  Phase When = Phase::Compiling;
  /// Holds XLA's name of the memory space: "hbm"; empty if the message does not
  /// tell it.
  std::string Space;
  /// Names the instruction or program that did not fit; empty if the message
  /// does not tell it.
  std::string Subject;
  std::optional<RoundedBytes> Needed;
  /// Holds the limit if the program was compiled, and otherwise what was free.
  std::optional<RoundedBytes> Available;
  std::optional<RoundedBytes> Over;
  std::vector<OutOfMemoryPart> Parts;
  /// Lists buffers in the order of the message, the largest first.
  std::vector<OutOfMemoryBuffer> Buffers;
  /// Is true if the log ends, or goes on with something else, within the
  /// message.
  bool IsCut = false;
  /// Counts further messages that say the same.
  unsigned Repeats = 0;

  /// Returns true if \p Other differs at most in place and number of repeats.
  bool saysTheSameAs(const OutOfMemoryMessage &Other) const;
};

/// Returns the messages in \p Log in order, equal ones once. Prefixes of
/// loggers, pytest and the like may stand before each line, lines may end with
/// CR LF, and a message may stand in one line with its line feeds written as
/// `\n`. A text that only mentions such a message and has no numbers is no
/// message.
std::vector<OutOfMemoryMessage> findOutOfMemory(StringRef Log);

} // namespace hlomem

#endif // HLOMEM_DUMP_OUTOFMEMORYLOG_H
