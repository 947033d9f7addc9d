// A warning does not keep the output from being written, and the argument is a
// field all the same.

// RUN: hlo-mem-tblgen -gen-remarks -I %src_root/include %s -o %t.inc 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WARN
// RUN: FileCheck %s --input-file=%t.inc

include "hlomem/Remarks/RemarkBase.td"

// WARN: remark-warnings.td:[[#@LINE+3]]:5: warning: argument 'Share' is not used in the message
// CHECK: ::hlomem::Percent Share;
// CHECK-NOT: sink.arg("Share"
def Unused : Remark<Analysis, "{Size}", [BytesArg<"Size">,
                                         PercentArg<"Share">]> {
  let description = "x";
}
