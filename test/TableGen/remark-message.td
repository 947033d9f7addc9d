// How a message is taken apart: escaped braces belong to the text around them.

// RUN: hlo-mem-tblgen -gen-remarks -I %src_root/include %s \
// RUN:   | FileCheck %s --implicit-check-not=sink.

include "hlomem/Remarks/RemarkBase.td"

// CHECK-LABEL: struct ArgOnly
// CHECK: sink.arg("Size", Size);
def ArgOnly : Remark<Analysis, "{Size}", [BytesArg<"Size">]> {
  let description = "x";
}

// CHECK-LABEL: struct Braces
// CHECK: sink.text("{Size} {");
// CHECK: sink.arg("Size", Size);
// CHECK: sink.text("}");
def Braces : Remark<Analysis, "{{Size}} {{{Size}}}", [BytesArg<"Size">]> {
  let description = "x";
}

// CHECK-LABEL: struct Quotes
// CHECK: sink.text("a \"b\" \\ c");
def Quotes : Remark<Analysis, "a \"b\" \\ c", []> {
  let description = "x";
}

// CHECK-LABEL: struct ZInFileOrder
// CHECK: sink.text("z");
def ZInFileOrder : Remark<Analysis, "z", []> {
  let description = "x";
}

// CHECK-LABEL: struct AInFileOrder
// CHECK: sink.text("a");
def AInFileOrder : Remark<Analysis, "a", []> {
  let description = "x";
}
