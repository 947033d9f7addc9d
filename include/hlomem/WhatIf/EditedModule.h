//===- EditedModule.h - The module of a program after an edit ---*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_WHATIF_EDITEDMODULE_H
#define HLOMEM_WHATIF_EDITEDMODULE_H

#include "hlomem/IR/Module.h"
#include "hlomem/WhatIf/EditedAssignment.h"
#include "hlomem/XlaSim/ReplayAnalysis.h"

namespace hlomem {

/// Makes what XLA would have written of \p E, the program of \p R after a
/// change, for Module::replaceBy(). The module has an HloProto to be replayed
/// again. A new copy has a name of its own, and the ids of new values follow
/// those of all others, which XLA may have given in another order.
Expected<std::unique_ptr<Module>> makeEditedModule(const Replay &R,
                                                   const EditedAssignment &E);

/// Makes the module of the program of \p R with \p Allocations, in which all
/// values of the program are.
Expected<std::unique_ptr<Module>>
makeAssignedModule(const Replay &R, ArrayRef<ReplayedAllocation> Allocations);

} // namespace hlomem

#endif // HLOMEM_WHATIF_EDITEDMODULE_H
