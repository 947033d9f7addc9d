//===- ValueSelection.cpp - The value that an option names ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/Selection/ValueSelection.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Support/DidYouMean.h"

using namespace llvm;

namespace hlomem {

std::string describeNoPosition(const Liveness &Live, uint64_t At) {
  return "there is no schedule position " + utostr(At) + "; the last one is " +
         utostr(Live.getEndOfProgram() - 1);
}

std::string toString(const HloPosition &Name) {
  std::string Text;
  raw_string_ostream(Text) << Name;
  return Text;
}

std::string toString(const Shape &S, bool WithLayout) {
  std::string Text;
  raw_string_ostream OS(Text);
  S.print(OS, WithLayout);
  return Text;
}

Expected<const Value *> selectValue(const PassRun &Run, StringRef Name) {
  size_t NameSize = std::min(Name.find('{'), Name.size());
  StringRef Instruction = Name.take_front(NameSize);
  StringRef IndexText = Name.drop_front(NameSize);
  std::optional<ShapeIndex> Index =
      IndexText.empty() ? ShapeIndex() : ShapeIndex::parse(IndexText);
  if (Index)
    if (const Value *V = Run.M.findValue(Instruction, *Index);
        V && V->isAllocated())
      return V;

  auto IsMeant = [&](const Position &P) {
    return Index && P.getName() == Instruction && P.getIndex() == *Index;
  };
  std::vector<std::string> Names;
  for (const Value &V : Run.M.values()) {
    if (any_of(V.getPositions(), IsMeant))
      return Run.makeError("'" + Name + "' is a position of the value '" +
                           toString(V.getDefinition()) +
                           "', and no value of its own");
    Names.push_back(toString(V.getDefinition()));
  }
  std::vector<StringRef> Known(Names.begin(), Names.end());
  return Run.makeError("the dump has no value '" + Name + "'" +
                       didYouMean(Name, Known, ""));
}

} // namespace hlomem
