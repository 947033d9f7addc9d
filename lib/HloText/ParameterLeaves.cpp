//===- ParameterLeaves.cpp - Arguments that a header names ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/HloText/ParameterLeaves.h"

using namespace llvm;

namespace hlomem {

std::set<ParameterLeaf> parseParameterLeaves(StringRef Attribute) {
  std::set<ParameterLeaf> Leaves;
  while (!Attribute.empty()) {
    StringRef After = Attribute.split('(').second;
    auto [Number, Tail] = After.split(',');
    Attribute = Tail;
    ParameterLeaf Leaf;
    StringRef Index = Tail.take_front(Tail.find('}')).ltrim();
    if (Number.trim().getAsInteger(10, Leaf.Number) ||
        !Index.consume_front("{"))
      continue;
    copy_if(Index, std::back_inserter(Leaf.Index),
            [](char C) { return C != ' '; });
    Leaves.insert(std::move(Leaf));
  }
  return Leaves;
}

} // namespace hlomem
