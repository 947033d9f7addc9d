// What contradicts itself is an error at its record.
//
// RUN: not hlo-mem-tblgen -gen-hlo-tables -I %src_root/include %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: not hlo-mem-tblgen -gen-hlo-tables -I %src_root/include %s -DTWICE 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWICE

include "hlomem/IR/Tables/HloBase.td"

#ifdef TWICE
def : Opcode<"abs">;
// TWICE: hlo-tables-errors.td:[[#@LINE+1]]:1: error: duplicate spelling 'abs'
def : Opcode<"abs">;
// TWICE: error: the tables are not usable
#else

def Start : OpcodeTrait<"Begins.">;
def Done : OpcodeTrait<"Ends."> { let excludes = [Start]; }
def Calls : OpcodeTrait<"Calls.">;
def Flow : OpcodeTrait<"Runs."> { let needs = [Calls]; }

// CHECK: error: assertion failed
// CHECK: marks of 'send' contradict each other
def : Opcode<"send", [Start, Done]>;
// CHECK: error: assertion failed
// CHECK: a mark of 'while' needs one that it does not have
def : Opcode<"while", [Flow]>;
def : Opcode<"call", [Flow, Calls]>;
// CHECK: error: assertion failed
// CHECK: 'f12' does not take whole bytes that hold it
def F12 : ByteType<"f12", FloatClass, 12>;
#endif
