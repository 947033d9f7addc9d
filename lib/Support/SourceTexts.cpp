//===- SourceTexts.cpp - The texts that locations point into --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/SourceTexts.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace hlomem {

SourceText SourceText::whole(std::unique_ptr<MemoryBuffer> Buffer) {
  SourceText T;
  T.Text = Buffer->getBuffer();
  T.FileName = Buffer->getBufferIdentifier();
  T.Buffer = std::move(Buffer);
  return T;
}

void SourceTexts::add(SourceText T) {
  // An index of its own for each text: that of a whole log would be built again
  // for every dump in it.
  Lines.AddNewSourceBuffer(
      MemoryBuffer::getMemBuffer(T.Text, T.FileName,
                                 /*RequiresNullTerminator=*/false),
      SMLoc());
  Texts.push_back(std::move(T));
}

std::optional<SourcePlace> SourceTexts::find(SMLoc Loc) const {
  unsigned Id = Loc.isValid() ? Lines.FindBufferContainingLoc(Loc) : 0;
  if (Id == 0)
    return std::nullopt;
  const SourceText &T = Texts[Id - 1];
  auto [Line, Column] = Lines.getLineAndColumn(Loc, Id);
  const char *LineBegin = Loc.getPointer() - (Column - 1);
  StringRef FromLine(LineBegin, T.Text.end() - LineBegin);
  SourcePlace P;
  P.FileName = T.FileName;
  P.Line = T.FirstLine + (Line - 1);
  P.Column = Column;
  P.LineText = FromLine.take_until([](char C) { return C == '\n'; });
  P.IsBehindText = Column == 1 && Loc.getPointer() == T.Text.end();
  return P;
}

} // namespace hlomem
