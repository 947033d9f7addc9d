// A remark stands behind the pass that reports it.
//
// RUN: not hlo-mem-tblgen -gen-pass-decls -I %src_root/include %s -o %t 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

include "hlomem/Pass/PassBase.td"

// CHECK: [[#@LINE+1]]:5: error: remark 'Nobodys' stands before the pass that reports it
def Nobodys : Remark<Analysis, "nobody's", []> { let description = "Long."; }

def One : Pass<"one"> {
  let summary = "Do something";
  let description = "Long.";
}

def Mine : Remark<Analysis, "mine", []> { let description = "Long."; }

// CHECK: error: the passes are not usable
