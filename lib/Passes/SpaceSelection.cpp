//===- SpaceSelection.cpp - The memory spaces that a pass reports ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpaceSelection.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace hlomem {

Expected<SmallVector<MemorySpace>>
selectSpaces(StringRef Pass, ArrayRef<MemorySpace> Present,
             std::optional<MemorySpace> Wanted) {
  if (!Wanted)
    return SmallVector<MemorySpace>(Present);
  if (is_contained(Present, *Wanted))
    return SmallVector<MemorySpace>{*Wanted};
  std::string Message;
  raw_string_ostream OS(Message);
  OS << "pass '" << Pass << "': the dump has nothing in memory space "
     << *Wanted;
  if (!Present.empty())
    OS << ", only in " << (Present.size() == 1 ? "space " : "spaces ");
  interleaveComma(Present, OS);
  return createStringError(Message);
}

} // namespace hlomem
