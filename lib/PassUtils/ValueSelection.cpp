//===- ValueSelection.cpp - The value that an option names ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/PassUtils/ValueSelection.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/PipelineError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace hlomem {

std::string toString(const HloPosition &Name) {
  std::string Text;
  raw_string_ostream(Text) << Name;
  return Text;
}

Expected<const Value *> selectValue(const Module &M, StringRef Pass,
                                    StringRef Name) {
  size_t NameSize = std::min(Name.find('{'), Name.size());
  StringRef Instruction = Name.take_front(NameSize);
  StringRef IndexText = Name.drop_front(NameSize);
  std::optional<ShapeIndex> Index =
      IndexText.empty() ? ShapeIndex() : ShapeIndex::parse(IndexText);
  if (Index)
    if (const Value *V = M.findValue(Instruction, *Index);
        V && V->isAllocated())
      return V;

  auto IsMeant = [&](const Position &P) {
    return Index && P.getName() == Instruction && P.getIndex() == *Index;
  };
  std::vector<std::string> Names;
  for (const Value &V : M.values()) {
    if (any_of(V.getPositions(), IsMeant))
      return createStringError(
          "pass '" + Pass + "': '" + Name + "' is a position of the value '" +
          toString(V.getDefinition()) + "', and no value of its own");
    Names.push_back(toString(V.getDefinition()));
  }
  std::vector<StringRef> Known(Names.begin(), Names.end());
  return createStringError("pass '" + Pass + "': the dump has no value '" +
                           Name + "'" + didYouMean(Name, Known, ""));
}

} // namespace hlomem
