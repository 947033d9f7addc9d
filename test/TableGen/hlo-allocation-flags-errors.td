// Every error of the table is reported at its record, and nothing is emitted.
//
// RUN: not hlo-mem-tblgen -gen-hlo-allocation-flags -I %src_root/include %s \
// RUN:   2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=enum

include "hlomem/IR/Tables/HloBase.td"

def Zeroed : AllocationFlag<"zeroed", "Filled with zeros.">;
// CHECK: hlo-allocation-flags-errors.td:[[#@LINE+2]]:5: error: duplicate spelling 'zeroed'
// CHECK: hlo-allocation-flags-errors.td:[[#@LINE-2]]:5: note: first used here
def Cleared : AllocationFlag<"zeroed", "Filled with zeros.">;
// CHECK: hlo-allocation-flags-errors.td:[[#@LINE+1]]:5: error: field 'description' is empty
def ReadOnly : AllocationFlag<"read-only", "">;
// CHECK: hlo-allocation-flags-errors.td:[[#@LINE+1]]:5: error: the payload starts with a blank
def Placed : AllocationFlag<"at", "Placed."> { let payload = "N"; }
// CHECK: hlo-allocation-flags-errors.td:[[#@LINE+1]]:5: error: ', hot' cannot be a spelling
def Hot : AllocationFlag<", hot", "Often used.">;
// CHECK: hlo-allocation-flags-errors.td:[[#@LINE+1]]:5: error: the enumerator 'None' is taken
def None : AllocationFlag<"none", "Nothing.">;

def F7 : AllocationFlag<"f7", "Seventh.">;
def F8 : AllocationFlag<"f8", "Eighth.">;
// CHECK: hlo-allocation-flags-errors.td:[[#@LINE+1]]:5: error: more than 8 flags do not fit a byte
def F9 : AllocationFlag<"f9", "Ninth.">;
// CHECK: error: nothing is emitted for a table with errors
