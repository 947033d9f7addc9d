//===- HloTextParser.h - An HLO text file to its computations -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Parses the HLO text that XLA writes beside a dump, of any year. Only what
/// tells computations and instructions apart is read; an instruction's text is
/// kept for parseInstruction().
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_HLOTEXT_HLOTEXTPARSER_H
#define HLOMEM_HLOTEXT_HLOTEXTPARSER_H

#include "hlomem/Support/SourceTexts.h"

namespace hlomem {

class ProgramSource;

/// Parses \p Source, which need not end with a null byte; the program keeps it
/// and points into it. Takes time linear in the text. The error names the file,
/// line and column of the first place that is not understood and what was
/// expected there: "X.txt:7:3: expected an instruction or '}', found 'foo'".
Expected<std::unique_ptr<ProgramSource>> parseHloText(SourceText Source);

} // namespace hlomem

#endif // HLOMEM_HLOTEXT_HLOTEXTPARSER_H
