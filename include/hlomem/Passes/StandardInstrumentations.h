//===- StandardInstrumentations.h - What watches a pipeline -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each way to watch a pipeline is a class with a source file of its own, which
/// registers callbacks. Here they are put together: InstrumentationOptions says
/// which ones, StandardInstrumentations holds what is summed over modules, and
/// each module has a ModuleInstrumentation.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_STANDARDINSTRUMENTATIONS_H
#define HLOMEM_PASSES_STANDARDINSTRUMENTATIONS_H

#include "hlomem/Passes/PassInstrumentation.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

/// What is asked for; by default nothing.
struct InstrumentationOptions {
  /// Print each pass and analysis as it runs.
  bool DebugPassManager = false;

  /// True if callbacks are needed.
  bool isAny() const { return DebugPassManager; }
};

/// What the modules of a run share. One object may be used by several threads.
class StandardInstrumentations {
public:
  explicit StandardInstrumentations(const InstrumentationOptions &Options)
      : Options(Options) {}

  const InstrumentationOptions &options() const { return Options; }

private:
  const InstrumentationOptions Options;
};

/// The callbacks for one module: made where the module is, given to its
/// AnalysisManager and PassContext, and destroyed after them. Belongs to one
/// thread. If nothing is asked for, there is no need to make one: see
/// InstrumentationOptions::isAny().
class ModuleInstrumentation {
public:
  /// Both must outlive it. \p OS takes what is printed while passes run.
  ModuleInstrumentation(StandardInstrumentations &Shared,
                        llvm::raw_ostream &OS);
  ModuleInstrumentation(const ModuleInstrumentation &) = delete;
  ModuleInstrumentation &operator=(const ModuleInstrumentation &) = delete;

  const PassInstrumentation &callbacks() const { return Callbacks; }

private:
  PassInstrumentation Callbacks;
};

} // namespace hlomem

#endif // HLOMEM_PASSES_STANDARDINSTRUMENTATIONS_H
