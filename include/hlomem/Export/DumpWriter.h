//===- DumpWriter.h - A module to the text of a dump ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_EXPORT_DUMPWRITER_H
#define HLOMEM_EXPORT_DUMPWRITER_H

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

class Module;

/// Writes \p M as XLA would have written it, in the dialect it was read in. A
/// module that was not changed gives the text it was read from, byte for byte.
/// What the dump claims about itself (total, peak, tree) is written as it was
/// read, also where the assignment has changed.
void writeDump(const Module &M, llvm::raw_ostream &OS);

} // namespace hlomem

#endif // HLOMEM_EXPORT_DUMPWRITER_H
