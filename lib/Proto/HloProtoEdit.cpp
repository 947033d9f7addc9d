//===- HloProtoEdit.cpp - An HloProto of an edited program ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Proto/HloProtoEdit.h"
#include "HloSchema.inc"
#include "ProgramReader.h"
#include "hlomem/Proto/WireFields.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace hlomem {

/// The field with an instruction's metadata, which is a message with nothing
/// but these.
static StringRef findMetadata(StringRef Instruction) {
  StringRef Found;
  while (std::optional<RawField> F = takeField(Instruction))
    if (F->getNumber() == schema::HloInstructionProto::Metadata)
      Found = F->Whole;
  return Found;
}

/// Names of new instructions begin like those that XLA makes.
static StringRef getStem(const GraphInstruction &I) {
  return I.CustomCall ? I.CustomCall->Target : opcodeName(I.Op);
}

/// Gives the instructions that \p Former, by instruction of \p G, does not have
/// in \p Before names and ids that nothing there has. The names live in \p
/// Arena.
static std::vector<HloGraph::NewName>
nameNew(const HloProtoContents &Before, const HloGraph &G,
        IdArrayRef<InstructionId, InstructionId> Former,
        BumpPtrAllocator &Arena) {
  std::vector<HloGraph::NewName> Result;
  if (!is_contained(Former, InstructionId::none()))
    return Result;
  DenseSet<int64_t, IdKeyInfo> Known(Before.InstructionIds.begin(),
                                     Before.InstructionIds.end());
  StringSet<> Names;
  for (const GraphInstruction &I : Before.Program->instructions())
    Names.insert(I.Name);
  int64_t Next = 0;
  for (int64_t Id : Before.InstructionIds)
    Next = std::max(Next, Id);
  // No number follows the largest; those below it are not all taken.
  if (Next > std::numeric_limits<int64_t>::max() - int64_t(Former.size()))
    Next = 0;
  uint64_t Suffix = 0;
  for (auto [I, Old] : withIds(Former)) {
    if (Old)
      continue;
    do
      ++Next;
    while (!Known.insert(Next).second);
    std::string Name;
    do
      Name = (getStem(G.instructions()[I]) + "." + Twine(++Suffix)).str();
    while (!Names.insert(Name).second);
    Result.push_back({I, StringRef(Name).copy(Arena), Next});
  }
  return Result;
}

std::shared_ptr<const WholeHloProto>
editHloProto(std::shared_ptr<const WholeHloProto> BeforeFile,
             HloProtoEdit Edit) {
  const HloProtoContents &Before = BeforeFile->Contents;
  const HloGraph &G = *Edit.Program;
  const size_t Count = G.instructions().size();
  assert(Edit.Numbers.size() == Before.Program->instructions().size() &&
         "each instruction has a number or is removed");
  assert(llvm::is_sorted(Edit.Assignment.Values,
                         [](const HloProtoValue &L, const HloProtoValue &R) {
                           return L.Id < R.Id;
                         }) &&
         "values are ascending by id");
  IdVector<InstructionId, InstructionId> Former(Count);
  for (auto [Old, New] : withIds(Edit.Numbers))
    if (New)
      Former[New] = Old;

  auto Whole = std::make_shared<WholeHloProto>();
  Whole->FileName = BeforeFile->FileName;
  HloProtoContents &After = Whole->Contents;
  After.InstructionBytes.resize(Count);
  After.Marks.resize(Count);
  After.InstructionIds.resize(Count);
  for (auto [I, Old] : withIds(Former)) {
    if (Old) {
      After.InstructionBytes[I] = Before.InstructionBytes[Old];
      After.Marks[I] = Before.Marks[Old];
      After.InstructionIds[I] = Before.InstructionIds[Old];
      continue;
    }
    // Metadata are those of what it is made of, which stands before it, and may
    // be new too.
    ArrayRef<InstructionId> Operands = G.instructions()[I].Operands;
    if (!Operands.empty())
      After.InstructionBytes[I] =
          findMetadata(After.InstructionBytes[Operands.front()]);
  }
  std::vector<HloGraph::NewName> Names =
      nameNew(Before, G, Former, Whole->Arena);
  for (const HloGraph::NewName &N : Names)
    After.InstructionIds[N.Instruction] = N.Id;
  After.Program = Names.empty() ? Edit.Program : G.rename(Names);
  Whole->Owners = {std::move(Edit.Program), std::move(BeforeFile)};
  After.ComputationIds = Before.ComputationIds;
  After.ModuleBytes = Before.ModuleBytes;
  After.Assignment = std::move(Edit.Assignment);
  After.Release = Before.Release;
  After.IsForTpu = Before.IsForTpu;
  After.IsPeakFormUnknown = Before.IsPeakFormUnknown;
  After.IsAsyncBeginUnknown = Before.IsAsyncBeginUnknown;
  After.UnknownFields = Before.UnknownFields;
  return Whole;
}

} // namespace hlomem
