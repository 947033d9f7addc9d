//===- ProtoInstructions.cpp - What instructions of a proto are -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProtoInstructions.h"
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
bool ProtoInstructions::callsComputations(const GraphInstruction &I,
                                          bool HidesWrapped) const {
  if (I.Op == Opcode::AsyncUpdate || I.Op == Opcode::AsyncDone)
    return false;
  if (InstructionId Wrapped =
          HidesWrapped ? Printer.findWrapped(I) : InstructionId::none())
    return !G.instructions()[Wrapped].Called.empty();
  return !I.Called.empty();
}

InstructionMarks ProtoInstructions::readMarks(InstructionId Number,
                                              bool HidesWrapped) const {
  InstructionMarks Marks = Contents.Marks[Number];
  if (callsComputations(G.instructions()[Number], HidesWrapped))
    Marks |= InstructionMarks::CallsComputations;
  return Marks;
}

InstructionGist ProtoInstructions::readGist(InstructionId Number,
                                            bool HidesWrapped) const {
  const GraphInstruction &I = G.instructions()[Number];
  InstructionGist Gist = {I.Op, readMarks(Number, HidesWrapped)};
  if (InstructionId Wrapped =
          HidesWrapped ? Printer.findWrapped(I) : InstructionId::none())
    Gist.Op = parseOpcode(
        getHiddenOpcode(I.OpcodeName, G.instructions()[Wrapped].OpcodeName));
  return Gist;
}

bool ProtoInstructions::mayHave(InstructionId Number, InstructionMarks Mark,
                                bool HidesWrapped) const {
  if (Mark == InstructionMarks::CallsComputations)
    return callsComputations(G.instructions()[Number], HidesWrapped);
  return (readMarks(Number, HidesWrapped) & Mark) != InstructionMarks::None;
}

//===----------------------------------------------------------------------===//
// The details
//===----------------------------------------------------------------------===//

InstructionDetails
ProtoInstructions::readDetails(InstructionId Number, bool HidesWrapped,
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
  D.Metadata = readMetadata(Number);
  D.IsComplete = true;
  return D;
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

namespace {

class ProtoProgramReader final : public HloInstructionReader {
public:
  ProtoProgramReader(std::shared_ptr<const ProtoInstructions> Facts,
                     std::vector<InstructionId> Numbers)
      : Facts(std::move(Facts)), Numbers(std::move(Numbers)) {}

  InstructionDetails readDetails(const HloInstruction &, uint32_t Number,
                                 ShapeContext &,
                                 BumpPtrAllocator &Arena) const override {
    return Facts->readDetails(Numbers[Number], /*HidesWrapped=*/false, Arena);
  }
  InstructionMetadata readMetadata(const HloInstruction &, uint32_t Number,
                                   ShapeContext &,
                                   BumpPtrAllocator &) const override {
    return Facts->readMetadata(Numbers[Number]);
  }
  bool mayHave(const HloInstruction &, uint32_t Number,
               InstructionMarks Mark) const override {
    return Facts->mayHave(Numbers[Number], Mark, /*HidesWrapped=*/false);
  }
  StringRef printInstruction(const HloInstruction &, uint32_t Number,
                             BumpPtrAllocator &Arena) const override {
    SmallString<256> Text;
    raw_svector_ostream OS(Text);
    Facts->getPrinter().print(Numbers[Number], OS, /*HidesWrapped=*/false);
    return StringRef(Text).copy(Arena);
  }
  void print(raw_ostream &OS) const override {
    Facts->getPrinter().printModule(OS);
  }
  void printTables(raw_ostream &OS) const override {
    Facts->getPrinter().printTables(OS);
  }
  const HloGraph *getGraph() const override {
    return Facts->getContents().Program.get();
  }
  StackFrames readStackFrames() const override {
    return hlomem::readStackFrames(Facts->getContents().ModuleBytes);
  }
  /// The result lives as long as this.
  std::vector<Attribute> readModuleAttributes() {
    AttributeStream Attributes;
    Facts->getPrinter().printModuleAttributes(Attributes);
    return Attributes.copy(Arena).vec();
  }

private:
  std::shared_ptr<const ProtoInstructions> Facts;
  /// Of the program's instructions those in the graph.
  std::vector<InstructionId> Numbers;
  /// Of the attributes of the module.
  BumpPtrAllocator Arena;
};

} // namespace

// Fills \p P but for its entry.
static Error addComputations(const HloGraph &G, HloProgramParts &P,
                             std::vector<InstructionId> &Numbers) {
  // In the order in which they run, where it is known.
  for (const GraphComputation &From : G.computations()) {
    HloComputation C;
    C.Name = From.Name;
    C.IsEntry = &From == &G.getEntry();
    C.Begin = Numbers.size();
    append_range(Numbers, From.Schedule);
    if (From.Schedule.empty())
      append_range(Numbers, From.instructions());
    C.End = Numbers.size();
    if (!P.ComputationsByName.try_emplace(C.Name, P.Computations.size()).second)
      return createStringError("a second computation is named '" + C.Name +
                               "'");
    P.Computations.push_back(C);
  }
  IdVector<InstructionId, uint32_t> PlaceOf(Numbers.size());
  for (auto [Place, Number] : enumerate(Numbers)) {
    const GraphInstruction &From = G.instructions()[Number];
    PlaceOf[Number] = Place;
    if (!P.InstructionsByName.try_emplace(From.Name, Place).second)
      return createStringError("a second instruction is named '" + From.Name +
                               "'");
    P.Instructions.push_back({From.Name, StringRef(), From.Op, From.OpcodeName,
                              From.Computation.index(), G.isRoot(Number)});
  }
  for (auto [From, C] : zip_equal(G.computations(), P.Computations)) {
    C.Root = PlaceOf[From.Root];
    C.ParametersBegin = P.Parameters.size();
    for (InstructionId Parameter : From.Parameters)
      P.Parameters.push_back(PlaceOf[Parameter]);
    C.ParametersEnd = P.Parameters.size();
  }
  return Error::success();
}

StackFrames readStackFrames(StringRef Module) {
  StackFrames Result;
  WireInput Input(Module);
  for (WireReader R(Input, HloModuleProto, Module);
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

Expected<std::unique_ptr<HloProgram>>
makeProgram(const HloProtoContents &Contents,
            std::shared_ptr<const ProtoInstructions> Instructions) {
  const HloGraph &G = *Contents.Program;
  HloProgramParts Parts;
  Parts.Source.FileName = G.getName();
  Parts.ModuleName = G.getName();
  std::vector<InstructionId> Numbers;
  size_t Count = G.instructions().size();
  Numbers.reserve(Count);
  Parts.Instructions.reserve(Count);
  Parts.InstructionsByName.reserve(Count);
  if (Error E = addComputations(G, Parts, Numbers))
    return E;
  Parts.Entry = G.getEntryNumber().index();
  Parts.IsSourceOfModule = true;
  auto Reader = std::make_unique<ProtoProgramReader>(std::move(Instructions),
                                                     std::move(Numbers));
  Parts.Attributes = Reader->readModuleAttributes();
  Parts.Reader = std::move(Reader);
  return std::make_unique<HloProgram>(std::move(Parts));
}

} // namespace hlomem
