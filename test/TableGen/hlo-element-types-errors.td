// Every error of the table is reported at its record, and nothing is emitted.
//
// RUN: not hlo-mem-tblgen -gen-hlo-element-types -I %src_root/include %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=enum

include "hlomem/IR/Tables/HloBase.td"

// CHECK: hlo-element-types-errors.td:[[#@LINE+1]]:5: error: the name of an ElementClass ends in 'Class'
def Decimal : ElementClass<"decimal number">;

def S8 : ByteType<"s8", SignedClass, 8>;
// CHECK: hlo-element-types-errors.td:[[#@LINE+2]]:5: error: duplicate spelling 's8'
// CHECK: hlo-element-types-errors.td:[[#@LINE-2]]:5: note: first used here
def I8 : ByteType<"s8", SignedClass, 8>;
// CHECK: hlo-element-types-errors.td:[[#@LINE+1]]:5: error: bad width in memory 12: not a number of whole bytes
def F12 : ByteType<"f12", FloatClass, 12>;
// CHECK: hlo-element-types-errors.td:[[#@LINE+1]]:5: error: bad nominal width 0
def F0 : SubByteType<"f0", FloatClass, 0>;
// CHECK: hlo-element-types-errors.td:[[#@LINE+1]]:5: error: width in memory 8 is less than the nominal width 16
def F16 : SubByteType<"f16", FloatClass, 16>;
// CHECK: hlo-element-types-errors.td:[[#@LINE+1]]:5: error: a token takes no bits
def Token : ByteType<"token", TokenClass, 8>;
// CHECK: hlo-element-types-errors.td:[[#@LINE+1]]:5: error: a tuple has no width of its own: use -1
def Tuple : ByteType<"tuple", TupleClass, 64>;
// CHECK: hlo-element-types-errors.td:[[#@LINE+1]]:5: error: the enumerator 'Unknown' is taken
def Unknown : ByteType<"x8", SignedClass, 8>;
// CHECK: hlo-element-types-errors.td:[[#@LINE+1]]:5: error: '8s' cannot be a spelling
def Backward : ByteType<"8s", SignedClass, 8>;
// CHECK: hlo-element-types-errors.td:[[#@LINE+1]]:5: error: field 'spelling' is empty
def Blank : ByteType<"", SignedClass, 8>;
// CHECK: error: nothing is emitted for a table with errors
