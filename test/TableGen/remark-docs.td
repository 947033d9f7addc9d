// The page of remarks: a section per pass in the order of the file.

// RUN: hlo-mem-tblgen -gen-remark-docs -I %src_root/include %s | FileCheck %s

include "hlomem/Remarks/RemarkBase.td"

// CHECK: # Remarks

// CHECK:      ## zebra
// CHECK-EMPTY:
// CHECK-NEXT: ### Second
// CHECK-EMPTY:
// CHECK-NEXT: `Missed`: ``{Size} in {Space}``
// CHECK-EMPTY:
// CHECK-NEXT: Two lines,
// CHECK-NEXT:   the second one indented.
// CHECK-EMPTY:
// CHECK-NEXT: And a paragraph.
// CHECK-EMPTY:
// CHECK-NEXT: Hotness: `Size`
// CHECK-EMPTY:
// CHECK-NEXT: | argument | type | meaning |
// CHECK-NEXT: |---|---|---|
// CHECK-NEXT: | `Size` | bytes | one \| two |
// CHECK-NEXT: | `Space` | memory space | |
def Zebra : RemarkSource<"zebra">;
def Second : Remark<Missed, "{Size} in {Space}",
    [BytesArg<"Size", "one | two">, SpaceArg<"Space">]> {
  let hotness = "Size";
  let description = [{
    Two lines,
      the second one indented.

    And a paragraph.
  }];
}

// CHECK:      ## ant
// CHECK-EMPTY:
// CHECK-NEXT: ### First
// CHECK-EMPTY:
// CHECK-NEXT: `Analysis`, a row
// CHECK-EMPTY:
// CHECK-NEXT: A row.
// CHECK-EMPTY:
// CHECK-NEXT: | column | argument | type | meaning |
// CHECK-NEXT: |---|---|---|---|
// CHECK-NEXT: | op_name | `OpName` | text | |
def Ant : RemarkSource<"ant">;
def First : Row<Analysis, [StringColumn<"OpName", "op_name">]> {
  let description = "A row.";
}

// CHECK-EMPTY:
// CHECK-NEXT: ### Both
// CHECK-EMPTY:
// CHECK-NEXT: `Analysis`: ``{Size} of {Value}``
// CHECK-EMPTY:
// CHECK-NEXT: Both.
// CHECK-EMPTY:
// CHECK-NEXT: Hotness: `Size`. Location: that of `Value`
// CHECK-EMPTY:
// CHECK-NEXT: | argument | type | meaning |
// CHECK-NEXT: |---|---|---|
// CHECK-NEXT: | `Size` | bytes | |
// CHECK-NEXT: | `Value` | value | |
def Both : Remark<Analysis, "{Size} of {Value}",
    [BytesArg<"Size">, ValueArg<"Value">]> {
  let description = "Both.";
}

// CHECK-EMPTY:
// CHECK-NEXT: ### Where
// CHECK-EMPTY:
// CHECK-NEXT: `Analysis`: ``{Instruction}``
// CHECK-EMPTY:
// CHECK-NEXT: A place.
// CHECK-EMPTY:
// CHECK-NEXT: Location: that of `Instruction`
// CHECK-EMPTY:
// CHECK-NEXT: | argument | type | meaning |
// CHECK-NEXT: |---|---|---|
// CHECK-NEXT: | `Instruction` | instruction | |
def Where : Remark<Analysis, "{Instruction}",
    [InstructionArg<"Instruction">]> {
  let description = "A place.";
}

// CHECK-EMPTY:
// CHECK-NEXT: ### Third
// CHECK-EMPTY:
// CHECK-NEXT: `Passed`, a note: ``and more``
// CHECK-EMPTY:
// CHECK-NEXT: A note.
// CHECK-NOT:  {{.}}
def Third : Note<Passed, "and more", []> {
  let description = "A note.";
}
