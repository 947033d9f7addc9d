//===- ResidentSet.h - Programs that share one device -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DRIVER_RESIDENTSET_H
#define HLOMEM_LIB_DRIVER_RESIDENTSET_H

#include "hlomem/Support/Bytes.h"
#include "hlomem/Support/ExitCode.h"
#include "llvm/ADT/StringMap.h"

namespace hlomem {

class AnalysisManager;
class Module;
struct Target;

/// What one program takes of main memory, without thread-local allocations.
struct ResidentProgram {
  /// An argument and what it must have in common with that of another program
  /// to be the same array: op_name, shape and sharding. Empty for one without
  /// an op_name, which is like no other.
  std::vector<std::pair<std::string, Bytes>> Arguments;
  Bytes Constants;
  /// Results and temporaries: memory that a program has while it runs.
  Bytes Rest;
  /// As of getFitLimit().
  std::optional<Bytes> Limit;
  /// Why the program cannot be judged; empty if it can.
  std::string WhyUnknown;
};

/// Of \p M as it is now.
ResidentProgram describeResident(const Module &M, AnalysisManager &AM);

/// What several programs need together, between two bounds.
class ResidentSet {
public:
  void add(const ResidentProgram &P);
  /// A program that could not be read.
  void addUnknown() { addReason("since an input could not be read"); }

  /// Equal arguments once, and one program running at a time.
  Bytes getLeast() const { return Shared + LargestRest; }
  /// Nothing shared, and all programs running.
  Bytes getMost() const { return All; }

  struct Verdict {
    ExitCode Code = ExitDone;
    std::string Line;
  };
  /// Both bounds, and what they mean for the limit of \p Machine, if there is
  /// one.
  Verdict judge(const Target &Machine) const;

private:
  void addReason(StringRef Why) {
    if (WhyUnknown.empty())
      WhyUnknown = Why.str();
  }

  uint64_t Count = 0;
  uint64_t UnnamedCount = 0;
  /// Arguments that at least two programs share.
  llvm::StringMap<Bytes> Named;
  Bytes Shared, LargestRest, All;
  /// The smallest of all programs.
  std::optional<Bytes> Limit;
  std::string WhyUnknown;
};

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_RESIDENTSET_H
