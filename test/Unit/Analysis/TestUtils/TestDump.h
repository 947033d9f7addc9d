//===- TestDump.h - Dumps and modules from slices and ranges --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_ANALYSIS_TESTUTILS_TESTDUMP_H
#define HLOMEM_TEST_UNIT_ANALYSIS_TESTUTILS_TESTDUMP_H

#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/IR/Module.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

struct TestSlice {
  uint64_t Offset = 0;
  uint64_t Size = 0;
  std::optional<LiveRange> Range;
  std::string Shape = "u8[1]{0}";
};

/// What matters of an allocation for places and times.
struct TestAllocation {
  uint64_t Size = 0;
  std::vector<TestSlice> Values;
  MemorySpace Space = 0;
  bool ThreadLocal = false;
  std::string Flags = "preallocated-temp";
};

/// Reads a dump of \p Allocations in a program of \p End instructions. The
/// values are v0, v1, ... in order, with these numbers as ids. Ends the test
/// program if the parser refuses the dump.
std::unique_ptr<Module>
makeModule(const std::vector<TestAllocation> &Allocations, Time End,
           llvm::StringRef FileName = "test.txt");

/// Reads what is complete of \p Text; null if nothing is.
std::unique_ptr<Module> readCutDump(llvm::StringRef Text);

/// The text of the file \p Path in the folder test.
std::string readTestFile(llvm::StringRef Path);

} // namespace hlomem

#endif // HLOMEM_TEST_UNIT_ANALYSIS_TESTUTILS_TESTDUMP_H
