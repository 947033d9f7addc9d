//===- Device.cpp - Devices and how much memory they have -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/Device.h"

using namespace llvm;

namespace hlomem {

#define GEN_DEVICE_DEFS
#include "hlomem/IR/Tables/Devices.inc"

// A fraction of 0.75 of fewer than 2^53 bytes is exact in a double.
Bytes Device::getLimit(double Fraction) const {
  if (!hasMemoryFraction())
    return Memory;
  return Bytes(
      static_cast<uint64_t>(static_cast<double>(Memory.count()) * Fraction));
}

const Device *findDevice(StringRef Name) {
  const Device *Found = find_if(devices(), [&](const Device &D) {
    return D.Name.equals_insensitive(Name);
  });
  return Found == devices().end() ? nullptr : Found;
}

const Device *findTarget(StringRef Arguments) {
  std::string Version, Variant, Configuration;
  for (StringRef Line : split(Arguments, '\n')) {
    auto [Key, Value] = Line.trim().split(": ");
    Value = Value.trim('"');
    if (Key == "version" && Value.consume_front("TPU_VERSION_"))
      Version = Value;
    else if (Key == "variant")
      Variant = (Value + " ").str();
    else if (Key == "chip_config_name")
      Configuration = Value;
    else if (Key == "reserved_hbm_usage_bytes" && Value != "0")
      return nullptr; // The limit is another.
  }
  const std::string Name = Version + " " + Variant + Configuration;
  const Device *Found = find_if(devices(), [&](const Device &D) {
    return is_contained(D.Targets, Name);
  });
  return Found == devices().end() ? nullptr : Found;
}

std::shared_ptr<const Device> readGpuTarget(StringRef Config) {
  struct DescribedGpu {
    std::string Name;
    Device D = {};
  };
  StringRef Name;
  uint64_t Memory = 0;
  for (StringRef Line : split(Config, '\n')) {
    auto [Key, Value] = Line.trim().split(": ");
    if (Key == "device_memory_size" && Value.getAsInteger(10, Memory))
      return nullptr;
    if (Key == "device_description_str")
      Name = Value.trim('"');
  }
  // A part of more bytes is not exact in a double.
  if (Name.empty() || Memory == 0 || Memory >= uint64_t(1) << 53)
    return nullptr;
  // A card tells up to a fiftieth less or more, by its driver.
  constexpr uint64_t ToleratedPart = 50;
  const Device *Known = find_if(devices(), [&](const Device &D) {
    const uint64_t Size = D.Memory.count();
    return D.Hardware == Name &&
           std::max(Size, Memory) - std::min(Size, Memory) <=
               Size / ToleratedPart;
  });
  if (Known != devices().end())
    return {std::shared_ptr<const Device>(), Known};
  auto Described = std::make_shared<DescribedGpu>(Name.str());
  Described->D = {.Name = Described->Name,
                  .Family = Backend::GPU,
                  .Hardware = Described->Name,
                  .Memory = Bytes(Memory),
                  .ComputeCapability = "",
                  .Lacks = {},
                  .Targets = {},
                  .Topology = "1x1x1"};
  return {Described, &Described->D};
}

bool isTopology(StringRef Text) {
  SmallVector<StringRef> Sides;
  Text.split(Sides, 'x');
  return Sides.size() > 1 && all_of(Sides, [](StringRef Side) {
           return !Side.empty() && Side != "0" && all_of(Side, isDigit);
         });
}

bool isMainMemory(Backend B, MemorySpace S) {
  if (B == Backend::Unknown)
    return S == 0;
  return !hasProperty(B, S, MemorySpaceProperties::IsOnChip) &&
         !hasProperty(B, S, MemorySpaceProperties::IsHost);
}

} // namespace hlomem
