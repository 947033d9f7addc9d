//===- Module.cpp - A buffer assignment in memory -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/Module.h"
#include "hlomem/IR/HloProgram.h"

using namespace llvm;

namespace hlomem {

const Value *Module::findValue(uint64_t Id) const {
  // No value has such an id, and two of them mean something to the table.
  if (Id > INT64_MAX)
    return nullptr;
  if (ValuesById.empty())
    for (const Value &V : Values)
      ValuesById.try_emplace(V.getId(), &V);
  return ValuesById.lookup(Id);
}

const Value *Module::findValue(StringRef Instruction, ShapeIndex Index) const {
  if (ValuesByDefinition.empty())
    for (const Value &V : Values)
      ValuesByDefinition.try_emplace(V.getDefinition().getKey(), &V);
  return ValuesByDefinition.lookup({Instruction, Index.getText()});
}

const Value *Module::findPrinted(StringRef Instruction) const {
  if (!Printed) {
    Printed.emplace();
    for (const Value &V : Values)
      if (!V.getInstructionText().empty())
        Printed->try_emplace(V.getInstructionName(), &V);
  }
  return Printed->lookup(Instruction);
}

std::optional<Time> Module::getTime(StringRef Instruction) const {
  if (Times.empty())
    for (auto [T, Name] : enumerate(Schedule))
      Times.try_emplace(Name, static_cast<Time>(T));
  auto Known = Times.find(Instruction);
  if (Known == Times.end())
    return std::nullopt;
  return Known->second;
}

const InstructionDetails *Module::getInstruction(const Value &V) const {
  if (V.getInstructionText().empty())
    return nullptr;
  auto [Known, IsNew] = Instructions.try_emplace(V.getInstructionName());
  if (IsNew)
    Known->second = new (Arena) InstructionDetails(
        parseInstruction(V.getInstructionText(), Shapes, Arena));
  return Known->second;
}

Expected<std::shared_ptr<const HloProgram>> Module::readProgram() const {
  std::shared_ptr<const HloProgram> Result = Program.lock();
  if (Result || !Loader)
    return Result;
  Expected<std::unique_ptr<HloProgram>> Read = Loader();
  if (!Read)
    return Read.takeError();
  Result = std::move(*Read);
  Program = Result;
  return Result;
}

} // namespace hlomem
