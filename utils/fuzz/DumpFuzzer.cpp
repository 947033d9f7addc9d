//===- DumpFuzzer.cpp - Arbitrary bytes as a dump -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A libFuzzer target. No text may crash the parser, the writer or a pass, and
/// what was read must be written back: docs/Testing.md.
///
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Export/DumpWriter.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Parser/DumpParser.h"
#include "hlomem/Passes/PassBuilder.h"
#include "hlomem/Passes/PassManager.h"
#include "hlomem/Remarks/TextRemarkStream.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <cstdlib>

using namespace llvm;
using namespace hlomem;

/// The passes that run over what could be read.
static constexpr StringLiteral Pipeline = "peak,frag,print";

static PassManager makePipeline() {
  PassBuilder PB;
  cantFail(registerBuiltinPasses(PB));
  return cantFail(PB.parsePipeline(Pipeline));
}

static std::unique_ptr<Module> parse(StringRef Text, ParseOptions Options) {
  std::string Messages;
  raw_string_ostream OS(Messages);
  DiagnosticEngine Diags(OS, /*Color=*/false);
  std::unique_ptr<Module> M = parseDump(
      MemoryBuffer::getMemBufferCopy(Text, "dump.txt"), Diags, Options);
  if (!M && Diags.getErrorCount() == 0) {
    errs() << "refused without an error\n";
    std::abort();
  }
  return M;
}

static std::string write(const Module &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  writeDump(M, OS);
  return Text;
}

static void expectEqual(StringRef Expected, StringRef Written) {
  if (Expected == Written)
    return;
  size_t At = 0;
  while (At != std::min(Expected.size(), Written.size()) &&
         Expected[At] == Written[At])
    ++At;
  errs() << "what was written differs from byte " << At << ": expected "
         << quoteForMessage(Expected.drop_front(At)) << ", written "
         << quoteForMessage(Written.drop_front(At)) << '\n';
  std::abort();
}

static void runPasses(Module &M) {
  static const PassManager Passes = makePipeline();
  std::string Text, Document;
  raw_string_ostream OS(Text), DocumentOS(Document);
  TextRemarkStream Remarks(OS, M.getSources(), M.getName());
  AnalysisManager AM(M);
  PassContext Context(Remarks, DocumentOS);
  consumeError(Passes.run(M, AM, Context));
  Remarks.finish();
}

// The text itself says how it is read, so that inputs are plain dumps.
static ParseOptions chooseOptions(StringRef Text) {
  uint64_t Hash = xxh3_64bits(Text);
  ParseOptions Options;
  Options.AllowParts = Hash & 1;
  Options.Tolerant = Hash & 2;
  return Options;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  ParseOptions Options = chooseOptions(Text);
  std::unique_ptr<Module> M = parse(Text, Options);
  if (!M)
    return 0;
  std::string Written = write(*M);
  if (!M->isIncomplete())
    expectEqual(Text, Written);
  for (const Value &V : M->values())
    M->getInstruction(V);
  runPasses(*M);

  // What was kept of a broken dump is perhaps a broken one again.
  if (M->isIncomplete())
    if (std::unique_ptr<Module> Again = parse(Written, Options))
      write(*Again);
  return 0;
}
