//===- TestRemarks.td - Remarks of the unit tests ----------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Remarks/RemarkBase.td"

// One argument of every type.
def Everything : Remark<Missed,
    "{B} {OB} {C} {T} {R} {OR} {P} {S} {I} {V} {Sh} {Str}",
    [BytesArg<"B">, OptionalBytesArg<"OB">, CountArg<"C">, TimeArg<"T">,
     RangeArg<"R">, OptionalRangeArg<"OR">, PercentArg<"P">, SpaceArg<"S">,
     InstructionArg<"I">, ValueArg<"V">, ShapeArg<"Sh">, StringArg<"Str">]> {
  let location = "V";
  let hotness = "OB";
  let description = "Everything.";
}

// One column of every type.
def EveryColumn : Row<Analysis,
    [BytesColumn<"B", "b">, OptionalBytesColumn<"OB", "ob">,
     CountColumn<"C", "c">, TimeColumn<"T", "t">, RangeColumn<"R", "r">,
     OptionalRangeColumn<"OR", "or">, PercentColumn<"P", "p">,
     SpaceColumn<"S", "s">, InstructionColumn<"I", "i">, ValueColumn<"V", "v">,
     ShapeColumn<"Sh", "sh">, StringColumn<"Str", "str">]> {
  let description = "Everything in a row.";
}

def Head : Remark<Analysis, "head of {Size}", [BytesArg<"Size">]> {
  let description = "A headline.";
}

def Plain : Remark<Failure, "{{plain}} \"text\" …", []> {
  let description = "No argument at all.";
}

def Odd : Remark<Failure, "odd {Body}{Rule}, or not",
    [StringArg<"Body">, TagArg<"Rule">]> {
  let isWarning = true;
  let description = "A warning with a tag.";
}

def Text : Remark<Passed, "{Body}", [StringArg<"Body">]> {
  let description = "Any text.";
}

def Rest : Note<Analysis, "… and {Count} more", [CountArg<"Count">]> {
  let description = "A note.";
}

def Buffer : Row<Analysis,
    [BytesColumn<"Size", "size">, StringColumn<"Label", "name">,
     CountColumn<"Uses", "uses">, StringColumn<"Source", "source">]> {
  let description = "A row.";
}

def Gap : Row<Missed,
    [BytesColumn<"Size", "size">, BytesColumn<"Offset", "offset">]> {
  let hotness = "Size";
  let description = "A row that ends with a number.";
}
