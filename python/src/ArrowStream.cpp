//===- ArrowStream.cpp - A table by Arrow's C data interface --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrowStream.h"
#include <cerrno>
#include <utility>

// The structs of https://arrow.apache.org/docs/format/CDataInterface.html,
// under the names that it prescribes.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  ArrowSchema **children;
  ArrowSchema *dictionary;
  void (*release)(ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  ArrowArray **children;
  ArrowArray *dictionary;
  void (*release)(ArrowArray *);
  void *private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream *, ArrowSchema *);
  int (*get_next)(ArrowArrayStream *, ArrowArray *);
  const char *(*get_last_error)(ArrowArrayStream *);
  void (*release)(ArrowArrayStream *);
  void *private_data;
};
}
// NOLINTEND(readability-identifier-naming)

namespace hlomem::python {

static constexpr int64_t IsNullable = 2;

namespace {

/// What a schema or an array owns: \p T is the one or the other.
template <class T> struct Node {
  std::shared_ptr<const Table> Owner;
  std::vector<std::vector<uint8_t>> Bits;
  std::vector<int64_t> Offsets;
  std::string Data;
  std::vector<const void *> Buffers;
  std::vector<T> Children;
  std::vector<T *> ChildPointers;
  std::optional<T> Dictionary;
};

} // namespace

template <class T> static void release(T *Object) {
  auto *Own = static_cast<Node<T> *>(Object->private_data);
  for (T &Child : Own->Children)
    if (Child.release)
      Child.release(&Child);
  if (Own->Dictionary && Own->Dictionary->release)
    Own->Dictionary->release(&*Own->Dictionary);
  delete Own;
  Object->release = nullptr;
}

/// Has \p Object own \p N, which has its children and its dictionary.
template <class T> static void finish(T &Object, std::unique_ptr<Node<T>> N) {
  for (T &Child : N->Children)
    N->ChildPointers.push_back(&Child);
  Object.n_children = N->Children.size();
  Object.children = N->ChildPointers.data();
  Object.dictionary = N->Dictionary ? &*N->Dictionary : nullptr;
  Object.release = release<T>;
  Object.private_data = N.release();
}

//===----------------------------------------------------------------------===//
// Schemas
//===----------------------------------------------------------------------===//

static ArrowSchema makeSchema(const char *Format, const char *Name,
                              int64_t Flags,
                              std::unique_ptr<Node<ArrowSchema>> N) {
  ArrowSchema S = {};
  S.format = Format;
  S.name = Name;
  S.flags = Flags;
  finish(S, std::move(N));
  return S;
}

static ArrowSchema makeSchema(const std::shared_ptr<const Table> &T) {
  auto N = std::make_unique<Node<ArrowSchema>>();
  N->Owner = T;
  for (const Column &C : T->Columns) {
    auto OfColumn = std::make_unique<Node<ArrowSchema>>();
    // The name is that of the column.
    OfColumn->Owner = T;
    const char *Format = C.Holds == Column::Kind::Number    ? "l"
                         : C.Holds == Column::Kind::Boolean ? "b"
                                                            : "i";
    if (C.Holds == Column::Kind::Text)
      OfColumn->Dictionary =
          makeSchema("U", "", 0, std::make_unique<Node<ArrowSchema>>());
    N->Children.push_back(
        makeSchema(Format, C.Name.c_str(),
                   C.MayBeEmpty || !C.IsEmpty.empty() ? IsNullable : 0,
                   std::move(OfColumn)));
  }
  return makeSchema("+s", "", 0, std::move(N));
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

static ArrowArray makeArray(size_t Length,
                            std::unique_ptr<Node<ArrowArray>> N) {
  ArrowArray A = {};
  A.length = Length;
  A.n_buffers = N->Buffers.size();
  A.buffers = N->Buffers.data();
  finish(A, std::move(N));
  return A;
}

/// A bit for each element of \p Bytes: whether that is \p One.
static std::vector<uint8_t> packBits(const std::vector<uint8_t> &Bytes,
                                     bool One) {
  std::vector<uint8_t> Bits((Bytes.size() + 7) / 8);
  for (size_t I = 0; I != Bytes.size(); ++I)
    if ((Bytes[I] != 0) == One)
      Bits[I / 8] |= 1 << I % 8;
  return Bits;
}

static ArrowArray makeTexts(const std::vector<std::string> &Texts) {
  auto N = std::make_unique<Node<ArrowArray>>();
  N->Offsets.push_back(0);
  for (const std::string &Text : Texts) {
    N->Data += Text;
    N->Offsets.push_back(N->Data.size());
  }
  N->Buffers = {nullptr, N->Offsets.data(), N->Data.data()};
  return makeArray(Texts.size(), std::move(N));
}

static ArrowArray makeColumn(const std::shared_ptr<const Table> &T,
                             const Column &C) {
  auto N = std::make_unique<Node<ArrowArray>>();
  N->Owner = T;
  // Not to move what the buffers point to.
  N->Bits.reserve(2);
  N->Buffers.push_back(nullptr);
  if (!C.IsEmpty.empty())
    N->Buffers[0] = N->Bits.emplace_back(packBits(C.IsEmpty, false)).data();
  switch (C.Holds) {
  case Column::Kind::Number:
    N->Buffers.push_back(C.Numbers.data());
    break;
  case Column::Kind::Boolean:
    N->Buffers.push_back(N->Bits.emplace_back(packBits(C.Truths, true)).data());
    break;
  case Column::Kind::Text:
    N->Buffers.push_back(C.Codes.data());
    N->Dictionary = makeTexts(C.Texts);
    break;
  }
  ArrowArray A = makeArray(T->RowCount, std::move(N));
  for (uint8_t Empty : C.IsEmpty)
    A.null_count += Empty;
  return A;
}

static ArrowArray makeArray(const std::shared_ptr<const Table> &T) {
  auto N = std::make_unique<Node<ArrowArray>>();
  N->Buffers.push_back(nullptr);
  for (const Column &C : T->Columns)
    N->Children.push_back(makeColumn(T, C));
  return makeArray(T->RowCount, std::move(N));
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

namespace {

struct StreamState {
  std::shared_ptr<const Table> T;
  bool IsAtEnd = false;
};

} // namespace

static StreamState &getState(ArrowArrayStream *Stream) {
  return *static_cast<StreamState *>(Stream->private_data);
}

ArrowArrayStream *makeArrowStream(std::shared_ptr<const Table> T) {
  auto Stream = std::make_unique<ArrowArrayStream>();
  Stream->get_schema = [](ArrowArrayStream *S, ArrowSchema *Out) {
    try {
      *Out = makeSchema(getState(S).T);
      return 0;
    } catch (const std::bad_alloc &) {
      return ENOMEM;
    }
  };
  Stream->get_next = [](ArrowArrayStream *S, ArrowArray *Out) {
    try {
      *Out = getState(S).IsAtEnd ? ArrowArray{} : makeArray(getState(S).T);
      getState(S).IsAtEnd = true;
      return 0;
    } catch (const std::bad_alloc &) {
      return ENOMEM;
    }
  };
  Stream->get_last_error = [](ArrowArrayStream *) -> const char * {
    return nullptr;
  };
  Stream->release = [](ArrowArrayStream *S) {
    delete &getState(S);
    S->release = nullptr;
  };
  Stream->private_data = new StreamState{std::move(T)};
  return Stream.release();
}

void destroyArrowStream(ArrowArrayStream *Stream) {
  if (Stream->release)
    Stream->release(Stream);
  delete Stream;
}

} // namespace hlomem::python
