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

namespace {

/// A folder of a framework's package, by which its files are known also where
/// no folder is called site-packages: in that of `pip install --target`, or in
/// one that holds all code of a company.
struct PackageFolder {
  StringLiteral Path;
  Framework Of;
};

} // namespace

static const PackageFolder *findPackageFolder(StringRef Path) {
  static constexpr PackageFolder Folders[] = {
      {"/keras/src/", Framework::Keras},
      {"/flax/nnx/", Framework::Nnx},
      {"/flax/linen/", Framework::Linen},
      {"/flax/core/", Framework::Linen},
      {"/haiku/_src/", Framework::Haiku},
      {"/equinox/nn/", Framework::Equinox},
      {"/equinox/internal/", Framework::Equinox},
      {"/equinox/_", Framework::Equinox},
      {"/optax/_src/", Framework::Jax},
      {"/jax/_src/", Framework::Jax}};
  // The name of a file may have lost what is before the package.
  const auto *Found = find_if(Folders, [&](const PackageFolder &F) {
    return Path.contains(F.Path) || Path.starts_with(F.Path.drop_front());
  });
  return Found == std::end(Folders) ? nullptr : Found;
}

Framework findFrameworkOfFile(StringRef Path) {
  const PackageFolder *Folder = findPackageFolder(Path);
  return Folder ? Folder->Of : Framework::Jax;
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
         Path.contains("dist-packages") || Path.contains("/lib/python3") ||
         findPackageFolder(Path);
}

StringRef getPackage(StringRef Path) {
  if (!isInstalledFile(Path))
    return "";
  if (StringRef Rest = Path.rsplit("-packages/").second; !Rest.empty())
    return Rest.split('/').first;
  const PackageFolder *Folder = findPackageFolder(Path);
  return Folder ? Folder->Path.drop_front().split('/').first : "";
}

} // namespace hlomem
