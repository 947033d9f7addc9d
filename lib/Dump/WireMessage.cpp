//===- WireMessage.cpp - The fields of a protobuf message -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WireMessage.h"
#include <optional>

using namespace llvm;

namespace hlomem {

/// Wire types of the encoding.
static constexpr unsigned Varint = 0, Fixed64 = 1, Length = 2, Fixed32 = 5;

static std::optional<uint64_t> takeVarint(StringRef &Rest) {
  uint64_t Value = 0;
  for (unsigned Shift = 0; Shift < 64 && !Rest.empty(); Shift += 7) {
    auto Byte = static_cast<uint8_t>(Rest.front());
    Rest = Rest.drop_front();
    Value |= uint64_t(Byte & 127) << Shift;
    if (Byte < 128)
      return Value;
  }
  return std::nullopt;
}

bool WireMessage::next() {
  if (Broken || Rest.empty())
    return false;
  std::optional<uint64_t> Tag = takeVarint(Rest);
  std::optional<uint64_t> Size;
  Number = 0;
  Data = StringRef();
  IsPacked = false;
  unsigned Type = Tag ? *Tag & 7 : Varint;
  switch (Type) {
  case Varint: {
    std::optional<uint64_t> Value = Tag ? takeVarint(Rest) : std::nullopt;
    Broken = !Value;
    Number = Value.value_or(0);
    break;
  }
  case Fixed64:
    Size = 8;
    break;
  case Fixed32:
    Size = 4;
    break;
  case Length:
    Size = takeVarint(Rest);
    Broken = !Size;
    break;
  default:
    Broken = true;
  }
  if (Size && *Size > Rest.size())
    Broken = true;
  if (Broken)
    return false;
  if (Size) {
    if (Type == Length) {
      Data = Rest.take_front(*Size);
      IsPacked = true;
    }
    Rest = Rest.drop_front(*Size);
  }
  Field = *Tag >> 3;
  return true;
}

bool WireMessage::forEachNumber(function_ref<void(uint64_t)> Visit) const {
  if (!IsPacked) {
    Visit(Number);
    return true;
  }
  StringRef Numbers = Data;
  while (!Numbers.empty()) {
    std::optional<uint64_t> N = takeVarint(Numbers);
    if (!N)
      return false;
    Visit(*N);
  }
  return true;
}

} // namespace hlomem
