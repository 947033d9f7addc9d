//===- ProtoProperties.cpp - What readers of protos keep ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverRun.h"
#include "Properties.h"
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

using namespace llvm;

namespace hlomem {

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
        require(T->Values.ids().contains(E.Value) &&
                    (E.What != TraceEvent::Kind::ShareWith ||
                     T->Values.ids().contains(E.SharedWith)),
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

void checkProtoProperties(StringRef Bytes) {
  std::optional<ProtoKind> Kind = findProtoKind(Bytes);
  isProgramAlone(Bytes);
  if (Kind == ProtoKind::BufferAssignment) {
    readModule(readAssignmentModule(makeSource(Bytes)));
    return;
  }
  if (Kind != ProtoKind::XSpace) {
    readModule(readProtoModule(makeSource(Bytes)));
    return;
  }
  if (Expected<std::vector<ProfiledProgram>> Programs =
          listProfiledPrograms(Bytes))
    for (const ProfiledProgram &P : *Programs)
      readModule(readProtoModule(makeSource(P.HloProto)));
  else
    require(!toString(Programs.takeError()).empty(),
            "refused without an error");
}

} // namespace hlomem
