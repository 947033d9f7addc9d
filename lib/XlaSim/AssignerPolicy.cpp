//===- AssignerPolicy.cpp - How backends assign buffers -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/XlaSim/AssignerPolicy.h"

using namespace llvm;

namespace hlomem {

/// What \p F calls the rules of a backend.
static StringRef getName(Backend Kind, const XlaFacts &F) {
  return Kind == Backend::CPU   ? F.CpuPolicy
         : Kind == Backend::GPU ? F.GpuPolicy
                                : F.TpuPolicy;
}

static AssignerPolicy makePolicy(Backend Kind, const XlaFacts &F) {
  AssignerPolicy P;
  P.Name = getName(Kind, F);
  P.Kind = Kind;
  P.SharesAnyPosition = F.SharesAnyPosition;
  P.ThreadLocalById = Kind != Backend::TPU && F.ThreadLocalById;
  if (Kind != Backend::CPU && F.BeginsAsync == AsyncBegin::Start)
    P.RangeRules.BeginsAsync = AsyncBegin::Start;
  if (Kind == Backend::GPU) {
    P.DefaultAlignment = F.GpuAlignment;
    P.DefaultSpaceIsLast = F.GpuDefaultSpaceIsLast;
  }
  if (Kind != Backend::TPU)
    return P;
  // libtpu is not public: these are the numbers that dumps show.
  // Alignments and spaces are the same for all devices; which heap HBM gets
  // depends on the size and the device.
  P.Alignments = {{0, 16384}, {1, 4096}, {2, 4}, {4, 4}, {6, 512}, {8, 4}};
  P.DefaultAlignment = 512;
  P.Heaps = {
      {0, F.TpuMergesFast ? HeapAlgorithm::FastMerge : HeapAlgorithm::BestFit}};
  P.PresetSpaces = {1, 3};
  P.AssignsByTime = F.TpuAssignsByTime;
  P.KeepsReceivedApart = true;
  return P;
}

static std::vector<AssignerPolicy> makePolicies() {
  std::vector<AssignerPolicy> Result;
  for (Backend Kind : {Backend::CPU, Backend::GPU, Backend::TPU})
    for (const XlaFacts &F : XlaReleases)
      if (StringRef Name = getName(Kind, F);
          !Name.empty() && (Result.empty() || Result.back().Name != Name))
        Result.push_back(makePolicy(Kind, F));
  return Result;
}

Bytes getFastMergeLimit(Bytes DeviceLimit) {
  return differenceOrZero(DeviceLimit, Bytes(uint64_t(5) << 29));
}

SmallVector<const AssignerPolicy *>
getPolicies(Backend Kind, std::optional<XlaRelease> Release) {
  static const std::vector<AssignerPolicy> Known = makePolicies();
  SmallVector<const AssignerPolicy *> Result;
  for (const AssignerPolicy &P : Known)
    if (Kind == Backend::Unknown || P.Kind == Kind)
      Result.push_back(&P);
  if (Release)
    llvm::stable_sort(
        Result, [&](const AssignerPolicy *L, const AssignerPolicy *R) {
          auto IsOther = [&](const AssignerPolicy *P) {
            return P->Name != getName(P->Kind, getFacts(*Release));
          };
          return IsOther(L) < IsOther(R);
        });
  return Result;
}

} // namespace hlomem
