//===- XSpace.h - The programs in a profile ---------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the profiler writes, X.xplane.pb, has an HloProto of each program that
/// ran, beside events that are not read here.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PROTO_XSPACE_H
#define HLOMEM_PROTO_XSPACE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace hlomem {

/// A program of a profile.
struct ProfiledProgram {
  /// As XProf names it: the module's name with the number of the program
  /// behind, "jit_step(4)".
  std::string Name;
  /// Its HloProto, within the bytes of the profile.
  llvm::StringRef HloProto;
  bool HasAssignment = false;
};

/// The programs in the XSpace \p Bytes, ascending by number. Events are skipped
/// by their length, so that files of any size take a few steps. Errors tell the
/// byte and the path of fields; they do not name the file. It is no error that
/// there is none.
llvm::Expected<std::vector<ProfiledProgram>>
listProfiledPrograms(llvm::StringRef Bytes);

} // namespace hlomem

#endif // HLOMEM_PROTO_XSPACE_H
