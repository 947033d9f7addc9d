// The page has the same errors as the code, and needs every table.
//
// RUN: not hlo-mem-tblgen -gen-hlo-docs -I %src_root/include %s \
// RUN:   2>&1 | FileCheck %s
// RUN: not hlo-mem-tblgen -gen-hlo-docs -I %src_root/include %s -DMISSING \
// RUN:   2>&1 | FileCheck %s --check-prefix=MISSING

include "hlomem/IR/Tables/HloBase.td"

def : Opcode<"dot">;
#ifdef MISSING
// MISSING: error: no record of class 'ElementType'
#else
// CHECK: hlo-docs-errors.td:[[#@LINE+1]]:1: error: duplicate spelling 'dot'
def : Opcode<"dot">;
#endif
