//===- StandardInstrumentations.cpp - What watches a pipeline -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/StandardInstrumentations.h"
#include "DebugPassManager.h"

using namespace llvm;

namespace hlomem {

ModuleInstrumentation::ModuleInstrumentation(StandardInstrumentations &Shared,
                                             raw_ostream &OS) {
  if (Shared.options().DebugPassManager)
    registerDebugPassManager(Callbacks, OS);
}

} // namespace hlomem
