//===- ValueOrder.h - Values in an order of their own -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_VALUEORDER_H
#define HLOMEM_IR_VALUEORDER_H

#include "hlomem/IR/Value.h"
#include <deque>

namespace hlomem {

/// Represents the values of one module in another order than that of
/// Module::values(), each as a number of 32 bits, since there may be millions.
/// It is a range of pointers with random access, valid as long as the values do
/// not move.
class ValueOrder {
public:
  /// Identifies one value: a placed one by its position; an unplaced one by its
  /// position plus FirstUnplaced; or no value by None.
  using Entry = uint32_t;
  static constexpr Entry FirstUnplaced = Entry(1) << 31;
  static constexpr Entry None = UINT32_MAX;

  ValueOrder(ArrayRef<Entry> Entries, const Value *Placed,
             const std::deque<Value> &Unplaced)
      : Entries(Entries), Get{Placed, &Unplaced} {}

private:
  struct Getter {
    const Value *Placed;
    const std::deque<Value> *Unplaced;

    /// Returns the value of \p E; null for None.
    const Value *operator()(Entry E) const {
      if (LLVM_LIKELY(E < FirstUnplaced))
        return Placed + E;
      return E == None ? nullptr : &(*Unplaced)[E - FirstUnplaced];
    }
  };

  ArrayRef<Entry> Entries;
  Getter Get;

public:
  using iterator = llvm::mapped_iterator<const Entry *, Getter>;

  size_t size() const { return Entries.size(); }
  bool empty() const { return Entries.empty(); }
  const Value *operator[](size_t I) const { return Get(Entries[I]); }
  const Value *back() const { return Get(Entries.back()); }
  iterator begin() const { return {Entries.begin(), Get}; }
  iterator end() const { return {Entries.end(), Get}; }
  /// Returns at most \p Count values from position \p Begin on.
  ValueOrder slice(size_t Begin, size_t Count) const {
    return {Entries.drop_front(Begin).take_front(Count), Get.Placed,
            *Get.Unplaced};
  }
};

} // namespace hlomem

#endif // HLOMEM_IR_VALUEORDER_H
