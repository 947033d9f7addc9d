// Two remarks of one name: TableGen itself says so.

// RUN: not hlo-mem-tblgen -gen-remarks -I %src_root/include %s 2>&1 \
// RUN:   | FileCheck %s

include "hlomem/Remarks/RemarkBase.td"

def PeakAt : Remark<Analysis, "a", []> {
  let description = "x";
}

// CHECK: remark-duplicate-errors.td:[[#@LINE+1]]:5: error: def already exists: PeakAt
def PeakAt : Remark<Analysis, "b", []> {
  let description = "x";
}
