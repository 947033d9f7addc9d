//===- ElementTypes.td - The element types of XLA ----------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This table has the primitive types of openxla/xla (xla/xla_data.proto, mid
// 2026). XLA's buffer type has no word: it is printed as b(shape).
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_TABLES_ELEMENTTYPES_TD
#define HLOMEM_IR_TABLES_ELEMENTTYPES_TD

include "hlomem/IR/Tables/HloBase.td"

def Pred : SubByteType<"pred", PredClass, 1>;

def S1  : SubByteType<"s1", SignedClass, 1>;
def S2  : SubByteType<"s2", SignedClass, 2>;
def S4  : SubByteType<"s4", SignedClass, 4>;
def S8  : ByteType<"s8", SignedClass, 8>;
def S16 : ByteType<"s16", SignedClass, 16>;
def S32 : ByteType<"s32", SignedClass, 32>;
def S64 : ByteType<"s64", SignedClass, 64>;

def U1  : SubByteType<"u1", UnsignedClass, 1>;
def U2  : SubByteType<"u2", UnsignedClass, 2>;
def U4  : SubByteType<"u4", UnsignedClass, 4>;
def U8  : ByteType<"u8", UnsignedClass, 8>;
def U16 : ByteType<"u16", UnsignedClass, 16>;
def U32 : ByteType<"u32", UnsignedClass, 32>;
def U64 : ByteType<"u64", UnsignedClass, 64>;

def F4E2M1FN      : SubByteType<"f4e2m1fn", FloatClass, 4>;
def F6E2M3FN      : SubByteType<"f6e2m3fn", FloatClass, 6>;
def F6E3M2FN      : SubByteType<"f6e3m2fn", FloatClass, 6>;
def F8E3M4        : ByteType<"f8e3m4", FloatClass, 8>;
def F8E4M3        : ByteType<"f8e4m3", FloatClass, 8>;
def F8E4M3B11FNUZ : ByteType<"f8e4m3b11fnuz", FloatClass, 8>;
def F8E4M3FN      : ByteType<"f8e4m3fn", FloatClass, 8>;
def F8E4M3FNUZ    : ByteType<"f8e4m3fnuz", FloatClass, 8>;
def F8E5M2        : ByteType<"f8e5m2", FloatClass, 8>;
def F8E5M2FNUZ    : ByteType<"f8e5m2fnuz", FloatClass, 8>;
def F8E8M0FNU     : ByteType<"f8e8m0fnu", FloatClass, 8>;
def BF16          : ByteType<"bf16", FloatClass, 16>;
def F16           : ByteType<"f16", FloatClass, 16>;
def F32           : ByteType<"f32", FloatClass, 32>;
def F64           : ByteType<"f64", FloatClass, 64>;

def C64  : ByteType<"c64", ComplexClass, 64>;
def C128 : ByteType<"c128", ComplexClass, 128>;

def Token  : ByteType<"token", TokenClass, 0>;
def Opaque : ByteType<"opaque", OpaqueClass, 64>;
// This is never printed as a word in a shape, but in error texts of XLA.
def Tuple  : ElementType<"tuple", TupleClass, -1, -1>;

#endif // HLOMEM_IR_TABLES_ELEMENTTYPES_TD
