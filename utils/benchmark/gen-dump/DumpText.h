//===- DumpText.h - A made-up program as XLA would dump it ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_GENDUMP_DUMPTEXT_H
#define HLOMEM_GENDUMP_DUMPTEXT_H

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace gendump {

class Program;

/// Writes the dump of \p P, which is finished, as jaxlib 0.7.0 does.
void writeDump(const Program &P, llvm::raw_ostream &OS);

} // namespace gendump

#endif // HLOMEM_GENDUMP_DUMPTEXT_H
