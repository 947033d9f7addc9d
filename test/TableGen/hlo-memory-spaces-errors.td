// Every error of the table is reported at its record, and nothing is emitted.
//
// RUN: not hlo-mem-tblgen -gen-hlo-memory-spaces -I %src_root/include %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=enum

include "hlomem/IR/Tables/HloBase.td"

def IsHost : SpaceProperty<"Of the host.">;
def IsOnChip : SpaceProperty<"In the chip."> { let excludes = [IsHost]; }

def NPU : Backend<"A new processor">;
// CHECK: hlo-memory-spaces-errors.td:[[#@LINE+1]]:5: error: duplicate backend 'npu'
def Npu : Backend<"The same with another name">;

def : MemorySpace<NPU, 0, "main", [], "The default.">;
def : MemorySpace<NPU, 1, "scratch", [], "For temporaries.">;
// CHECK: hlo-memory-spaces-errors.td:[[#@LINE+2]]:1: error: duplicate memory space 1 of NPU
// CHECK: hlo-memory-spaces-errors.td:[[#@LINE-2]]:1: note: first used here
def : MemorySpace<NPU, 1, "flags", [], "For flags.">;
// CHECK: hlo-memory-spaces-errors.td:[[#@LINE+2]]:1: error: duplicate name 'scratch' of a memory space of NPU
// CHECK: hlo-memory-spaces-errors.td:[[#@LINE-5]]:1: note: first used here
def : MemorySpace<NPU, 2, "scratch", [], "For temporaries.">;
// CHECK: hlo-memory-spaces-errors.td:[[#@LINE+1]]:1: error: bad number of a memory space: -1
def : MemorySpace<NPU, -1, "stack", [], "For calls.">;
// CHECK: hlo-memory-spaces-errors.td:[[#@LINE+1]]:1: error: bad number of a memory space: 4294967296
def : MemorySpace<NPU, 4294967296, "far", [], "Elsewhere.">;
// CHECK: hlo-memory-spaces-errors.td:[[#@LINE+1]]:1: error: field 'name' is empty
def : MemorySpace<NPU, 5, "", [], "Unnamed.">;
// CHECK: hlo-memory-spaces-errors.td:[[#@LINE+1]]:1: error: 'IsHost' and 'IsOnChip' contradict each other
def : MemorySpace<NPU, 6, "odd", [IsHost, IsOnChip], "Nowhere.">;
// CHECK: hlo-memory-spaces-errors.td:[[#@LINE+1]]:1: error: field 'description' is empty
def : MemorySpace<NPU, 7, "mute", [], "">;
// CHECK: hlo-memory-spaces-errors.td:[[#@LINE+2]]:1: error: memory space of NPU cannot be called 'scratch' as well
// CHECK: hlo-memory-spaces-errors.td:[[#@LINE-18]]:1: note: first used here
def : MemorySpace<NPU, 8, "eighth", [], "One more.", ["Scratch"]>;

// CHECK: hlo-memory-spaces-errors.td:[[#@LINE-24]]:5: error: backend Npu has no memory space 0
// CHECK: error: nothing is emitted for a table with errors
