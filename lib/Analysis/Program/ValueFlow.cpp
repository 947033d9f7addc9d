//===- ValueFlow.cpp - Which values are read and made of which ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/ValueFlow.h"
#include "PositionIndex.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/ProgramSource.h"
#include "llvm/Support/Allocator.h"
#include <map>

using namespace llvm;

namespace hlomem {

AnalysisKey ValueFlowAnalysis::Key;

ValueFlow ValueFlowAnalysis::run(const Module &M, AnalysisManager &AM) {
  return ValueFlow(M, AM);
}

struct ValueFlow::ReadInstructions {
  explicit ReadInstructions(const Module &M) : Shapes(Arena, M.getShapes()) {}

  BumpPtrAllocator Arena;
  ShapeContext Shapes;
  /// Owns the names below, also after its analysis is invalidated.
  std::shared_ptr<const ProgramSource> Program;
  std::map<StringRef, InstructionDetails> ByName;
};

ValueFlow::ValueFlow(const Module &M, AnalysisManager &AM)
    : M(M), AM(AM), Live(AM.getResult<LivenessAnalysis>()),
      Instructions(std::make_unique<ReadInstructions>(M)) {
  const auto &OfGraph = AM.getResult<HloScheduleAnalysis>();
  Positions = std::make_unique<PositionIndex>(
      M, Live.getTimes(AM.getResult<ScheduleIndexAnalysis>()),
      Live.getEndOfProgram(), OfGraph ? &*OfGraph : nullptr);
}

ValueFlow::ValueFlow(ValueFlow &&) = default;
ValueFlow::~ValueFlow() = default;

const Value *ValueFlow::findAt(StringRef Instruction, ShapeIndex Index) {
  if (Instruction.empty())
    return nullptr;
  return Positions->find(Instruction, Live.getTime(Instruction),
                         Index.getText());
}

bool ValueFlow::knowsUsers() const {
  return any_of(M.values(), [](const Value &V) { return V.hasUses(); });
}

const InstructionDetails *ValueFlow::findInstruction(StringRef Name) {
  const Value *V = M.findPrinted(Name);
  return V ? M.getInstruction(*V) : findInProgram(Name);
}

const InstructionDetails *ValueFlow::findInProgram(StringRef Name) {
  auto Known = Instructions->ByName.find(Name);
  if (Known != Instructions->ByName.end())
    return &Known->second;
  if (!Instructions->Program)
    Instructions->Program = AM.getResult<ProgramAnalysis>().Program;
  const ProgramSource *P = Instructions->Program.get();
  std::optional<InstructionDetails> D;
  if (P)
    D = P->readDetails(Name, Instructions->Shapes, Instructions->Arena);
  return D ? &Instructions->ByName.try_emplace(D->Name, *D).first->second
           : nullptr;
}

std::optional<SmallVector<const Value *, 4>>
ValueFlow::operands(const Value &V) {
  const InstructionDetails *I = M.getInstruction(V);
  if (!I)
    I = findInstruction(V.getInstructionName());
  if (!I || !I->IsComplete)
    return std::nullopt;
  SmallVector<const Value *, 4> Found;
  for (const Operand &O : I->Operands)
    Found.push_back(findAt(O.Name));
  return Found;
}

std::optional<SmallVector<ValueUser, 4>> ValueFlow::users(const Value &V) {
  if (!V.hasUses())
    return std::nullopt;
  SmallVector<ValueUser, 4> Found;
  for (const Use &U : V.getUses())
    Found.push_back({U.User.getName(), Live.getTime(U.User.getName()),
                     U.OperandNumber, U.User.getIndex(),
                     findAt(U.User.getName())});
  stable_sort(Found, [](const ValueUser &L, const ValueUser &R) {
    return L.At.value_or(~Time()) < R.At.value_or(~Time());
  });
  return Found;
}

} // namespace hlomem
