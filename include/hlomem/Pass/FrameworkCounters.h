//===- FrameworkCounters.h - What is counted of every run -------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_FRAMEWORKCOUNTERS_H
#define HLOMEM_PASS_FRAMEWORKCOUNTERS_H

#include "hlomem/Analysis/Counters.h"
#include "hlomem/Pass/PassInstrumentation.h"

namespace hlomem {

class Module;

/// Contains the counters of the framework itself, which docs/Counters.md lists.
namespace counter {
#define FRAMEWORK_COUNTER(Id, Group, Name, Description)                        \
  inline constexpr CounterInfo Id = {Group, Name, Description};
#include "hlomem/Pass/FrameworkCounters.def"
} // namespace counter

/// Adds 0 to each counter of the framework in \p Counters, so that all keys are
/// present.
void addFrameworkCounters(CounterSet &Counters);

/// Adds the numbers of allocations, values, positions, uses and scheduled
/// instructions of \p M to \p Counters.
void countModule(const Module &M, CounterSet &Counters);

/// Registers callbacks that count passes and analyses in \p Counters, which
/// must outlive them.
void registerCounterCallbacks(PassInstrumentation &PI, CounterSet &Counters);

} // namespace hlomem

#endif // HLOMEM_PASS_FRAMEWORKCOUNTERS_H
