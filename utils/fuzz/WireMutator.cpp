//===- WireMutator.cpp - Mutants of protocol buffers ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WireMutator.h"
#include "hlomem/Proto/WireFields.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <vector>

using namespace llvm;

namespace hlomem {

static bool hasLength(const RawField &F) {
  return F.getKind() == WireKind::Bytes;
}

// All of \p Bytes, none if they are no message.
static std::optional<std::vector<RawField>> split(StringRef Bytes) {
  std::vector<RawField> Fields;
  while (!Bytes.empty()) {
    std::optional<RawField> F = takeField(Bytes);
    if (!F)
      return std::nullopt;
    Fields.push_back(*F);
  }
  return Fields;
}

static std::string join(ArrayRef<RawField> Fields) {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  for (const RawField &F : Fields) {
    encodeULEB128(F.Key, OS);
    if (hasLength(F))
      encodeULEB128(F.Content.size(), OS);
    OS << F.Content;
  }
  return Bytes;
}

static size_t pick(std::mt19937 &Random, size_t Count) {
  return std::uniform_int_distribution<size_t>(0, Count - 1)(Random);
}

// Numbers are ids, sizes and positions: those near another one, and limits.
static std::string makeNumber(ArrayRef<RawField> Near, std::mt19937 &Random) {
  static constexpr uint64_t Limits[] = {0,
                                        1,
                                        2,
                                        127,
                                        UINT32_MAX,
                                        uint64_t(INT64_MAX),
                                        uint64_t(INT64_MIN),
                                        UINT64_MAX};
  uint64_t Number = Limits[pick(Random, std::size(Limits))];
  StringRef Content = Near[pick(Random, Near.size())].Content;
  if (std::optional<uint64_t> Known = takeVarint(Content);
      Known && pick(Random, 3) != 0)
    Number = *Known + pick(Random, 5) - 2;
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  encodeULEB128(Number, OS);
  return Bytes;
}

// How deep to go is left to chance: most fields are of the innermost messages.
static bool descends(const RawField &F, std::mt19937 &Random) {
  return hasLength(F) && !F.Content.empty() && pick(Random, 8) != 0 &&
         split(F.Content);
}

std::string mutateMessage(StringRef Message, size_t MaxSize,
                          std::mt19937 &Random, MutateBytesFn MutateBytes) {
  std::optional<std::vector<RawField>> Fields = split(Message);
  if (!Fields || Fields->empty())
    return MutateBytes(Message, MaxSize);
  size_t At = pick(Random, Fields->size());
  RawField &F = (*Fields)[At];
  size_t Room = MaxSize - std::min(MaxSize, Message.size()) + F.Content.size();
  std::string Changed;
  if (descends(F, Random)) {
    Changed = mutateMessage(F.Content, Room, Random, MutateBytes);
    F.Content = Changed;
    return join(*Fields);
  }
  RawField Copy = F;
  switch (pick(Random, 6)) {
  case 0:
    Fields->erase(Fields->begin() + At);
    break;
  case 1:
    Fields->insert(Fields->begin() + pick(Random, Fields->size()), Copy);
    break;
  case 2:
    std::swap(F, (*Fields)[pick(Random, Fields->size())]);
    break;
  case 3:
    // Under the number of another one.
    F.Key = (F.Key & 7) | ((*Fields)[pick(Random, Fields->size())].Key & ~7ULL);
    break;
  default:
    Changed = (F.Key & 7) == 0 ? makeNumber(*Fields, Random)
                               : MutateBytes(F.Content, Room);
    if (hasLength(F) || Changed.size() == F.Content.size() || (F.Key & 7) == 0)
      F.Content = Changed;
    break;
  }
  return join(*Fields);
}

static RawField pickField(ArrayRef<RawField> Fields, std::mt19937 &Random) {
  RawField F = Fields[pick(Random, Fields.size())];
  if (!descends(F, Random))
    return F;
  return pickField(*split(F.Content), Random);
}

std::string crossMessages(StringRef Message, StringRef Other,
                          std::mt19937 &Random) {
  std::optional<std::vector<RawField>> Fields = split(Message);
  std::optional<std::vector<RawField>> Others = split(Other);
  if (!Fields || Fields->empty() || !Others || Others->empty())
    return Message.str();
  size_t At = pick(Random, Fields->size());
  RawField &F = (*Fields)[At];
  std::string Changed;
  if (descends(F, Random)) {
    // The same field of both, mostly.
    auto Same =
        find_if(*Others, [&](const RawField &O) { return O.Key == F.Key; });
    Changed = crossMessages(
        F.Content, Same != Others->end() ? Same->Content : Other, Random);
    F.Content = Changed;
    return join(*Fields);
  }
  RawField New = pickField(*Others, Random);
  if (pick(Random, 2) == 0)
    F = New;
  else
    Fields->insert(Fields->begin() + At, New);
  return join(*Fields);
}

} // namespace hlomem
