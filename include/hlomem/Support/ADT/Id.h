//===- Id.h - Numbers that cannot be mistaken for each other ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines typed ids: each kind of object that is identified by its position in
/// a list has a type of its own, so that a position in one list is never
/// mistaken for a position in another.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_ADT_ID_H
#define HLOMEM_SUPPORT_ADT_ID_H

#include "hlomem/Support/LLVM.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/iterator.h"
#include <compare>

namespace hlomem {

/// Identifies an object by its position in a list, or identifies none. \p Tag
/// distinguishes the lists: an id converts only explicitly to an id of another
/// list, and to or from a number. Ids are ordered like their positions; none
/// comes last. Positions are less than 2^32 - 1.
template <class Tag> class TypedId {
  uint32_t N = ~uint32_t();

public:
  constexpr TypedId() = default;
  constexpr explicit TypedId(size_t Index) : N(static_cast<uint32_t>(Index)) {}
  /// Returns the id that identifies no object, which is also the default.
  static constexpr TypedId none() { return TypedId(); }

  constexpr bool isNone() const { return *this == none(); }
  constexpr explicit operator bool() const { return !isNone(); }
  /// Returns the position.
  /// \pre !isNone()
  constexpr uint32_t index() const {
    assert(!isNone() && "there is no position");
    return N;
  }

  friend constexpr auto operator<=>(TypedId, TypedId) = default;
  constexpr TypedId &operator++() { return *this += 1; }
  constexpr TypedId &operator+=(uint32_t Count) {
    N = index() + Count;
    return *this;
  }
  friend constexpr TypedId operator+(TypedId I, uint32_t Count) {
    return I += Count;
  }
  friend constexpr TypedId operator-(TypedId I, uint32_t Count) {
    return TypedId(I.index() - Count);
  }
  friend constexpr uint32_t operator-(TypedId L, TypedId R) {
    return L.index() - R.index();
  }
  friend llvm::hash_code hash_value(TypedId I) { return llvm::hash_value(I.N); }
  friend llvm::DenseMapInfo<TypedId>;
};

/// Represents a range of consecutive ids, without its end.
template <class IdT> class IdRange {
public:
  class Iterator : public llvm::iterator_facade_base<
                       Iterator, std::random_access_iterator_tag, const IdT,
                       std::ptrdiff_t, const IdT *, IdT> {
  public:
    Iterator() = default;
    explicit Iterator(IdT At) : At(At) {}

    IdT operator*() const { return At; }
    bool operator==(const Iterator &O) const { return At == O.At; }
    bool operator<(const Iterator &O) const { return At < O.At; }
    std::ptrdiff_t operator-(const Iterator &O) const {
      return std::ptrdiff_t(At.index()) - O.At.index();
    }
    Iterator &operator+=(std::ptrdiff_t Count) {
      At = IdT(At.index() + Count);
      return *this;
    }
    Iterator &operator-=(std::ptrdiff_t Count) { return *this += -Count; }

  private:
    IdT At;
  };
  using iterator = Iterator;

  IdRange(IdT Begin, IdT End) : Begin(Begin), End(End) {}
  /// Constructs the range of the first \p Count ids.
  explicit IdRange(size_t Count) : IdRange(IdT(0), IdT(Count)) {}

  iterator begin() const { return iterator(Begin); }
  iterator end() const { return iterator(End); }
  size_t size() const { return End - Begin; }
  bool empty() const { return Begin == End; }
  bool contains(IdT I) const { return Begin <= I && I < End; }

private:
  IdT Begin;
  IdT End;
};

/// Owns a list that is indexed by ids.
template <class IdT, class T> class IdVector : public std::vector<T> {
public:
  using std::vector<T>::vector;

  decltype(auto) operator[](IdT I) {
    return std::vector<T>::operator[](I.index());
  }
  decltype(auto) operator[](IdT I) const {
    return std::vector<T>::operator[](I.index());
  }
  IdRange<IdT> ids() const { return IdRange<IdT>(this->size()); }
  /// Appends \p Item and returns its id.
  IdT add(T Item) {
    this->push_back(std::move(Item));
    return IdT(this->size() - 1);
  }
};

/// Refers to a list that is indexed by ids.
template <class IdT, class T> class IdArrayRef : public ArrayRef<T> {
public:
  IdArrayRef() = default;
  IdArrayRef(const IdVector<IdT, T> &List) : ArrayRef<T>(List) {}
  explicit IdArrayRef(ArrayRef<T> List) : ArrayRef<T>(List) {}

  const T &operator[](IdT I) const {
    return ArrayRef<T>::operator[](I.index());
  }
  IdRange<IdT> ids() const { return IdRange<IdT>(this->size()); }
  IdVector<IdT, T> vec() const {
    return IdVector<IdT, T>(this->begin(), this->end());
  }
};

/// Returns a range of pairs of an id and an element, for all elements of
/// \p List.
template <class ListT> auto withIds(ListT &&List) {
  return llvm::zip(List.ids(), std::forward<ListT>(List));
}

} // namespace hlomem

namespace llvm {

template <class Tag> struct DenseMapInfo<hlomem::TypedId<Tag>> {
  using IdT = hlomem::TypedId<Tag>;

  // LLVM 23 asks for neither, and has none for numbers.
  static IdT getEmptyKey() { return IdT(~uint32_t(0)); }
  static IdT getTombstoneKey() { return IdT(~uint32_t(1)); }
  static unsigned getHashValue(IdT I) {
    return DenseMapInfo<uint32_t>::getHashValue(I.N);
  }
  static bool isEqual(IdT L, IdT R) { return L == R; }
};

} // namespace llvm

#endif // HLOMEM_SUPPORT_ADT_ID_H
