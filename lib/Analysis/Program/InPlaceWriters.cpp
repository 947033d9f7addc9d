//===- InPlaceWriters.cpp - Who may write where it reads ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InPlaceWriters.h"
#include "Program/PrintedInstructions.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/IR/HloProgram.h"
#include "hlomem/IR/Instruction.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace hlomem {

namespace {

/// The instructions of one fused computation, taken apart.
class FusedComputation {
public:
  FusedComputation(const HloProgram &P, const HloComputation &C);

  /// The shape of a parameter; null if that is unknown.
  const Shape *getShape(const HloInstruction &I) const {
    return Details.at(I.Name).Type;
  }
  InPlace find(StringRef Parameter, StringRef Root, const Value &Result) const;

private:
  bool isUpdated(StringRef Parameter, StringRef Root,
                 const Value &Result) const;

  BumpPtrAllocator Arena;
  ShapeContext Shapes = ShapeContext(Arena);
  DenseMap<StringRef, InstructionDetails> Details;
  DenseMap<StringRef, SmallVector<const InstructionDetails *, 2>> Users;
};

} // namespace

static bool isElementwise(Opcode Op) {
  return Op == Opcode::Copy || hasTrait(Op, OpcodeTraits::Elementwise);
}

/// The operand that is updated in place and becomes the leaf at Index of the
/// result; none for an opcode that updates no operand.
static std::optional<uint32_t> findUpdatedOperand(Opcode Op, ShapeIndex Index) {
  switch (Op) {
  case Opcode::DynamicUpdateSlice:
  case Opcode::SetDimensionSize:
    return 0;
  case Opcode::TriangularSolve:
    return 1;
  case Opcode::Scatter:
  case Opcode::Sort: {
    // Of several operands each has its leaf of the result.
    uint32_t Number = 0;
    if (Index.getText().empty())
      return 0;
    if (Index.getText().getAsInteger(10, Number))
      return std::nullopt;
    return Number;
  }
  default:
    return std::nullopt;
  }
}

FusedComputation::FusedComputation(const HloProgram &P,
                                   const HloComputation &C) {
  for (const HloInstruction &I : P.instructions(C))
    Details.try_emplace(I.Name, P.readDetails(I, Shapes, Arena));
  for (const HloInstruction &I : P.instructions(C)) {
    const InstructionDetails &D = Details.at(I.Name);
    for (const Operand &O : D.Operands)
      if (auto &Readers = Users[O.Name];
          Readers.empty() || Readers.back() != &D)
        Readers.push_back(&D);
  }
}

// The root, or the part of it that is the result, updates the parameter, which
// nothing else reads.
bool FusedComputation::isUpdated(StringRef Parameter, StringRef Root,
                                 const Value &Result) const {
  const InstructionDetails *Source = &Details.at(Root);
  ShapeIndex Index = Result.getDefinition().getIndex();
  if (Source->Op == Opcode::Tuple) {
    uint32_t Number = 0;
    if (Index.getText().getAsInteger(10, Number) ||
        Number >= Source->Operands.size())
      return false;
    auto Found = Details.find(Source->Operands[Number].Name);
    if (Found == Details.end())
      return false;
    Source = &Found->second;
    Index = ShapeIndex();
  }
  std::optional<uint32_t> Updated = findUpdatedOperand(Source->Op, Index);
  auto Reads = Users.find(Parameter);
  return Updated && *Updated < Source->Operands.size() &&
         Reads != Users.end() && Reads->second.size() == 1 &&
         Source->Operands[*Updated].Name == Parameter &&
         count_if(
             Source->Operands,
             [Parameter](const Operand &O) { return O.Name == Parameter; }) ==
             1;
}

InPlace FusedComputation::find(StringRef Parameter, StringRef Root,
                               const Value &Result) const {
  if (isUpdated(Parameter, Root, Result))
    return InPlace::Yes;
  InPlace State = InPlace::Yes;
  SmallVector<StringRef, 8> Queue = {Parameter};
  SmallPtrSet<const InstructionDetails *, 8> Seen;
  while (!Queue.empty()) {
    auto Readers = Users.find(Queue.pop_back_val());
    if (Readers == Users.end())
      continue;
    for (const InstructionDetails *D : Readers->second) {
      if (!Seen.insert(D).second || D->Op == Opcode::Tuple)
        continue;
      // Where an instruction mixes elements it may do so for other leaves of
      // the result only.
      if (!D->Type)
        State = InPlace::Unknown;
      else if (isElementwise(D->Op))
        Queue.push_back(D->Name);
      else if (D->Op == Opcode::Bitcast || D->Op == Opcode::DynamicSlice ||
               hasTrait(D->Op, OpcodeTraits::MayUpdateInPlace) ||
               D->Op == Opcode::Unknown ||
               !Result.getDefinition().getIndex().getText().empty())
        State = InPlace::Unknown;
      else
        return InPlace::No;
    }
  }
  return State;
}

InPlace InPlaceWriters::findInFusion(const InstructionDetails &Printed,
                                     const Value &Result,
                                     uint32_t Number) const {
  const HloProgram *P = AM.getResult<ProgramAnalysis>().Program.get();
  const HloInstruction *Fusion =
      P ? P->findInstruction(Result.getInstructionName()) : nullptr;
  if (!Fusion || Fusion->Op != Opcode::Fusion)
    return InPlace::Unknown;
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  InstructionDetails D = P->readDetails(*Fusion, Shapes, Arena);
  // A text of another program tells nothing.
  auto IsCalled = [](const CalledComputation &L, const CalledComputation &R) {
    return L.Role == R.Role && L.Name == R.Name;
  };
  auto IsRead = [P](const Operand &L, const Operand &R) {
    return isSameOperand(*P, L, R);
  };
  if (!equal(D.CalledComputations, Printed.CalledComputations, IsCalled) ||
      !equal(D.Operands, Printed.Operands, IsRead))
    return InPlace::Unknown;
  const HloComputation *C = nullptr;
  for (const CalledComputation &Called : D.CalledComputations)
    if (Called.Role == "calls")
      C = P->findComputation(Called.Name);
  if (!C || Number >= P->getParameterCount(*C))
    return InPlace::Unknown;
  FusedComputation Fused(*P, *C);
  const HloInstruction &Parameter = P->getParameter(*C, Number);
  const Shape *Read = Fused.getShape(Parameter);
  if (Read && !isSameShape(*Read, Result.getShape(), /*WithLayout=*/false))
    return InPlace::No;
  InPlace State = Fused.find(Parameter.Name, P->getRoot(*C).Name, Result);
  // Other kinds are emitted otherwise than element by element.
  StringRef Kind = D.getAttribute("kind").value_or("");
  bool IsByElement = Kind == "kLoop" || Kind == "kInput";
  return State == InPlace::Yes && !IsByElement ? InPlace::Unknown : State;
}

// Where an operand is a bitcast of the value its shape may be unknown; an
// elementwise operation has that of its result.
InPlace InPlaceWriters::find(const Value &Operand, const Value &Result) const {
  StringRef Writer = Result.getInstructionName();
  const InstructionDetails *D = M.getInstruction(Result);
  if (!D || D->Name != Writer || Result.isPhi())
    return InPlace::Unknown;
  SmallVector<uint32_t, 2> Numbers;
  for (const Use &U : Operand.getUses())
    if (U.User.getName() == Writer) {
      if (U.User.hasIndex())
        return InPlace::Unknown;
      Numbers.push_back(U.OperandNumber);
    }
  if (Numbers.empty())
    return InPlace::No;
  bool IsDirect = true;
  for (uint32_t Number : Numbers) {
    if (Number >= D->Operands.size())
      return InPlace::Unknown;
    const hlomem::Operand &O = D->Operands[Number];
    bool IsItself = O.Name == Operand.getInstructionName();
    const Shape *Read = IsItself ? &Operand.getShape() : O.Type;
    IsDirect &= Read != nullptr;
    if (Read && !isSameShape(*Read, Result.getShape(), /*WithLayout=*/true))
      return InPlace::No;
  }
  if (isElementwise(D->Op))
    return IsDirect || D->Op != Opcode::Copy ? InPlace::Yes : InPlace::Unknown;
  if (std::optional<uint32_t> Updated =
          findUpdatedOperand(D->Op, Result.getDefinition().getIndex()))
    // XLA sorts in place only what nothing else reads.
    return Numbers.size() == 1 && Numbers.front() == *Updated &&
                   (D->Op != Opcode::Sort || Operand.getUses().size() == 1)
               ? InPlace::Yes
               : InPlace::No;
  if (!hasTrait(D->Op, OpcodeTraits::MayUpdateInPlace) &&
      D->Op != Opcode::Unknown)
    return InPlace::No;
  if (D->Op != Opcode::Fusion)
    return InPlace::Unknown;
  InPlace State = InPlace::Yes;
  for (uint32_t Number : Numbers)
    State = std::min(State, findInFusion(*D, Result, Number));
  // Two parameters of one buffer are read apart.
  return Numbers.size() > 1 ? std::min(State, InPlace::Unknown) : State;
}

} // namespace hlomem
