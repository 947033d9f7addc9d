//===- Device.h - Devices and how much memory they have -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_DEVICE_H
#define HLOMEM_IR_DEVICE_H

#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include <memory>

namespace hlomem {

/// Is the fraction of a GPU's memory that JAX takes unless
/// XLA_PYTHON_CLIENT_MEM_FRACTION gives another.
inline constexpr double DefaultMemoryFraction = 0.75;

/// Represents a record of Devices.td, which has the source of every number, or
/// another GPU that a dump describes.
struct Device {
  /// Holds the name that -device and make-dumps use: "v5e", "h100-80gb". A GPU
  /// that is not in Devices.td has the vendor's name.
  StringRef Name;
  /// Identifies the backend. A program compiled for one backend tells nothing
  /// about another.
  Backend Family;
  /// Holds the vendor's name: "TPU v5 lite", "NVIDIA H100 80GB HBM3".
  StringRef Hardware;
  /// Holds the bytes of main memory of one device of JAX: for a TPU what XLA
  /// gives to programs, for a GPU all of it.
  Bytes Memory;
  /// Holds the compute capability, "9.0"; empty for a TPU, and for a GPU that
  /// is not in Devices.td.
  StringRef ComputeCapability;
  /// Lists memory spaces that no program for this device uses.
  ArrayRef<MemorySpace> Lacks;
  /// Lists how releases of libtpu name the device in a dump, as version,
  /// variant and configuration of the chip: "VIPERFISH lite default"; empty for
  /// a GPU.
  ArrayRef<StringLiteral> Targets;
  /// Holds the topology that make-dumps compiles for: "2x2".
  StringRef Topology;

  /// Returns true if programs get only a fraction of Memory.
  bool hasMemoryFraction() const { return Family == Backend::GPU; }
  /// Returns the bytes of main memory that programs may take. \p Fraction is
  /// above 0 and at most 1, and is ignored unless hasMemoryFraction().
  Bytes getLimit(double Fraction = DefaultMemoryFraction) const;
};

/// Returns all devices, in the order of Devices.td.
ArrayRef<Device> devices();

/// Returns the device named \p Name, in upper or lower case; null if there is
/// none.
const Device *findDevice(StringRef Name);

/// Returns the device that \p Arguments, the text of `X.target_arguments.txt`,
/// describes. Returns null if it is unknown, or if the text reserves memory, so
/// that the limit would be another.
const Device *findTarget(StringRef Arguments);

/// Returns the GPU that \p Config, the text of `X.gpu_target_config.pbtxt`,
/// describes: the record with its name if that has as much memory, up to a
/// fiftieth, and otherwise a device that the result owns. Returns null
/// if the text lacks the name or the memory, or no card has as much.
std::shared_ptr<const Device> readGpuTarget(StringRef Config);

/// Returns true if \p Text may follow a device's name and a colon: "2x2",
/// "2x2x1".
bool isTopology(StringRef Text);

/// Returns true if memory space \p S of \p B is main memory of the device, and
/// so counts against its limit: it is neither on the chip nor memory of the
/// host. For an unknown backend this holds for the default space only.
bool isMainMemory(Backend B, MemorySpace S);

} // namespace hlomem

#endif // HLOMEM_IR_DEVICE_H
