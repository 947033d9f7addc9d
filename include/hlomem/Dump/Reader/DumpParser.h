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
/// text decides which: docs/DumpFormat.md#what-the-parser-decides-by.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_READER_DUMPPARSER_H
#define HLOMEM_DUMP_READER_DUMPPARSER_H

#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>
#include <memory>
#include <string>

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace hlomem {

class DiagnosticEngine;
struct HeapTraces;

/// A text that holds a dump or a part of one.
struct DumpText {
  SourceText Source;
  /// In a log, each line of the dump contains this and has the dump's text
  /// after it: "buffer_assignment.cc:123] ". Lines without it are somebody
  /// else's. Empty for a text that is no log.
  std::string LogMark;
  /// As TextLayout::IsNamed.
  bool IsNamed = true;
};

/// Finds the HLO text of the program that a dump belongs to. Called when an
/// analysis asks for it.
using HloTextLoader = std::function<llvm::Expected<SourceText>()>;

/// Reads the heap simulators' traces of a module that was read from a dump, as
/// Materializer::readHeapTraces(). Called for each request.
using HeapTraceLoader =
    std::function<llvm::Expected<std::shared_ptr<const HeapTraces>>(
        const Module &)>;

/// All that belongs to one module.
struct DumpInput {
  /// As Module::getName().
  std::string Name;
  /// The whole dump, or the parts of a split one in the order allocations, used
  /// values, live ranges; any may be missing.
  llvm::SmallVector<DumpText, 1> Texts;
  /// May be null.
  HloTextLoader HloText;
  /// Finds XLA's memory usage report of the same compilation; may be null.
  ReportLoader Report;
  /// May be null.
  HeapTraceLoader Traces;
  /// Finds the HloProto of the same compilation; may be null.
  HloProtoLoader Proto;
};

/// How to read a dump.
struct ParseOptions {
  /// A part of a split dump may come without the others, whatever its file is
  /// called: a dump that was cut cannot be told from it then.
  bool AllowParts = false;
  /// What does not fit is a warning, and what does is kept:
  /// Module::isIncomplete().
  bool Tolerant = false;
  /// What is complete and unknown is an error; otherwise it is kept:
  /// getUnknownText().
  bool RefuseUnknown = false;
  /// Module::getThreadCount(), which the parser may use too.
  unsigned ThreadCount = 1;
  /// How many bytes of the text a thread reads at once, where there are
  /// several. What is read does not depend on it.
  size_t ChunkSize = 1 << 20;
};

/// Reads \p Input; the module keeps its buffers, which need not end with a null
/// byte, and points into them. Null if there was any error: all of them, one a
/// line, have then been reported to \p Diags, up to its limit. Statements that
/// contradict each other are no errors, but those that show that the text was
/// cut. Time is linear in the text.
std::unique_ptr<Module> parseDump(DumpInput Input, DiagnosticEngine &Diags,
                                  ParseOptions Options = {});

/// The same for a dump in one text, named after the buffer.
std::unique_ptr<Module> parseDump(std::unique_ptr<llvm::MemoryBuffer> Dump,
                                  DiagnosticEngine &Diags,
                                  ParseOptions Options = {});

} // namespace hlomem

#endif // HLOMEM_DUMP_READER_DUMPPARSER_H
