//===- TargetOptions.h - What the command line says of the machine --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DRIVER_TARGETOPTIONS_H
#define HLOMEM_DRIVER_TARGETOPTIONS_H

#include "hlomem/Analysis/Target.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace hlomem {

/// \p Device is Unknown to infer it. Each of \p Limits is "space=size", or a
/// size for the default space. Errors
/// are one line that names the option.
llvm::Expected<Target> readTarget(Backend Device,
                                  llvm::ArrayRef<std::string> Limits);

} // namespace hlomem

#endif // HLOMEM_DRIVER_TARGETOPTIONS_H
