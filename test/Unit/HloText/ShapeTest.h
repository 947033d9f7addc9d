//===- ShapeTest.h - What the tests of shapes share -------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_IR_SHAPETEST_H
#define HLOMEM_TEST_UNIT_IR_SHAPETEST_H

#include "hlomem/HloText/ShapeParser.h"
#include "hlomem/IR/Shape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace hlomem::test {

class ShapeTest : public testing::Test {
protected:
  llvm::BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};

  /// \p Text must outlive the test.
  const Shape *get(llvm::StringRef Text) {
    ShapeError Error;
    const Shape *S = parseShape(Text, Shapes, Error);
    EXPECT_TRUE(S) << Text.str() << ": " << Error.Offset << ": "
                   << Error.Message;
    return S;
  }

  /// "OFFSET: MESSAGE" of a text that is no shape.
  std::string errorOf(llvm::StringRef Text) {
    ShapeError Error;
    if (parseShape(Text, Shapes, Error))
      return "no error";
    return llvm::utostr(Error.Offset) + ": " + Error.Message;
  }

  std::optional<uint64_t> logical(llvm::StringRef Text) {
    std::optional<Bytes> Size = get(Text)->getLogicalSize();
    return Size ? std::optional(Size->count()) : std::nullopt;
  }
  std::optional<uint64_t> padded(llvm::StringRef Text) {
    std::optional<Bytes> Size = get(Text)->getPaddedSize();
    return Size ? std::optional(Size->count()) : std::nullopt;
  }
};

inline std::string print(const Shape &S, bool WithLayout = true) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  S.print(OS, WithLayout);
  return Text;
}

} // namespace hlomem::test

#endif // HLOMEM_TEST_UNIT_IR_SHAPETEST_H
