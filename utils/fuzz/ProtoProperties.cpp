//===- ProtoProperties.cpp - What readers of protos keep ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverRun.h"
#include "Properties.h"
#include "hlomem/Analysis/Program/ValueFlow.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/Reader/DumpParser.h"
#include "hlomem/Dump/Writer/DumpWriter.h"
#include "hlomem/IR/HeapTrace.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Proto/HloProto.h"
#include "hlomem/Proto/ProtoKind.h"
#include "hlomem/Proto/ProtoModule.h"
#include "hlomem/Proto/XSpace.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

using namespace llvm;

namespace hlomem {

static SourceText makeSource(StringRef Bytes) {
  return SourceText::whole(MemoryBuffer::getMemBufferCopy(Bytes, "m.hlo.pb"));
}

// The text of a dump does not tell instructions of one name apart, and ends a
// name at a blank or a brace.
static bool hasPlainNames(const Module &M) {
  StringSet<> Names;
  for (const Value &V : M.values()) {
    StringRef Name = V.getDefinition().getName();
    if (Name.empty() || !all_of(Name, [](char C) {
          return isAlnum(C) || C == '.' || C == '_' || C == '-';
        }))
      return false;
    if (V.getDefinition().getIndex().empty() && !Names.insert(Name).second)
      return false;
  }
  return true;
}

/// Returns what a dump and an HloProto both tell of each used value, by its id.
static std::map<uint64_t, std::string> describeValues(const Module &M) {
  AnalysisManager AM(M);
  ValueFlow &Flow = AM.getResult<ValueFlowAnalysis>();
  std::map<uint64_t, std::string> Found;
  for (const Value &V : M.values()) {
    if (!V.isUsedValue() || !V.hasUses())
      continue;
    raw_string_ostream OS(Found[V.getId()]);
    OS << V.getDefinition() << ' ' << V.getShape() << " in "
       << V.getAllocation().getIndex() << " at " << V.getOffset().count()
       << " size " << V.getSize().count() << (V.isPhi() ? " phi" : "");
    std::set<std::string> Lines;
    for (const Position &P : V.getPositions()) {
      std::string Line;
      raw_string_ostream(Line) << "\n  position " << P;
      Lines.insert(std::move(Line));
    }
    if (auto Users = Flow.users(V))
      for (const ValueUser &U : *Users) {
        std::string Line;
        raw_string_ostream(Line) << "\n  read by " << U.Instruction
                                 << " operand " << U.OperandNumber << U.Index;
        Lines.insert(std::move(Line));
      }
    for (const std::string &Line : Lines)
      OS << Line;
  }
  return Found;
}

// The dump that XLA would have written tells the same of values.
static void compareWithDump(const Module &M, std::string Text) {
  if (!hasPlainNames(M))
    return;
  std::string Messages;
  raw_string_ostream OS(Messages);
  DiagnosticEngine Diags(OS, /*Color=*/false);
  DumpInput Input;
  Input.Name = "dump.txt";
  Input.Texts.emplace_back().Source =
      SourceText::whole(MemoryBuffer::getMemBufferCopy(Text, Input.Name));
  std::unique_ptr<Module> Dumped = parseDump(std::move(Input), Diags);
  // What contradicts itself is refused.
  if (!Dumped || Dumped->isIncomplete())
    return;
  std::map<uint64_t, std::string> Expected = describeValues(M);
  for (const auto &[Id, Said] : describeValues(*Dumped)) {
    auto It = Expected.find(Id);
    require(It != Expected.end(), "a value that the proto does not have");
    require(It->second == Said, "of a value the proto says '" + It->second +
                                    "', the dump '" + Said + "'");
  }
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
  if (Error E = writeDump(M, OS))
    consumeError(std::move(E));
  else
    compareWithDump(M, std::move(Text));
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
