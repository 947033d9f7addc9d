//===- Lazy.h - What is made when it is first asked for ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Const functions of this project may be called from several threads at once.
/// What such a function finds out only when it is first asked lives in one of
/// these types; nothing else is mutable in a public header.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_LAZY_H
#define HLOMEM_SUPPORT_LAZY_H

#include "llvm/Support/ErrorHandling.h"
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

namespace hlomem {

/// A T that the first caller of get() makes. Threads may call get() at once;
/// reset() is an edit, for its owner alone. Neither copied nor moved.
template <typename T> class Lazy {
public:
  Lazy() = default;
  Lazy(const Lazy &) = delete;
  Lazy &operator=(const Lazy &) = delete;

  /// \p Make returns a T. It is called by one thread, while others wait, and
  /// must not ask for this same value. The result is valid until reset().
  template <typename MakeFn> const T &get(MakeFn Make) const {
    if (const T *Known = Ready.load(std::memory_order_acquire))
      return *Known;
    std::lock_guard<std::mutex> Guard(Lock);
    if (!Made) {
      Made = std::make_unique<const T>(Make());
      Ready.store(Made.get(), std::memory_order_release);
    }
    return *Made;
  }

  /// Whoever asks next makes another one.
  void reset() {
    Ready.store(nullptr, std::memory_order_relaxed);
    Made.reset();
  }

private:
  mutable std::mutex Lock;
  mutable std::unique_ptr<const T> Made;
  mutable std::atomic<const T *> Ready = nullptr;
};

/// What tells one type from others by its address. Not const, since a linker
/// may give equal constants one address.
struct alignas(8) LazyTypeKey {};

/// Things of several types, each of which the first that asks for it makes. As
/// Lazy, but that a thing may ask for others while it is made: on the thread
/// that makes it, since all others wait for that, its own workers too.
class LazyByType {
public:
  LazyByType() = default;
  LazyByType(const LazyByType &) = delete;
  LazyByType &operator=(const LazyByType &) = delete;
  ~LazyByType() { reset(); }

  /// \p Make returns a T. T::LazyKey, a static LazyTypeKey that one source file
  /// defines, tells T from other types. That a T asks for itself while it is
  /// made is a fatal error.
  template <typename T, typename MakeFn> const T &get(MakeFn Make) const {
    if (const Node *Known = find(&T::LazyKey))
      return *static_cast<const T *>(Known->Made.get());
    std::lock_guard<std::recursive_mutex> Guard(Lock);
    if (const Node *Known = find(&T::LazyKey))
      return *static_cast<const T *>(Known->Made.get());
    for (const Making *At = Innermost; At; At = At->Outer)
      if (At->Key == &T::LazyKey)
        llvm::report_fatal_error("what a module derives asks for itself");
    Making Now = {&T::LazyKey, Innermost};
    Innermost = &Now;
    auto Made = std::make_shared<const T>(Make());
    Innermost = Now.Outer;
    const T &Result = *Made;
    First.store(new Node{&T::LazyKey, std::move(Made), First.load()},
                std::memory_order_release);
    return Result;
  }

  /// Whoever asks next makes another one; an edit, for the owner alone.
  void reset() {
    for (const Node *N = First.exchange(nullptr); N;)
      delete std::exchange(N, N->Next);
  }

private:
  struct Node {
    const LazyTypeKey *Key;
    std::shared_ptr<const void> Made;
    const Node *Next;
  };

  /// On the stack of the thread that has the lock.
  struct Making {
    const LazyTypeKey *Key;
    const Making *Outer;
  };

  const Node *find(const LazyTypeKey *Key) const {
    const Node *N = First.load(std::memory_order_acquire);
    while (N && N->Key != Key)
      N = N->Next;
    return N;
  }

  mutable std::recursive_mutex Lock;
  mutable const Making *Innermost = nullptr;
  mutable std::atomic<const Node *> First = nullptr;
};

/// A pointer to an \p UnreadT, until some thread has read what stands there;
/// from then on a pointer to the \p ReadT that it has made of it. One word, and
/// trivially copyable, for things of which there are millions. To copy it is an
/// edit: no other thread may read what it points to meanwhile.
template <typename ReadT, typename UnreadT> class LazyPointer {
  static_assert(sizeof(void *) == sizeof(uint64_t),
                "the upper bit of a pointer is free");
  static constexpr uint64_t IsUnread = uint64_t(1) << 63;

  mutable uint64_t Word;

  template <typename T> static const T *toPointer(uint64_t Bits) {
    // It was one before: the bit beside it is all that needs the number.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return reinterpret_cast<const T *>(Bits);
  }
  uint64_t load() const {
    return std::atomic_ref<uint64_t>(Word).load(std::memory_order_acquire);
  }

public:
  explicit LazyPointer(const ReadT *Read)
      : Word(reinterpret_cast<uint64_t>(Read)) {}

  /// For the owner, before others can see this.
  void setUnread(const UnreadT *Unread) {
    Word = reinterpret_cast<uint64_t>(Unread) | IsUnread;
  }
  void setRead(const ReadT *Read) { Word = reinterpret_cast<uint64_t>(Read); }

  /// What was read, or null if not yet read.
  const ReadT *getRead() const {
    uint64_t Loaded = load();
    return Loaded & IsUnread ? nullptr : toPointer<ReadT>(Loaded);
  }
  /// What is to be read, or null once read.
  const UnreadT *getUnread() const {
    uint64_t Loaded = load();
    return Loaded & IsUnread ? toPointer<UnreadT>(Loaded & ~IsUnread) : nullptr;
  }
  /// Says that \p Read is what stands there. Of two threads that read it at
  /// once, both find the same.
  void publish(const ReadT *Read) const {
    std::atomic_ref<uint64_t>(Word).store(reinterpret_cast<uint64_t>(Read),
                                          std::memory_order_release);
  }
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_LAZY_H
