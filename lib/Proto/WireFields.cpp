//===- WireFields.cpp - Fields of messages of any type --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Proto/WireFields.h"
#include "llvm/Support/LEB128.h"

using namespace llvm;

namespace hlomem {

std::optional<uint64_t> takeVarint(StringRef &Bytes) {
  unsigned Size = 0;
  const char *Problem = nullptr;
  uint64_t Number =
      decodeULEB128(Bytes.bytes_begin(), &Size, Bytes.bytes_end(), &Problem);
  if (Problem)
    return std::nullopt;
  Bytes = Bytes.drop_front(Size);
  return Number;
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
