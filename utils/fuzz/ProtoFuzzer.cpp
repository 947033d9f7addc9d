//===- ProtoFuzzer.cpp - Arbitrary bytes as an HloProto -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A libFuzzer target. No bytes may crash a reader, whichever of the formats
/// they are; of what is read, all that is left for later must be found too, and
/// what is printed be a dump: docs/Testing.md.
///
//===----------------------------------------------------------------------===//

#include "WireMutator.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/Writer/DumpWriter.h"
#include "hlomem/IR/HeapTrace.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Proto/HloProto.h"
#include "hlomem/Proto/ProtoKind.h"
#include "hlomem/Proto/ProtoModule.h"
#include "hlomem/Proto/XSpace.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstdlib>

using namespace llvm;
using namespace hlomem;

static void require(bool Condition, StringRef What) {
  if (Condition)
    return;
  errs() << What << '\n';
  std::abort();
}

static SourceText makeSource(StringRef Bytes) {
  return SourceText::whole(MemoryBuffer::getMemBufferCopy(Bytes, "m.hlo.pb"));
}

// The program and the text may be none where names hold what they cannot.
static void readWhatIsLeft(const Module &M) {
  for (const Value &V : M.values()) {
    require(!V.getPositions().empty() &&
                V.getPositions().front() == V.getDefinition(),
            "the first position is not the definition");
    if (std::optional<LiveRange> R = V.getLiveRange())
      require(R->Begin <= R->End && R->End <= M.getEndOfProgram(),
              "a live range that cannot be");
    M.printInstruction(V);
    M.getInstruction(V);
  }
  Expected<std::shared_ptr<const HeapTraces>> Traces = M.readHeapTraces();
  if (!Traces)
    consumeError(Traces.takeError());
  else if (const HeapTraces *T = Traces->get())
    for (const HeapTrace &Trace : T->Traces)
      for (const TraceEvent &E : Trace.Events)
        require(E.Value < T->Values.size() && E.SharedWith < T->Values.size(),
                "an event of no value");
  consumeError(M.readProgram().takeError());
  std::string Text;
  raw_string_ostream OS(Text);
  consumeError(writeDump(M, OS));
}

static void readModule(Expected<std::unique_ptr<Module>> M) {
  if (M)
    return readWhatIsLeft(**M);
  require(!toString(M.takeError()).empty(), "refused without an error");
}

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  std::optional<ProtoKind> Kind = findProtoKind(Bytes);
  isProgramAlone(Bytes);
  if (Kind == ProtoKind::BufferAssignment) {
    readModule(readAssignmentModule(makeSource(Bytes)));
    return 0;
  }
  if (Kind != ProtoKind::XSpace) {
    readModule(readProtoModule(makeSource(Bytes)));
    return 0;
  }
  if (Expected<std::vector<ProfiledProgram>> Programs =
          listProfiledPrograms(Bytes))
    for (const ProfiledProgram &P : *Programs)
      readModule(readProtoModule(makeSource(P.HloProto)));
  else
    require(!toString(Programs.takeError()).empty(),
            "refused without an error");
  return 0;
}

extern "C" size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t MaxSize);

static size_t returnTo(uint8_t *Data, size_t MaxSize, StringRef Mutant) {
  size_t Size = std::min(MaxSize, Mutant.size());
  copy(Mutant.take_front(Size), Data);
  return Size;
}

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size,
                                          size_t MaxSize, unsigned Seed) {
  std::mt19937 Random(Seed);
  // Bytes that are cut or are no message at all.
  if (Random() % 16 == 0)
    return LLVMFuzzerMutate(Data, Size, MaxSize);
  StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  return returnTo(
      Data, MaxSize,
      mutateMessage(Bytes, MaxSize, Random, [](StringRef Content, size_t Most) {
        std::string Changed = Content.str();
        Changed.resize(std::max(Most, size_t(1)));
        Changed.resize(
            LLVMFuzzerMutate(reinterpret_cast<uint8_t *>(Changed.data()),
                             Content.size(), Changed.size()));
        return Changed;
      }));
}

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's.
extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *Data, size_t Size,
                                            const uint8_t *Other,
                                            size_t OtherSize, uint8_t *Out,
                                            size_t MaxOutSize, unsigned Seed) {
  std::mt19937 Random(Seed);
  return returnTo(
      Out, MaxOutSize,
      crossMessages(StringRef(reinterpret_cast<const char *>(Data), Size),
                    StringRef(reinterpret_cast<const char *>(Other), OtherSize),
                    Random));
}
