//===- NameTable.h - Numbers by name ----------------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file defines a hash table for the names of a dump. A dump has millions
/// of names, each a few dozen characters that are in memory as part of its
/// text. A slot takes eight bytes, so that a look-up costs one memory access
/// besides the comparison of the text.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_ADT_NAMETABLE_H
#define HLOMEM_SUPPORT_ADT_NAMETABLE_H

#include "hlomem/Support/LLVM.h"
#include "llvm/Support/Compiler.h"
#include <cstring>

namespace hlomem {

/// Returns a hash of \p Name, in few instructions if the name is short. \p Seed
/// may be the hash of the text before the name. The hash depends on the byte
/// order of the machine.
inline uint32_t hashName(StringRef Name, uint32_t Seed = 0) {
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
  // Read the last one to eight characters, some of them twice.
  if (Left >= 4)
    Hash ^= Load(Next, uint32_t()) | Load(Next + Left - 4, uint32_t()) << 32;
  else if (Left != 0)
    Hash ^= Load(Next, uint8_t()) | Load(Next + Left / 2, uint8_t()) << 8 |
            Load(Next + Left - 1, uint8_t()) << 16;
  return static_cast<uint32_t>(Mix(Hash) >> 16);
}

/// Maps names to numbers below 2^32 - 1. The table does not hold the names: its
/// user hashes and compares them.
class NameTable {
public:
  /// Returns a table of the position of each name in \p Names; of equal names,
  /// the first one's.
  static NameTable of(ArrayRef<StringRef> Names);

  bool empty() const { return Count == 0; }
  size_t size() const { return Count; }
  /// Makes room for \p Size numbers.
  void reserve(size_t Size);

  /// Returns the number with hash \p Hash for which \p IsIt is true, or none.
  template <typename Fn>
  std::optional<uint32_t> find(uint32_t Hash, Fn IsIt) const {
    if (empty())
      return std::nullopt;
    if (const Slot &S = findSlot(Hash, IsIt); S.Number != 0)
      return S.Number - 1;
    return std::nullopt;
  }

  /// Adds \p Number unless the table has a number with hash \p Hash for which
  /// \p IsIt is true. Returns the number that is in the table afterwards, and
  /// whether it was added. \pre Number is below 2^32 - 1.
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

  /// Prefetches the slot for \p Hash, for a call of find() that soon follows.
  void prefetch(uint32_t Hash) const {
    if (!empty())
      LLVM_PREFETCH(&Slots[Hash >> Shift], /*rw=*/0, /*locality=*/3);
  }

private:
  struct Slot {
    uint32_t Hash = 0;
    /// Is one more than the number, or 0 in an empty slot.
    uint32_t Number = 0;
  };

  /// Returns the slot with hash \p Hash for which \p IsIt is true, or the empty
  /// slot where it would be. \pre The table has slots.
  template <typename Fn> const Slot &findSlot(uint32_t Hash, Fn IsIt) const {
    size_t At = Hash >> Shift;
    while (Slots[At].Number != 0 &&
           (Slots[At].Hash != Hash || !IsIt(Slots[At].Number - 1)))
      At = (At + 1) & (Slots.size() - 1);
    return Slots[At];
  }

  /// Holds no slots or a power of two of them. The upper bits of a hash select
  /// a slot; if another name has that, the next free one is used.
  std::vector<Slot> Slots;
  size_t Count = 0;
  unsigned Shift = 0;
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_ADT_NAMETABLE_H
