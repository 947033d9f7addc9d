//===- ListedRows.h - The option 'top' of passes ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_LISTEDROWS_H
#define HLOMEM_PASSUTILS_LISTEDROWS_H

#include <algorithm>
#include <cstddef>

namespace hlomem {

/// How many of \p Count rows the option `top` lists: 0 lists all.
inline size_t countListed(size_t Count, size_t Top) {
  return Top == 0 ? Count : std::min(Count, Top);
}

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_LISTEDROWS_H
