//===- WireFields.cpp - Fields of messages of any type --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Proto/WireFields.h"

using namespace llvm;

namespace hlomem {

// decodeULEB128() takes any number of leading zeros, and shifts by their count.
std::optional<uint64_t> takeVarint(StringRef &Bytes) {
  uint64_t Number = 0;
  for (size_t I = 0; I != Bytes.size(); ++I) {
    auto Byte = static_cast<uint8_t>(Bytes[I]);
    if (I == 9 && Byte > 1)
      return std::nullopt;
    Number |= uint64_t(Byte & 0x7f) << (7 * I);
    if (Byte < 0x80) {
      Bytes = Bytes.drop_front(I + 1);
      return Number;
    }
  }
  return std::nullopt;
}

// The bytes that the value of a field takes at the front of \p Rest, from which
// a length before them is taken.
static std::optional<uint64_t> takeSize(StringRef &Rest, WireKind Kind) {
  switch (Kind) {
  case WireKind::Varint: {
    StringRef Behind = Rest;
    if (!takeVarint(Behind))
      return std::nullopt;
    return Rest.size() - Behind.size();
  }
  case WireKind::Fixed64:
    return 8;
  case WireKind::Bytes:
    return takeVarint(Rest);
  case WireKind::Fixed32:
    return 4;
  }
  return std::nullopt;
}

std::optional<RawField> takeField(StringRef &Bytes) {
  StringRef Rest = Bytes;
  RawField F;
  std::optional<uint64_t> Key = takeVarint(Rest);
  if (!Key)
    return std::nullopt;
  F.Key = *Key;
  std::optional<uint64_t> Size = takeSize(Rest, F.getKind());
  if (F.getNumber() == 0 || !Size || *Size > Rest.size())
    return std::nullopt;
  F.Content = Rest.take_front(*Size);
  Rest = Rest.drop_front(*Size);
  F.Whole = Bytes.drop_back(Rest.size());
  Bytes = Rest;
  return F;
}

} // namespace hlomem
