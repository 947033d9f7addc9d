//===- Target.h - The machine that a dump is for --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_TARGET_H
#define HLOMEM_ANALYSIS_TARGET_H

#include "hlomem/Analysis/Device.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

/// How much a memory space may hold.
struct MemoryLimit {
  /// A number or a name, as the user wrote it: "0", "hbm".
  std::string Space;
  Bytes Size;
};

/// All but Unknown.
inline constexpr Backend KnownBackends[] = {Backend::CPU, Backend::GPU,
                                            Backend::TPU};

/// The number of the memory space that \p Text names on a backend: a
/// number, "default" for space 0, or a word of parseMemorySpace(). None where
/// the backend has no such space; numbers it always has. An unknown backend has
/// what all backends that know the word mean by it, if that is one number.
std::optional<MemorySpace> findMemorySpace(Backend B, llvm::StringRef Text);

/// What the user may call the memory spaces of \p B besides their numbers:
/// "default" and names. Those of all backends where B is Unknown.
llvm::SmallVector<llvm::StringRef> getMemorySpaceSpellings(Backend B);

/// The device that the user names, or a dump.
struct ChosenDevice {
  /// Never null.
  const Device *Kind = nullptr;
  /// "2x4"; empty for that of the table. It does not change the limit.
  std::string Topology = {};
  /// Ignored unless Kind->hasMemoryFraction().
  double MemoryFraction = DefaultMemoryFraction;

  Bytes getLimit() const { return Kind->getLimit(MemoryFraction); }
  /// As make-dumps and JAX have it, always with a topology: "v5e:2x2".
  std::string getName() const;
};

/// What files that XLA writes beside a dump tell of its compile.
struct CompileFacts {
  /// Null where none tells it.
  const Device *For = nullptr;
  /// The file that XLA writes where a compile runs out of memory; empty where
  /// there is none, or the compile came to an end.
  std::string OutOfMemoryFile = {};
};

/// The machine that a dump is for: what the user states of it, and of a dump
/// with its files what these tell.
struct Target {
  /// None to infer it from each dump.
  std::optional<Backend> GivenBackend = std::nullopt;
  std::vector<MemoryLimit> Limits = {};
  /// Limits the default space of the dumps of its backend, and no other's.
  std::optional<ChosenDevice> OnDevice = std::nullopt;
  /// What others take of the default space.
  Bytes Reserve = {};
  /// All modules are on the device at once.
  bool IsResident = false;

  CompileFacts Compile = {};
  /// OnDevice is the one of Compile: the user has given none, and no limit of
  /// the default space.
  bool IsDeviceInferred = false;

  /// Takes over what is known of the compile of a dump. Where the user gives no
  /// limit of main memory, the device that it was for becomes OnDevice, unless
  /// all modules are resident: each may be for another.
  void setCompile(CompileFacts Facts);
  bool hasLimits() const { return OnDevice || !Limits.empty(); }
  /// The smallest limit of \p Space, less what is reserved there; none where
  /// there is no limit.
  std::optional<Bytes> getLimit(Backend B, MemorySpace Space) const;
  /// What the user wrote for the spaces of those limits that do not hold, since
  /// \p B has no such space.
  llvm::SmallVector<llvm::StringRef> findLimitsOfNoSpace(Backend B) const;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_TARGET_H
