//===- WireWriter.cpp - Writes the wire format ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WireWriter.h"
#include "hlomem/Proto/WireReader.h"
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

static bool takeVarint(StringRef &Rest, uint64_t &Value) {
  const char *Problem = nullptr;
  unsigned Length = 0;
  Value =
      decodeULEB128(Rest.bytes_begin(), &Length, Rest.bytes_end(), &Problem);
  Rest = Rest.drop_front(Length);
  return !Problem;
}

static bool takeValue(StringRef &Rest, uint64_t Kind, StringRef &Value) {
  uint64_t Number = 0, Length = 0;
  StringRef Begin = Rest;
  switch (WireKind(Kind)) {
  case WireKind::Varint:
    if (!takeVarint(Rest, Number))
      return false;
    Value = Begin.drop_back(Rest.size());
    return true;
  case WireKind::Fixed64:
    Length = 8;
    break;
  case WireKind::Fixed32:
    Length = 4;
    break;
  case WireKind::Bytes:
    if (!takeVarint(Rest, Length))
      return false;
    break;
  default:
    return false;
  }
  if (Length > Rest.size())
    return false;
  Value = Rest.take_front(Length);
  Rest = Rest.drop_front(Length);
  return true;
}

Error forEachField(
    StringRef Message,
    function_ref<void(uint64_t Field, StringRef Raw, StringRef Value)> Do) {
  for (StringRef Rest = Message; !Rest.empty();) {
    StringRef Begin = Rest, Value;
    uint64_t Tag = 0;
    if (!takeVarint(Rest, Tag) || !takeValue(Rest, Tag & 7, Value))
      return createStringError("a field that cannot be written again");
    Do(Tag >> 3, Begin.drop_back(Rest.size()), Value);
  }
  return Error::success();
}

} // namespace hlomem
