//===- Diagnostics.h - Messages about a place in a text -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_DIAGNOSTICS_H
#define HLOMEM_SUPPORT_DIAGNOSTICS_H

#include "hlomem/Support/LLVM.h"

namespace llvm {
enum class HighlightColor;
} // namespace llvm

namespace hlomem {

class SourceTexts;
struct SourcePlace;

/// Prints messages in LLVM's form: `file:line:col: error: text`, then the line
/// and a caret under the place. Long lines, which in a dump may have megabytes,
/// are cut around the place.
class DiagnosticEngine {
public:
  /// Makes an engine that prints to \p OS, which must outlive it, with terminal
  /// colours if \p Color. Errors after the first \p MaxErrors, and warnings
  /// after as many, are counted but not printed; 0 prints all.
  DiagnosticEngine(raw_ostream &OS, bool Color, unsigned MaxErrors = 20);

  /// Reports an error at \p Loc, which lies in a text of \p Sources.
  void error(const SourceTexts &Sources, SMLoc Loc, const Twine &Message);
  void warning(const SourceTexts &Sources, SMLoc Loc, const Twine &Message);

  /// Returns the first error in one line, without colours,
  /// "X.txt:3:1: error: text"; empty if there is none.
  StringRef getFirstError() const { return FirstError; }
  unsigned getErrorCount() const { return ErrorCount; }
  unsigned getWarningCount() const { return WarningCount; }
  /// Is true once further errors would not be printed, so that a reader may
  /// stop.
  bool reachedLimit() const { return MaxErrors && ErrorCount >= MaxErrors; }

private:
  void print(const SourcePlace &Place, llvm::HighlightColor Color,
             StringRef Severity, const Twine &Message);

  raw_ostream &OS;
  bool Color;
  unsigned MaxErrors;
  std::string FirstError;
  unsigned ErrorCount = 0;
  unsigned WarningCount = 0;
};

/// Quotes the start of the first line of \p Text for a message, at most 32
/// bytes and with unprintable characters blanked: "'foo'".
std::string quoteForMessage(StringRef Text);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_DIAGNOSTICS_H
