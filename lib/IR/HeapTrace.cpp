//===- HeapTrace.cpp - What XLA's heap simulators did ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/HeapTrace.h"

using namespace llvm;

namespace hlomem {

ValueId HeapTraces::find(uint64_t Id) const {
  auto Found =
      partition_point(Values, [Id](const auto &V) { return V.Id < Id; });
  if (Found == Values.end() || Found->Id != Id)
    return ValueId::none();
  return ValueId(Found - Values.begin());
}

} // namespace hlomem
