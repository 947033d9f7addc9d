//===- ProtoFuzzer.cpp - Arbitrary bytes as an HloProto -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A libFuzzer target. No bytes may crash the reader; of what is read, all that
/// is left for later must be found too, and what is printed be a dump:
/// docs/Testing.md.
///
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/Writer/DumpWriter.h"
#include "hlomem/IR/HeapTrace.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Proto/ProtoKind.h"
#include "hlomem/Proto/ProtoModule.h"
#include "hlomem/Proto/XSpace.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace llvm;
using namespace hlomem;

static void require(bool Condition, StringRef What) {
  if (Condition)
    return;
  errs() << What << '\n';
  std::abort();
}

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  findProtoKind(Bytes);
  consumeError(listProfiledPrograms(Bytes).takeError());
  Expected<std::unique_ptr<Module>> M = readProtoModule(
      SourceText::whole(MemoryBuffer::getMemBufferCopy(Bytes, "m.hlo.pb")));
  if (!M) {
    require(!toString(M.takeError()).empty(), "refused without an error");
    return 0;
  }
  for (const Value &V : (*M)->values()) {
    require(!V.getPositions().empty() &&
                V.getPositions().front() == V.getDefinition(),
            "the first position is not the definition");
    require(!(*M)->printInstruction(V).empty(), "a value without a text");
    if (std::optional<LiveRange> R = V.getLiveRange())
      require(R->Begin <= R->End && R->End <= (*M)->getEndOfProgram(),
              "a live range that cannot be");
    (*M)->getInstruction(V);
  }
  if (Expected<std::shared_ptr<const HeapTraces>> T = (*M)->readHeapTraces()) {
    for (const HeapTrace &Trace : (*T)->Traces)
      for (const TraceEvent &E : Trace.Events)
        require(E.Value < (*T)->Values.size() &&
                    E.SharedWith < (*T)->Values.size(),
                "an event of no value");
  } else {
    consumeError(T.takeError());
  }
  // It may be none where names hold what they cannot.
  if (Expected<std::shared_ptr<const HloProgram>> P = (*M)->readProgram(); !P)
    consumeError(P.takeError());
  std::string Text;
  raw_string_ostream OS(Text);
  if (Error E = writeDump(**M, OS, {}))
    consumeError(std::move(E));
  return 0;
}
