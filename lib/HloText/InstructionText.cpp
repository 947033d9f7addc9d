//===- InstructionText.cpp - The text of an instruction, rewritten --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/Support/TextScanner.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace hlomem {

/// What stands between the parentheses of the operands; none where the text is
/// not understood that far, or where no operands stand there.
static std::optional<StringRef> findOperands(StringRef Text) {
  InstructionHead Head = parseHead(Text);
  if (Head.Tail.empty() || Head.Op == Opcode::Constant ||
      Head.Op == Opcode::Parameter)
    return std::nullopt;
  size_t Close = text::findClosing(Head.Tail, 0);
  if (Close == StringRef::npos)
    return std::nullopt;
  return Head.Tail.slice(1, Close);
}

/// ` /*index=5*/f32[2]{0} %name`: the type with the blank after it, empty
/// where there is none.
static StringRef findOperandType(StringRef Operand) {
  Operand = Operand.ltrim(' ');
  if (Operand.starts_with("/*")) {
    size_t End = Operand.find("*/");
    if (End == StringRef::npos)
      return StringRef();
    Operand = Operand.drop_front(End + 2).ltrim(' ');
  }
  StringRef Name = Operand;
  while (!Name.empty() && text::isNameChar(Name.back()))
    Name = Name.drop_back();
  if (Name.size() == Operand.size() || !Name.consume_back("%") ||
      !Name.ends_with(" "))
    return StringRef();
  return Name;
}

void printWithoutOperandTypes(StringRef Text, raw_ostream &OS) {
  std::optional<StringRef> Operands = findOperands(Text);
  const char *Written = Text.begin();
  while (Operands && !Operands->empty()) {
    size_t End = text::findAtTop(*Operands, ',');
    StringRef Type = findOperandType(Operands->take_front(End));
    if (!Type.empty()) {
      OS << StringRef(Written, Type.begin() - Written);
      Written = Type.end();
    }
    Operands = Operands->drop_front(std::min(End + 1, Operands->size()));
  }
  OS << StringRef(Written, Text.end() - Written);
}

} // namespace hlomem
