//===- DumpParser.h - Text of a dump to a module --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads XLA's buffer assignment dump in every form that it had since 2018. The
/// text decides which form it is:
/// docs/Dialects.md#what-the-parser-decides-by.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_READER_DUMPPARSER_H
#define HLOMEM_DUMP_READER_DUMPPARSER_H

#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/Module.h"

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace hlomem {

class DiagnosticEngine;
struct HeapTraces;

/// Represents a text that holds a dump or a part of one.
struct DumpText {
  SourceText Source;
  /// Holds what each line of the dump in a log contains before the dump's text:
  /// "buffer_assignment.cc:123] ". Lines without it do not belong to the dump.
  /// Empty for a text that is no log.
  std::string LogMark;
  /// Is true if the user asked for this file: see TextLayout::IsNamed.
  bool IsNamed = true;
};

/// Finds the HLO text of the program that a dump belongs to. Called when an
/// analysis asks for it.
using HloTextLoader = std::function<Expected<SourceText>()>;

/// Reads the heap simulators' traces of a module that was read from a dump, for
/// Materializer::readHeapTraces(). Called on each request for them.
using HeapTraceLoader =
    std::function<Expected<std::shared_ptr<const HeapTraces>>(const Module &)>;

/// Represents all inputs that belong to one module.
struct DumpInput {
  /// Holds the name of the module: Module::getName().
  std::string Name;
  /// Holds the whole dump, or the parts of a split one in the order
  /// allocations, used values, live ranges; any may be missing.
  SmallVector<DumpText, 1> Texts;
  /// Finds the HLO text of the program; may be null.
  HloTextLoader HloText;
  /// Finds XLA's memory usage report of this compilation; may be null.
  ReportLoader Report;
  /// Reads the traces of the heap simulators; may be null.
  HeapTraceLoader Traces;
  /// Finds the HloProto of this compilation; may be null.
  HloProtoLoader Proto;
};

/// Holds the options of parseDump().
struct ParseOptions {
  /// Allows a part of a split dump to come without the others, whatever the
  /// name of its file. A truncated dump cannot be told from such a part.
  bool AllowParts = false;
  /// Turns the error about something that does not fit into a warning, and
  /// keeps what does fit: Module::isIncomplete().
  bool Tolerant = false;
  /// Makes complete but unknown text an error. Otherwise it is kept:
  /// getUnknownText().
  bool RefuseUnknown = false;
  /// Limits the number of threads: Module::getThreadCount(). The parser may use
  /// them too.
  unsigned ThreadCount = 1;
  /// Holds how many bytes of the text a thread reads at once if there are
  /// several threads. The result does not depend on it.
  size_t ChunkSize = 1 << 20;
};

/// Parses \p Input. The module owns the buffers, which need not end with a null
/// byte, and points into them. Returns null if there was any error; all errors,
/// one a line, have then been reported to \p Diags, up to its limit. Statements
/// that contradict each other are no errors, unless they show that the text was
/// truncated. Takes time linear in the text.
std::unique_ptr<Module> parseDump(DumpInput Input, DiagnosticEngine &Diags,
                                  ParseOptions Options = {});

/// Parses a dump in one text; the module is named after the buffer.
std::unique_ptr<Module> parseDump(std::unique_ptr<llvm::MemoryBuffer> Dump,
                                  DiagnosticEngine &Diags,
                                  ParseOptions Options = {});

} // namespace hlomem

#endif // HLOMEM_DUMP_READER_DUMPPARSER_H
