//===- XSpace.h - The programs in a profile ---------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the programs in a profile: X.xplane.pb, which the profiler writes, has
/// an HloProto of each program that ran. Its events are not read.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PROTO_XSPACE_H
#define HLOMEM_PROTO_XSPACE_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Represents a program in a profile.
struct ProfiledProgram {
  /// Holds XProf's name of the program, the name of the module and the number
  /// of the program: "jit_step(4)".
  std::string Name;
  /// Holds the program's HloProto, which is part of the bytes of the profile.
  StringRef HloProto;
  bool HasAssignment = false;
};

/// Returns the programs in the XSpace \p Bytes, ascending by number; an empty
/// list is no error. Takes few steps whatever the size of the file, since
/// events are skipped by their length. An error tells the byte and the path of
/// fields, but does not name the file.
Expected<std::vector<ProfiledProgram>> listProfiledPrograms(StringRef Bytes);

} // namespace hlomem

#endif // HLOMEM_PROTO_XSPACE_H
