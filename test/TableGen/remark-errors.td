// Everything that is wrong with a remark, all at once and each at its place.

// RUN: rm -f %t.inc
// RUN: not hlo-mem-tblgen -gen-remarks -I %src_root/include %s -o %t.inc 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not hlo-mem-tblgen -gen-remark-docs -I %src_root/include %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not ls %t.inc

include "hlomem/Remarks/RemarkBase.td"

// CHECK: remark-errors.td:[[#@LINE+1]]:5: error: the message names an unknown argument 'Sise'
def UnknownArgument : Remark<Analysis, "{Size} {Sise}", [BytesArg<"Size">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: the message names argument 'Size' twice
def NamedTwice : Remark<Analysis, "{Size} {Size}", [BytesArg<"Size">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: warning: argument 'Share' is not used in the message
def Unused : Remark<Analysis, "{Size}", [BytesArg<"Size">,
                                         PercentArg<"Share">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: duplicate argument 'Size'
def DuplicateArgument : Remark<Analysis, "{Size}", [BytesArg<"Size">,
                                                    CountArg<"Size">]> {
  let description = "x";
}
// The second one is the one that the message cannot name.
// CHECK: :[[#@LINE-5]]:5: warning: argument 'Size' is not used in the message

// CHECK: :[[#@LINE+1]]:5: error: unbalanced '{' at column 4 of the message
def OpenBrace : Remark<Analysis, "an {Size", [BytesArg<"Size">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: unbalanced '{' at column 1 of the message
def NestedBrace : Remark<Analysis, "{Si{Size}}", [BytesArg<"Size">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: unbalanced '}' at column 7 of the message
def CloseBrace : Remark<Analysis, "{Size}}", [BytesArg<"Size">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: the message names an unknown argument ''
def EmptyName : Remark<Analysis, "an {}", []> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: argument name 'size' is not in CamelCase
def LowerCaseArgument : Remark<Analysis, "{size}", [BytesArg<"size">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: argument name 'class' is not in CamelCase
def Keyword : Remark<Analysis, "{class}", [BytesArg<"class">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: argument name 'Live Size' is not in CamelCase
def Blank : Remark<Analysis, "{Live Size}", [BytesArg<"Live Size">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: argument name '' is not in CamelCase
def Nameless : Remark<Analysis, "{}", [BytesArg<"">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: argument 'Hole' has the name of its remark
def Hole : Remark<Analysis, "{Hole}", [BytesArg<"Hole">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: argument name 'Info' is taken
def Taken : Remark<Analysis, "{Info}", [BytesArg<"Info">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: remark name 'lower_case' is not in CamelCase
def lower_case : Remark<Analysis, "a", []> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:1: error: a remark needs a name
def : Remark<Analysis, "a", []> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: field 'description' is empty
def BlankDescription : Remark<Analysis, "a", []> {
  let description = [{
  }];
}

// CHECK: :[[#@LINE+1]]:5: error: field 'description' is missing
def NoDescription : Remark<Analysis, "a", []>;

// CHECK: :[[#@LINE+1]]:5: error: field 'message' is empty
def NoMessage : Remark<Analysis, "", []> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: a row needs columns
def NoColumns : Row<Analysis, []> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: column 'Size' has no title
def NoTitle : Row<Analysis, [BytesColumn<"Size", " ">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: duplicate argument 'Size'
def DuplicateColumn : Row<Analysis, [BytesColumn<"Size", "a">,
                                     BytesColumn<"Size", "b">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: 'location' names an unknown argument 'Valu'
def UnknownLocation : Remark<Analysis, "{Value}", [ValueArg<"Value">]> {
  let location = "Valu";
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: 'location' names 'Size', which is no instruction or value
def SizeAsLocation : Remark<Analysis, "{Size}", [BytesArg<"Size">]> {
  let location = "Size";
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: 'hotness' names an unknown argument 'Sise'
def UnknownHotness : Remark<Analysis, "{Size}", [BytesArg<"Size">]> {
  let hotness = "Sise";
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: 'hotness' names 'Count', which is not bytes
def CountAsHotness : Remark<Analysis, "{Count}", [CountArg<"Count">]> {
  let hotness = "Count";
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: a Missed remark needs 'hotness', the bytes that could be saved
def MissedWithoutHotness : Remark<Missed, "{Size}", [BytesArg<"Size">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: argument name 'Callee' means something else in remark files
def Callee2 : Remark<Analysis, "{Callee}", [StringArg<"Callee">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: expected 'Count:ONE|SEVERAL' in the message, found 'Count:value'
def OneForm : Remark<Analysis, "{Count} {Count:value}", [CountArg<"Count">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: expected 'Count:ONE|SEVERAL' in the message, found 'Count:a|b|c'
def ThreeForms : Remark<Analysis, "{Count} {Count:a|b|c}", [CountArg<"Count">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: the message chooses by 'Size', which is no count
def ChoiceByBytes : Remark<Analysis, "{Size} {Size:a|b}", [BytesArg<"Size">]> {
  let description = "x";
}

// CHECK: :[[#@LINE+1]]:5: error: the message names an unknown argument 'Coumt'
def ChoiceByUnknown : Remark<Analysis, "{Coumt:a|b}", []> {
  let description = "x";
}

// CHECK: :[[#@LINE+2]]:5: error: dropFirst names 'Sise', which is no column of the table, or is there twice
// CHECK: :[[#@LINE+1]]:5: error: dropFirst names 'Size', which is no column of the table, or is there twice
def DroppedTwice : Row<Analysis, [BytesColumn<"Size", "size">]> {
  let dropFirst = ["Sise", "Size", "Size"];
  let description = "x";
}

// CHECK: error: the remarks are not usable
