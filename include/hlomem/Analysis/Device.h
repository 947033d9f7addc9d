//===- Device.h - Devices and how much memory they have -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_DEVICE_H
#define HLOMEM_ANALYSIS_DEVICE_H

#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace hlomem {

/// The part of a GPU's memory that JAX takes unless
/// XLA_PYTHON_CLIENT_MEM_FRACTION says another.
inline constexpr double DefaultMemoryFraction = 0.75;

/// A record of Devices.td, which has the source of every number.
struct Device {
  /// "v5e", "h100-80gb": as -device and make-dumps have it.
  llvm::StringLiteral Name;
  /// The family: a program that is compiled for one backend tells nothing of
  /// another.
  Backend Family;
  /// "TPU v5 lite", "NVIDIA H100 80GB HBM3".
  llvm::StringLiteral Hardware;
  /// Main memory of one device of JAX: of a TPU what XLA gives to programs, of
  /// a GPU all of it.
  Bytes Memory;
  /// "9.0"; empty for a TPU.
  llvm::StringLiteral ComputeCapability;
  /// Memory spaces that no program for this device uses.
  llvm::ArrayRef<MemorySpace> Lacks;
  /// How releases of libtpu name it in a dump, as version, variant and
  /// configuration of the chip: "VIPERFISH lite default"; empty for a GPU.
  llvm::ArrayRef<llvm::StringLiteral> Targets;
  /// The topology that make-dumps compiles for: "2x2".
  llvm::StringLiteral Topology;

  /// True if the memory that programs get is a fraction of Memory.
  bool hasMemoryFraction() const { return Family == Backend::GPU; }
  /// The bytes of main memory that programs may take. \p Fraction is above 0
  /// and at most 1, and is ignored unless hasMemoryFraction().
  Bytes getLimit(double Fraction = DefaultMemoryFraction) const;
};

/// All devices, in the order of Devices.td.
llvm::ArrayRef<Device> devices();

/// The device of this name, in capitals or not; null if there is none.
const Device *findDevice(llvm::StringRef Name);

/// The device that \p Arguments tell of, the text of `X.target_arguments.txt`;
/// null if it is none that is known.
const Device *findTarget(llvm::StringRef Arguments);

/// True for what may follow a device's name and a colon: "2x2", "2x2x1".
bool isTopology(llvm::StringRef Text);

/// True if memory space \p S of \p B is main memory of the device, and so
/// counts against its limit: neither on the chip nor memory of the host. Of an
/// unknown backend that is known of the default space alone.
bool isMainMemory(Backend B, MemorySpace S);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_DEVICE_H
