// What goes by whether a number is one is text, and names no argument.

// RUN: hlo-mem-tblgen -gen-remarks -I %src_root/include %s \
// RUN:   | FileCheck %s --implicit-check-not=sink.
// RUN: hlo-mem-tblgen -gen-remark-docs -I %src_root/include %s \
// RUN:   | FileCheck %s --check-prefix=DOCS

include "hlomem/Remarks/RemarkBase.td"

// CHECK-LABEL: struct Several
// CHECK: sink.arg("Count", Count);
// CHECK: sink.text(" ");
// CHECK: sink.text(Count == 1 ? "value has" : "values have");
// CHECK: sink.text(" a ");
// CHECK: sink.text(Count == 1 ? "" : "b");
// DOCS: ``{Count} values have a b``
def Several : Remark<Analysis, "{Count} {Count:value has|values have} a "
                               "{Count:|b}",
                     [CountArg<"Count">]> {
  let description = "x";
}
