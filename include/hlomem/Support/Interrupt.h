//===- Interrupt.h - Ends a search, not the program -------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_INTERRUPT_H
#define HLOMEM_SUPPORT_INTERRUPT_H

#include <atomic>

namespace hlomem {

/// While one of these lives, the first ctrl-C, or the first request to
/// terminate, sets getInterruptFlag() and does not end the program. The next
/// one, and each one at other times, does what it did before. Any thread may
/// have one. Nothing happens in a program that does not call
/// allowInterruptScopes().
class InterruptScope {
public:
  InterruptScope();
  InterruptScope(const InterruptScope &) = delete;
  InterruptScope &operator=(const InterruptScope &) = delete;
  ~InterruptScope();
};

/// Called by a program that has its signals to itself.
void allowInterruptScopes();

/// Whether somebody wants the search to end; then true to the program's end.
const std::atomic<bool> &getInterruptFlag();

} // namespace hlomem

#endif // HLOMEM_SUPPORT_INTERRUPT_H
