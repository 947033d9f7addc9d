// A file without passes is a mistake, not an empty header.
//
// RUN: not hlo-mem-tblgen -gen-pass-decls -I %src_root/include %s -o %t 2>&1 \
// RUN:   | FileCheck %s
// CHECK: error: the file defines no pass, analysis or pipeline alias

include "hlomem/Pass/PassBase.td"
