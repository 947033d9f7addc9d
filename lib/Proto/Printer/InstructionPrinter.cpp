//===- InstructionPrinter.cpp - Instructions as XLA prints them -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionPrinter.h"
#include "AttributePrinter.h"
#include "AttributeStream.h"
#include "HloSchema.inc"
#include "LiteralPrinter.h"
#include "ShapeReader.h"

using namespace llvm;

namespace hlomem {

using namespace schema;

InstructionId InstructionPrinter::findWrapped(const GraphInstruction &I) const {
  if (!isAsyncWrapper(I.Op) || I.Called.size() != 1)
    return InstructionId::none();
  const GraphComputation &C = G.computations()[I.Called[0]];
  // The computation is nothing but one instruction of its parameters.
  for (InstructionId N : C.instructions())
    if (N != C.Root && G.instructions()[N].Op != Opcode::Parameter)
      return InstructionId::none();
  return C.Root;
}

void InstructionPrinter::printOperands(InstructionId Number,
                                       raw_ostream &OS) const {
  const GraphInstruction &I = G.instructions()[Number];
  if (I.Op == Opcode::Parameter) {
    OS << I.Number;
    return;
  }
  if (I.Op == Opcode::Constant) {
    StringRef Message = Contents.InstructionBytes[Number];
    WireInput Input(Message);
    for (WireReader R(Input, HloInstructionProto, Message);
         R.next(HloInstructionProto::Literal);)
      return printLiteral(R, *I.Type, OS);
    OS << "{...}";
    return;
  }
  for (auto [N, Operand] : enumerate(I.Operands)) {
    OS << (N == 0 ? "" : ", ");
    if (N != 0 && N % 5 == 0)
      OS << "/*index=" << N << "*/";
    // Without its type, as since March 2025.
    OS << '%' << G.instructions()[Operand].Name;
  }
}

SmallVector<InstructionPrinter::Callees, 2>
InstructionPrinter::findCallees(const GraphInstruction &I,
                                bool HidesWrapped) const {
  if (InstructionId Wrapped =
          HidesWrapped ? findWrapped(I) : InstructionId::none()) {
    if (I.Op != Opcode::AsyncStart)
      return {};
    return findCallees(G.instructions()[Wrapped], /*HidesWrapped=*/false);
  }
  ArrayRef<ComputationId> Called = I.Called;
  if (Called.empty())
    return {};
  auto Each = [Called](StringLiteral First, StringLiteral Second) {
    return SmallVector<Callees, 2>{{First, Called.slice(0, 1)},
                                   {Second, Called.slice(1, 1)}};
  };
  switch (I.Op) {
  case Opcode::While:
    return {{"condition", Called.slice(1, 1)}, {"body", Called.slice(0, 1)}};
  case Opcode::SelectAndScatter:
    return Called.size() == 2 ? Each("select", "scatter")
                              : SmallVector<Callees, 2>();
  case Opcode::Conditional: {
    const Shape &Chooser = *G.instructions()[I.Operands[0]].Type;
    if (Chooser.getElementTypeName() == "pred" && Called.size() == 2)
      return Each("true_computation", "false_computation");
    return {{"branch_computations", Called, /*HasBraces=*/true}};
  }
  case Opcode::AllReduce:
  case Opcode::AllReduceStart:
  case Opcode::Call:
  case Opcode::Map:
  case Opcode::Reduce:
  case Opcode::ReduceScatter:
  case Opcode::ReduceWindow:
  case Opcode::Scan:
  case Opcode::Scatter:
  case Opcode::Sort:
  case Opcode::Topk:
    return {{"to_apply", Called.take_front()}};
  case Opcode::CustomCall:
    return {{"called_computations", Called, /*HasBraces=*/true}};
  case Opcode::AsyncUpdate:
  case Opcode::AsyncDone:
    return {};
  default:
    return {{"calls", Called}};
  }
}

void InstructionPrinter::printCalled(const GraphInstruction &I,
                                     AttributeStream &OS) const {
  for (const Callees &C : findCallees(I, /*HidesWrapped=*/false)) {
    OS.begin(C.Role) << (C.HasBraces ? "{" : "");
    interleave(
        C.Called, OS,
        [&](ComputationId Of) { OS << '%' << G.computations()[Of].Name; },
        ", ");
    OS << (C.HasBraces ? "}" : "");
  }
}

SmallVector<StringRef>
InstructionPrinter::findControlPredecessors(InstructionId Number) const {
  StringRef Message = Contents.InstructionBytes[Number];
  WireInput Input(Message);
  SmallVector<int64_t> Ids;
  for (WireReader R(Input, HloInstructionProto, Message);
       R.next(HloInstructionProto::ControlPredecessorIds);)
    R.getNumbers(Ids);
  if (Ids.empty())
    return {};
  const IdVector<InstructionId, int64_t> &Known = Contents.InstructionIds;
  ArrayRef<InstructionId> Sorted = ById.get([&Known] {
    std::vector<InstructionId> Order(Known.ids().begin(), Known.ids().end());
    llvm::sort(Order, [&Known](InstructionId A, InstructionId B) {
      return Known[A] < Known[B];
    });
    return Order;
  });
  SmallVector<StringRef> Names;
  for (int64_t Id : Ids) {
    const InstructionId *Found =
        partition_point(Sorted, [&](InstructionId I) { return Known[I] < Id; });
    if (Found != Sorted.end() && Known[*Found] == Id &&
        G.instructions()[*Found].Computation ==
            G.instructions()[Number].Computation)
      Names.push_back(G.instructions()[*Found].Name);
  }
  return Names;
}

static void printThread(StringRef Message, AttributeStream &OS) {
  WireInput Input(Message);
  for (WireReader R(Input, HloInstructionProto, Message); R.next();)
    if (R.getField() == HloInstructionProto::AsyncExecutionThread &&
        R.getBytes() != "main") {
      OS.begin("async_execution_thread");
      printQuoted(R.getBytes(), OS);
    }
}

void InstructionPrinter::print(InstructionId Number, raw_ostream &OS,
                               bool HidesWrapped) const {
  const GraphInstruction &I = G.instructions()[Number];
  InstructionId Wrapped = HidesWrapped ? findWrapped(I) : InstructionId::none();
  OS << '%' << I.Name << " = " << *I.Type << ' ';
  if (Wrapped)
    OS << G.instructions()[Wrapped].OpcodeName
       << I.OpcodeName.drop_front(StringRef("async").size());
  else
    OS << I.OpcodeName;
  OS << '(';
  printOperands(Number, OS);
  OS << ')';
  AttributeStream Attributes;
  printAttributes(Number, Attributes, HidesWrapped);
  OS << Attributes.str();
}

void InstructionPrinter::printAttributes(InstructionId Number,
                                         AttributeStream &OS,
                                         bool HidesWrapped) const {
  const GraphInstruction &I = G.instructions()[Number];
  InstructionId Wrapped = HidesWrapped ? findWrapped(I) : InstructionId::none();
  StringRef Message = Contents.InstructionBytes[Number];
  if (I.Op == Opcode::AsyncStart)
    printThread(Message, OS);
  if (Wrapped && I.Op == Opcode::AsyncStart) {
    const GraphInstruction &Inner = G.instructions()[Wrapped];
    printOwnAttributes(G, Inner, Contents.InstructionBytes[Wrapped], OS);
    printCalled(Inner, OS);
    printAliasing(Message, OS);
  } else if (!Wrapped) {
    printOwnAttributes(G, I, Message, OS);
    printCalled(I, OS);
  }
  printAnnotations(Message, Contents, OS);
  if (SmallVector<StringRef> Names = findControlPredecessors(Number);
      !Names.empty()) {
    OS.begin("control-predecessors") << '{';
    interleave(Names, OS, [&OS](StringRef Name) { OS << '%' << Name; }, ", ");
    OS << '}';
  }
  printMetadata(Message, Contents.Release, OS);
}

//===----------------------------------------------------------------------===//
// The whole program
//===----------------------------------------------------------------------===//

static void printFields(const WireReader &At, const WireMessage &Type,
                        raw_ostream &OS) {
  OS << '{';
  bool IsFirst = true;
  for (WireReader F(At, Type); F.next();) {
    const WireField *Known = find_if(Type.Fields, [&](const WireField &Field) {
      return Field.Number == F.getField();
    });
    OS << (IsFirst ? "" : " ") << Known->Name << '=' << F.getSigned();
    IsFirst = false;
  }
  OS << '}';
}

// XLA prints one more than the number of the parent: 1 where there is none.
static void printFrame(const WireReader &At, raw_ostream &OS) {
  uint64_t Location = 0, Parent = 0;
  for (WireReader F(At, StackFrame); F.next();) {
    F.take(StackFrame::FileLocationId, Location);
    F.take(StackFrame::ParentFrameId, Parent);
  }
  OS << "{file_location_id=" << Location << " parent_frame_id=" << Parent + 1
     << '}';
}

static void printTablesOf(const WireReader &At, raw_ostream &OS) {
  using Field = struct StackFrameIndexProto;
  for (auto [Table, Head] : {std::pair(Field::FileNames, "FileNames"),
                             {Field::FunctionNames, "FunctionNames"},
                             {Field::FileLocations, "FileLocations"},
                             {Field::StackFrames, "StackFrames"}}) {
    OS << '\n' << Head << '\n';
    size_t Number = 0;
    for (WireReader R(At, StackFrameIndexProto); R.next(Table);) {
      OS << ++Number << ' ';
      if (Table == Field::FileLocations)
        printFields(R, FileLocation, OS);
      else if (Table == Field::StackFrames)
        printFrame(R, OS);
      else
        printQuoted(R.getBytes(), OS);
      OS << '\n';
    }
  }
  OS << '\n';
}

void InstructionPrinter::printModuleAttributes(AttributeStream &OS) const {
  if (G.isScheduled())
    OS.begin("is_scheduled") << "true";
  const GraphComputation &Entry = G.getEntry();
  auto PrintLeaf = [&](uint64_t Parameter, LeafId Leaf) {
    OS << '(' << Parameter << ", ";
    G.instructions()[Entry.Parameters[Parameter]].Leaves->printIndex(Leaf, OS);
  };
  if (!G.inputOutputAliases().empty()) {
    OS.begin("input_output_alias") << "{ ";
    interleave(
        G.inputOutputAliases(), OS,
        [&](const InputOutputAlias &A) {
          G.instructions()[Entry.Root].Leaves->printIndex(A.Output, OS);
          OS << ": ";
          PrintLeaf(A.Parameter, A.ParameterLeaf);
          OS << (A.IsMust ? ", must-alias)" : ", may-alias)");
        },
        ", ");
    OS << " }";
  }
  if (!G.bufferDonors().empty()) {
    OS.begin("buffer_donor") << "{ ";
    interleave(
        G.bufferDonors(), OS,
        [&](const BufferDonor &D) {
          PrintLeaf(D.Parameter, D.ParameterLeaf);
          OS << ')';
        },
        ", ");
    OS << " }";
  }
  WireInput Input(Contents.ModuleBytes);
  for (WireReader R(Input, HloModuleProto, Contents.ModuleBytes);
       R.next(HloModuleProto::FrontendAttributes);)
    printFrontendAttributes(R, /*IsInHeader=*/true, OS);
}

void InstructionPrinter::printTables(raw_ostream &OS) const {
  WireInput Input(Contents.ModuleBytes);
  for (WireReader R(Input, HloModuleProto, Contents.ModuleBytes);
       R.next(HloModuleProto::StackFrameIndex);)
    printTablesOf(R, OS);
}

void InstructionPrinter::printModule(raw_ostream &OS) const {
  AttributeStream Attributes;
  printModuleAttributes(Attributes);
  OS << "HloModule " << G.getName() << Attributes.str() << '\n';
  printTables(OS);
  for (const GraphComputation &C : G.computations()) {
    OS << (&C == &G.getEntry() ? "\nENTRY %" : "\n%") << C.Name << " (";
    interleave(
        C.Parameters, OS,
        [&](InstructionId P) {
          OS << G.instructions()[P].Name << ": ";
          G.instructions()[P].Type->print(OS, /*WithLayout=*/false);
        },
        ", ");
    OS << ") -> ";
    G.instructions()[C.Root].Type->print(OS, /*WithLayout=*/false);
    OS << " {\n";
    auto Print = [&](InstructionId N) {
      OS << (N == C.Root ? "  ROOT " : "  ");
      print(N, OS, /*HidesWrapped=*/false);
      OS << '\n';
    };
    if (C.Schedule.empty())
      for (InstructionId N : C.instructions())
        Print(N);
    else
      for (InstructionId N : C.Schedule)
        Print(N);
    OS << "}\n";
  }
}

} // namespace hlomem
