//===- ReadTimes.h - When values are read, and when not -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_LIVENESS_READTIMES_H
#define HLOMEM_ANALYSIS_LIVENESS_READTIMES_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/Support/Bytes.h"

namespace hlomem {

class AliasBuffers;
class Liveness;
class Value;

/// Represents a read of a value by an instruction, or its forwarding: the
/// instruction has the value at a further position.
struct Read {
  /// Holds the schedule position of the instruction; for one that runs after
  /// the range of the value has ended, a `while` or a `call`, the end of the
  /// range.
  Time At = 0;
  /// Names the instruction.
  StringRef By;
  /// Holds the number of the operand that is read; none if the instruction only
  /// forwards the value.
  std::optional<uint32_t> Operand;
};

/// Identifies where a gap is among the reads of a value.
enum class GapKind {
  BeforeFirstRead,
  BetweenReads,
  AfterLastRead,
};

/// Returns "before first read", "between reads" or "after last read".
StringRef getName(GapKind Kind);

/// Represents schedule positions at which a value is live but idle:
/// docs/Lifetimes.md, "Reads and gaps".
struct Gap {
  const Value *V = nullptr;
  /// Holds the schedule positions, both ends included.
  LiveRange When;
  GapKind Kind = GapKind::BetweenReads;

  /// Returns the size of the value times the number of schedule positions.
  Bytes getArea() const;
};

/// Tells when the values of a module are read.
class ReadTimes {
public:
  /// Constructs an object that refers to both arguments, which must outlive it.
  ReadTimes(const Liveness &Live, const AliasBuffers &Buffers);

  /// Returns the number of schedule positions in the range of \p V, without the
  /// one just past the last instruction; 0 if the range is unknown.
  uint64_t getLength(const Value &V) const;
  /// Returns the size of \p V times getLength().
  Bytes getArea(const Value &V) const;

  /// Returns true if all reads of \p V are known. False if its live range is
  /// unknown, the dump does not show its uses, or an instruction among them is
  /// not scheduled.
  bool knowsReads(const Value &V) const;
  /// Returns the reads of \p V by time, then in the order of the schedule and
  /// of operands, whatever the order of its uses. An instruction that reads
  /// several operands occurs once for each; forwarding occurs only if the
  /// instruction does not read \p V. Empty unless knowsReads().
  SmallVector<Read, 4> findReads(const Value &V) const;
  /// Returns the gaps of \p V in the order of time. Empty if nothing reads
  /// \p V, or it is not known what does.
  SmallVector<Gap, 4> findGaps(const Value &V) const;
  /// Returns true if \p V is known to be read neither by an instruction nor by
  /// the caller, and not to be handed over to another value. A result that
  /// takes over the memory of a donated argument does not read the argument.
  bool isNeverRead(const Value &V) const;

private:
  const Liveness &Live;
  const AliasBuffers &Buffers;
};

struct ReadTimesAnalysis : public AnalysisInfoMixin<ReadTimesAnalysis> {
  using Result = ReadTimes;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_LIVENESS_READTIMES_H
