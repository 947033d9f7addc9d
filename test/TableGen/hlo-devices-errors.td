// Every error of the table is reported at its record, and nothing is emitted.
//
// RUN: not hlo-mem-tblgen -gen-hlo-devices -I %src_root/include %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=devices

include "hlomem/IR/Tables/HloBase.td"

def NPU : Backend<"A new processor">;
def : MemorySpace<NPU, 0, "main", [], "The default.">;

class Npu<string name, int bytes> : Device<name, NPU, "A chip", bytes> {
  let topology = "1x1";
  let source = "the manual";
}

def : Npu<"npu-1", 8>;
// CHECK: hlo-devices-errors.td:[[#@LINE+2]]:1: error: duplicate device 'npu-1'
// CHECK: hlo-devices-errors.td:[[#@LINE-2]]:1: note: first used here
def : Npu<"npu-1", 8>;
// CHECK: hlo-devices-errors.td:[[#@LINE+1]]:1: error: device name 'NPU 2' is not made of lower-case letters, digits and dashes
def : Npu<"NPU 2", 8>;
// CHECK: hlo-devices-errors.td:[[#@LINE+1]]:1: error: field 'name' is empty
def : Npu<"", 8>;
// CHECK: hlo-devices-errors.td:[[#@LINE+1]]:1: error: a device has memory
def : Npu<"npu-3", 0>;
// CHECK: hlo-devices-errors.td:[[#@LINE+1]]:1: error: a device of NPU cannot lack memory space 0
def : Npu<"npu-4", 8> { let lacks = [0]; }
// CHECK: hlo-devices-errors.td:[[#@LINE+1]]:1: error: a device of NPU cannot lack memory space 7
def : Npu<"npu-5", 8> { let lacks = [7]; }
// CHECK: hlo-devices-errors.td:[[#@LINE+1]]:1: error: field 'source' is empty
def : Npu<"npu-6", 8> { let source = ""; }
// CHECK: hlo-devices-errors.td:[[#@LINE+1]]:1: error: field 'topology' is empty
def : Npu<"npu-7", 8> { let topology = ""; }
// CHECK: hlo-devices-errors.td:[[#@LINE+1]]:1: error: field 'hardware' is empty
def : Device<"npu-8", NPU, "", 8> { let topology = "1x1"; let source = "a"; }
// CHECK: error: nothing is emitted for a table with errors
