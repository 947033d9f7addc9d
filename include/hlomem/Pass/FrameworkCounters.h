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

/// What the framework itself counts. docs/Counters.md lists it.
namespace counter {
#define FRAMEWORK_COUNTER(Id, Group, Name, Description)                        \
  inline constexpr CounterInfo Id = {Group, Name, Description};
#include "hlomem/Pass/FrameworkCounters.def"
} // namespace counter

/// Adds each of them to \p Counters with 0, so that all keys are there.
void addFrameworkCounters(CounterSet &Counters);

/// Counts what \p M holds.
void countModule(const Module &M, CounterSet &Counters);

/// Counts passes and analyses.
void registerCounterCallbacks(PassInstrumentation &PI, CounterSet &Counters);

} // namespace hlomem

#endif // HLOMEM_PASS_FRAMEWORKCOUNTERS_H
