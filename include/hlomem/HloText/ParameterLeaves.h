//===- ParameterLeaves.h - Arguments that a header names --------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Parses the two attributes of the header of an HLO text that name leaves of
/// arguments: those that a result may take over, and those that are donated
/// without one.
/// \code
///   input_output_alias={ {0}: (0, {}, may-alias), {1}: (0, {2}) }
///   buffer_donor={ (1, {}) }
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_HLOTEXT_PARAMETERLEAVES_H
#define HLOMEM_HLOTEXT_PARAMETERLEAVES_H

#include "hlomem/Support/LLVM.h"
#include <set>

namespace hlomem {

/// Identifies a leaf of an argument of the program.
struct ParameterLeaf {
  uint64_t Number = 0;
  /// Holds the leaf's index in the form of ShapeIndex::getText(): "1,0".
  std::string Index;

  friend auto operator<=>(const ParameterLeaf &,
                          const ParameterLeaf &) = default;
};

/// Returns the leaves that \p Attribute, the value of such an attribute, names.
/// What is not understood is left out.
std::set<ParameterLeaf> parseParameterLeaves(StringRef Attribute);

} // namespace hlomem

#endif // HLOMEM_HLOTEXT_PARAMETERLEAVES_H
