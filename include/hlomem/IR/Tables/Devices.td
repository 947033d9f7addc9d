//===- Devices.td - Devices and how much memory they have --*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers of a TPU are from the message E1000 of jax 0.10.2 with libtpu
// 0.0.42 for programs whose arguments were made larger by 4 KiB at a time until
// they did not fit. It tells how much HBM is reserved, and by how many bytes
// the rest is exceeded. The limit is equal for every topology that was tried.
// The numbers of a GPU are device_memory_size in python/hlo_mem_opt/targets.
// test/TableGen/devices.test compares them.
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_TABLES_DEVICES_TD
#define HLOMEM_IR_TABLES_DEVICES_TD

include "hlomem/IR/Tables/MemorySpaces.td"

defvar MiB = 0x100000;

/// Represents a TPU. \p total less \p reserved is what XLA gives to programs,
/// \p message what it prints about that. \p versions are the names in different
/// releases of libtpu.
class TpuDevice<string name, string kind, list<string> versions,
                string configuration, int total, int reserved, string message,
                string smallest, list<int> others>
    : Device<name, TPU, kind, !sub(total, reserved)> {
  let targets =
      !foreach(version, versions, version # " " # configuration);
  let topology = smallest;
  let source = "error E1000 of libtpu 0.0.42: " # message;
  let lacks = others;
}

/// Represents a GPU; \p bytes are those of the whole card.
class GpuDevice<string name, string card, string capability, int bytes>
    : Device<name, GPU, card, bytes> {
  let computeCapability = capability;
  let topology = "1x1x4";
  let source = "`device_memory_size` of `targets/" # name # ".txtpb`";
}

// Without hardware, and without chip_config_name, XLA compiles for each of the
// two cores of a v2, v3 or v4. What they lack is observed: only a v4 has values
// in CMEM (3), it and its elders have none in VMEM (1), and those without a
// SparseCore none in its spaces (7, 8).
def : TpuDevice<"v2", "TPU v2, one core", ["JELLYFISH", "ba16c7433"], "default",
    !mul(8192, MiB), !add(!mul(530, MiB), 6144),
    "7.48G; 530.01 MiB of 8 GiB are reserved", "2x2", [1, 3, 7, 8]>;
def : TpuDevice<"v3", "TPU v3, one core", ["DRAGONFISH", "6bf72d463e"], "default",
    !mul(16384, MiB), !add(!mul(530, MiB), 6144),
    "15.48G; 530.01 MiB of 16 GiB are reserved", "2x2", [1, 3, 7, 8]>;
def : TpuDevice<"v4", "TPU v4, one core", ["PUFFERFISH", "e0897fcce0"], "default",
    !mul(32768, MiB), !mul(34307, 0x80000),
    "15.25G; 16.75 GiB of 32 GiB are reserved", "2x2x1", [1]>;
def : TpuDevice<"v4-megacore", "TPU v4, both cores as one device",
    ["PUFFERFISH", "e0897fcce0"], "megacore",
    !mul(32768, MiB), !mul(1283, MiB),
    "30.75G; 1.25 GiB of 32 GiB are reserved", "2x2x1", [1]>;
def : TpuDevice<"v5e", "TPU v5 lite", ["VIPERFISH", "2093c6a02"], "lite default",
    !mul(16384, MiB), !mul(258, MiB),
    "15.75G; 258 MiB of 16 GiB are reserved", "2x2", [3, 7, 8]>;
def : TpuDevice<"v5p", "TPU v5", ["VIPERFISH", "2093c6a02"], "default",
    !mul(98304, MiB), !mul(263, MiB),
    "95.74G; 263 MiB of 96 GiB are reserved", "2x2x1", [3]>;
def : TpuDevice<"v6e", "TPU v6 lite", ["GHOSTLITE", "cc8675309"], "default",
    !mul(32256, MiB), !mul(260, MiB),
    "31.25G; 260 MiB of 31.5 GiB are reserved", "2x2", [3]>;
def : TpuDevice<"tpu7x", "TPU7x, one of two in a chip", ["6acc60406"], "default",
    !mul(97280, MiB), !mul(260, MiB),
    "94.75G; 260 MiB of 95 GiB are reserved", "2x2x1", [3]>;

def : GpuDevice<"v100-16gb", "Tesla V100-SXM2-16GB", "7.0", 16935682048>;
def : GpuDevice<"a100-40gb", "NVIDIA A100-SXM4-40GB", "8.0", 42331013120>;
def : GpuDevice<"a100-80gb", "NVIDIA A100-SXM4-80GB", "8.0", 85100068864>;
def : GpuDevice<"l4", "NVIDIA L4", "8.9", 23580639232>;
def : GpuDevice<"h100-80gb", "NVIDIA H100 80GB HBM3", "9.0", 84942979072>;
def : GpuDevice<"h200", "NVIDIA H200", "9.0", 151397597184>;
def : GpuDevice<"b200", "NVIDIA B200", "10.0", 191514411008>;
def : GpuDevice<"rtx-pro-6000", "NVIDIA RTX PRO 6000 Blackwell", "12.0",
                103079215104>;

#endif // HLOMEM_IR_TABLES_DEVICES_TD
