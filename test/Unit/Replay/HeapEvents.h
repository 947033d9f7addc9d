//===- HeapEvents.h - The events of a heap in short -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_REPLAY_HEAPEVENTS_H
#define HLOMEM_TEST_UNIT_REPLAY_HEAPEVENTS_H

#include "hlomem/Replay/HeapTrace.h"

namespace hlomem::replay {

inline HeapEvent alloc(uint32_t V) { return {HeapEvent::Kind::Alloc, V}; }
inline HeapEvent release(uint32_t V) { return {HeapEvent::Kind::Free, V}; }
inline HeapEvent share(uint32_t V, uint32_t With) {
  return {HeapEvent::Kind::Share, V, With};
}

} // namespace hlomem::replay

#endif // HLOMEM_TEST_UNIT_REPLAY_HEAPEVENTS_H
