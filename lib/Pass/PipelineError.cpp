//===- PipelineError.cpp - A mistake in the text of a pipeline ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/PipelineError.h"
#include "hlomem/Support/PrintableText.h"

using namespace llvm;

namespace hlomem {

char PipelineError::ID;

void PipelineError::log(raw_ostream &OS) const {
  OS << toPrintable(Message);
  if (PipelineText.empty())
    return;
  // One column for each byte: a control character would move the caret away.
  std::string Line = PipelineText;
  for (char &C : Line)
    if (!isPrint(C))
      C = C == '\n' || C == '\t' ? ' ' : '?';
  OS << "\n  " << Line << "\n  ";
  OS.indent(Offset) << '^';
}

std::error_code PipelineError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

} // namespace hlomem
