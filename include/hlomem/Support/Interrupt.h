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

/// Makes an interrupt set getInterruptFlag() instead of ending the program.
/// While an object of this class exists, the first SIGINT or SIGTERM sets the
/// flag; the next one, and each one at other times, has the effect it had
/// before. Any thread may create one. It has no effect in a program that did
/// not call allowInterruptScopes().
class InterruptScope {
public:
  InterruptScope();
  InterruptScope(const InterruptScope &) = delete;
  InterruptScope &operator=(const InterruptScope &) = delete;
  ~InterruptScope();
};

/// Enables InterruptScope. It is for a program that no other code handles
/// signals in.
void allowInterruptScopes();

/// Returns the flag that a first interrupt sets, so that searches end early. It
/// stays true until the program ends, or setInterruptFlag() is called.
const std::atomic<bool> &getInterruptFlag();

/// Sets that flag, for a program that handles signals in its own way.
void setInterruptFlag(bool IsSet);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_INTERRUPT_H
