//===- MemorySpaces.td - Memory spaces of each backend -----*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table is from openxla/xla docs/shapes.md, xla/layout.h and
// xla/service/gpu/gpu_memory_space_assignment.h; and from openxla/xprof
// labs/curated/memory_analysis/backend/hlo_to_memory_analysis.cc (the profiler
// below), which is the only public list of the TPU's numbers. The errors of the
// SparseCore compiler use another numbering (0, 201 to 204), not this one.
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_TABLES_MEMORYSPACES_TD
#define HLOMEM_IR_TABLES_MEMORYSPACES_TD

include "hlomem/IR/Tables/HloBase.td"

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

def IsOnChip : SpaceProperty<
    "On the processor chip itself: small, fast, and not part of the device's "
    "main memory.">;

def IsHost : SpaceProperty<
    "Memory of the host of a device; takes none of the device's own."> {
  let excludes = [IsOnChip];
}

def IsPinned : SpaceProperty<
    "Page-locked: the runtime does not move it.">;

def IsSync : SpaceProperty<
    "Holds flags that order operations, not data of the program.">;

//===----------------------------------------------------------------------===//
// Spaces
//===----------------------------------------------------------------------===//

def CPU : Backend<"XLA:CPU">;
def GPU : Backend<"XLA:GPU, for CUDA and ROCm">;
def TPU : Backend<"TPU, compiled by libtpu">;

def : MemorySpace<CPU, 0, "main memory", [],
    "All data of a CPU program.", "main">;
def : MemorySpace<CPU, 5, "host", [IsHost],
    "Host memory, with the number that XLA uses for it on every backend. "
    "Physically the same memory as space 0.">;

def : MemorySpace<GPU, 0, "device", [],
    "The device's own memory, the default.", "hbm">;
def : MemorySpace<GPU, 1, "collective", [],
    "Device memory registered for collectives: symmetric memory that other "
    "devices can access. Since January 2024.">;
def : MemorySpace<GPU, 2, "temp pool", [],
    "Device memory from a separate pool for temporaries. Since June 2024; "
    "the values in such a block keep colour 0.">;
def : MemorySpace<GPU, 5, "pinned host", [IsHost, IsPinned],
    "Page-locked host memory, for offloaded values.", "host">;
def : MemorySpace<GPU, 6, "unpinned host", [IsHost],
    "Pageable host memory. A constant of XLA's layout since May 2026.">;

def : MemorySpace<TPU, 0, "HBM", [],
    "High-bandwidth memory: the device's main memory, the default.">;
def : MemorySpace<TPU, 1, "VMEM", [IsOnChip],
    "Vector memory.">;
def : MemorySpace<TPU, 2, "sync flags", [IsOnChip, IsSync],
    "Flags that wait for copies and collectives; the profiler calls it Sflag.",
    "sflag">;
def : MemorySpace<TPU, 3, "CMEM", [IsOnChip],
    "Common memory, a cache that the compiler manages: on v4, where "
    "memory-space assignment places in it what other TPUs keep in VMEM "
    "(observed).">;
def : MemorySpace<TPU, 4, "SMEM", [IsOnChip],
    "Scalar memory, by the profiler's table; not documented elsewhere.">;
def : MemorySpace<TPU, 5, "host", [IsHost],
    "Memory of the host, for offloaded values; the profiler calls it System "
    "Memory.">;
def : MemorySpace<TPU, 6, "scalar workspace", [IsOnChip],
    "A small space for scalars. The name is an observation, not documented: "
    "the profiler's table says Workspace Register and its menu SparseCore, and "
    "dumps show values of at most 512 bytes here, indices and scalars.">;
def : MemorySpace<TPU, 7, "SparseCore stack", [],
    "The private stack of a SparseCore, in HBM, by the profiler's table; not "
    "documented elsewhere. Observed on tpu7x since libtpu 0.0.50: the index "
    "tables of asynchronous calls that run on a SparseCore, which take no "
    "bytes.">;
def : MemorySpace<TPU, 8, "SparseCore sequencer flags", [IsOnChip, IsSync],
    "Sync flags of a SparseCore's sequencer, by the profiler's table; not "
    "documented elsewhere. Observed on tpu7x since libtpu 0.0.50: a word for "
    "each asynchronous call that runs on a SparseCore.">;
def : MemorySpace<TPU, 9, "pinned HBM", [IsPinned],
    "HBM that is not moved, by the profiler's table; not documented "
    "elsewhere.">;
def : MemorySpace<TPU, 10, "SparseCore tile flags", [IsOnChip, IsSync],
    "Sync flags of a SparseCore's tiles, by the profiler's table; not "
    "documented elsewhere.">;

#endif // HLOMEM_IR_TABLES_MEMORYSPACES_TD
