//===- SpaceSelection.cpp - The memory spaces that a pass reports ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/PassUtils/SpaceSelection.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace hlomem {

SmallVector<MemorySpace> selectSpaces(ArrayRef<MemorySpace> Present,
                                      std::optional<MemorySpace> Wanted) {
  if (!Wanted)
    return SmallVector<MemorySpace>(Present);
  if (binary_search(Present, *Wanted))
    return {*Wanted};
  return {};
}

std::string describeSpaces(ArrayRef<MemorySpace> Spaces) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << (Spaces.size() == 1 ? "space " : "spaces ");
  interleaveComma(Spaces, OS);
  return Text;
}

} // namespace hlomem
