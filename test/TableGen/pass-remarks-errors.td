// A remark belongs to one pass.
//
// RUN: not hlo-mem-tblgen -gen-pass-decls -I %src_root/include %s -o %t 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

include "hlomem/Pass/PassBase.td"

class Described<string name> : Pass<name> {
  let summary = "Do something";
  let description = "Long.";
}

def Mine : Remark<Analysis, "mine", []>;
def Shared : Remark<Analysis, "shared", []>;
def Elsewhere : Remark<Analysis, "elsewhere", []> { let pass = "two"; }

def One : Described<"one"> {
  // CHECK: [[#@LINE+1]]:7: error: remark 'Elsewhere' says that it is one of pass 'two'
  let remarks = [Mine, Shared, Elsewhere];
}
def Two : Described<"two"> {
  // CHECK: [[#@LINE+1]]:7: error: remark 'Shared' is listed by 'One' and 'Two'
  let remarks = [Shared];
}

// CHECK: [[#@LINE+1]]:5: error: remark 'Nobodys' is in no pass's list of remarks
def Nobodys : Remark<Analysis, "nobody's", []>;

// CHECK: error: the passes are not usable
