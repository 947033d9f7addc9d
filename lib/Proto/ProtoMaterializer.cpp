//===- ProtoMaterializer.cpp - What few ask of an HloProto ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProtoMaterializer.h"
#include "hlomem/HloText/HloTextParser.h"
#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/IR/HloProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <numeric>
#include <tuple>

using namespace llvm;

namespace hlomem {

ProtoMaterializer::ProtoMaterializer(HloProtoContents TheContents,
                                     HloDataflow TheFlow)
    : Contents(std::move(TheContents)), Flow(std::move(TheFlow)),
      Printer(Contents), Texts(Contents.InstructionBytes.size()) {
  rankComputations();
}

// XLA lists positions in the order in which it keeps computations, which is
// that of their ids. For a TPU it is since 2026 that of the file, where jax
// 0.10 keeps what asynchronous operations run behind all others.
void ProtoMaterializer::rankComputations() {
  ArrayRef<int64_t> Ids = Contents.ComputationIds;
  std::vector<uint32_t> Order(Ids.size());
  std::iota(Order.begin(), Order.end(), 0);
  const HloGraph &G = *Contents.Program;
  auto IsAsync = [&G](uint32_t C) {
    ArrayRef<uint32_t> Callers = G.computations()[C].Callers;
    return !Callers.empty() &&
           G.instructions()[Callers.front()].Op == Opcode::AsyncStart;
  };
  if (!Contents.IsForTpu || Contents.Release < ProtoRelease::Jax010)
    llvm::stable_sort(
        Order, [Ids](uint32_t A, uint32_t B) { return Ids[A] < Ids[B]; });
  else if (Contents.Release == ProtoRelease::Jax010)
    llvm::stable_sort(
        Order, [&](uint32_t A, uint32_t B) { return IsAsync(A) < IsAsync(B); });
  Ranks.resize(Ids.size());
  for (auto [Rank, C] : enumerate(Order))
    Ranks[C] = Rank;
}

HloPosition ProtoMaterializer::makeName(const HloGraph &G, HloPlace P,
                                        BumpPtrAllocator &Arena) {
  const GraphInstruction &I = G.instructions()[P.Instruction];
  if (!I.Type->isTuple())
    return HloPosition(I.Name, StringRef());
  SmallString<64> Text(I.Name);
  raw_svector_ostream(Text) << (*I.Leaves)[P.Leaf].Index;
  StringRef Copy = StringRef(Text).copy(Arena);
  return HloPosition(Copy.take_front(I.Name.size()),
                     Copy.drop_front(I.Name.size()));
}

StringRef ProtoMaterializer::getText(uint32_t Instruction) const {
  StringRef &Text = Texts[Instruction];
  if (!Text.data()) {
    SmallString<256> Printed;
    raw_svector_ostream OS(Printed);
    Printer.print(Instruction, OS);
    Text = StringRef(Printed).copy(Lists);
  }
  return Text;
}

const ValueLists &ProtoMaterializer::readLists(const Value &V) const {
  ArrayRef<HloProtoValue> Known = Contents.Assignment.Values;
  uint64_t Id = V.getId();
  uint32_t Number =
      partition_point(
          Known, [Id](const HloProtoValue &Other) { return Other.Id < Id; }) -
      Known.begin();
  const HloGraph &G = *Contents.Program;
  SmallVector<HloPlace> Places(Flow.getPositions(Number));
  std::stable_sort(
      Places.begin() + 1, Places.end(), [&](HloPlace A, HloPlace B) {
        auto GetKey = [&](HloPlace P) {
          return std::tuple(Ranks[G.instructions()[P.Instruction].Computation],
                            Contents.InstructionIds[P.Instruction], P.Leaf);
        };
        return GetKey(A) < GetKey(B);
      });
  SmallVector<HloUse> Reads;
  Flow.getUses(Places, Reads);

  std::lock_guard<std::mutex> Guard(Lock);
  SmallVector<Position, 8> Positions;
  for (HloPlace P : Places)
    Positions.push_back(makeName(G, P, Lists));
  SmallVector<Use, 8> Uses;
  for (const HloUse &U : Reads) {
    const GraphInstruction &User = G.instructions()[U.User];
    const GraphInstruction &Operand =
        G.instructions()[User.Operands[U.OperandNumber]];
    // The index is that within the operand.
    HloPosition Name(User.Name, StringRef());
    if (Operand.Type->isTuple()) {
      SmallString<64> Text(User.Name);
      raw_svector_ostream(Text) << (*Operand.Leaves)[U.Leaf].Index;
      StringRef Copy = StringRef(Text).copy(Lists);
      Name = HloPosition(Copy.take_front(User.Name.size()),
                         Copy.drop_front(User.Name.size()));
    }
    Uses.push_back({Name, U.OperandNumber});
  }
  StringRef Text = getText(Known[Number].Definition.Instruction);
  auto *Read = new (Lists) ValueLists;
  Read->Positions = ArrayRef(Positions).copy(Lists);
  Read->Uses = ArrayRef(Uses).copy(Lists);
  Read->InstructionText = Text.data();
  Read->InstructionTextSize = Text.size();
  return *Read;
}

InstructionDetails
ProtoMaterializer::readInstruction(const Module &, const Value &V,
                                   ShapeContext &Shapes,
                                   BumpPtrAllocator &Arena) const {
  return parseInstruction(V.getInstructionText(), Shapes, Arena);
}

Expected<std::shared_ptr<const HeapTraces>>
ProtoMaterializer::readHeapTraces(const Module &) const {
  Expected<HeapTraces> Read = hlomem::readHeapTraces(Contents);
  if (!Read)
    return Read.takeError();
  return std::make_shared<const HeapTraces>(std::move(*Read));
}

Expected<std::shared_ptr<const HloProgram>>
ProtoMaterializer::readProgram() const {
  std::lock_guard<std::mutex> Guard(Lock);
  std::shared_ptr<const HloProgram> Known = Program.lock();
  if (Known)
    return Known;
  std::string Text;
  raw_string_ostream OS(Text);
  Printer.printModule(OS);
  OS.flush();
  Expected<std::unique_ptr<HloProgram>> Read = parseHloText(SourceText::whole(
      MemoryBuffer::getMemBufferCopy(Text, Contents.Program->getName())));
  if (!Read)
    return Read.takeError();
  Known = std::move(*Read);
  Program = Known;
  return Known;
}

} // namespace hlomem
