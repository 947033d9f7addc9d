//===- DumpStream.h - The dumps in one text ---------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Splits a text with the dumps of many modules, among what other parts of the
/// program print, as under `--xla_dump_to=-` and in verbose logs.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_READER_DUMPSTREAM_H
#define HLOMEM_DUMP_READER_DUMPSTREAM_H

#include "hlomem/Dump/Reader/DumpParser.h"

namespace hlomem {

/// Finds the dumps in \p Stream, in the order in which they begin:
///
/// * `BufferAssignment:` begins a dump, which lasts to the next one;
/// * `FILE:LINE] BufferAssignment:`, after the prefix of a logger, begins a
///   dump too. Only lines with this prefix belong to it and, if the logger
///   prints numbers of threads, with this number;
/// * the lines between `*** Begin NAME ***` and `*** End NAME ***` are what
///   would otherwise be in the file NAME. The files of a split dump make one
///   module, and get its HLO text if that is there too. A block that lacks its
///   end lasts to the next one, or to the end of the text.
///
/// All other text is ignored, unless none of these is found: \p Stream is then
/// returned as it is, and the parser decides if it is a dump. Fails if there
/// are blocks but none holds a dump; the error does not name the file.
///
/// Dumps of blocks are named as their first block, others after the file; `#1`,
/// `#2`, ... is appended if several dumps have one name.
///
/// Nothing is copied. Takes time linear in the text; for a text with one dump,
/// the time of one search, which up to \p ThreadCount threads share.
Expected<std::vector<DumpInput>> splitDumpStream(SourceText Stream,
                                                 unsigned ThreadCount = 1);

/// Returns false if \p Found, the result of splitDumpStream(), is a text in
/// which it found no dump.
bool hasDump(ArrayRef<DumpInput> Found);

} // namespace hlomem

#endif // HLOMEM_DUMP_READER_DUMPSTREAM_H
