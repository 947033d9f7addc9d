//===- Frameworks.cpp - Whose functions a model calls ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Sources/Frameworks.h"

using namespace llvm;

namespace hlomem {

Framework findFrameworkOfFile(StringRef Path) {
  static constexpr std::pair<StringLiteral, Framework> Folders[] = {
      {"-packages/keras/src/", Framework::Keras},
      {"-packages/flax/nnx/", Framework::Nnx},
      {"-packages/flax/linen/", Framework::Linen},
      {"-packages/flax/core/", Framework::Linen},
      {"-packages/haiku/_src/", Framework::Haiku},
      {"-packages/equinox/", Framework::Equinox}};
  const auto *Found =
      find_if(Folders, [&](const auto &F) { return Path.contains(F.first); });
  return Found == std::end(Folders) ? Framework::Jax : Found->second;
}

Framework findFrameworkOfOpName(StringRef OpName) {
  if (OpName.starts_with("aten__") || OpName.starts_with("xla__"))
    return Framework::Torch;
  return OpName.contains("gradient_tape/") || OpName.contains("PartitionedCall")
             ? Framework::TensorFlow
             : Framework::Jax;
}

bool isInstalledFile(StringRef Path) {
  return Path.starts_with("<") || Path.contains("site-packages") ||
         Path.contains("dist-packages") || Path.contains("/lib/python3");
}

StringRef getPackage(StringRef Path) {
  return isInstalledFile(Path)
             ? Path.rsplit("-packages/").second.split('/').first
             : "";
}

} // namespace hlomem
