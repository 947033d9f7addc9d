//===- KeptForBackward.h - What layers that no loop runs keep ---*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PASSES_REPORT_ADVISE_KEPTFORBACKWARD_H
#define HLOMEM_LIB_PASSES_REPORT_ADVISE_KEPTFORBACKWARD_H

#include "hlomem/Pass/Pass.h"
#include "hlomem/WhatIf/Advice/ChangeTrial.h"
#include <cstdint>

namespace hlomem {

/// Temporaries of space 0 that are live where a program is fullest, that its
/// forward pass makes and its backward pass reads, by op_names (OpNames.h).
struct KeptForBackward {
  uint64_t Count = 0;
  Bytes Size;
};

/// Those of the entry computation of the program of \p T, that of \p Run. None
/// if what reads them computes some again already, under jax.checkpoint.
KeptForBackward findKeptForBackward(const PassRun &Run, const ChangeTrial &T);

} // namespace hlomem

#endif // HLOMEM_LIB_PASSES_REPORT_ADVISE_KEPTFORBACKWARD_H
