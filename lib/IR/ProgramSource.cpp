//===- ProgramSource.cpp - What a source tells of a program ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/ProgramSource.h"

using namespace llvm;

namespace hlomem {

ProgramSource::~ProgramSource() = default;

std::optional<StringRef>
ProgramSource::getHeaderAttribute(StringRef Key) const {
  for (const Attribute &A : HeaderAttributes)
    if (A.Key == Key)
      return A.Value;
  return std::nullopt;
}

bool ProgramSource::isScheduled() const {
  return getHeaderAttribute("is_scheduled") == StringRef("true");
}

ComputationId ProgramSource::findOwner(StringRef Name) const {
  std::optional<SourceInstruction> I = find(Name);
  return I ? I->Computation : ComputationId::none();
}

ComputationId ProgramSource::findComputation(StringRef Name) const {
  auto It = ComputationsByName.find(Name);
  return It == ComputationsByName.end() ? ComputationId::none() : It->second;
}

void ProgramSource::visitCalls(
    ComputationId C,
    function_ref<void(const InstructionDetails &, const CalledComputation &,
                      ComputationId)>
        Visit) const {
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  visit(C, [&](const SourceInstruction &I) {
    if (!mayHave(I, InstructionMarks::CallsComputations))
      return;
    InstructionDetails D = readDetails(I, Shapes, Arena);
    for (const CalledComputation &Called : D.CalledComputations)
      if (ComputationId Callee = findComputation(Called.Name))
        Visit(D, Called, Callee);
  });
}

std::optional<InstructionDetails>
ProgramSource::readDetails(StringRef Name, ShapeContext &Shapes,
                           BumpPtrAllocator &Arena) const {
  std::optional<SourceInstruction> I = find(Name);
  return I ? std::optional(readDetails(*I, Shapes, Arena)) : std::nullopt;
}

InstructionMetadata ProgramSource::readMetadata(StringRef Name,
                                                ShapeContext &Shapes,
                                                BumpPtrAllocator &Arena) const {
  return readDetails(Name, Shapes, Arena)
      .value_or(InstructionDetails())
      .Metadata;
}

} // namespace hlomem
