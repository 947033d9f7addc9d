//===- AttributeStream.cpp - Attributes that are printed ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttributeStream.h"

using namespace llvm;

namespace hlomem {

ArrayRef<Attribute> AttributeStream::copy(BumpPtrAllocator &Arena) const {
  assert((Text.empty() || (!Begins.empty() && Begins.front().Key == 2)) &&
         "what is printed is of an attribute");
  StringRef Copy = StringRef(Text).copy(Arena);
  auto *Attributes = Arena.Allocate<Attribute>(Begins.size());
  for (auto [N, Begin] : enumerate(Begins)) {
    // Two characters stand between a value and the next key.
    size_t End = N + 1 == Begins.size() ? Copy.size() : Begins[N + 1].Key - 2;
    new (Attributes + N) Attribute{Copy.slice(Begin.Key, Begin.KeyEnd),
                                   Copy.slice(Begin.KeyEnd + 1, End)};
  }
  return {Attributes, Begins.size()};
}

} // namespace hlomem
