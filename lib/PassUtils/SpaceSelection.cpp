//===- SpaceSelection.cpp - The memory spaces that a pass reports ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/PassUtils/SpaceSelection.h"
#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Target.h"
#include "hlomem/Pass/PassOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace hlomem {

Error resolveSpace(std::optional<SpaceChoice> &Choice, AnalysisManager &AM,
                   StringRef Pass) {
  if (!Choice)
    return Error::success();
  const Backend B = AM.getResult<BackendAnalysis>().get();
  if (std::optional<MemorySpace> Number = findMemorySpace(B, Choice->Text)) {
    Choice->Number = *Number;
    return Error::success();
  }
  if (B == Backend::Unknown)
    return createStringError(
        "pass '" + Pass + "': which memory space is '" + Choice->Text +
        "' depends on the backend, which the dump does not "
        "tell; use -backend, or a number");
  return createStringError(
      "pass '" + Pass + "': " + backendName(B) + " has no memory space '" +
      Choice->Text + "'; it has " + join(getMemorySpaceSpellings(B), ", "));
}

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
