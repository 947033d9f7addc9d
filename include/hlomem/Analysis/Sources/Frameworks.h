//===- Frameworks.h - Whose functions a model calls -------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_SOURCES_FRAMEWORKS_H
#define HLOMEM_ANALYSIS_SOURCES_FRAMEWORKS_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Identifies a library that models are written with, by whose functions a
/// change of the model is written. Later ones are more specific.
enum class Framework : uint8_t {
  Jax,
  Equinox,
  Haiku,
  Linen,
  Nnx,
  Keras,
  TensorFlow,
  Torch
};

/// Returns the framework on JAX whose package the source file \p Path is part
/// of; Jax if it is part of none.
Framework findFrameworkOfFile(StringRef Path);

/// Returns the framework by whose compiler interface an operation gets the name
/// \p OpName: TensorFlow, Torch, or Jax for all that build on it.
Framework findFrameworkOfOpName(StringRef OpName);

/// Returns true if \p Path is the file of an installed package or has no name:
/// nobody changes a model there.
bool isInstalledFile(StringRef Path);

/// Returns the name of the installed package that the source file \p Path is
/// in; empty for a file of the user.
StringRef getPackage(StringRef Path);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_SOURCES_FRAMEWORKS_H
