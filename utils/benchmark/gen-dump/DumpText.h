//===- DumpText.h - A made-up program as XLA would dump it ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_GENDUMP_DUMPTEXT_H
#define HLOMEM_GENDUMP_DUMPTEXT_H

#include <cstdint>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace gendump {

class Program;

/// What XLA has told in dumps: more and more.
enum class Parts : uint8_t {
  Allocations,
  /// And the total, positions and uses.
  UsedValues,
  /// And instructions, live ranges and the peak.
  All
};

/// Writes the dump of \p P, which is finished, as jaxlib 0.7.0 does what it
/// has of it.
void writeDump(const Program &P, llvm::raw_ostream &OS,
               Parts Written = Parts::All);

} // namespace gendump

#endif // HLOMEM_GENDUMP_DUMPTEXT_H
