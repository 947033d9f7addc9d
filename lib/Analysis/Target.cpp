//===- Target.cpp - The machine that a dump is for ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Target.h"

using namespace llvm;

namespace hlomem {

std::optional<MemorySpace> findMemorySpace(Backend B, StringRef Text) {
  MemorySpace Number = 0;
  if (!Text.getAsInteger(10, Number))
    return Number;
  if (Text.equals_insensitive("default"))
    return 0;
  if (B != Backend::Unknown)
    return parseMemorySpace(B, Text);
  std::optional<MemorySpace> Agreed;
  for (Backend Known : KnownBackends) {
    std::optional<MemorySpace> Space = parseMemorySpace(Known, Text);
    if (Space && Agreed && *Space != *Agreed)
      return std::nullopt;
    Agreed = Space ? Space : Agreed;
  }
  return Agreed;
}

SmallVector<StringRef> getMemorySpaceSpellings(Backend B) {
  SmallVector<StringRef> Names = {"default"};
  for (StringRef Name : memorySpaceSpellings())
    if (B == Backend::Unknown || parseMemorySpace(B, Name))
      Names.push_back(Name);
  return Names;
}

std::string ChosenDevice::getName() const {
  StringRef Shape = Topology.empty() ? StringRef(Kind->Topology) : Topology;
  return (Twine(Kind->Name) + ":" + Shape).str();
}

void Target::setCompile(CompileFacts Facts) {
  Compile = std::move(Facts);
  if (!Compile.For || OnDevice || IsResident ||
      getLimit(Compile.For->Family, 0) ||
      (GivenBackend && *GivenBackend != Compile.For->Family))
    return;
  OnDevice = {.Kind = Compile.For.get(),
              .MemoryFraction = GivenFraction.value_or(DefaultMemoryFraction)};
  IsDeviceInferred = true;
}

std::optional<Bytes> Target::getLimit(Backend B, MemorySpace Space) const {
  std::optional<Bytes> Smallest;
  if (OnDevice && Space == 0 && B == OnDevice->Kind->Family)
    Smallest = OnDevice->getLimit();
  for (const MemoryLimit &L : Limits)
    if (findMemorySpace(B, L.Space) == Space &&
        (!Smallest || L.Size < *Smallest))
      Smallest = L.Size;
  if (Smallest && Space == 0)
    Smallest = differenceOrZero(*Smallest, Reserve);
  return Smallest;
}

SmallVector<StringRef> Target::findLimitsOfNoSpace(Backend B) const {
  SmallVector<StringRef> Names;
  for (const MemoryLimit &L : Limits)
    if (!findMemorySpace(B, L.Space))
      Names.push_back(L.Space);
  return Names;
}

} // namespace hlomem
