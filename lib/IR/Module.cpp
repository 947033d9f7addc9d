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
  auto Hash = [](DefinitionKey Key) {
    return hashName(Key.second, hashName(Key.first));
  };
  auto Find = [&](DefinitionKey Key) {
    return [this, Key](uint32_t I) {
      return Values[I].getDefinition().getKey() == Key;
    };
  };
  if (ValuesByDefinition.empty()) {
    ValuesByDefinition.reserve(Values.size());
    for (auto [I, V] : enumerate(Values)) {
      DefinitionKey Key = V.getDefinition().getKey();
      ValuesByDefinition.insert(Hash(Key), I, Find(Key));
    }
  }
  DefinitionKey Key = {Instruction, Index.getText()};
  auto Found = ValuesByDefinition.find(Hash(Key), Find(Key));
  return Found ? &Values[*Found] : nullptr;
}

const Value *Module::findPrinted(StringRef Instruction) const {
  auto IsOf = [this](StringRef Name) {
    return [this, Name](uint32_t I) {
      return Values[I].getInstructionName() == Name;
    };
  };
  if (!Printed) {
    Printed.emplace();
    Printed->reserve(Values.size());
    for (auto [I, V] : enumerate(Values)) {
      StringRef Name = V.getInstructionName();
      if (!V.getInstructionText().empty())
        Printed->insert(hashName(Name), I, IsOf(Name));
    }
  }
  auto Found = Printed->find(hashName(Instruction), IsOf(Instruction));
  return Found ? &Values[*Found] : nullptr;
}

const NameTable &Module::getTimesByName() const {
  if (Times.empty())
    Times = NameTable::of(Schedule);
  return Times;
}

std::optional<Time> Module::getTime(StringRef Instruction) const {
  return getTimesByName().find(hashName(Instruction), [&](uint32_t T) {
    return Schedule[T] == Instruction;
  });
}

const NameTimes &Module::getNameTimes() const {
  if (!TimesOfNames)
    TimesOfNames.emplace(*this, Schedule, getTimesByName());
  return *TimesOfNames;
}

void Module::forgetValues() {
  ValuesById.clear();
  ValuesByDefinition.clear();
  Printed.reset();
  TimesOfNames.reset();
  StructureOfDump.reset();
}

InstructionOutline Module::getOutline(const Value &V) const {
  return parseOutline(V.getInstructionText(), Shapes);
}

// Of the values that one instruction defines, which a sound dump lists side by
// side, the first one that has its text: so what is found of an instruction
// depends on no order in which values are asked for.
const Value &Module::getFirstPrinted(const Value &V) const {
  const Value *First = &V;
  if (!V.getDefinition().hasIndex())
    return *First;
  ValueOrder Used = usedValues();
  size_t At = llvm::partition_point(Used,
                                    [&V](const Value *Other) {
                                      return Other->getId() < V.getId();
                                    }) -
              Used.begin();
  if (At == Used.size() || Used[At] != &V)
    return *First;
  for (const Value *Other : reverse(Used.slice(0, At))) {
    if (Other->getInstructionName() != V.getInstructionName())
      break;
    if (!Other->getInstructionText().empty())
      First = Other;
  }
  return *First;
}

const InstructionDetails *Module::getInstruction(const Value &V) const {
  if (V.getInstructionText().empty())
    return nullptr;
  StringRef Name = V.getInstructionName();
  auto [Known, IsNew] = InstructionsByName.insert(
      hashName(Name), Instructions.size(),
      [&](uint32_t I) { return Instructions[I].first == Name; });
  if (IsNew)
    Instructions.emplace_back(
        Name, new (Arena) InstructionDetails(parseInstruction(
                  getFirstPrinted(V).getInstructionText(), Shapes, Arena)));
  return Instructions[Known].second;
}

Expected<const SourceText *> Module::readReport() {
  if (LoadReport) {
    Expected<SourceText> Text = LoadReport();
    if (!Text)
      return Text.takeError();
    Sources.add(std::move(*Text));
    HasReport = true;
    LoadReport = nullptr;
  }
  return HasReport ? &Sources.texts().back() : nullptr;
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
