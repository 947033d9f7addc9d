//===- WireMutator.cpp - Mutants of protocol buffers ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutators.h"
#include "hlomem/Proto/WireFields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <optional>
#include <vector>

using namespace llvm;

namespace hlomem {

size_t pick(std::mt19937 &Random, size_t Count) {
  return std::uniform_int_distribution<size_t>(0, Count - 1)(Random);
}

namespace {

/// A field, and if it is a message what is in it.
struct Node {
  uint64_t Key = 0;
  /// Of what is no message.
  std::string Content;
  bool IsMessage = false;
  std::vector<Node> Fields;

  WireKind getKind() const { return WireKind(Key & 7); }
};

/// A field in a tree: its message, and its place there.
struct Place {
  Node *Message;
  size_t At;

  Node &get() const { return Message->Fields[At]; }
};

/// Fields by the numbers from the outermost message down to them: those of one
/// list mean the same, but that shapes are in shapes.
using Places = std::map<std::vector<uint64_t>, std::vector<Place>>;

} // namespace

/// No message of XLA is as deep, but a shape may be.
static constexpr unsigned MaxDepth = 64;

/// All of \p Bytes, none if they are no message.
static std::optional<std::vector<Node>> split(StringRef Bytes,
                                              unsigned Depth = 0) {
  // Names and lists of small numbers may look like a message: XLA's fields
  // have small numbers, and letters are none.
  static constexpr uint64_t MaxNumber = 300;
  std::vector<Node> Fields;
  while (!Bytes.empty()) {
    std::optional<RawField> F = takeField(Bytes);
    if (!F || F->getNumber() == 0 || F->getNumber() > MaxNumber)
      return std::nullopt;
    Node &N = Fields.emplace_back();
    N.Key = F->Key;
    if (F->getKind() == WireKind::Bytes && Depth < MaxDepth)
      if (std::optional<std::vector<Node>> Inner =
              split(F->Content, Depth + 1)) {
        N.IsMessage = true;
        N.Fields = std::move(*Inner);
        continue;
      }
    N.Content = F->Content.str();
  }
  return Fields;
}

static std::string join(ArrayRef<Node> Fields) {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  for (const Node &N : Fields) {
    std::string Content = N.IsMessage ? join(N.Fields) : N.Content;
    encodeULEB128(N.Key, OS);
    if (N.getKind() == WireKind::Bytes)
      encodeULEB128(Content.size(), OS);
    OS << Content;
  }
  return Bytes;
}

static void collect(Node &Message, std::vector<uint64_t> &Path, Places &To) {
  for (size_t I = 0; I != Message.Fields.size(); ++I) {
    Node &N = Message.Fields[I];
    Path.push_back(N.Key);
    To[Path].push_back({&Message, I});
    if (N.IsMessage)
      collect(N, Path, To);
    Path.pop_back();
  }
}

static Places collect(Node &Root) {
  Places Result;
  std::vector<uint64_t> Path;
  collect(Root, Path, Result);
  return Result;
}

template <class T> static T &pickOf(std::vector<T> &From, std::mt19937 &R) {
  return From[pick(R, From.size())];
}

static std::string encode(uint64_t Number) {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  encodeULEB128(Number, OS);
  return Bytes;
}

/// Numbers are ids, sizes and positions: those near \p Old, and limits.
static uint64_t changeNumber(uint64_t Old, std::mt19937 &Random) {
  static constexpr uint64_t Limits[] = {0,
                                        1,
                                        127,
                                        UINT32_MAX,
                                        uint64_t(INT64_MAX),
                                        uint64_t(INT64_MIN),
                                        UINT64_MAX - 1,
                                        UINT64_MAX};
  switch (pick(Random, 6)) {
  case 0:
    return Limits[pick(Random, std::size(Limits))];
  case 1:
    return Old * 2;
  case 2:
    return Old / 2;
  default:
    return Old + pick(Random, 5) - 2;
  }
}

/// The numbers of a packed list, none if \p Bytes are no such list.
static std::optional<std::vector<uint64_t>> readPacked(StringRef Bytes) {
  std::vector<uint64_t> Numbers;
  while (!Bytes.empty()) {
    std::optional<uint64_t> Number = takeVarint(Bytes);
    if (!Number)
      return std::nullopt;
    Numbers.push_back(*Number);
  }
  return Numbers;
}

static std::string changePacked(std::vector<uint64_t> Numbers,
                                std::mt19937 &Random) {
  uint64_t &One = pickOf(Numbers, Random);
  switch (pick(Random, 5)) {
  case 0:
    Numbers.erase(Numbers.begin() + (&One - Numbers.data()));
    break;
  case 1:
    Numbers.insert(Numbers.begin(), One);
    break;
  case 2:
    One = changeNumber(One, Random);
    break;
  case 3:
    One = pickOf(Numbers, Random);
    break;
  default:
    std::swap(One, pickOf(Numbers, Random));
    break;
  }
  std::string Bytes;
  for (uint64_t Number : Numbers)
    Bytes += encode(Number);
  return Bytes;
}

/// True for a ShapeProto, as far as its fields tell.
static bool isShape(const Node &N) {
  return N.IsMessage && !N.Fields.empty() && N.Fields.front().Key == (2 << 3) &&
         all_of(N.Fields, [](const Node &F) { return F.Key >> 3 <= 6; });
}

/// Puts tuples around the shape \p N.
static void deepen(Node &N, std::mt19937 &Random) {
  static constexpr uint64_t TupleType = 13;
  static constexpr size_t Depths[] = {1, 1, 1, 2, 3, 40};
  size_t Depth = Depths[pick(Random, std::size(Depths))];
  bool IsShallow = Depth < 4;
  for (; Depth; --Depth) {
    Node Type;
    Type.Key = 2 << 3;
    Type.Content = encode(TupleType);
    Node Element = N;
    Element.Key = 4 << 3 | uint64_t(WireKind::Bytes);
    N.Fields = {Type, Element};
    if (IsShallow && pick(Random, 3) == 0)
      N.Fields.push_back(Element);
  }
}

static void changeLeaf(Node &N, std::mt19937 &Random) {
  if (N.getKind() == WireKind::Varint) {
    StringRef Content = N.Content;
    N.Content = encode(changeNumber(takeVarint(Content).value_or(0), Random));
    return;
  }
  if (N.Content.empty())
    return;
  std::optional<std::vector<uint64_t>> Packed = readPacked(N.Content);
  if (Packed && N.getKind() == WireKind::Bytes && pick(Random, 2) == 0) {
    N.Content = changePacked(std::move(*Packed), Random);
    return;
  }
  char &C = N.Content[pick(Random, N.Content.size())];
  static constexpr char Chars[] = {'\0', '\n', '\x1b', '"', '{',    '}',   '<',
                                   '>',  '0',  '%',    ',', '\x7f', '\xc2'};
  C = pick(Random, 2) ? Chars[pick(Random, std::size(Chars))]
                      : char(C ^ (1 << pick(Random, 8)));
}

static void moveField(Place P, std::mt19937 &Random) {
  std::vector<Node> &Fields = P.Message->Fields;
  Node Copy = P.get();
  switch (pick(Random, 4)) {
  case 0:
    Fields.erase(Fields.begin() + P.At);
    break;
  case 1:
    Fields.insert(Fields.begin() + P.At, Copy);
    break;
  case 2:
    std::swap(Fields[P.At], pickOf(Fields, Random));
    break;
  default:
    // Under the number of another one.
    Fields[P.At].Key =
        (Copy.Key & 7) | (pickOf(Fields, Random).Key & ~uint64_t(7));
    break;
  }
}

static void mutate(Node &Root, Places &Others, std::mt19937 &Random) {
  Places Mine = collect(Root);
  if (Mine.empty())
    return;
  auto It = Mine.begin();
  std::advance(It, pick(Random, Mine.size()));
  Place P = pickOf(It->second, Random);
  Node &N = P.get();
  auto Foreign = Others.find(It->first);
  size_t Choice = pick(Random, 8);
  if (Choice == 0) {
    moveField(P, Random);
  } else if (Choice == 1 && Foreign != Others.end()) {
    N = pickOf(Foreign->second, Random).get();
  } else if (isShape(N) && Choice < 6) {
    deepen(N, Random);
  } else if (Choice < 5) {
    // Ids, opcodes and shapes of others of the same kind.
    Node &Same = pickOf(It->second, Random).get();
    if (pick(Random, 4) == 0)
      std::swap(N, Same);
    else
      N = Node(Same);
  } else if (N.IsMessage) {
    if (!N.Fields.empty())
      moveField({&N, pick(Random, N.Fields.size())}, Random);
  } else {
    changeLeaf(N, Random);
  }
}

std::string mutateMessage(StringRef Message, StringRef Other,
                          std::mt19937 &Random) {
  std::optional<std::vector<Node>> Fields = split(Message);
  if (!Fields)
    return Message.str();
  Node Root, OtherRoot;
  Root.Fields = std::move(*Fields);
  if (std::optional<std::vector<Node>> OtherFields = split(Other))
    OtherRoot.Fields = std::move(*OtherFields);
  Places Others = collect(OtherRoot);
  static constexpr size_t Counts[] = {1, 1, 1, 2};
  for (size_t Left = Counts[pick(Random, std::size(Counts))]; Left; --Left)
    mutate(Root, Others, Random);
  return join(Root.Fields);
}

} // namespace hlomem
