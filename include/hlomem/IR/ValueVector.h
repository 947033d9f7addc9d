//===- ValueVector.h - Values side by side ----------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_VALUEVECTOR_H
#define HLOMEM_IR_VALUEVECTOR_H

#include "hlomem/IR/Value.h"
#include "llvm/Support/MemAlloc.h"
#include <cstdlib>

namespace hlomem {

/// Holds values side by side. A large vector grows by pages that the system
/// moves, not by a copy; new room is not touched before it is filled.
class ValueVector {
  static_assert(std::is_trivially_copyable_v<Value>,
                "values move with the pages they are in");

  struct Free {
    void operator()(Value *V) const { std::free(V); }
  };
  std::unique_ptr<Value, Free> Data;
  size_t Size = 0;
  size_t Capacity = 0;

public:
  ValueVector() = default;
  ValueVector(const ValueVector &Other) {
    std::copy(Other.begin(), Other.end(), appendRoom(Other.size()).begin());
  }
  ValueVector(ValueVector &&Other) noexcept { *this = std::move(Other); }
  ValueVector &operator=(ValueVector &&Other) noexcept {
    Data = std::move(Other.Data);
    Size = std::exchange(Other.Size, 0);
    Capacity = std::exchange(Other.Capacity, 0);
    return *this;
  }

  size_t size() const { return Size; }
  bool empty() const { return Size == 0; }
  Value *data() { return Data.get(); }
  const Value *data() const { return Data.get(); }
  Value *begin() { return Data.get(); }
  Value *end() { return Data.get() + Size; }
  const Value *begin() const { return Data.get(); }
  const Value *end() const { return Data.get() + Size; }
  Value &operator[](size_t I) {
    assert(I < Size && "no such value");
    return Data.get()[I];
  }
  const Value &operator[](size_t I) const {
    assert(I < Size && "no such value");
    return Data.get()[I];
  }
  operator ArrayRef<Value>() const { return {Data.get(), Size}; }
  operator MutableArrayRef<Value>() { return {Data.get(), Size}; }

  void reserve(size_t Count) {
    if (Count <= Capacity)
      return;
    Data.reset(static_cast<Value *>(
        llvm::safe_realloc(Data.release(), Count * sizeof(Value))));
    Capacity = Count;
  }
  /// Appends room for \p Count values, which the caller fills, and returns it.
  MutableArrayRef<Value> appendRoom(size_t Count) {
    if (Size + Count > Capacity)
      reserve(std::max(Size + Count, 2 * Capacity));
    Size += Count;
    return {end() - Count, Count};
  }
  void append(const Value &V) { new (appendRoom(1).data()) Value(V); }
  /// Keeps only the first \p Count values.
  void truncate(size_t Count) {
    assert(Count <= Size && "there are fewer");
    Size = Count;
  }
};

} // namespace hlomem

#endif // HLOMEM_IR_VALUEVECTOR_H
