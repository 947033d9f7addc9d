//===- ModulePairs.h - Which modules to compare -----------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DRIVER_MODULEPAIRS_H
#define HLOMEM_DRIVER_MODULEPAIRS_H

#include "hlomem/Driver/Session.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <utility>
#include <vector>

namespace hlomem {

/// The modules of two sessions that are to be compared with each other. Those
/// that could not be read are nowhere.
struct ModulePairs {
  /// The module of the first session, and that of the second. In the order of
  /// the first.
  std::vector<std::pair<LoadedModule *, LoadedModule *>> Pairs;
  /// Without a partner.
  std::vector<LoadedModule *> OnlyInFirst;
  std::vector<LoadedModule *> OnlyInSecond;
};

/// Pairs the modules that \p First and \p Second keep: two single ones with
/// each other, whatever they are called; of several, those of the same name,
/// without folder and ending. Of several with one name, the first goes with the
/// first, and so on.
ModulePairs pairModules(llvm::ArrayRef<std::unique_ptr<LoadedModule>> First,
                        llvm::ArrayRef<std::unique_ptr<LoadedModule>> Second);

} // namespace hlomem

#endif // HLOMEM_DRIVER_MODULEPAIRS_H
