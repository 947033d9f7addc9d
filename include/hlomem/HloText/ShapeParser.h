//===- ShapeParser.h - From the text of a shape to a Shape ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Parses the text of a shape. The grammar is in docs/DumpFormat.md#shapes. A
/// text that was parsed before costs one look-up.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_HLOTEXT_SHAPEPARSER_H
#define HLOMEM_HLOTEXT_SHAPEPARSER_H

#include "hlomem/IR/Shape.h"

namespace hlomem {

/// Limits how deep tuples may be nested.
inline constexpr unsigned MaxShapeNesting = 256;

/// Describes the place in a text where no shape could be parsed.
struct ShapeError {
  /// Holds the offset of the place in the text that was given.
  size_t Offset = 0;
  /// Tells what was expected there: "expected ',' or ']' in the dimensions".
  std::string Message;
};

/// Parses \p Text, which must outlive \p Context, as one shape. Returns null if
/// it is none; \p Error then says where and why.
const Shape *parseShape(StringRef Text, ShapeContext &Context,
                        ShapeError &Error);

/// Parses the shape at the start of \p Text, layout included, and drops it from
/// \p Text. Returns null if there is none; \p Error then says where and why,
/// and \p Text is unchanged.
const Shape *consumeShape(StringRef &Text, ShapeContext &Context,
                          ShapeError &Error);

} // namespace hlomem

#endif // HLOMEM_HLOTEXT_SHAPEPARSER_H
