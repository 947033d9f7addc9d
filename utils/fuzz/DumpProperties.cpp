//===- DumpProperties.cpp - What reader and writer of dumps keep ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverRun.h"
#include "Properties.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/Reader/DumpParser.h"
#include "hlomem/Dump/Reader/DumpStream.h"
#include "hlomem/Dump/Writer/DumpWriter.h"
#include "hlomem/HloText/HloTextParser.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/ProgramSource.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace hlomem {

static std::unique_ptr<Module> parse(DumpInput Input, ParseOptions Options) {
  std::string Messages;
  raw_string_ostream OS(Messages);
  DiagnosticEngine Diags(OS, /*Color=*/false);
  Input.Name = "dump.txt";
  std::unique_ptr<Module> M = parseDump(std::move(Input), Diags, Options);
  require(M || Diags.getErrorCount() != 0, "refused without an error");
  return M;
}

static DumpText makeText(StringRef Text) {
  DumpText T;
  T.Source =
      SourceText::whole(MemoryBuffer::getMemBufferCopy(Text, "dump.txt"));
  return T;
}

static std::unique_ptr<Module> parse(StringRef Text, ParseOptions Options) {
  DumpInput Input;
  Input.Texts.push_back(makeText(Text));
  return parse(std::move(Input), Options);
}

static std::string write(const Module &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  writeAllTexts(M, OS);
  return Text;
}

static void expectEqual(StringRef Expected, StringRef Written) {
  size_t At = 0;
  while (At != std::min(Expected.size(), Written.size()) &&
         Expected[At] == Written[At])
    ++At;
  require(Expected == Written,
          "what was written differs from byte " + Twine(At) + ": expected " +
              quoteForMessage(Expected.drop_front(At)) + ", written " +
              quoteForMessage(Written.drop_front(At)));
}

// A whole dump has the same in a log, between lines of others.
static void checkInLog(StringRef Text, ParseOptions Options) {
  // The byte-order mark and carriage returns are of the log's lines.
  if (Text.contains('\r') || Text.starts_with(ByteOrderMark))
    return;
  static constexpr StringLiteral Mark = "buffer_assignment.cc:1] ";
  std::string Log;
  for (StringRef Rest = Text; !Rest.empty();) {
    size_t LineFeed = Rest.find('\n');
    StringRef Line = Rest.take_front(LineFeed);
    Rest = Rest.drop_front(Line.size());
    Log += ("x.cc:2] <\nI 12:00 " + Mark + Line).str();
    if (Rest.consume_front("\n"))
      Log += '\n';
  }
  DumpInput Input;
  Input.Texts.push_back(makeText(Log));
  Input.Texts.front().LogMark = Mark;
  std::unique_ptr<Module> M = parse(std::move(Input), Options);
  require(M && !M->isIncomplete(), "not read in a log");
  expectEqual(Text, write(*M));
}

// The parts of a dump in texts of their own, as split dumps have them.
static void checkInParts(StringRef Text, ParseOptions Options) {
  DumpInput Input;
  StringRef Rest = Text;
  for (StringRef Head : {"Used values:\n", "HloLiveRange (max "}) {
    size_t At = Rest.find(("\n" + Head).str());
    if (At == StringRef::npos)
      return;
    Input.Texts.push_back(makeText(Rest.take_front(At + 1)));
    Rest = Rest.drop_front(At + 1);
  }
  Input.Texts.push_back(makeText(Rest));
  std::unique_ptr<Module> M = parse(std::move(Input), Options);
  if (M && !M->isIncomplete())
    expectEqual(Text, write(*M));
}

// The text itself says how it is read, so that inputs are plain dumps.
static ParseOptions chooseOptions(StringRef Text) {
  uint64_t Hash = xxh3_64bits(Text);
  ParseOptions Options;
  Options.AllowParts = Hash & 1;
  Options.Tolerant = Hash & 2;
  return Options;
}

/// Whatever the text, the dumps that are found in it and the program that it
/// may be are read.
static void readAsLogAndProgram(StringRef Text, ParseOptions Options) {
  auto Source =
      SourceText::whole(MemoryBuffer::getMemBufferCopy(Text, "log.txt"));
  if (Expected<std::vector<DumpInput>> Dumps = splitDumpStream(Source)) {
    for (DumpInput &D : *Dumps)
      parse(std::move(D), Options);
  } else {
    consumeError(Dumps.takeError());
  }
  consumeError(parseHloText(std::move(Source)).takeError());
}

void checkDumpProperties(StringRef Text) {
  ParseOptions Options = chooseOptions(Text);
  readAsLogAndProgram(Text, Options);
  std::unique_ptr<Module> M = parse(Text, Options);
  if (!M)
    return;
  std::string Written = write(*M);
  if (!M->isIncomplete())
    expectEqual(Text, Written);
  for (const Value &V : M->values())
    M->getInstruction(V);

  if (!M->isIncomplete()) {
    checkInLog(Text, Options);
    checkInParts(Text, Options);
  }

  // What was kept of a broken dump is perhaps a broken one again.
  if (M->isIncomplete())
    if (std::unique_ptr<Module> Again = parse(Written, Options))
      write(*Again);
}

} // namespace hlomem
