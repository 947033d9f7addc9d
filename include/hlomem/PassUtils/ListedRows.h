//===- ListedRows.h - The option 'top' of passes ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_LISTEDROWS_H
#define HLOMEM_PASSUTILS_LISTEDROWS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstddef>
#include <string>

namespace hlomem {

/// How many of \p Count rows the option `top` lists: 0 lists all.
inline size_t countListed(size_t Count, size_t Top) {
  return Top == 0 ? Count : std::min(Count, Top);
}

/// The pass with the same options that lists all rows, as text of a pipeline:
/// "peak<top=0;at=13>".
template <class OptionsT>
std::string describeListingAll(llvm::StringRef Pass, OptionsT Options) {
  Options.Top = 0;
  std::string Text = (Pass + "<").str();
  llvm::raw_string_ostream OS(Text);
  Options.print(OS);
  OS << '>';
  return Text;
}

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_LISTEDROWS_H
