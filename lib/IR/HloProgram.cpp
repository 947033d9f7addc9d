//===- HloProgram.cpp - The computations of an HLO text file --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/HloProgram.h"

using namespace llvm;

namespace hlomem {

HloInstructionReader::~HloInstructionReader() = default;

std::optional<StringRef> HloProgram::getHeaderAttribute(StringRef Key) const {
  for (const Attribute &A : P.Attributes)
    if (A.Key == Key)
      return A.Value;
  return std::nullopt;
}

bool HloProgram::isScheduled() const {
  return getHeaderAttribute("is_scheduled") == StringRef("true");
}

const HloInstruction *HloProgram::findInstruction(StringRef Name) const {
  auto It = P.InstructionsByName.find(Name);
  return It == P.InstructionsByName.end() ? nullptr
                                          : &P.Instructions[It->second];
}

const HloComputation *HloProgram::findComputation(StringRef Name) const {
  auto It = P.ComputationsByName.find(Name);
  return It == P.ComputationsByName.end() ? nullptr
                                          : &P.Computations[It->second];
}

} // namespace hlomem
