//===- NameTable.h - Numbers by name ----------------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A hash table for the names of a dump: there are millions, each a few dozen
/// characters that lie in the text anyway. A slot has eight bytes, so that a
/// look-up is one access to memory beside the comparison of the text.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_ADT_NAMETABLE_H
#define HLOMEM_SUPPORT_ADT_NAMETABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"
#include <cassert>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace hlomem {

/// A hash of \p Name that takes few instructions where that is short. \p Seed
/// may be the hash of what stands before it. Not the same on all machines.
inline uint32_t hashName(llvm::StringRef Name, uint32_t Seed = 0) {
  auto Mix = [](uint64_t Bits) {
    unsigned __int128 Product =
        static_cast<unsigned __int128>(Bits) * 0x9E3779B97F4A7C15U;
    return static_cast<uint64_t>(Product >> 64) ^
           static_cast<uint64_t>(Product);
  };
  auto Load = [](const char *From, auto Bits) {
    std::memcpy(&Bits, From, sizeof(Bits));
    return static_cast<uint64_t>(Bits);
  };
  const char *Next = Name.data();
  size_t Left = Name.size();
  uint64_t Hash = 0xD6E8FEB86659FD93U ^ Seed ^ Left << 32;
  for (; Left > 8; Next += 8, Left -= 8)
    Hash = Mix(Hash ^ Load(Next, uint64_t())) + 0xD6E8FEB86659FD93U;
  // The last one to eight characters, some of them twice.
  if (Left >= 4)
    Hash ^= Load(Next, uint32_t()) | Load(Next + Left - 4, uint32_t()) << 32;
  else if (Left != 0)
    Hash ^= Load(Next, uint8_t()) | Load(Next + Left / 2, uint8_t()) << 8 |
            Load(Next + Left - 1, uint8_t()) << 16;
  return static_cast<uint32_t>(Mix(Hash) >> 16);
}

/// Numbers below 2^32 - 1 by their names. The table does not
/// know the names: who uses it hashes and compares them.
class NameTable {
public:
  /// The place of each name in \p Names; of equal names the first one's.
  static NameTable of(llvm::ArrayRef<llvm::StringRef> Names);

  bool empty() const { return Count == 0; }
  size_t size() const { return Count; }
  /// Makes room for \p Size numbers.
  void reserve(size_t Size);

  /// The number with this hash for which \p IsIt is true, or none.
  template <typename Fn>
  std::optional<uint32_t> find(uint32_t Hash, Fn IsIt) const {
    if (empty())
      return std::nullopt;
    if (const Slot &S = findSlot(Hash, IsIt); S.Number != 0)
      return S.Number - 1;
    return std::nullopt;
  }

  /// Adds \p Number unless there is one with this hash for which \p IsIt is
  /// true. The number that is there then, and whether it is new.
  template <typename Fn>
  std::pair<uint32_t, bool> insert(uint32_t Hash, uint32_t Number, Fn IsIt) {
    assert(Number != ~uint32_t() && "a number that stands for none");
    reserve(Count + 1);
    Slot &S = const_cast<Slot &>(findSlot(Hash, IsIt));
    if (S.Number != 0)
      return {S.Number - 1, false};
    S = {Hash, Number + 1};
    ++Count;
    return {Number, true};
  }

  /// Says that find() will soon be asked for this hash.
  void prefetch(uint32_t Hash) const {
    if (!empty())
      LLVM_PREFETCH(&Slots[Hash >> Shift], /*rw=*/0, /*locality=*/3);
  }

private:
  struct Slot {
    uint32_t Hash = 0;
    /// One more than the number; 0 in an empty slot.
    uint32_t Number = 0;
  };

  /// The slot of what \p IsIt looks for, or the empty one where it would be.
  template <typename Fn> const Slot &findSlot(uint32_t Hash, Fn IsIt) const {
    size_t At = Hash >> Shift;
    while (Slots[At].Number != 0 &&
           (Slots[At].Hash != Hash || !IsIt(Slots[At].Number - 1)))
      At = (At + 1) & (Slots.size() - 1);
    return Slots[At];
  }

  /// A power of two of them, or none. The upper bits of a hash tell its slot;
  /// if that is taken, the next one.
  std::vector<Slot> Slots;
  size_t Count = 0;
  unsigned Shift = 0;
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_ADT_NAMETABLE_H
