// All five tables become one Markdown page; bars in a cell are escaped.
//
// RUN: hlo-mem-tblgen -gen-hlo-docs -I %src_root/include %s \
// RUN:   | FileCheck %s --match-full-lines

include "hlomem/IR/Tables/HloBase.td"

def IsLeaf : OpcodeTrait<"Takes nothing.">;
def : Opcode<"iota", [IsLeaf]>;
def : Opcode<"dot">;
def : Opcode<"async-done"> { let wrapSuffix = "-done"; }
def S4 : SubByteType<"s4", SignedClass, 4>;
def Tuple : ElementType<"tuple", TupleClass, -1, -1>;
def Shaped : AllocationFlag<"shape", "Has a | in it."> {
  let payload = " |SHAPE|";
}
def IsFast : SpaceProperty<"Quick to reach.">;
def NPU : Backend<"A new processor">;
def : MemorySpace<NPU, 0, "main", [], "The default.">;
def : MemorySpace<NPU, 1, "scratch", [IsFast], "For temporaries.">;
def : Device<"npu-1", NPU, "The first | of its kind", 4096> {
  let topology = "1x1";
  let source = "the manual";
}

// CHECK:      # HLO tables
// CHECK:      ## Opcodes
// CHECK:      | Trait | Meaning |
// CHECK-NEXT: | --- | --- |
// CHECK-NEXT: | IsLeaf | Takes nothing. |
// CHECK:      | Opcode | Traits |
// CHECK-NEXT: | --- | --- |
// CHECK-NEXT: | `iota` | IsLeaf |
// CHECK-NEXT: | `dot` | |
// CHECK-NEXT: | `async-done` | also any opcode followed by `-done` |
// CHECK:      ## Element types
// CHECK:      | `s4` | signed integer, two's complement | 4 | 8 |
// CHECK-NEXT: | `tuple` | an index table with a pointer for each leaf | by its leaves | by its leaves |
// CHECK:      ## Allocation flags
// CHECK:      | Shaped | `shape \|SHAPE\|` | Has a \| in it. |
// CHECK:      ## Memory spaces
// CHECK:      ### NPU
// CHECK:      | Number | Name | Properties | Meaning |
// CHECK-NEXT: | --- | --- | --- | --- |
// CHECK-NEXT: | 0 | main | | The default. |
// CHECK-NEXT: | 1 | scratch | IsFast | For temporaries. |
// CHECK:      ## Devices
// CHECK:      | Device | Hardware | Backend | Compute capability | Bytes of memory | Source |
// CHECK-NEXT: | --- | --- | --- | --- | --- | --- |
// CHECK-NEXT: | `npu-1` | The first \| of its kind | NPU | | 4096 | the manual |
