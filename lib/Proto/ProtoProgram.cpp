//===- ProtoProgram.cpp - What a proto tells of its program ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProtoProgram.h"
#include "HloSchema.inc"
#include "Printer/AttributeStream.h"
#include "hlomem/HloText/GistReader.h"
#include "llvm/ADT/SmallString.h"

using namespace llvm;

namespace hlomem {

using namespace schema;

// Without "async" it is what follows the opcode of what it runs: "-start".
static SmallString<32> getHiddenOpcode(StringRef Async, StringRef Wrapped) {
  SmallString<32> Name(Wrapped);
  Name += Async.drop_front(StringRef("async").size());
  return Name;
}

//===----------------------------------------------------------------------===//
// The gist
//===----------------------------------------------------------------------===//

// Only the start of an asynchronous operation prints what is run.
bool ProtoProgram::callsComputations(const GraphInstruction &I,
                                     bool HidesWrapped) const {
  if (I.Op == Opcode::AsyncUpdate || I.Op == Opcode::AsyncDone)
    return false;
  if (InstructionId Wrapped =
          HidesWrapped ? Printer.findWrapped(I) : InstructionId::none())
    return !G.instructions()[Wrapped].Called.empty();
  return !I.Called.empty();
}

InstructionGist ProtoProgram::readGist(InstructionId Number,
                                       bool HidesWrapped) const {
  const GraphInstruction &I = G[Number];
  InstructionGist Gist = {I.Op, Contents.Marks[Number]};
  if (callsComputations(I, HidesWrapped))
    Gist.Marks |= InstructionMarks::CallsComputations;
  if (InstructionId Wrapped =
          HidesWrapped ? Printer.findWrapped(I) : InstructionId::none())
    Gist.Op = parseOpcode(getHiddenOpcode(I.OpcodeName, G[Wrapped].OpcodeName));
  return Gist;
}

//===----------------------------------------------------------------------===//
// The details
//===----------------------------------------------------------------------===//

InstructionDetails ProtoProgram::readDetails(InstructionId Number,
                                             bool HidesWrapped,
                                             BumpPtrAllocator &Arena) const {
  const GraphInstruction &I = G.instructions()[Number];
  InstructionDetails D;
  D.Name = I.Name;
  D.Type = I.Type;
  D.Op = I.Op;
  D.OpcodeName = I.OpcodeName;
  if (InstructionId Wrapped =
          HidesWrapped ? Printer.findWrapped(I) : InstructionId::none()) {
    D.OpcodeName =
        getHiddenOpcode(I.OpcodeName, G.instructions()[Wrapped].OpcodeName)
            .str()
            .copy(Arena);
    D.Op = parseOpcode(D.OpcodeName);
  }
  if (I.Op == Opcode::Parameter || I.Op == Opcode::Constant) {
    SmallString<256> Text;
    raw_svector_ostream OS(Text);
    Printer.printOperands(Number, OS);
    D.OperandText = StringRef(Text).copy(Arena);
  } else {
    MutableArrayRef<Operand> Operands(
        Arena.Allocate<Operand>(I.Operands.size()), I.Operands.size());
    for (auto [From, To] : zip_equal(I.Operands, Operands))
      To = {G.instructions()[From].Name, /*Type=*/nullptr};
    D.Operands = Operands;
  }
  AttributeStream Attributes;
  Printer.printAttributes(Number, Attributes, HidesWrapped);
  D.Attributes = Attributes.copy(Arena);
  SmallVector<CalledComputation, 4> Called;
  for (const auto &Of : Printer.findCallees(I, HidesWrapped))
    for (ComputationId C : Of.Called)
      Called.push_back({Of.Role, G.computations()[C].Name});
  D.CalledComputations = ArrayRef(Called).copy(Arena);
  D.ControlPredecessors =
      ArrayRef(Printer.findControlPredecessors(Number)).copy(Arena);
  D.Metadata =
      hlomem::readMetadata(Contents.InstructionBytes[Number], Contents.Release);
  D.IsComplete = true;
  return D;
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

Error ProtoProgram::indexNames() {
  ModuleName = G.getName();
  AttributeStream Attributes;
  Printer.printModuleAttributes(Attributes);
  HeaderAttributes = Attributes.copy(Arena).vec();
  for (auto [Number, C] : withIds(G.computations()))
    if (!ComputationsByName.try_emplace(C.Name, Number).second)
      return createStringError("a second computation is named '" + C.Name +
                               "'");
  for (auto [Number, I] : withIds(G.instructions()))
    if (G.find(I.Name) != Number)
      return createStringError("a second instruction is named '" + I.Name +
                               "'");
  return Error::success();
}

std::optional<SourceInstruction> ProtoProgram::find(StringRef Name) const {
  InstructionId I = G.find(Name);
  return I ? std::optional(get(I)) : std::nullopt;
}

void ProtoProgram::visit(
    ComputationId Number,
    function_ref<void(const SourceInstruction &)> Visit) const {
  const GraphComputation &C = G.computations()[Number];
  for (InstructionId I : C.Schedule)
    Visit(get(I));
  if (C.Schedule.empty())
    for (InstructionId I : C.instructions())
      Visit(get(I));
}

InstructionMetadata ProtoProgram::readMetadata(StringRef Name, ShapeContext &,
                                               BumpPtrAllocator &) const {
  InstructionId I = G.find(Name);
  return I ? hlomem::readMetadata(Contents.InstructionBytes[I],
                                  Contents.Release)
           : InstructionMetadata();
}

StringRef ProtoProgram::printInstruction(const SourceInstruction &I,
                                         BumpPtrAllocator &Arena) const {
  SmallString<256> Text;
  raw_svector_ostream OS(Text);
  Printer.print(I.Number, OS, /*HidesWrapped=*/false);
  return StringRef(Text).copy(Arena);
}

StackFrames ProtoProgram::readStackFrames() const {
  StackFrames Result;
  WireInput Input(Contents.ModuleBytes);
  for (WireReader R(Input, HloModuleProto, Contents.ModuleBytes);
       R.next(HloModuleProto::StackFrameIndex);)
    for (WireReader T(R, StackFrameIndexProto); T.next();) {
      switch (T.getField()) {
      case StackFrameIndexProto::FileNames:
        Result.Files.push_back(T.getBytes().str());
        break;
      case StackFrameIndexProto::FunctionNames:
        Result.Functions.push_back(T.getBytes().str());
        break;
      case StackFrameIndexProto::FileLocations: {
        StackFrames::Location &L = Result.Locations.emplace_back();
        int64_t Line = 0, Column = 0;
        for (WireReader F(T, FileLocation); F.next();) {
          F.take(FileLocation::FileNameId, L.File);
          F.take(FileLocation::FunctionNameId, L.Function);
          F.take(FileLocation::Line, Line);
          F.take(FileLocation::Column, Column);
        }
        L.Line = std::max<int64_t>(Line, 0);
        L.Column = std::max<int64_t>(Column, 0);
        break;
      }
      case StackFrameIndexProto::StackFrames: {
        StackFrames::Frame &Of = Result.Frames.emplace_back();
        for (WireReader F(T, StackFrame); F.next();) {
          F.take(StackFrame::FileLocationId, Of.Location);
          F.take(StackFrame::ParentFrameId, Of.Parent);
        }
        break;
      }
      default:
        break;
      }
    }
  return Result;
}

} // namespace hlomem
