//===- Policy.cpp - How backends assign buffers ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Replay/Policy.h"

using namespace llvm;

namespace hlomem::replay {

static Policy makeCpu(StringRef Name, bool Is012) {
  Policy P;
  P.Name = Name;
  P.Kind = Backend::CPU;
  P.ThreadLocalById = Is012;
  P.SharesAnyPosition = Is012;
  return P;
}

static Policy makeGpu(StringRef Name, uint64_t Alignment, bool Is2026) {
  Policy P;
  P.Name = Name;
  P.Kind = Backend::GPU;
  P.DefaultAlignment = Alignment;
  P.ThreadLocalById = Is2026;
  P.SharesAnyPosition = Is2026;
  return P;
}

// libtpu is not public: these are the numbers that dumps show.
static Policy makeTpu(StringRef Name, HeapAlgorithm Hbm, bool Is012) {
  Policy P;
  P.Name = Name;
  P.Kind = Backend::TPU;
  P.Alignments = {{0, 16384}, {1, 4096}, {2, 4}, {4, 4}, {6, 512}, {8, 4}};
  P.DefaultAlignment = 512;
  P.Heaps = {{0, Hbm}};
  P.PresetSpaces = {1, 3};
  P.AssignsByTime = Is012;
  P.SharesAnyPosition = Is012;
  P.NeverLiveOut = {Opcode::Recv, Opcode::AllToAll, Opcode::CollectivePermute,
                    Opcode::CollectivePermuteStart};
  P.RangeRules.AsyncValuesBeginAtStart = Is012;
  return P;
}

SmallVector<const Policy *> getPolicies(Backend Kind) {
  static const Policy Known[] = {
      makeCpu("CPU before jax 0.12", /*Is012=*/false),
      makeCpu("CPU of jax 0.12", /*Is012=*/true),
      makeGpu("GPU before June 2025", 128, /*Is2026=*/false),
      makeGpu("GPU since June 2025", 256, /*Is2026=*/false),
      makeGpu("GPU of 2026", 256, /*Is2026=*/true),
      makeTpu("TPU", HeapAlgorithm::BestFit, /*Is012=*/false),
      makeTpu("TPU with FAST_MERGE", HeapAlgorithm::FastMerge,
              /*Is012=*/false),
      makeTpu("TPU of jax 0.12 without FAST_MERGE", HeapAlgorithm::BestFit,
              /*Is012=*/true),
      makeTpu("TPU of jax 0.12", HeapAlgorithm::FastMerge, /*Is012=*/true),
  };
  SmallVector<const Policy *> Result;
  for (const Policy &P : Known)
    if (Kind == Backend::Unknown || P.Kind == Kind)
      Result.push_back(&P);
  return Result;
}

} // namespace hlomem::replay
