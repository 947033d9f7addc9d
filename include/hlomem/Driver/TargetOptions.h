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
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

/// What the command line says, as it stands there.
struct TargetArguments {
  /// -backend; Unknown to infer it.
  Backend GivenBackend = Backend::Unknown;
  /// -memory-limit: each is "space=size", or a size for the default space.
  std::vector<std::string> MemoryLimits = {};
  /// -device: "v5e", "v5e:2x4".
  std::optional<std::string> Device = std::nullopt;
  /// -memory-fraction
  std::optional<std::string> MemoryFraction = std::nullopt;
  /// -reserve
  std::optional<std::string> Reserve = std::nullopt;
  /// -resident
  bool IsResident = false;
};

/// Errors are one line that names the option.
llvm::Expected<Target> readTarget(const TargetArguments &Arguments);

} // namespace hlomem

#endif // HLOMEM_DRIVER_TARGETOPTIONS_H
