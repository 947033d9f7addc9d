//===- Elements.h - What belongs to a module --------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_IR_ELEMENTS_H
#define HLOMEM_LIB_IR_ELEMENTS_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// True if \p Element is one of \p Elements itself, and not its like.
template <typename T> bool isElement(ArrayRef<T> Elements, const T &Element) {
  return !std::less<>()(&Element, Elements.begin()) &&
         std::less<>()(&Element, Elements.end());
}

} // namespace hlomem

#endif // HLOMEM_LIB_IR_ELEMENTS_H
