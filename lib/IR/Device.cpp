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
