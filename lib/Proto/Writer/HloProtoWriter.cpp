//===- HloProtoWriter.cpp - An HloProto with changes ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Proto/HloProtoWriter.h"
#include "HloSchema.h"
#include "ProgramReader.h"
#include "Writer/ShapeWriter.h"
#include "Writer/WireWriter.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include <limits>
#include <map>
#include <utility>

using namespace llvm;

namespace hlomem {

namespace {

class HloProtoWriter {
public:
  HloProtoWriter(const HloProtoContents &Before, const HloProtoEdit &Edit)
      : Before(Before), Edit(Edit), G(*Edit.Program),
        Entry(G.getEntryNumber()) {}

  Expected<std::string> run();

private:
  void nameInstructions();
  Expected<WireWriter> writeModule();
  void findChanged();
  std::pair<const Shape *, StringRef> getFormerShape(uint32_t Number) const;
  Expected<WireWriter> writeNewShape(uint32_t Number) const;
  bool hasNewShape(uint32_t Number) const;
  Expected<WireWriter> writeComputation(uint32_t Number, StringRef Bytes);
  Expected<WireWriter> writeInstruction(uint32_t Number);
  Expected<WireWriter> writeNewInstruction(uint32_t Number);
  Expected<WireWriter> writeSchedule(StringRef Bytes);
  WireWriter writeAliases() const;
  Expected<WireWriter> writeDonors(StringRef Bytes) const;
  Expected<WireWriter> writeAssignment(StringRef Bytes) const;
  WireWriter writeLocation(HloPlace P) const;
  WireWriter writeAllocation(const HloProtoAllocation &A, size_t Number) const;
  SmallVector<int64_t> getIds(ArrayRef<uint32_t> Numbers) const;

  const HloProtoContents &Before;
  const HloProtoEdit &Edit;
  const HloGraph &G;
  const uint32_t Entry;
  /// By instruction of G: that of the program before, or Removed for a copy.
  std::vector<uint32_t> Former;
  std::vector<int64_t> Ids;
  /// By instruction of G; empty for those that keep theirs.
  std::vector<std::string> NewNames;
  /// Computations that change, by their ids, which may be any numbers.
  std::map<int64_t, uint32_t> ChangedIds;
  /// Ids of instructions that go.
  DenseSet<int64_t, IdKeyInfo> GoneIds;
};

} // namespace

/// The value of the field \p Number of \p Message that comes after \p Skipped
/// others; empty if there is none.
static StringRef getField(StringRef Message, uint64_t Number,
                          uint64_t Skipped) {
  StringRef Found;
  consumeError(
      forEachField(Message, [&](uint64_t Field, StringRef, StringRef Value) {
        if (Field == Number && Skipped-- == 0)
          Found = Value;
      }));
  return Found;
}

static SmallVector<int64_t, 4> getIndex(const LeafTree &Leaves, uint32_t Leaf) {
  SmallVector<int64_t, 4> Index;
  for (; Leaf != 0; Leaf = Leaves[Leaf].Parent)
    Index.insert(Index.begin(), Leaves[Leaf].Number);
  return Index;
}

SmallVector<int64_t> HloProtoWriter::getIds(ArrayRef<uint32_t> Numbers) const {
  return map_to_vector(Numbers, [this](uint32_t I) { return Ids[I]; });
}

/// What the name of a new instruction begins with.
static StringRef getStem(const GraphInstruction &I) {
  return I.CustomCall ? I.CustomCall->Target : opcodeName(I.Op);
}

void HloProtoWriter::nameInstructions() {
  Former.assign(G.instructions().size(), HloProtoEdit::Removed);
  Ids.resize(G.instructions().size());
  NewNames.resize(G.instructions().size());
  DenseSet<int64_t, IdKeyInfo> Known(Before.InstructionIds.begin(),
                                     Before.InstructionIds.end());
  StringSet<> Names;
  for (const GraphInstruction &I : Before.Program->instructions())
    Names.insert(I.Name);
  int64_t Next = 0;
  for (auto [Old, New] : enumerate(Edit.Numbers)) {
    Next = std::max(Next, Before.InstructionIds[Old]);
    if (New == HloProtoEdit::Removed) {
      GoneIds.insert(Before.InstructionIds[Old]);
      continue;
    }
    Former[New] = Old;
    Ids[New] = Before.InstructionIds[Old];
  }
  // No number follows the largest; those below it are not all taken.
  if (Next > std::numeric_limits<int64_t>::max() - int64_t(Former.size()))
    Next = 0;
  uint64_t Suffix = 0;
  for (auto [I, Old] : enumerate(Former)) {
    if (Old != HloProtoEdit::Removed)
      continue;
    do
      ++Next;
    while (!Known.insert(Next).second);
    Ids[I] = Next;
    do
      NewNames[I] =
          (getStem(G.instructions()[I]) + "." + Twine(++Suffix)).str();
    while (!Names.insert(NewNames[I]).second);
  }
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/// The shape of \p Number as it was before, and its message; of what is new,
/// that of what it is made of, and null if that is nothing.
std::pair<const Shape *, StringRef>
HloProtoWriter::getFormerShape(uint32_t Number) const {
  const GraphInstruction &I = G.instructions()[Number];
  std::pair<const Shape *, StringRef> Result;
  if (Former[Number] == HloProtoEdit::Removed) {
    if (I.Operands.empty())
      return {nullptr, ""};
    Result = getFormerShape(I.Operands.front());
    if (I.Op != Opcode::GetTupleElement)
      return Result;
    return {Result.first->getElements()[I.Number],
            getField(Result.second, 4, I.Number)};
  }
  return {Before.Program->instructions()[Former[Number]].Type,
          getField(Before.InstructionBytes[Former[Number]], 3, 0)};
}

Expected<WireWriter> HloProtoWriter::writeNewShape(uint32_t Number) const {
  auto [Type, Bytes] = getFormerShape(Number);
  if (!Type)
    return writeArrayShape(*G.instructions()[Number].Type);
  return writeShape(Bytes, *Type, *G.instructions()[Number].Type);
}

/// True of a new instruction too.
bool HloProtoWriter::hasNewShape(uint32_t Number) const {
  return Former[Number] == HloProtoEdit::Removed ||
         !isSameShape(*G.instructions()[Number].Type,
                      *Before.Program->instructions()[Former[Number]].Type,
                      /*WithLayout=*/true);
}

void HloProtoWriter::findChanged() {
  for (auto [Number, C] : enumerate(G.computations()))
    if (Number == Entry ||
        any_of(seq(C.Begin, C.End), [&](uint32_t I) { return hasNewShape(I); }))
      ChangedIds[Before.ComputationIds[Number]] = Number;
}

/// An instruction that stays, with the shape and operands that it has now.
Expected<WireWriter> HloProtoWriter::writeInstruction(uint32_t Number) {
  if (Former[Number] == HloProtoEdit::Removed)
    return writeNewInstruction(Number);
  WireWriter W;
  StringRef Bytes = Before.InstructionBytes[Former[Number]];
  WireInput Input(Bytes);
  SmallVector<int64_t> Predecessors;
  for (WireReader R(Input, schema::Instruction, Bytes); R.next();)
    if (R.getField() == 37)
      R.getNumbers(Predecessors);
  erase_if(Predecessors, [&](int64_t Id) { return GoneIds.contains(Id); });
  bool HasNewShape = hasNewShape(Number);
  Error E = forEachField(Bytes, [&](uint64_t Field, StringRef Raw, StringRef) {
    if (Field != 36 && Field != 37 && !(Field == 3 && HasNewShape))
      W.addRaw(Raw);
  });
  if (E)
    return E;
  if (HasNewShape) {
    Expected<WireWriter> Type = writeNewShape(Number);
    if (!Type)
      return Type.takeError();
    W.addMessage(3, *Type);
  }
  W.addNumbers(36, getIds(G.instructions()[Number].Operands));
  W.addNumbers(37, Predecessors);
  return W;
}

Expected<WireWriter> HloProtoWriter::writeNewInstruction(uint32_t Number) {
  WireWriter W;
  const GraphInstruction &I = G.instructions()[Number];
  W.addBytes(1, NewNames[Number]);
  W.addBytes(2, opcodeName(I.Op));
  // Metadata are those of what it is made of, which may be new too.
  std::optional<uint32_t> From = Number;
  while (From && Former[*From] == HloProtoEdit::Removed) {
    ArrayRef<uint32_t> Operands = G.instructions()[*From].Operands;
    From = Operands.empty() ? std::nullopt : std::optional(Operands.front());
  }
  Error E = Error::success();
  if (From)
    E = forEachField(Before.InstructionBytes[Former[*From]],
                     [&](uint64_t Field, StringRef Raw, StringRef) {
                       if (Field == 7)
                         W.addRaw(Raw);
                     });
  if (E)
    return E;
  Expected<WireWriter> Type = writeNewShape(Number);
  if (!Type)
    return Type.takeError();
  W.addMessage(3, *Type);
  if (I.Op == Opcode::GetTupleElement)
    W.addNumber(13, I.Number);
  if (I.CustomCall)
    W.addBytes(28, I.CustomCall->Target);
  W.addNumber(35, Ids[Number]);
  W.addNumbers(36, getIds(G.instructions()[Number].Operands));
  return W;
}

Expected<WireWriter> HloProtoWriter::writeComputation(uint32_t Number,
                                                      StringRef Bytes) {
  WireWriter W;
  const GraphComputation &C = G.computations()[Number];
  Error E = forEachField(Bytes, [&](uint64_t Field, StringRef Raw, StringRef) {
    if (Field != 2 && Field != 6)
      W.addRaw(Raw);
  });
  if (E)
    return E;
  W.addNumber(6, Ids[C.Root]);
  for (uint32_t I = C.Begin; I != C.End; ++I) {
    Expected<WireWriter> Instruction = writeInstruction(I);
    if (!Instruction)
      return Instruction.takeError();
    W.addMessage(2, *Instruction);
  }
  return W;
}

Expected<WireWriter> HloProtoWriter::writeSchedule(StringRef Bytes) {
  WireWriter W;
  auto GetComputation = [&](StringRef Sequence) {
    WireInput Input(Sequence);
    int64_t Id = 0;
    for (WireReader R(Input, schema::SequenceEntry, Sequence); R.next();)
      if (R.getField() == 1)
        Id = R.getSigned();
    return Id;
  };
  Error E =
      forEachField(Bytes, [&](uint64_t Field, StringRef Raw, StringRef Value) {
        auto Number = Field == 1 ? ChangedIds.find(GetComputation(Value))
                                 : ChangedIds.end();
        if (Number == ChangedIds.end())
          return W.addRaw(Raw);
        WireWriter Order, Sequence;
        Order.addNumbers(1, getIds(G.computations()[Number->second].Schedule));
        Sequence.addNumber(1, Number->first);
        Sequence.addMessage(2, Order);
        W.addMessage(1, Sequence);
      });
  if (E)
    return E;
  return W;
}

WireWriter HloProtoWriter::writeAliases() const {
  // Kind of AliasEntryProto.
  constexpr uint64_t MayAlias = 1, MustAlias = 2;
  WireWriter W;
  const GraphComputation &C = G.getEntry();
  for (const InputOutputAlias &A : G.inputOutputAliases()) {
    WireWriter Alias;
    Alias.addNumbers(1, getIndex(*G.instructions()[C.Root].Leaves, A.Output));
    Alias.addNumber(2, A.Parameter);
    Alias.addNumbers(
        3, getIndex(*G.instructions()[C.Parameters[A.Parameter]].Leaves,
                    A.ParameterLeaf));
    Alias.addNumber(4, A.IsMust ? MustAlias : MayAlias);
    W.addMessage(1, Alias);
  }
  return W;
}

// Who shares memory with a result is no donor that XLA may use for others.
Expected<WireWriter> HloProtoWriter::writeDonors(StringRef Bytes) const {
  WireWriter W;
  size_t Number = 0;
  Error E = forEachField(Bytes, [&](uint64_t Field, StringRef Raw, StringRef) {
    if (Field == 1) {
      const BufferDonor &D = Before.Program->bufferDonors()[Number++];
      if (any_of(G.inputOutputAliases(), [&](const InputOutputAlias &A) {
            return A.Parameter == D.Parameter &&
                   A.ParameterLeaf == D.ParameterLeaf;
          }))
        return;
    }
    W.addRaw(Raw);
  });
  if (E)
    return E;
  return W;
}

Expected<WireWriter> HloProtoWriter::writeModule() {
  WireWriter W;
  uint32_t Computation = 0;
  Error Problem = Error::success();
  auto Add = [&](uint32_t Field, Expected<WireWriter> Message) {
    if (Message)
      W.addMessage(Field, *Message);
    else
      Problem = joinErrors(std::move(Problem), Message.takeError());
  };
  Error E = forEachField(
      Before.ModuleBytes, [&](uint64_t Field, StringRef Raw, StringRef Value) {
        uint32_t Number = Computation;
        Computation += Field == 3;
        if (Field == 3 && ChangedIds.count(Before.ComputationIds[Number]))
          Add(3, writeComputation(Number, Value));
        else if (Field == 7)
          Add(7, writeSchedule(Value));
        else if (Field == 18)
          Add(18, writeDonors(Value));
        else if (Field != 8)
          W.addRaw(Raw);
      });
  if (Error All = joinErrors(std::move(E), std::move(Problem)))
    return All;
  W.addMessage(8, writeAliases());
  return W;
}

//===----------------------------------------------------------------------===//
// The assignment
//===----------------------------------------------------------------------===//

WireWriter HloProtoWriter::writeLocation(HloPlace P) const {
  WireWriter W;
  W.addNumbers(3, getIndex(*G.instructions()[P.Instruction].Leaves, P.Leaf));
  W.addNumber(4, Ids[P.Instruction]);
  return W;
}

WireWriter HloProtoWriter::writeAllocation(const HloProtoAllocation &A,
                                           size_t Number) const {
  WireWriter W;
  W.addNumber(1, Number);
  W.addNumber(2, A.Size.count());
  W.addNumber(3, A.IsThreadLocal);
  W.addNumber(5, A.IsParameter);
  if (A.IsParameter) {
    W.addNumber(6, A.ParameterNumber);
    const GraphInstruction &I =
        G.instructions()[G.getEntry().Parameters[A.ParameterNumber]];
    W.addNumbers(10, getIndex(*I.Leaves, A.ParameterLeaf));
  }
  W.addNumber(7, A.IsLiveOut);
  W.addNumber(8, A.Color);
  W.addNumber(12, A.IsConstant);
  // That the field is there tells the release.
  if (Before.Release >= ProtoRelease::Jax061)
    W.addNumber(13, Edit.IsAliased[Number]);
  for (const HloProtoAssigned &V : A.Assigned) {
    WireWriter Assigned;
    Assigned.addNumber(1, Edit.Assignment->Values[V.Value].Id);
    Assigned.addNumber(2, V.Offset.count());
    Assigned.addNumber(3, V.Size.count());
    W.addMessage(9, Assigned);
  }
  return W;
}

Expected<WireWriter> HloProtoWriter::writeAssignment(StringRef Bytes) const {
  WireWriter W;
  // Values, their aliases, allocations, traces and what is live at peaks.
  constexpr uint64_t LastKnownField = 5;
  Error E = forEachField(Bytes, [&](uint64_t Field, StringRef Raw, StringRef) {
    if (Field > LastKnownField)
      W.addRaw(Raw);
  });
  if (E)
    return E;
  const HloProtoAssignment &A = *Edit.Assignment;
  for (const HloProtoValue &V : A.Values) {
    WireWriter Value;
    Value.addNumber(1, V.Id);
    Value.addNumber(2, V.Size.count());
    Value.addMessage(3, writeLocation(V.Definition));
    Value.addNumber(4, V.Color);
    W.addMessage(1, Value);
  }
  for (auto [Source, Other] : A.Aliases) {
    WireWriter Alias;
    Alias.addNumber(1, A.Values[Source].Id);
    Alias.addMessage(2, writeLocation(A.Values[Other].Definition));
    W.addMessage(2, Alias);
  }
  for (auto [Number, Allocation] : enumerate(A.Allocations))
    W.addMessage(3, writeAllocation(Allocation, Number));
  // Nobody reads what is in it, but that it is there tells the release.
  if (Before.Release >= ProtoRelease::Jax010)
    W.addMessage(5, WireWriter());
  return W;
}

Expected<std::string> HloProtoWriter::run() {
  nameInstructions();
  findChanged();
  Expected<WireWriter> Module = writeModule();
  if (!Module)
    return Module.takeError();
  WireWriter W;
  StringRef Former;
  Error E = forEachField(Before.Bytes,
                         [&](uint64_t Field, StringRef Raw, StringRef Value) {
                           if (Field == 3)
                             Former = Value;
                           else if (Field != 1)
                             W.addRaw(Raw);
                         });
  if (E)
    return E;
  Expected<WireWriter> Assignment = writeAssignment(Former);
  if (!Assignment)
    return Assignment.takeError();
  W.addMessage(1, *Module);
  W.addMessage(3, *Assignment);
  return W.getBytes().str();
}

Expected<std::string> writeHloProto(const HloProtoContents &Before,
                                    const HloProtoEdit &Edit) {
  return HloProtoWriter(Before, Edit).run();
}

} // namespace hlomem
