//===- Fit.h - Whether a program fits into a device -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a dump needs is known of the backend that it was compiled for alone.
/// XLA for TPUs looks at the limit and rematerializes, and code takes memory
/// too: that a number of bytes fits is a verdict, not what another compile
/// would take.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_FIT_H
#define HLOMEM_ANALYSIS_FIT_H

#include "hlomem/Analysis/Device.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace hlomem {

class AnalysisManager;
class Module;

enum class Fit : uint8_t {
  Fits,
  /// Not certain either way: within CloseMargin of the limit of a device, where
  /// what XLA adds to an assignment decides, or of a predicted number within
  /// the error of the prediction.
  Close,
  DoesNotFit,
  /// There is no limit, or the dump is not of the device's backend.
  Unknown,
};

/// "fits", "close", "does not fit", "unknown".
llvm::StringRef getFitName(Fit F);

/// Within this of the limit of a device the verdict is Close.
inline constexpr Bytes CloseMargin = Bytes(uint64_t(1) << 28);

/// How \p Needed bytes compare with \p Limit: Close if they differ by less than
/// \p Margin, never Unknown. Without a margin, no more than the limit fits.
Fit compareWithLimit(Bytes Needed, Bytes Limit, Bytes Margin);

struct FitVerdict {
  Fit Kind = Fit::Unknown;
  Bytes Needed;
  /// Less what is reserved; none where there is no limit for the module.
  std::optional<Bytes> Limit;
  /// Why it is unknown; empty if it is not: "compiled for CPU".
  std::string Why;
  /// Of a verdict that is known, what is doubtful about the device that the
  /// dump was compiled for: "compiled for sm_8.0, h100-80gb is sm_9.0", "the
  /// dump does not tell which TPU". Empty if nothing is.
  std::string Caveat;
  /// The dump is certainly for another device of the same backend.
  bool IsOtherDevice = false;

  /// What is left of the limit; none where it is exceeded or unknown.
  std::optional<Bytes> getLeft() const;
  /// What exceeds the limit; none where it is kept or unknown.
  std::optional<Bytes> getExcess() const;
};

/// Whether \p Space counts in getNeededBytes().
bool isLimited(MemorySpace Space, AnalysisManager &AM);

/// The bytes that \p M needs of what getFitLimit() limits: what is allocated,
/// thread-local allocations left out. With a device that is all main memory
/// (isMainMemory()), otherwise the default space.
Bytes getNeededBytes(const Module &M, AnalysisManager &AM);

/// What \p M may take of main memory by the Target of \p AM, less what is
/// reserved: the smaller of the device's limit and that of the default space.
/// None without a limit, or where the device is of another backend.
std::optional<Bytes> getFitLimit(const Module &M, AnalysisManager &AM);

/// Judges \p Needed bytes of main memory against that limit. \p M tells what it
/// was compiled for. \p Margin is CloseMargin with a device and zero without
/// unless it is given: a -memory-limit means what it says.
FitVerdict judgeFit(Bytes Needed, const Module &M, AnalysisManager &AM,
                    std::optional<Bytes> Margin = std::nullopt);

/// What the file name of a dump for a GPU tells of its architecture: "sm_9.0a"
/// of "module_0001.jit_f.sm_9.0a_gpu_after_optimizations", "gfx942". Empty for
/// any other.
llvm::StringRef findGpuArchitecture(llvm::StringRef ModuleName);

/// What compiles for \p D: the command line of one of utils/recipes.
std::string getCompileCommand(const Device &D, llvm::StringRef Topology);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_FIT_H
