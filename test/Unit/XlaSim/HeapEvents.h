//===- HeapEvents.h - The events of a heap in short -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_XLASIM_HEAPEVENTS_H
#define HLOMEM_TEST_UNIT_XLASIM_HEAPEVENTS_H

#include "hlomem/XlaSim/HeapRequests.h"

namespace hlomem {

inline HeapEvent alloc(uint32_t V) {
  return {HeapEvent::Kind::Alloc, ValueId(V)};
}
inline HeapEvent release(uint32_t V) {
  return {HeapEvent::Kind::Free, ValueId(V)};
}
inline HeapEvent share(uint32_t V, uint32_t With) {
  return {HeapEvent::Kind::Share, ValueId(V), ValueId(With)};
}

/// A trace with values of these sizes.
inline HeapRequests makeTrace(llvm::ArrayRef<uint64_t> Sizes,
                              std::vector<HeapEvent> Events) {
  HeapRequests T;
  for (uint64_t Size : Sizes)
    T.Sizes.push_back(Bytes(Size));
  T.Events = std::move(Events);
  return T;
}

inline std::vector<ValueId> valuesOf(llvm::ArrayRef<uint32_t> Numbers) {
  std::vector<ValueId> Values;
  for (uint32_t N : Numbers)
    Values.emplace_back(N);
  return Values;
}

} // namespace hlomem

#endif // HLOMEM_TEST_UNIT_XLASIM_HEAPEVENTS_H
