//===- Interrupt.h - Ends the search, not the program ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TOOLS_HLO_MEM_PACK_INTERRUPT_H
#define HLOMEM_TOOLS_HLO_MEM_PACK_INTERRUPT_H

#include <atomic>

namespace hlomem {

/// From the first call on, the first ctrl-C, or the first request to terminate,
/// sets what is returned. The next one does what it did before.
const std::atomic<bool> &catchInterrupts();

} // namespace hlomem

#endif // HLOMEM_TOOLS_HLO_MEM_PACK_INTERRUPT_H
