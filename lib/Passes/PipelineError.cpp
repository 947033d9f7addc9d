//===- PipelineError.cpp - A mistake in the text of a pipeline ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/PipelineError.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hlomem;

char PipelineError::ID;

void PipelineError::log(llvm::raw_ostream &OS) const {
  OS << Message;
  if (PipelineText.empty())
    return;
  // One column for each byte: a control character would move the caret away.
  std::string Line = PipelineText;
  for (char &C : Line)
    if (!llvm::isPrint(C))
      C = C == '\n' || C == '\t' ? ' ' : '?';
  OS << "\n  " << Line << "\n  ";
  OS.indent(Offset) << '^';
}

std::error_code PipelineError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

std::string hlomem::didYouMean(llvm::StringRef Name,
                               llvm::ArrayRef<llvm::StringRef> Known,
                               const llvm::Twine &Otherwise) {
  // A third of the letters may be wrong, as in clang's suggestions.
  unsigned BestDistance = (Name.size() + 2) / 3 + 1;
  llvm::StringRef Best;
  for (llvm::StringRef Candidate : Known) {
    unsigned Distance = Name.edit_distance(
        Candidate, /*AllowReplacements=*/true, BestDistance - 1);
    if (Distance < BestDistance) {
      BestDistance = Distance;
      Best = Candidate;
    }
  }
  if (Best.empty())
    return Otherwise.str();
  return (", did you mean '" + Best + "'?").str();
}
