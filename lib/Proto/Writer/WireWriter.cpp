//===- WireWriter.cpp - Writes the wire format ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Writer/WireWriter.h"
#include "hlomem/Proto/WireFields.h"
#include "llvm/Support/LEB128.h"

using namespace llvm;

namespace hlomem {

void WireWriter::addVarint(uint64_t Value) {
  uint8_t Digits[10];
  unsigned Count = encodeULEB128(Value, Digits);
  Text.append(reinterpret_cast<const char *>(Digits), Count);
}

void WireWriter::addNumber(uint32_t Field, uint64_t Value) {
  addVarint(uint64_t(Field) << 3 | uint64_t(WireKind::Varint));
  addVarint(Value);
}

void WireWriter::addBytes(uint32_t Field, StringRef Value) {
  addVarint(uint64_t(Field) << 3 | uint64_t(WireKind::Bytes));
  addVarint(Value.size());
  Text += Value;
}

void WireWriter::addNumbers(uint32_t Field, ArrayRef<int64_t> Values) {
  if (Values.empty())
    return;
  WireWriter Packed;
  for (int64_t Value : Values)
    Packed.addVarint(Value);
  addMessage(Field, Packed);
}

Error forEachField(
    StringRef Message,
    function_ref<void(uint64_t Field, StringRef Raw, StringRef Value)> Do) {
  for (StringRef Rest = Message; !Rest.empty();) {
    std::optional<RawField> F = takeField(Rest);
    if (!F)
      return createStringError(
          "the program has a field that cannot be written "
          "again, of a form that protocol buffers gave up");
    Do(F->getNumber(), F->Whole, F->Content);
  }
  return Error::success();
}

} // namespace hlomem
