//===- ProtoMaterializer.cpp - What few ask of an HloProto ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProtoMaterializer.h"
#include "llvm/ADT/SmallString.h"

using namespace llvm;

namespace hlomem {

ProtoMaterializer::ProtoMaterializer(
    std::shared_ptr<const HloProtoContents> TheContents, HloDataflow TheFlow,
    std::shared_ptr<const HloProtoSource> TheSource)
    : Source(std::move(TheSource)), Contents(std::move(TheContents)),
      Flow(std::move(TheFlow)), Instructions(*Contents),
      ById(Contents->Assignment.Values) {
  rankComputations();
}

// XLA lists positions in the order in which it keeps computations, which is
// that of their ids, or for a TPU that of the file.
void ProtoMaterializer::rankComputations() {
  const IdVector<ComputationId, int64_t> &Ids = Contents->ComputationIds;
  std::vector<ComputationId> Order(Ids.ids().begin(), Ids.ids().end());
  const HloGraph &G = *Contents->Program;
  auto IsAsync = [&G](ComputationId C) {
    ArrayRef<InstructionId> Callers = G.computations()[C].Callers;
    return !Callers.empty() &&
           G.instructions()[Callers.front()].Op == Opcode::AsyncStart;
  };
  const XlaFacts &Facts = getFacts(Contents->Release);
  if (!Contents->IsForTpu || !Facts.TpuKeepsOrderOfFile)
    llvm::stable_sort(Order, [&Ids](ComputationId A, ComputationId B) {
      return Ids[A] < Ids[B];
    });
  else if (Facts.TpuKeepsAsyncLast)
    llvm::stable_sort(Order, [&](ComputationId A, ComputationId B) {
      return IsAsync(A) < IsAsync(B);
    });
  Ranks.resize(Ids.size());
  for (auto [Rank, C] : enumerate(Order))
    Ranks[C] = Rank;
}

// The instruction's name, with the index of a leaf of \p Leaves where those are
// of a tuple.
static HloPosition makePosition(StringRef Instruction, const LeafTree &Leaves,
                                LeafId Leaf, BumpPtrAllocator &Arena) {
  if (!Leaves[RootLeaf].Type->isTuple())
    return HloPosition(Instruction, StringRef());
  SmallString<64> Text(Instruction);
  raw_svector_ostream OS(Text);
  Leaves.printIndex(Leaf, OS);
  StringRef Copy = StringRef(Text).copy(Arena);
  return HloPosition(Copy.take_front(Instruction.size()),
                     Copy.drop_front(Instruction.size()));
}

HloPosition ProtoMaterializer::makeName(const HloGraph &G, HloPlace P,
                                        BumpPtrAllocator &Arena) {
  const GraphInstruction &I = G.instructions()[P.Instruction];
  return makePosition(I.Name, *I.Leaves, P.Leaf, Arena);
}

ValueId ProtoMaterializer::getNumber(const Value &V) const {
  // Every value of the module was made of one of these.
  return ById.find(Contents->Assignment.Values, V.getId());
}

InstructionId ProtoMaterializer::getDefinition(const Value &V) const {
  return Contents->Assignment.Values[getNumber(V)].Definition.Instruction;
}

void ProtoMaterializer::findPlaces(const Value &V,
                                   SmallVectorImpl<HloPlace> &Places,
                                   SmallVectorImpl<HloUse> &Reads) const {
  const HloGraph &G = *Contents->Program;
  append_range(Places, Flow.getPositions(getNumber(V)));
  std::stable_sort(
      Places.begin() + 1, Places.end(), [&](HloPlace A, HloPlace B) {
        auto GetKey = [&](HloPlace P) {
          return std::tuple(Ranks[G.instructions()[P.Instruction].Computation],
                            Contents->InstructionIds[P.Instruction], P.Leaf);
        };
        return GetKey(A) < GetKey(B);
      });
  Flow.getUses(Places, Reads);
}

void ProtoMaterializer::readPlaces(const Value &V,
                                   SmallVectorImpl<HloPlace> &Positions,
                                   SmallVectorImpl<GraphUse> &Uses) const {
  SmallVector<HloUse> Reads;
  findPlaces(V, Positions, Reads);
  for (const HloUse &U : Reads)
    Uses.push_back({U.User, U.OperandNumber});
}

// What is in fusions and what nothing reaches does not count, as for positions.
std::optional<uint64_t> ProtoMaterializer::findValueId(HloPlace P) const {
  switch (Flow.getContext(
      Contents->Program->instructions()[P.Instruction].Computation)) {
  case HloContext::Unreached:
  case HloContext::Fused:
    return std::nullopt;
  case HloContext::Global:
  case HloContext::ThreadLocal:
    break;
  }
  ValueId Number = Flow.getValueAt(P);
  if (!Number)
    return std::nullopt;
  return Contents->Assignment.Values[Number].Id;
}

const ValueLists &ProtoMaterializer::readLists(const Value &V) const {
  const HloGraph &G = *Contents->Program;
  SmallVector<HloPlace> Places;
  SmallVector<HloUse> Reads;
  findPlaces(V, Places, Reads);

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
    HloPosition Name = makePosition(User.Name, *Operand.Leaves, U.Leaf, Lists);
    Uses.push_back({Name, U.OperandNumber});
  }
  auto *Read = new (Lists) ValueLists;
  Read->Positions = ArrayRef(Positions).copy(Lists);
  Read->Uses = ArrayRef(Uses).copy(Lists);
  return *Read;
}

InstructionDetails
ProtoMaterializer::readInstruction(const Module &, const Value &V,
                                   ShapeContext &,
                                   BumpPtrAllocator &Arena) const {
  return Instructions.readDetails(getDefinition(V), /*HidesWrapped=*/true,
                                  Arena);
}

InstructionGist ProtoMaterializer::readGist(const Value &V) const {
  return Instructions.readGist(getDefinition(V), /*HidesWrapped=*/true);
}

StringRef ProtoMaterializer::printInstruction(const Value &V) const {
  InstructionId Number = getDefinition(V);
  std::lock_guard<std::mutex> Guard(Lock);
  StringRef &Text = Texts[Number];
  if (!Text.data()) {
    SmallString<256> Printed;
    raw_svector_ostream OS(Printed);
    Instructions.getPrinter().print(Number, OS);
    Text = StringRef(Printed).copy(Lists);
  }
  return Text;
}

Expected<std::shared_ptr<const HeapTraces>>
ProtoMaterializer::readHeapTraces(const Module &) const {
  Expected<HeapTraces> Read = hlomem::readHeapTraces(*Contents);
  if (!Read)
    return Read.takeError();
  return std::make_shared<const HeapTraces>(std::move(*Read));
}

std::optional<StackFrames> ProtoMaterializer::readStackFrames() const {
  return Instructions.readStackFrames();
}

Expected<std::shared_ptr<const ProgramSource>>
ProtoMaterializer::readProgram() const {
  const HloProtoContents *All = Contents.get();
  // Others who ask for lists or texts need not wait for this.
  if (All->Parts != ProtoParts::All) {
    Expected<std::shared_ptr<const WholeHloProto>> Whole = Source->readWhole();
    if (!Whole)
      return Whole.takeError();
    All = &(*Whole)->Contents;
  }
  std::lock_guard<std::mutex> Guard(Lock);
  if (std::shared_ptr<const ProgramSource> Known = Program.lock())
    return Known;
  auto Made = std::make_shared<ProtoProgram>(*All);
  if (Error E = Made->indexNames())
    return E;
  Program = Made;
  return Made;
}

} // namespace hlomem
