//===- TargetOptions.h - What the command line says of the machine --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DRIVER_TARGETOPTIONS_H
#define HLOMEM_LIB_DRIVER_TARGETOPTIONS_H

#include "hlomem/Analysis/Target.h"

namespace hlomem {

struct DriverOptions;

/// Reads what the command line says of the machine. Errors are one line that
/// names the option.
Expected<Target> readTarget(const DriverOptions &Options);

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_TARGETOPTIONS_H
