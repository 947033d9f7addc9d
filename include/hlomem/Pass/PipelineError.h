//===- PipelineError.h - A mistake in the text of a pipeline --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_PIPELINEERROR_H
#define HLOMEM_PASS_PIPELINEERROR_H

#include "hlomem/Support/DidYouMean.h"

namespace hlomem {

/// Describes a mistake in the text of a pipeline or of one pass's options: what
/// was found and expected, and where. It prints as
/// \code
///   pass 'peak' has no option 'toq', did you mean 'top'?
///     print,peak<toq=5>
///                ^
/// \endcode
/// without the last two lines if the text is not known yet.
class PipelineError : public llvm::ErrorInfo<PipelineError> {
public:
  static char ID;

  /// Makes an error at \p Offset, in bytes from the start of the parsed text.
  PipelineError(const Twine &Message, size_t Offset)
      : Message(Message.str()), Offset(Offset) {}

  /// Returns the first line of what is printed.
  const std::string &getMessage() const { return Message; }
  /// Returns the byte of the text, from 0, that the mistake is at.
  size_t getOffset() const { return Offset; }

  /// Sets the text that is shown: the parsed text is part of \p Text, \p Start
  /// bytes from its beginning.
  void placeIn(StringRef Text, size_t Start) {
    PipelineText = Text.str();
    Offset += Start;
  }

  void log(raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string Message;
  size_t Offset;
  std::string PipelineText;
};

} // namespace hlomem

#endif // HLOMEM_PASS_PIPELINEERROR_H
