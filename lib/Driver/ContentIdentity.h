//===- ContentIdentity.h - Dumps with the same contents ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DRIVER_CONTENTIDENTITY_H
#define HLOMEM_LIB_DRIVER_CONTENTIDENTITY_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

class LoadedModule;

/// Returns the column `identity` of \p L, 32 hexadecimal digits, or an empty
/// text if nothing of it could be read. \p L may have failed.
std::string computeContentIdentity(LoadedModule &L);

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_CONTENTIDENTITY_H
