//===- ValueNames.cpp - What values stand for, in words -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Sources/ValueNames.h"
#include "Program/PrintedInstructions.h"
#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "hlomem/Analysis/Sources/Attribution.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/Support/Parallel.h"

using namespace llvm;

namespace hlomem {

AnalysisKey ValueNamesAnalysis::Key;

/// Longer literals of constants are not shown.
static constexpr size_t MaxLiteral = 20;

/// So many operands are named.
static constexpr size_t MaxOperands = 2;

std::unique_ptr<ValueNames> ValueNamesAnalysis::run(const Module &M,
                                                    AnalysisManager &AM) {
  return std::make_unique<ValueNames>(M, AM);
}

static std::string quote(const Value &V) {
  std::string Text;
  raw_string_ostream(Text) << '`' << V.getDefinition() << '`';
  return Text;
}

/// " {1,0}" for a part of a whole.
static std::string describeIndex(ShapeIndex Index) {
  return Index.empty() ? "" : (" {" + Index.getText() + "}").str();
}

static std::string describePointers(const Value &V) {
  return "index table of " +
         countText(V.getShape().getElements().size(), "pointer");
}

// The dump may print the text of another instruction.
const InstructionDetails *ValueNames::findInstruction(const Value &V) {
  const InstructionDetails *I =
      AM.getResult<AttributionAnalysis>()->findInstruction(V);
  return I && I->Name == V.getInstructionName() ? I : nullptr;
}

StringRef ValueNames::findOpName(const Value &V) {
  const InstructionDetails *I =
      AM.getResult<AttributionAnalysis>()->findInstruction(V);
  return I ? I->Metadata.OpName : StringRef();
}

std::string ValueNames::getName(const Value &V) {
  StringRef OpName = findOpName(V);
  return OpName.empty() ? describe(V) : OpName.str();
}

// Looking through all values is faster than a map of them as long as it is done
// a few times only.
const Value *ValueNames::findDefined(StringRef Instruction) {
  constexpr unsigned MaxSearches = 8;
  if (++SearchCount > MaxSearches)
    return M.findValue(Instruction, ShapeIndex());
  const auto *Found = find_if(M.values(), [Instruction](const Value &V) {
    return V.getInstructionName() == Instruction &&
           V.getDefinition().getIndex().empty();
  });
  return Found == M.values().end() ? nullptr : Found;
}

const Value *ValueNames::findResult(StringRef Instruction) {
  if (!Results)
    if (const Value *V = findDefined(Instruction))
      return V;
  // It forwards that of another: where it is a position.
  if (const auto &Schedule = AM.getResult<HloScheduleAnalysis>())
    if (std::optional<Time> At = M.getTime(Instruction))
      return M.findValue(HloPlace{Schedule->order()[*At], RootLeaf});
  if (!Results) {
    Results.emplace();
    for (const Value &V : M.values()) {
      if (V.getDefinition().getIndex().empty())
        Results->try_emplace(V.getInstructionName(), &V);
      for (const Position &P : V.getPositions())
        if (P.getIndex().empty())
          Results->try_emplace(P.getName(), &V);
    }
  }
  return Results->lookup(Instruction);
}

/// What it is to the loop, if it is not the leaf itself.
static StringRef describeRound(LeafRole Role) {
  switch (Role) {
  case LeafRole::Init:
    return "initial ";
  case LeafRole::Root:
    return "next ";
  case LeafRole::Condition:
  case LeafRole::Body:
  case LeafRole::Result:
    return "";
  }
  llvm_unreachable("unknown role");
}

void ValueNames::findLoopNames() {
  auto IsPhi = [](const Value *V) { return V->isPhi(); };
  ValueOrder Used = M.listedValues();
  unsigned PartCount = countParts(M.getThreadCount(), Used.size());
  std::vector<std::vector<StringRef>> Parts(PartCount);
  parallelForParts(
      PartCount, Used.size(), [&](size_t Part, size_t Begin, size_t End) {
        visitPrintedInstructions(
            make_filter_range(Used.slice(Begin, End - Begin), IsPhi),
            [&](const Value &V) {
              StringRef Text = V.getInstructionText();
              if (Text.empty() ? getOpcode(M, V) == Opcode::While
                               : Text.contains(" while("))
                Parts[Part].push_back(V.getInstructionName());
              return true;
            });
      });
  LoopNames.emplace();
  for (const std::vector<StringRef> &Names : Parts)
    LoopNames->insert(Names.begin(), Names.end());
}

// A loop carries phis, what it reads, and the result of its body: the operands
// of a tuple, which reads them there and nowhere else, or parts of what some
// other instruction gives.
bool ValueNames::mayBeCarried(const Value &V) {
  if (V.isPhi() || V.getUses().empty())
    return true;
  if (V.getDefinition().hasIndex()) {
    const InstructionDetails *I = findInstruction(V);
    if (!I || !hasTrait(I->Op, OpcodeTraits::AsyncStart))
      return true;
  }
  // Many may be named after one that they all read.
  auto [Known, IsNew] = CarriedByUser.try_emplace(&V);
  if (IsNew)
    Known->second = isReadWhereCarried(V);
  return Known->second;
}

bool ValueNames::isReadWhereCarried(const Value &V) {
  if (!LoopNames)
    findLoopNames();
  // A tuple has as element what it reads as operand with the same number. There
  // may be as many of both as there are loops.
  DenseSet<DefinitionKey> Elements;
  for (const Position &P : V.getPositions())
    if (P.hasIndex())
      Elements.insert({P.getName(), P.getIndex().getText().split(',').first});
  return any_of(V.getUses(), [&](const Use &U) {
    StringRef User = U.User.getName();
    return LoopNames->contains(User) ||
           (!Elements.empty() &&
            Elements.contains({User, utostr(U.OperandNumber)}));
  });
}

std::string ValueNames::describeCarried(const Value &V) {
  if (!mayBeCarried(V))
    return "";
  const auto &Loops = AM.getResult<LoopAnalysis>();
  std::optional<LoopInfo::Carried> Carried = Loops.findCarried(V);
  if (!Carried)
    return "";
  const Loop &L = Loops.loops()[Carried->InLoop];
  const CarriedLeaf &Leaf = L.Leaves[Carried->Leaf];
  std::string Text;
  raw_string_ostream OS(Text);
  OS << describeRound(Carried->Role);
  if (Leaf.Index.empty())
    OS << "carried tuple of `" << L.Name << '`';
  else
    OS << "carried leaf " << Leaf.Index << " of `" << L.Name << '`';
  return Text;
}

/// "argument 3 {1}"; empty if it is none.
static std::string describeArgument(const Value &V) {
  const std::optional<ParameterOrigin> &Origin =
      V.getAllocation().getParameter();
  if (!Origin || V.getAllocation().isThreadLocal() || V.isPhi())
    return "";
  return "argument " + utostr(Origin->Number) + describeIndex(Origin->Index);
}

std::string ValueNames::describeRole(const Value &V) {
  if (std::string Carried = describeCarried(V); !Carried.empty())
    return Carried;
  const InstructionDetails *I = findInstruction(V);
  std::string Role;
  if (I && I->Op == Opcode::Parameter)
    Role = describeArgument(V);
  StringRef OpName = findOpName(V);
  if (OpName.empty())
    return I && Role.empty() && I->Op == Opcode::Constant ? "constant" : Role;
  return Role.empty() ? OpName.str() : Role + ", " + OpName.str();
}

std::string ValueNames::describeOperand(StringRef Instruction) {
  const Value *V = findResult(Instruction);
  if (!V)
    return ("`" + Instruction + "`").str();
  std::string Role = describeRole(*V);
  return Role.empty() ? quote(*V) : quote(*V) + " (" + Role + ")";
}

std::string ValueNames::describeOperands(const InstructionDetails &I) {
  if (I.Operands.size() == 1)
    return " of " + describeOperand(I.Operands.front().Name);
  std::string Text;
  raw_string_ostream OS(Text);
  for (const auto &[Number, O] : enumerate(I.Operands)) {
    if (Number == MaxOperands) {
      OS << " and " << I.Operands.size() - Number << " more";
      break;
    }
    const Value *V = findResult(O.Name);
    OS << (Number == 0                        ? " of "
           : I.Operands.size() == MaxOperands ? " and "
                                              : ", ");
    if (V)
      OS << quote(*V);
    else
      OS << '`' << O.Name << '`';
  }
  return Text;
}

std::string ValueNames::describeByOpcode(const Value &V,
                                         const InstructionDetails &I) {
  switch (I.Op) {
  case Opcode::Parameter: {
    if (std::string Argument = describeArgument(V); !Argument.empty())
      return Argument;
    std::string Text = "parameter";
    if (std::optional<uint64_t> Number = I.getParameterNumber())
      Text += " " + utostr(*Number);
    return Text + describeIndex(V.getDefinition().getIndex()) +
           " of a computation";
  }
  case Opcode::Constant:
    return I.OperandText.empty() || I.OperandText.size() > MaxLiteral
               ? "constant"
               : "constant " + I.OperandText.str();
  case Opcode::CopyStart:
  case Opcode::CopyDone:
    // Its third leaf is what tells that it has arrived.
    return (V.getDefinition().getIndex().getText() == "2"
                ? "flag of the asynchronous copy"
                : "asynchronous copy") +
           describeOperands(I);
  case Opcode::While:
  case Opcode::Conditional:
  case Opcode::Call:
    return "result" + describeIndex(V.getDefinition().getIndex()) + " of a " +
           I.OpcodeName.str();
  case Opcode::CustomCall:
    if (std::optional<StringRef> Target = I.getAttribute("custom_call_target"))
      return "custom call of " + Target->trim('"').str();
    return "custom call";
  case Opcode::Unknown:
    return I.OpcodeName.str();
  default:
    return I.OpcodeName.str() + describeOperands(I);
  }
}

std::string ValueNames::describe(const Value &V) {
  std::string Carried = describeCarried(V);
  const InstructionDetails *I = findInstruction(V);
  std::string Text;
  if (V.getShape().isTuple())
    Text = describePointers(V);
  else if (V.isPhi() && !Carried.empty())
    return Carried;
  else if (I)
    Text = describeByOpcode(V, *I);
  else if (std::string Argument = describeArgument(V);
           !Argument.empty() && V.getDefinition().getIndex().empty())
    Text = Argument;
  else if (V.isPhi())
    Text = "merge of other values";
  if (Carried.empty())
    return Text;
  return Text.empty() ? Carried : Text + ", " + Carried;
}

} // namespace hlomem
