//===- DumpParser.h - Text of a dump to a module --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the combined form of XLA's buffer assignment dump: dump-format.md
/// section 3, with allocations, used values and live ranges in one text.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PARSER_DUMPPARSER_H
#define HLOMEM_PARSER_DUMPPARSER_H

#include <memory>

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace hlomem {

class DiagnosticEngine;
class Module;

/// Reads \p Dump, which need not end with a null byte; the module keeps it and
/// points into it. Null if there was any error: all of them, one a line, have
/// then been reported to \p Diags, up to its limit. Time is linear in the text.
std::unique_ptr<Module> parseDump(std::unique_ptr<llvm::MemoryBuffer> Dump,
                                  DiagnosticEngine &Diags);

} // namespace hlomem

#endif // HLOMEM_PARSER_DUMPPARSER_H
