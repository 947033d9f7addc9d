//===- OptBisect.h - The first passes only ----------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_OPTBISECT_H
#define HLOMEM_PASS_OPTBISECT_H

#include "hlomem/Pass/PassInstrumentation.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>

namespace hlomem {

/// Counts the runs of passes over all modules and skips those beyond a limit,
/// to find by halving which one does harm. Passes with PassInfo::IsRequired are
/// neither counted nor skipped. Numbers mean something only where modules run
/// one after the other: not for several threads.
class OptBisect {
public:
  /// Runs the first \p Limit passes; all of them if it is negative.
  explicit OptBisect(int64_t Limit) : Limit(Limit) {}
  OptBisect(const OptBisect &) = delete;
  OptBisect &operator=(const OptBisect &) = delete;

  /// Watches one more module. Each decision is a line of \p OS, "BISECT: NOT
  /// running pass (3) peak on dump.txt".
  void registerCallbacks(PassInstrumentation &PI, llvm::raw_ostream &OS);

private:
  const int64_t Limit;
  int64_t LastNumber = 0;
};

} // namespace hlomem

#endif // HLOMEM_PASS_OPTBISECT_H
