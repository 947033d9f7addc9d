//===- DumpMaterializer.cpp - What a dump says, read on demand ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpMaterializer.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/ValueLists.h"
#include "hlomem/HloText/HloTextParser.h"
#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/IR/HeapTrace.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/ProgramSource.h"

using namespace llvm;

namespace hlomem {

const ValueLists &DumpMaterializer::readLists(const Value &V) const {
  SmallVector<Position, 8> Positions;
  SmallVector<Use, 8> Uses;
  visitLists(
      V, [&](const Position &P) { Positions.push_back(P); },
      [&](const Use &U) { Uses.push_back(U); });
  StringRef Text = V.getInstructionText();
  std::lock_guard<std::mutex> Guard(Lock);
  auto *Read = new (Lists) ValueLists;
  Read->Positions = ArrayRef(Positions).copy(Lists);
  Read->Uses = ArrayRef(Uses).copy(Lists);
  Read->InstructionText = Text.data();
  return *Read;
}

/// The one that the dump lists first of those values of the instruction that
/// have a text: what it says of them must not depend on who asks first.
static const Value &getFirstPrinted(const Module &M, const Value &V) {
  const Value *First = &V;
  if (!V.getDefinition().hasIndex())
    return *First;
  ValueOrder Used = usedValues(M);
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

InstructionDetails
DumpMaterializer::readInstruction(const Module &M, const Value &V,
                                  ShapeContext &Shapes,
                                  BumpPtrAllocator &Arena) const {
  return parseInstruction(getFirstPrinted(M, V).getInstructionText(), Shapes,
                          Arena);
}

InstructionGist DumpMaterializer::readGist(const Value &) const {
  llvm_unreachable("the values of a dump are not computed");
}

StringRef DumpMaterializer::printInstruction(const Value &) const {
  llvm_unreachable("the values of a dump are not computed");
}

Expected<std::shared_ptr<const ProgramSource>>
DumpMaterializer::readProgram() const {
  std::lock_guard<std::mutex> Guard(Lock);
  std::shared_ptr<const ProgramSource> Known = Program.lock();
  if (Known || !HloText)
    return Known;
  Expected<SourceText> Text = HloText();
  if (!Text)
    return Text.takeError();
  Expected<std::unique_ptr<ProgramSource>> Read =
      parseHloText(std::move(*Text));
  if (!Read)
    return Read.takeError();
  Known = std::move(*Read);
  Program = Known;
  return Known;
}

Expected<std::shared_ptr<const HeapTraces>>
DumpMaterializer::readHeapTraces(const Module &M) const {
  if (!Traces)
    return nullptr;
  return Traces(M);
}

} // namespace hlomem
