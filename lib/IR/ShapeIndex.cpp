//===- ShapeIndex.cpp - A path into a nested tuple ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/ShapeIndex.h"
#include "hlomem/Support/TextScanner.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace hlomem {

std::optional<ShapeIndex> ShapeIndex::parse(StringRef Braced) {
  if (!Braced.consume_front("{") || !Braced.consume_back("}"))
    return std::nullopt;
  if (Braced.empty())
    return ShapeIndex();
  StringRef Rest = Braced;
  do {
    if (!text::takeNumber(Rest))
      return std::nullopt;
  } while (Rest.consume_front(","));
  if (!Rest.empty())
    return std::nullopt;
  return ShapeIndex(Braced);
}

SmallVector<uint64_t, 4> ShapeIndex::getParts() const {
  SmallVector<uint64_t, 4> Parts;
  for (StringRef Rest = Text; !Rest.empty(); Rest.consume_front(","))
    Parts.push_back(*text::takeNumber(Rest));
  return Parts;
}

raw_ostream &operator<<(raw_ostream &OS, ShapeIndex I) {
  return OS << '{' << I.getText() << '}';
}

} // namespace hlomem
