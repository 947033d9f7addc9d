//===- Policy.cpp - How backends assign buffers ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Replay/Policy.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace hlomem::replay {

static Policy makeCpu(StringRef Name, ProtoRelease First, ProtoRelease Last) {
  Policy P;
  P.Name = Name;
  P.Kind = Backend::CPU;
  P.First = First;
  P.Last = Last;
  P.ThreadLocalById = First == ProtoRelease::Jax012;
  P.SharesAnyPosition = First == ProtoRelease::Jax012;
  return P;
}

static Policy makeGpu(StringRef Name, uint64_t Alignment, ProtoRelease First,
                      ProtoRelease Last) {
  Policy P;
  P.Name = Name;
  P.Kind = Backend::GPU;
  P.First = First;
  P.Last = Last;
  P.DefaultAlignment = Alignment;
  bool Is012 = First == ProtoRelease::Jax012;
  P.ThreadLocalById = Is012;
  P.SharesAnyPosition = Is012;
  P.DefaultSpaceIsLast = Is012;
  P.RangeRules.AsyncValuesBeginAtStart = Is012;
  return P;
}

// libtpu is not public: these are the numbers that dumps show.
// Alignments and spaces are the same for all devices; which heap HBM gets
// depends on the size and the device.
static Policy makeTpu(StringRef Name, HeapAlgorithm Hbm, ProtoRelease First,
                      ProtoRelease Last) {
  bool Is012 = First == ProtoRelease::Jax012;
  Policy P;
  P.Name = Name;
  P.Kind = Backend::TPU;
  P.First = First;
  P.Last = Last;
  P.Alignments = {{0, 16384}, {1, 4096}, {2, 4}, {4, 4}, {6, 512}, {8, 4}};
  P.DefaultAlignment = 512;
  P.Heaps = {{0, Hbm}};
  P.PresetSpaces = {1, 3};
  P.AssignsByTime = Is012;
  P.SharesAnyPosition = Is012;
  P.KeepsReceivedApart = true;
  P.RangeRules.AsyncValuesBeginAtStart = Is012;
  return P;
}

uint64_t getFastMergeLimit(uint64_t DeviceLimit) {
  constexpr uint64_t Free = uint64_t(5) << 29;
  return DeviceLimit - std::min(DeviceLimit, Free);
}

SmallVector<const Policy *> getPolicies(Backend Kind,
                                        std::optional<ProtoRelease> Release) {
  // Not `using enum`, which g++ 10 lacks.
  using Of = ProtoRelease;
  using Heap = HeapAlgorithm;
  static const Policy Known[] = {
      makeCpu("CPU before jax 0.12", Of::Jax05, Of::Jax010),
      makeCpu("CPU of jax 0.12", Of::Jax012, Of::Jax012),
      makeGpu("GPU before June 2025", 128, Of::Jax05, Of::Jax05),
      makeGpu("GPU since June 2025", 256, Of::Jax07, Of::Jax010),
      makeGpu("GPU of jax 0.12", 256, Of::Jax012, Of::Jax012),
      makeTpu("TPU before jax 0.10", Heap::BestFit, Of::Jax05, Of::Jax08),
      makeTpu("TPU of jax 0.10", Heap::FastMerge, Of::Jax010, Of::Jax010),
      makeTpu("TPU of jax 0.12", Heap::FastMerge, Of::Jax012, Of::Jax012),
  };
  SmallVector<const Policy *> Result;
  for (const Policy &P : Known)
    if (Kind == Backend::Unknown || P.Kind == Kind)
      Result.push_back(&P);
  if (Release)
    llvm::stable_sort(Result, [&](const Policy *L, const Policy *R) {
      auto IsOther = [&](const Policy *P) {
        return *Release < P->First || *Release > P->Last;
      };
      return IsOther(L) < IsOther(R);
    });
  return Result;
}

} // namespace hlomem::replay
