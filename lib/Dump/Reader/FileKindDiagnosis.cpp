//===- FileKindDiagnosis.cpp - What a file is that is no dump -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace hlomem {

// How a dump must be changed to be read; empty if that is not what is wrong.
static StringRef describeEncoding(StringRef Text) {
  if (Text.starts_with("\xFF\xFE") || Text.starts_with("\xFE\xFF"))
    return "is in UTF-16; convert it to UTF-8";
  if (Text.starts_with("\x1F\x8B"))
    return "is compressed; decompress it with gunzip";
  if (Text.starts_with("\xFD"
                       "7zXZ"))
    return "is compressed; decompress it with unxz";
  if (Text.starts_with("\x28\xB5\x2F\xFD"))
    return "is compressed; decompress it with unzstd";
  return "";
}

// What the file seems to be; empty if it may be a dump or nothing known.
static StringRef describeContents(StringRef Text) {
  static constexpr size_t SniffedBytes = 4096;
  // Its strings may hold anything.
  if (Text.starts_with(DumpHead))
    return "";
  StringRef Start = Text.take_front(SniffedBytes);
  if (Start.contains('\0'))
    return "a binary file, but no protocol buffer of XLA";
  StringRef First = Start.ltrim("\r\n").take_until(
      [](char C) { return C == '\n' || C == '\r'; });
  if (First.starts_with("version https://git-lfs"))
    return "a Git LFS pointer, in whose place 'git lfs pull' puts the file";
  if (First.starts_with_insensitive("<!doctype") ||
      First.starts_with_insensitive("<html"))
    return "a web page";
  if (First.starts_with("HloModule"))
    return "an HLO text file";
  if (First.starts_with("BufferAssignment OOM Debugging") ||
      First.starts_with("BufferAssignment stats:"))
    return "an out-of-memory message of XLA";
  if (First.starts_with("buffer_id,buffer_name"))
    return "a CSV export of a buffer assignment";
  if (First.starts_with("Memory Space:") ||
      Start.contains("Allocations sorted by size"))
    return "a memory-usage report";
  return "";
}

bool diagnoseFileKind(const SourceTexts &Sources, StringRef Text,
                      DiagnosticEngine &Diags) {
  SMLoc Begin = SMLoc::getFromPointer(Text.data());
  if (Text.empty()) {
    Diags.error(
        Sources, Begin,
        "the file is empty; pass a *-buffer-assignment.txt or *.hlo.pb");
    return true;
  }
  StringRef Encoding = describeEncoding(Text);
  if (!Encoding.empty()) {
    Diags.error(Sources, Begin, "the file " + Encoding);
    return true;
  }
  StringRef Contents = describeContents(Text);
  if (Contents.empty())
    return false;
  Diags.error(Sources, Begin,
              "this looks like " + Contents +
                  "; pass the *-buffer-assignment.txt or *.hlo.pb");
  return true;
}

} // namespace hlomem
