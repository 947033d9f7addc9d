// Every error of the table is reported at its record, and nothing is emitted.
//
// RUN: not hlo-mem-tblgen -gen-hlo-opcodes -I %src_root/include %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=enum
// RUN: not hlo-mem-tblgen -gen-hlo-opcodes -I %src_root/include %s \
// RUN:   -DUNKNOWN 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not hlo-mem-tblgen -gen-hlo-opcodes -I %src_root/include %s \
// RUN:   -DEMPTY 2>&1 | FileCheck %s --check-prefix=EMPTY

include "hlomem/IR/Tables/HloBase.td"

#ifdef EMPTY
// EMPTY: error: no record of class 'Opcode'
#else

def IsLeaf : OpcodeTrait<"Takes nothing.">;
def Start : OpcodeTrait<"Begins."> { let excludes = [IsLeaf]; }
def Done : OpcodeTrait<"Ends."> { let excludes = [Start]; }
def Calls : OpcodeTrait<"Calls.">;
def Flow : OpcodeTrait<"Runs."> { let needs = [Calls]; }

#ifdef UNKNOWN
// UNKNOWN: hlo-opcodes-errors.td:[[#@LINE+1]]:23: error: Variable not defined: 'Leaf'
def : Opcode<"iota", [Leaf]>;
#else

// CHECK: hlo-opcodes-errors.td:[[#@LINE+1]]:5: error: field 'description' is empty
def Silent : OpcodeTrait<"">;
// CHECK: hlo-opcodes-errors.td:[[#@LINE+1]]:1: error: the record's name is its enumerator: it needs one
def : OpcodeTrait<"Nameless.">;
// CHECK: hlo-opcodes-errors.td:[[#@LINE+1]]:5: error: the enumerator 'None' is taken
def None : OpcodeTrait<"Nothing.">;

def : Opcode<"abs">;
// CHECK: hlo-opcodes-errors.td:[[#@LINE+2]]:1: error: duplicate spelling 'abs'
// CHECK: hlo-opcodes-errors.td:[[#@LINE-2]]:1: note: first used here
def : Opcode<"abs">;
def : Opcode<"log-b">;
// CHECK: hlo-opcodes-errors.td:[[#@LINE+1]]:1: error: duplicate enumerator 'LogB'
def : Opcode<"log--b">;
// CHECK: hlo-opcodes-errors.td:[[#@LINE+1]]:1: error: field 'spelling' is empty
def : Opcode<" ">;
// CHECK: hlo-opcodes-errors.td:[[#@LINE+1]]:1: error: field 'spelling' is missing
def : Opcode<?>;
// CHECK: hlo-opcodes-errors.td:[[#@LINE+1]]:1: error: 'fusion:loop' cannot be a spelling
def : Opcode<"fusion:loop">;
// CHECK: hlo-opcodes-errors.td:[[#@LINE+1]]:1: error: the spelling 'unknown' is taken
def : Opcode<"unknown">;
// CHECK: hlo-opcodes-errors.td:[[#@LINE+1]]:1: error: 'Start' and 'Done' contradict each other
def : Opcode<"send", [Start, Done]>;
// CHECK: hlo-opcodes-errors.td:[[#@LINE+1]]:1: error: 'IsLeaf' and 'Start' contradict each other
def : Opcode<"recv", [IsLeaf, Start]>;
// CHECK: hlo-opcodes-errors.td:[[#@LINE+1]]:1: error: 'Start' is given twice
def : Opcode<"copy-start", [Start, Start]>;
// CHECK: hlo-opcodes-errors.td:[[#@LINE+1]]:1: error: 'Flow' needs 'Calls'
def : Opcode<"while", [Flow]>;
// CHECK: hlo-opcodes-errors.td:[[#@LINE+1]]:1: error: wrap suffix 'start' is not a hyphen and a word
def : Opcode<"async-start"> { let wrapSuffix = "start"; }
// CHECK: error: nothing is emitted for a table with errors

#endif
#endif
