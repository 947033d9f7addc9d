//===- Lazy.h - What is made when it is first asked for ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file defines types for what is computed on first use. Const functions
/// of this project may be called from several threads at once; what such a
/// function computes on its first call is held in one of these types. Nothing
/// else is mutable in a public header.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_LAZY_H
#define HLOMEM_SUPPORT_LAZY_H

#include "hlomem/Support/LLVM.h"
#include <atomic>
#include <mutex>

namespace hlomem {

/// Holds a T that the first call of get() makes. Several threads may call get()
/// at once; reset() changes the object and is for its owner alone. A copy
/// makes a T of its own; a Lazy is never moved or assigned.
template <typename T> class Lazy {
public:
  Lazy() = default;
  Lazy(const Lazy &) {}
  Lazy &operator=(const Lazy &) = delete;

  /// Returns the T, which \p Make returns on the first call. One thread calls
  /// \p Make while others wait; it must not call get() of this object. The
  /// result is valid until reset().
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

  /// Discards the T, so that the next call of get() makes another one.
  void reset() {
    Ready.store(nullptr, std::memory_order_relaxed);
    Made.reset();
  }

private:
  mutable std::mutex Lock;
  mutable std::unique_ptr<const T> Made;
  mutable std::atomic<const T *> Ready = nullptr;
};

/// Points to an \p UnreadT until a thread has read what that describes; from
/// then on to the \p ReadT made from it. It takes one word and is trivially
/// copyable, for objects of which there are millions. Copying it counts as a
/// change: no other thread may read what it points to meanwhile.
template <typename ReadT, typename UnreadT> class LazyPointer {
  static_assert(sizeof(void *) == sizeof(uint64_t),
                "the upper bit of a pointer is free");
  static constexpr uint64_t IsUnread = uint64_t(1) << 63;

  mutable uint64_t Word;

  template <typename T> static const T *toPointer(uint64_t Bits) {
    // The bits were a pointer before; only the flag beside them needs a number.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return reinterpret_cast<const T *>(Bits);
  }
  uint64_t load() const {
    return std::atomic_ref<uint64_t>(Word).load(std::memory_order_acquire);
  }

public:
  explicit LazyPointer(const ReadT *Read)
      : Word(reinterpret_cast<uint64_t>(Read)) {}

  /// Sets what is to be read. It is for the owner, before other threads can see
  /// this object.
  void setUnread(const UnreadT *Unread) {
    Word = reinterpret_cast<uint64_t>(Unread) | IsUnread;
  }
  void setRead(const ReadT *Read) { Word = reinterpret_cast<uint64_t>(Read); }

  /// Returns what was read, or null if it was not read yet.
  const ReadT *getRead() const {
    uint64_t Loaded = load();
    return Loaded & IsUnread ? nullptr : toPointer<ReadT>(Loaded);
  }
  /// Returns what is to be read, or null once it was read.
  const UnreadT *getUnread() const {
    uint64_t Loaded = load();
    return Loaded & IsUnread ? toPointer<UnreadT>(Loaded & ~IsUnread) : nullptr;
  }
  /// Sets \p Read as the result of reading. Two threads that read at the same
  /// time must publish the same object.
  void publish(const ReadT *Read) const {
    std::atomic_ref<uint64_t>(Word).store(reinterpret_cast<uint64_t>(Read),
                                          std::memory_order_release);
  }
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_LAZY_H
