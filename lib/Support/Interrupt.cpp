//===- Interrupt.cpp - Ends a search, not the program ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/Interrupt.h"
#include "hlomem/Support/LLVM.h"
#include <csignal>
#include <mutex>

namespace hlomem {

static constexpr int Signals[] = {SIGINT, SIGTERM};

static std::atomic<bool> IsInterrupted;
static_assert(std::atomic<bool>::is_always_lock_free,
              "a signal handler sets it");

/// Guards the two below, and the handlers but for what interrupt() does.
static std::mutex ScopesMutex;
static bool AreScopesAllowed = false;
static unsigned NumScopes = 0;

/// Those of InitTool, which remove files that are half written.
static struct sigaction Former[std::size(Signals)];

static void restoreHandlers() {
  for (size_t I = 0; I != std::size(Signals); ++I)
    sigaction(Signals[I], &Former[I], nullptr);
}

static void interrupt(int) {
  // First: no scope may open that finds the handlers restored and no flag.
  IsInterrupted = true;
  restoreHandlers();
}

static void catchInterrupts() {
  struct sigaction Action = {};
  Action.sa_handler = interrupt;
  // One after the other, so that the second finds what the first has restored.
  sigemptyset(&Action.sa_mask);
  for (int Signal : Signals)
    sigaddset(&Action.sa_mask, Signal);
  // All of the former ones must be known when the first signal comes.
  for (size_t I = 0; I != std::size(Signals); ++I)
    sigaction(Signals[I], nullptr, &Former[I]);
  for (size_t I = 0; I != std::size(Signals); ++I)
    if (Former[I].sa_handler != SIG_IGN)
      sigaction(Signals[I], &Action, nullptr);
  // One may have come while not all were there.
  if (IsInterrupted)
    restoreHandlers();
}

InterruptScope::InterruptScope() {
  std::lock_guard<std::mutex> Lock(ScopesMutex);
  if (NumScopes++ == 0 && AreScopesAllowed && !IsInterrupted)
    catchInterrupts();
}

InterruptScope::~InterruptScope() {
  std::lock_guard<std::mutex> Lock(ScopesMutex);
  if (--NumScopes == 0 && AreScopesAllowed)
    restoreHandlers();
}

void allowInterruptScopes() {
  std::lock_guard<std::mutex> Lock(ScopesMutex);
  AreScopesAllowed = true;
}

const std::atomic<bool> &getInterruptFlag() { return IsInterrupted; }

void setInterruptFlag(bool IsSet) { IsInterrupted = IsSet; }

} // namespace hlomem
