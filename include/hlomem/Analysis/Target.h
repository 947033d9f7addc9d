//===- Target.h - The machine that a dump is for --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_TARGET_H
#define HLOMEM_ANALYSIS_TARGET_H

#include "hlomem/IR/Device.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include <map>
#include <memory>

namespace hlomem {

/// Represents the user's limit for a memory space.
struct MemoryLimit {
  /// Holds the number or name of the memory space, as the user wrote it: "0",
  /// "hbm".
  std::string Space;
  Bytes Size;
};

/// Lists all backends but Unknown.
inline constexpr Backend KnownBackends[] = {Backend::CPU, Backend::GPU,
                                            Backend::TPU};

/// Returns the number of the memory space that \p Text names on \p B: a number,
/// "default" for space 0, or a word of parseMemorySpace(). Returns none if the
/// backend has no such space; numbers always exist. For an unknown backend, a
/// word means what all backends that know it mean by it, if that is one number.
std::optional<MemorySpace> findMemorySpace(Backend B, StringRef Text);

/// Returns what the user may call the memory spaces of \p B besides their
/// numbers: "default" and names. If \p B is Unknown, returns the names of all
/// backends.
SmallVector<StringRef> getMemorySpaceSpellings(Backend B);

/// Represents the device that the user or a dump names.
struct ChosenDevice {
  /// Points to the record of the device, never null.
  const Device *Kind = nullptr;
  /// Holds the topology, "2x4", which does not change the limit; if empty, that
  /// of the table is meant.
  std::string Topology = {};
  /// Holds the fraction of memory that programs get. Ignored unless
  /// Kind->hasMemoryFraction().
  double MemoryFraction = DefaultMemoryFraction;

  Bytes getLimit() const { return Kind->getLimit(MemoryFraction); }
  /// Returns the name that make-dumps and JAX use, always with a topology:
  /// "v5e:2x2".
  std::string getName() const;
};

/// Holds what files that XLA writes beside a dump tell about its compile.
struct CompileFacts {
  /// Points to the device that the dump was compiled for; null if no file tells
  /// it.
  std::shared_ptr<const Device> For = nullptr;
  /// Names the file that XLA writes if a compile runs out of memory; empty if
  /// there is none, or the compile finished.
  std::string OutOfMemoryFile = {};
};

/// Represents the machine that a dump is for: what the user states about it
/// and, for a dump with its files, what these tell.
struct Target {
  /// Holds the user's backend; none to infer it from each dump.
  std::optional<Backend> GivenBackend = std::nullopt;
  std::vector<MemoryLimit> Limits = {};
  /// Holds the limits of what is live at the peak of a memory space.
  std::vector<MemoryLimit> PeakLimits = {};
  /// Holds the device. It limits the default space of the dumps of its backend,
  /// and no other's.
  std::optional<ChosenDevice> OnDevice = std::nullopt;
  /// Holds the user's fraction of the memory of a GPU, for the device that a
  /// dump names; none if the user names the device.
  std::optional<double> GivenFraction = std::nullopt;
  /// Holds what others take of the default space.
  Bytes Reserve = {};
  /// Is true if all modules are on the device at once.
  bool IsResident = false;

  /// Holds what the options of jax.jit call arguments that they do not call by
  /// their own name, by the name that JAX has for them in a program: a number,
  /// or a name in quotes. "state[0]" of `*state` is "2"; it is empty where the
  /// number is unknown. No dump tells it.
  std::map<std::string, std::string, std::less<>> NamesInOptions = {};
  /// Holds what JAX calls the results, in their order: "result[0]['w']". Where
  /// it is empty or ends, it is unknown. No dump tells it.
  std::vector<std::string> ResultNames = {};

  CompileFacts Compile = {};
  /// Is true if OnDevice is the device of Compile: the user has given none, and
  /// no limit of the default space.
  bool IsDeviceInferred = false;

  /// Sets what is known about the compile of a dump. If the user gives no limit
  /// of main memory, the device that it was for becomes OnDevice, unless all
  /// modules are resident, since each may be for another.
  void setCompile(CompileFacts Facts);
  /// Is true if there is a limit of what is allocated.
  bool hasLimits() const { return OnDevice || !Limits.empty(); }
  /// Returns the smallest limit of \p Space, less what is reserved there; none
  /// if there is no limit.
  std::optional<Bytes> getLimit(Backend B, MemorySpace Space) const;
  /// Returns the user's spellings of the spaces whose limits do not hold, since
  /// \p B has no such space.
  SmallVector<StringRef> findLimitsOfNoSpace(Backend B) const;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_TARGET_H
