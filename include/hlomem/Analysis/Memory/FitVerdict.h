//===- FitVerdict.h - Whether a program fits into a device ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Judges whether a program fits into a device. What a dump needs is known only
/// for the backend that it was compiled for. XLA for TPUs looks at the limit
/// and rematerializes, and code takes memory too: that a number of bytes fits
/// is a verdict, and does not predict what another compile would take.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_FITVERDICT_H
#define HLOMEM_ANALYSIS_MEMORY_FITVERDICT_H

#include "hlomem/IR/Device.h"
#include "hlomem/Support/Bytes.h"

namespace hlomem {

class AnalysisManager;
class Module;

/// Identifies how needed bytes compare with a limit.
enum class Fit : uint8_t {
  Fits,
  /// Identifies a comparison that is uncertain: the needed bytes are within
  /// CloseMargin of the limit of a device, where what XLA adds to an assignment
  /// decides, or a predicted number is within the error of the prediction.
  Close,
  DoesNotFit,
  /// Identifies that there is no limit, or that the dump is not of the device's
  /// backend.
  Unknown,
};

/// Returns "fits", "close", "does not fit" or "unknown".
StringRef getFitName(Fit F);

/// Is the distance from the limit of a device below which the verdict is Close.
inline constexpr Bytes CloseMargin = Bytes(uint64_t(1) << 28);

/// Compares \p Needed bytes with \p Limit. Returns Close if they differ by less
/// than \p Margin, and never Unknown. If \p Margin is zero, all up to the limit
/// fits.
Fit compareWithLimit(Bytes Needed, Bytes Limit, Bytes Margin);

/// Represents the verdict whether needed bytes fit into a limit.
struct FitVerdict {
  Fit Kind = Fit::Unknown;
  Bytes Needed;
  /// Holds the limit less what is reserved; none if there is no limit for the
  /// module.
  std::optional<Bytes> Limit;
  /// Tells why the verdict is unknown, "compiled for CPU"; empty if it is
  /// known.
  std::string Why;
  /// Tells what is doubtful about the device that the dump was compiled for, if
  /// the verdict is known: "compiled for sm_8.0, and h100-80gb is sm_9.0", "the
  /// dump does not tell which TPU". Empty if nothing is.
  std::string Caveat;
  /// Is true if the dump is certainly for another device of this backend.
  bool IsOtherDevice = false;
  /// Is true if the verdict is DoesNotFit, where it would be Close, since the
  /// compile ran out of memory (judgeModule()).
  bool RanOut = false;

  /// Returns what is left of the limit; none if the limit is exceeded or the
  /// verdict is unknown.
  std::optional<Bytes> getLeft() const;
  /// Returns what exceeds the limit; none if nothing does or the verdict is
  /// unknown.
  std::optional<Bytes> getExcess() const;
};

/// Returns true if \p Space counts in getNeededBytes().
bool isLimited(MemorySpace Space, AnalysisManager &AM);

/// Returns the bytes that \p M needs of what getFitLimit() limits: the bytes of
/// its allocations without the thread-local ones. With a device, all main
/// memory counts (isMainMemory()), otherwise only the default space.
Bytes getNeededBytes(const Module &M, AnalysisManager &AM);

/// Returns what \p M may take of main memory by the Target of \p AM, less what
/// is reserved: the smaller of the device's limit and that of the default
/// space. Returns none if there is no limit, or the device is of another
/// backend.
std::optional<Bytes> getFitLimit(const Module &M, AnalysisManager &AM);

/// Judges \p Needed bytes of main memory against getFitLimit(). \p M tells what
/// it was compiled for. \p Margin defaults to CloseMargin with a device and to
/// zero otherwise, since a -memory-limit is exact.
FitVerdict judgeFit(Bytes Needed, const Module &M, AnalysisManager &AM,
                    std::optional<Bytes> Margin = std::nullopt);

/// Judges what \p M needs as judgeFit() does. \p IsAsCompiled is true if no
/// pass has changed \p M: a program that is close to the limit of the device
/// that it was compiled for then does not fit if its compile ran out of memory.
FitVerdict judgeModule(const Module &M, AnalysisManager &AM, bool IsAsCompiled);

/// Returns the command line of one of utils/recipes that compiles for \p D. An
/// empty \p Topology means that of the table.
std::string getCompileCommand(const Device &D, StringRef Topology);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_FITVERDICT_H
