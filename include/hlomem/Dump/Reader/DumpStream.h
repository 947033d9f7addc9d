//===- DumpStream.h - The dumps in one text ---------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Under `--xla_dump_to=-`, and in verbose logs, the dumps of many modules
/// stand in one text, among what other parts of the program print.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_READER_DUMPSTREAM_H
#define HLOMEM_DUMP_READER_DUMPSTREAM_H

#include "hlomem/Dump/Reader/DumpParser.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace hlomem {

/// Finds the dumps in \p Stream, in the order in which they begin:
///
/// * `BufferAssignment:` begins one, which lasts to the next;
/// * so it does after the prefix of a logger, `FILE:LINE] BufferAssignment:`,
///   where only lines with the same prefix belong to the dump, and with the
///   same number of a thread where the logger prints one;
/// * between `*** Begin NAME ***` and `*** End NAME ***` stands what else would
///   be in the file NAME. The files of a split dump make one module, and get
///   its HLO text if that is there too. A block that lacks its end lasts to the
///   next one, or to the end of the text.
///
/// All else is ignored, unless nothing of this is found: the text is then
/// returned as it is, a dump that has yet to prove that it is one. Blocks none
/// of which holds a dump are an error, which does not name the file.
///
/// Dumps of blocks are named as their first block, others after the file, with
/// `#1`, `#2`, ... after it where there are several.
///
/// Nothing is copied. Time is linear in the text, and for a text with one dump
/// that of one search, which up to \p ThreadCount threads share.
llvm::Expected<std::vector<DumpInput>>
splitDumpStream(SourceText Stream, unsigned ThreadCount = 1);

/// False if \p Found, what splitDumpStream() returned, is a text in which it
/// found nothing.
bool hasDump(llvm::ArrayRef<DumpInput> Found);

} // namespace hlomem

#endif // HLOMEM_DUMP_READER_DUMPSTREAM_H
