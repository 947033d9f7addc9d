//===- ScopedMemory.cpp - Memory while an instruction runs ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/ScopedMemory.h"
#include "Program/PrintedInstructions.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Program/InstructionIndex.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace hlomem {

AnalysisKey ScopedMemoryAnalysis::Key;

/// XLA prints numbers of 64 bits as text, and leaves zeros out. None for what
/// is no number of bytes.
static std::optional<uint64_t> readNumber(const json::Object &O,
                                          StringRef Key) {
  const json::Value *V = O.get(Key);
  if (!V)
    return 0;
  if (std::optional<uint64_t> N = V->getAsUINT64())
    return N;
  uint64_t N = 0;
  if (std::optional<StringRef> Text = V->getAsString())
    if (!Text->getAsInteger(10, N))
      return N;
  return std::nullopt;
}

static std::optional<SmallVector<ScopedRequest, 1>>
readRequests(const json::Value &List) {
  const json::Array *Items = List.getAsArray();
  if (!Items)
    return std::nullopt;
  SmallVector<ScopedRequest, 1> Requests;
  for (const json::Value &Item : *Items) {
    const json::Object *O = Item.getAsObject();
    if (!O)
      return std::nullopt;
    std::optional<uint64_t> Offset = readNumber(*O, "offset");
    std::optional<uint64_t> Size = readNumber(*O, "size");
    std::optional<uint64_t> Space = readNumber(*O, "memory_space");
    if (!Offset || !Size || !Space || !isUInt<32>(*Space))
      return std::nullopt;
    Requests.push_back(
        {static_cast<MemorySpace>(*Space), Bytes(*Offset), Bytes(*Size)});
  }
  return Requests;
}

std::optional<SmallVector<ScopedRequest, 1>>
readScopedRequests(const InstructionDetails &I) {
  Expected<json::Value> Config = I.getBackendConfig();
  if (!Config) {
    consumeError(Config.takeError());
    return std::nullopt;
  }
  const json::Object *Top = Config->getAsObject();
  const json::Value *List = Top ? Top->get("scoped_memory_configs") : nullptr;
  return List ? readRequests(*List) : SmallVector<ScopedRequest, 1>();
}

bool isAssignedByMsa(const Module &M, const Allocation &A) {
  return M.getShapes().hasTiles() &&
         hasProperty(Backend::TPU, A.getMemorySpace(),
                     MemorySpaceProperties::IsOnChip);
}

// Parameters and constants do not run, though every instruction may carry the
// field.
static bool runs(const InstructionDetails &I) {
  return I.Op != Opcode::Parameter && I.Op != Opcode::Constant;
}

void ScopedReservations::readInstruction(const InstructionDetails &I) {
  if (!runs(I))
    return;
  if (std::optional<SmallVector<ScopedRequest, 1>> Requests =
          readScopedRequests(I))
    for (const ScopedRequest &R : *Requests)
      if (!R.Size.isZero())
        Ends[R.Space] = std::max(Ends[R.Space], R.Offset + R.Size);
}

void ScopedReservations::readInstructions() {
  IsRead = true;
  IsKnown = M.tellsInstructions();
  if (IsKnown) {
    visitPrintedInstructions(M.listedValues(), [this](const Value &V) {
      if (mayHave(M, V, InstructionMarks::ScopedMemory))
        readInstruction(*M.getInstruction(V));
      return true;
    });
    return;
  }
  const ProgramSource *Program =
      AM ? AM->getResult<ProgramAnalysis>().Program.get() : nullptr;
  if (!Program)
    return;
  IsKnown = true;
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  for (ComputationId C : Program->computations())
    Program->visit(C, [&](const SourceInstruction &I) {
      if (Program->mayHave(I, InstructionMarks::ScopedMemory))
        readInstruction(Program->readDetails(I, Shapes, Arena));
    });
}

std::optional<bool> ScopedReservations::mayBeIn(const Allocation &A) {
  if (!isAssignedByMsa(M, A))
    return false;
  if (!IsRead)
    readInstructions();
  if (!IsKnown)
    return std::nullopt;
  auto End = Ends.find(A.getMemorySpace());
  return End != Ends.end() && End->second <= A.getSize();
}

ScopedMemories ScopedMemoryAnalysis::run(const Module &M, AnalysisManager &AM) {
  const auto &Live = AM.getResult<LivenessAnalysis>();
  const auto &Instructions = AM.getResult<InstructionIndexAnalysis>();
  ScopedMemories Result;
  DenseSet<StringRef> Seen;
  for (const Value &V : M.values()) {
    if (V.getAllocation().isThreadLocal() ||
        !Instructions.has(V, InstructionMarks::ScopedMemory) ||
        !Seen.insert(V.getInstructionName()).second)
      continue;
    const InstructionDetails &I = *M.getInstruction(V);
    if (!runs(I))
      continue;
    std::optional<SmallVector<ScopedRequest, 1>> Requests =
        readScopedRequests(I);
    if (!Requests) {
      ++Result.Unknown;
      continue;
    }
    std::map<MemorySpace, Bytes> Asked;
    for (const ScopedRequest &R : *Requests)
      if (!R.Size.isZero())
        Asked[R.Space] += R.Size;
    std::optional<Time> At = Live.getTime(I.Name);
    for (auto [Space, Size] : Asked) {
      ScopedMemory &S = Result.BySpace[Space];
      ++S.Instructions;
      bool IsEarlier = At && (!S.At || *At < *S.At);
      if (Size < S.Largest || (Size == S.Largest && !IsEarlier))
        continue;
      S.Largest = Size;
      S.Instruction = I.Name;
      S.At = At;
    }
  }
  return Result;
}

} // namespace hlomem
