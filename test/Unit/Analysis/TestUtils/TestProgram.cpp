//===- TestProgram.cpp - Dumps of made-up programs ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestProgram.h"
#include "hlomem/Analysis/Program/HloBuffers.h"
#include "hlomem/Analysis/Program/HloDataflow.h"
#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "hlomem/Dump/Reader/DumpParser.h"
#include "hlomem/HloText/HloTextParser.h"
#include "hlomem/IR/HloGraph.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <map>

using namespace llvm;

namespace hlomem::test {

static std::string makeText(const TestProgram &P) {
  std::string Blocks, Used, Ranges, Peak;
  raw_string_ostream BlocksOS(Blocks), UsedOS(Used), RangesOS(Ranges),
      PeakOS(Peak);
  auto HeaderOf = [&](size_t Id) {
    StringRef Definition = P.Values[Id].Definition;
    bool IsPhi = Definition.consume_back("!");
    return formatv("<{0} {1}{2} @0>", Id, Definition, IsPhi ? " (phi)" : "")
        .str();
  };
  for (size_t B = 0; B != P.Blocks.size(); ++B) {
    BlocksOS << "allocation " << B << ": " << (P.HasPointers ? "0x7f01, " : "")
             << "size 4096, " << P.Blocks[B] << ":\n";
    for (size_t Id = 0; Id != P.Values.size(); ++Id)
      if (const TestValue &V = P.Values[Id]; V.Block == B)
        BlocksOS << formatv(" value: {0} (size={1},offset={2}): f32[4]{{0}\n",
                            HeaderOf(Id), V.Size, V.Offset);
  }
  for (size_t Id = 0; Id != P.Values.size(); ++Id) {
    const TestValue &V = P.Values[Id];
    StringRef Definition = StringRef(V.Definition).rtrim('!');
    StringRef Name = Definition.take_until([](char C) { return C == '{'; });
    StringRef Index = Definition.drop_front(Name.size());
    UsedOS << HeaderOf(Id) << "\n positions:\n  " << Name
           << (Index.empty() ? "" : " ") << Index << '\n';
    for (const std::string &Position : V.Positions)
      UsedOS << "  " << Position << '\n';
    UsedOS << " uses:\n";
    for (const std::string &Use : V.Uses)
      UsedOS << "  " << Use << '\n';
    UsedOS << " from instruction: "
           << (V.Text.empty() ? "?" : "%" + Name.str() + " = " + V.Text)
           << '\n';
    if (!V.Printed.empty()) {
      RangesOS << "    " << Name << (Index.empty() ? "{}" : Index) << ':'
               << V.Printed << '\n';
      if (StringRef(V.Printed).starts_with("0-"))
        PeakOS << "    " << Name << (Index.empty() ? "{}" : Index)
               << ": 16 bytes\n";
    }
  }
  std::string Text = "BufferAssignment:\n" + BlocksOS.str() +
                     "\nTotal bytes used: 0\n\nUsed values:\n" + UsedOS.str();
  SmallVector<StringRef, 32> Names;
  StringRef(P.Schedule).split(Names, ' ', -1, /*KeepEmpty=*/false);
  Text += formatv("\n\nHloLiveRange (max {0}):\n  InstructionSequence:\n",
                  Names.size());
  for (size_t T = 0; T != Names.size(); ++T)
    Text += formatv("    {0}:{1}\n", T, Names[T]);
  return Text + "  BufferLiveRange:\n" + RangesOS.str() +
         "  Live ranges at 0 (peak):\n" + PeakOS.str();
}

std::unique_ptr<Module> makeModule(const TestProgram &P) {
  std::string Text = makeText(P);
  std::string Errors;
  raw_string_ostream OS(Errors);
  DiagnosticEngine Diags(OS, /*Color=*/false);
  std::unique_ptr<Module> M =
      parseDump(MemoryBuffer::getMemBufferCopy(Text, "test.txt"), Diags);
  EXPECT_TRUE(M) << OS.str() << Text;
  return M;
}

std::unique_ptr<ProgramSource> makeProgram(StringRef Text) {
  auto Program = parseHloText(
      SourceText::whole(MemoryBuffer::getMemBufferCopy(Text, "m.txt")));
  if (Program)
    return std::move(*Program);
  ADD_FAILURE() << toString(Program.takeError());
  return nullptr;
}

std::string wholeText(StringRef Text, StringRef Attributes) {
  return ("HloModule m, is_scheduled=true" + Attributes + "\n\n" + Text).str();
}

/// What a dump says of \p Text, the computations of a program: its values in
/// the order of their definitions. Arguments and results have a block for each
/// buffer, and all other buffers one place each in the last block.
TestProgram programOf(StringRef Text, StringRef Attributes) {
  std::unique_ptr<ProgramSource> Program =
      makeProgram(wholeText(Text, Attributes));
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  std::shared_ptr<const HloGraph> G = cantFail(Program->readGraph(Shapes));
  HloDataflow D = HloDataflow::compute(*G);
  HloBuffers Buffers = HloBuffers::compute(D);
  TestProgram P;
  std::map<std::pair<Time, LeafId>, ValueId> Order;
  HloSchedule Schedule(*G);
  for (auto [T, I] : enumerate(Schedule.order())) {
    P.Schedule += (T == 0 ? "" : " ") + G->instructions()[I].Name.str();
    for (auto [V, At] : withIds(D.definitions()))
      if (At.Instruction == I)
        Order[{T, At.Leaf}] = V;
  }
  auto Print = [&](HloPlace At, StringRef Blank) {
    const GraphInstruction &I = G->instructions()[At.Instruction];
    std::string Name = I.Name.str();
    raw_string_ostream OS(Name);
    if (I.Type->isTuple())
      I.Leaves->printIndex(At.Leaf, OS << Blank);
    return Name;
  };
  std::map<BufferId, unsigned> Blocks;
  for (auto [Key, V] : Order) {
    BufferId Buffer = Buffers.getBuffer(V);
    HloPlace At = D.definitions()[V];
    const GraphInstruction &I = G->instructions()[At.Instruction];
    bool IsArgument = I.Op == Opcode::Parameter && !D.isPhi(V) &&
                      G->getComputation(I).Name == G->getEntry().Name;
    if (!IsArgument && !D.isLiveOut(V))
      continue;
    auto [It, IsNew] = Blocks.try_emplace(Buffer, P.Blocks.size());
    std::string &Block = IsNew ? P.Blocks.emplace_back() : P.Blocks[It->second];
    if (IsArgument)
      Block = "parameter " + std::to_string(I.Number) +
              ", shape |f32[4]| at ShapeIndex {}";
    if (D.isLiveOut(V))
      Block += (Block.empty() ? "" : ", ") +
               std::string("output shape is |f32[4]|, maybe-live-out");
  }
  for (auto [Key, V] : Order) {
    HloPlace At = D.definitions()[V];
    TestValue Value;
    Value.Definition = Print(At, "") + (D.isPhi(V) ? "!" : "");
    BufferId Buffer = Buffers.getBuffer(V);
    auto It = Blocks.find(Buffer);
    Value.Block = It == Blocks.end() ? P.Blocks.size() : It->second;
    Value.Offset = It == Blocks.end() ? 64 * Buffer.index() : 0;
    for (HloPlace Position : D.getPositions(V))
      if (Position != At)
        Value.Positions.push_back(Print(Position, " "));
    SmallVector<HloUse> Uses;
    D.getUses(V, Uses);
    for (const HloUse &U : Uses) {
      const GraphInstruction &User = G->instructions()[U.User];
      std::string Use =
          User.Name.str() + ", operand " + std::to_string(U.OperandNumber);
      const GraphInstruction &Of =
          G->instructions()[User.Operands[U.OperandNumber]];
      raw_string_ostream OS(Use);
      if (Of.Type->isTuple())
        Of.Leaves->printIndex(U.Leaf, OS << ' ');
      Value.Uses.push_back(Use);
    }
    StringRef Name = G->instructions()[At.Instruction].Name;
    Value.Text = Program->find(Name)->Text.split(" = ").second.str();
    P.Values.push_back(Value);
  }
  P.Blocks.push_back("preallocated-temp");
  return P;
}

} // namespace hlomem::test
