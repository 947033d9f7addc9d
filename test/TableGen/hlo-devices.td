// Devices become an array in the order of the file; what none lacks has no list.
//
// RUN: hlo-mem-tblgen -gen-hlo-devices -I %src_root/include %s | FileCheck %s

include "hlomem/IR/Tables/HloBase.td"

def NPU : Backend<"A new processor">;
def : MemorySpace<NPU, 0, "main", [], "The default.">;
def : MemorySpace<NPU, 3, "scratch", [], "For temporaries.">;

def : Device<"npu-2", NPU, "The second", 8192> {
  let computeCapability = "2.0";
  let topology = "1x2";
  let source = "the manual";
}
def : Device<"npu-1", NPU, "The first", 4294967296> {
  let lacks = [3];
  let targets = ["NEW wide", "0123 wide"];
  let topology = "1x1";
  let source = "a message";
}

// CHECK:      #ifdef GEN_DEVICE_DEFS
// CHECK-NOT:  LackedBy0
// CHECK:      static constexpr MemorySpace LackedBy1[] = {3};
// CHECK-NEXT: static constexpr llvm::StringLiteral TargetsOf1[] = {"NEW wide", "0123 wide"};
// CHECK:      llvm::ArrayRef<Device> devices() {
// CHECK:        {"npu-2", Backend::NPU, "The second",
// CHECK-NEXT:    Bytes(8192u), "2.0", {}, {}, "1x2"},
// CHECK-NEXT:   {"npu-1", Backend::NPU, "The first",
// CHECK-NEXT:    Bytes(4294967296u), "", LackedBy1, TargetsOf1, "1x1"},
// CHECK:      #undef GEN_DEVICE_DEFS
