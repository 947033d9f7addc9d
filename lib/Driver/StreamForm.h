//===- StreamForm.h - What a stream can show --------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DRIVER_STREAMFORM_H
#define HLOMEM_LIB_DRIVER_STREAMFORM_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Is the width of lines that go to no terminal, in columns.
inline constexpr unsigned DefaultWidth = 80;

struct StreamForm {
  bool HasColor = false;
  /// Is the width of lines, in columns; 0 for any.
  unsigned Width = DefaultWidth;
  /// Is true if the place before a headline does not count in its width.
  bool IsPlaceFree = true;
  /// Is true if bars and signs of Unicode are shown.
  bool HasUnicode = false;
};

/// Returns what \p OS can show: a terminal by its width and the variables of
/// the C library, a file or what a host takes by the defaults. The user's
/// \p Width, if any, holds for all.
StreamForm findStreamForm(raw_ostream &OS, std::optional<unsigned> Width);

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_STREAMFORM_H
