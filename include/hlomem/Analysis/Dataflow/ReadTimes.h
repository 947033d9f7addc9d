//===- ReadTimes.h - When values are read, and when not -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_DATAFLOW_READTIMES_H
#define HLOMEM_ANALYSIS_DATAFLOW_READTIMES_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace hlomem {

class AliasBuffers;
class Liveness;
class Value;

/// An instruction reads a value, or forwards it: it has the value at a further
/// position.
struct Read {
  /// When that counts: of an instruction that runs after the range of the value
  /// has ended, a `while` or a `call`, at the end of the range.
  Time At = 0;
  llvm::StringRef By;
  /// Which operand it reads; none if it forwards the value only.
  std::optional<uint32_t> Operand;
};

/// Where a gap lies.
enum class GapKind {
  BeforeFirstRead,
  BetweenReads,
  AfterLastRead,
};

/// "before first read", "between reads" or "after last read".
llvm::StringRef getName(GapKind Kind);

/// Schedule positions at which a value is live but idle: docs/MemoryModel.md,
/// "Reads and gaps".
struct Gap {
  const Value *V = nullptr;
  /// Of the schedule; both ends included.
  LiveRange When;
  GapKind Kind = GapKind::BetweenReads;

  /// Bytes x time.
  Bytes getArea() const;
};

/// When the values of a module are read.
class ReadTimes {
public:
  /// Both must outlive this.
  ReadTimes(const Liveness &Live, const AliasBuffers &Buffers);

  /// The number of times of the schedule in the range of \p V; 0 if that is
  /// unknown. The time just past the last instruction is none of them.
  uint64_t getLength(const Value &V) const;
  /// Bytes x time: the size of \p V times its length.
  Bytes getArea(const Value &V) const;

  /// False if the live range is unknown, the dump does not show the uses, or
  /// an instruction that is not scheduled is among them.
  bool knowsReads(const Value &V) const;
  /// By time, then in the order of the schedule and of operands, whatever order
  /// the uses have: an instruction that reads several operands several times,
  /// one that reads and forwards once. Empty unless knowsReads().
  llvm::SmallVector<Read, 4> findReads(const Value &V) const;
  /// In the order of time. Empty if nothing reads \p V, or that is unknown.
  llvm::SmallVector<Gap, 4> findGaps(const Value &V) const;
  /// Known to be read by nothing, neither an instruction nor the caller, nor
  /// handed over to another value. A result that takes over the memory of a
  /// donated argument does not read it.
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

#endif // HLOMEM_ANALYSIS_DATAFLOW_READTIMES_H
