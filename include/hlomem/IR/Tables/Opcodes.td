//===- Opcodes.td - The opcodes of HLO ---------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This table has every opcode of openxla/xla (xla/hlo/ir/hlo_opcode.h, mid
// 2026), in the order of their spelling, with what matters for memory.
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_TABLES_OPCODES_TD
#define HLOMEM_IR_TABLES_OPCODES_TD

include "hlomem/IR/Tables/HloBase.td"

//===----------------------------------------------------------------------===//
// Traits
//===----------------------------------------------------------------------===//

def IsLeaf : OpcodeTrait<"Takes no operands.">;

def Variadic : OpcodeTrait<"The number of operands is not fixed."> {
  let excludes = [IsLeaf];
}

def Elementwise : OpcodeTrait<
    "An element of the result depends on the same element of each operand (or "
    "on a scalar operand) and nothing else, so that the result may take the "
    "place of an operand of its size that dies here."> {
  let excludes = [IsLeaf];
}

def ForwardsOperands : OpcodeTrait<
    "At least one leaf of the result is an operand's own data and takes no "
    "memory of its own: a further position of the operand's value. Control "
    "flow does so through the computations it calls."> {
  let excludes = [IsLeaf, Elementwise];
}

def MayUpdateInPlace : OpcodeTrait<
    "The result may be written over an operand that it updates, or must be: "
    "the two then share one slice and meet at this instruction.">  {
  let excludes = [IsLeaf];
}

def CopiesData : OpcodeTrait<
    "A leaf of the result is a duplicate of a whole operand, element by "
    "element, perhaps in another layout or memory space."> {
  let excludes = [IsLeaf, Elementwise];
}

def MovesData : OpcodeTrait<
    "Every element of the result is an element of an operand, chosen, "
    "repeated, padded or rearranged; nothing is computed."> {
  let excludes = [IsLeaf, Elementwise, CopiesData];
}

def CallsComputations : OpcodeTrait<
    "Names computations in its attributes (calls, to_apply, body, ...), or "
    "may.">;

def ControlFlow : OpcodeTrait<
    "Runs its computations in its place: their instructions come before it in "
    "the schedule, and their values have slices."> {
  let needs = [CallsComputations, ForwardsOperands];
}

def Collective : OpcodeTrait<
    "Exchanges data among the devices of a group, or is the end of such an "
    "exchange.">;

def TransfersHost : OpcodeTrait<
    "Moves data between device and host, or may; a copy to or from host memory "
    "is recognized by the memory spaces of its operand and result instead.">;

def SideEffect : OpcodeTrait<
    "Has, or may have, effects beyond its result, so that it is kept even if "
    "the result is never read.">;

def AsyncStart : OpcodeTrait<
    "Begins an operation that continues after it: operands and result stay "
    "in use until the matching done."> {
  let excludes = [IsLeaf, Elementwise, ControlFlow];
}

def AsyncUpdate : OpcodeTrait<
    "Comes between the start and the done of an operation and belongs to "
    "both.">
{
  let excludes = [AsyncStart, IsLeaf, Elementwise, ControlFlow];
  let needs = [ForwardsOperands];
}

def AsyncDone : OpcodeTrait<
    "Waits for an operation begun earlier and yields what it wrote."> {
  let excludes = [AsyncStart, AsyncUpdate, IsLeaf, Elementwise, ControlFlow,
                  Variadic];
}

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

def : Opcode<"abs", [Elementwise]>;
def : Opcode<"acos", [Elementwise]>;
def : Opcode<"acosh", [Elementwise]>;
def : Opcode<"add", [Elementwise]>;
def : Opcode<"add-dependency", [ForwardsOperands]>;
def : Opcode<"after-all", [Variadic]>;
def : Opcode<"all-gather", [Variadic, Collective]>;
def : Opcode<"all-gather-done", [ForwardsOperands, Collective, AsyncDone]>;
def : Opcode<"all-gather-start",
             [Variadic, ForwardsOperands, Collective, AsyncStart]>;
def : Opcode<"all-reduce",
             [Variadic, MayUpdateInPlace, CallsComputations, Collective]>;
def : Opcode<"all-reduce-done", [ForwardsOperands, Collective, AsyncDone]>;
def : Opcode<"all-reduce-start", [Variadic, MayUpdateInPlace, CallsComputations,
                                  Collective, AsyncStart]>;
def : Opcode<"all-to-all", [Variadic, Collective]>;
def : Opcode<"and", [Elementwise]>;
def : Opcode<"asin", [Elementwise]>;
def : Opcode<"asinh", [Elementwise]>;
def : Opcode<"async-done", [ForwardsOperands, CallsComputations, AsyncDone]> {
  let wrapSuffix = "-done";
}
def : Opcode<"async-start", [Variadic, ForwardsOperands, MayUpdateInPlace,
                             CallsComputations, AsyncStart]> {
  let wrapSuffix = "-start";
}
def : Opcode<"async-update", [Variadic, ForwardsOperands, CallsComputations,
                              AsyncUpdate]> {
  let wrapSuffix = "-update";
}
def : Opcode<"atan", [Elementwise]>;
def : Opcode<"atan2", [Elementwise]>;
def : Opcode<"atanh", [Elementwise]>;
def : Opcode<"batch-norm-grad">;
def : Opcode<"batch-norm-inference">;
def : Opcode<"batch-norm-training">;
def : Opcode<"bitcast", [ForwardsOperands]>;
// The width of the element may change, so this is not Elementwise.
def : Opcode<"bitcast-convert", [MovesData]>;
def : Opcode<"broadcast", [MovesData]>;
def : Opcode<"call",
             [Variadic, ForwardsOperands, CallsComputations, ControlFlow]>;
def : Opcode<"cbrt", [Elementwise]>;
def : Opcode<"ceil", [Elementwise]>;
def : Opcode<"cholesky">;
def : Opcode<"clamp", [Elementwise]>;
def : Opcode<"collective-broadcast", [Variadic, Collective]>;
// With four operands this writes into the second pair.
def : Opcode<"collective-permute", [Variadic, MayUpdateInPlace, Collective]>;
def : Opcode<"collective-permute-done",
             [ForwardsOperands, Collective, AsyncDone]>;
def : Opcode<"collective-permute-start", [Variadic, ForwardsOperands,
                                          MayUpdateInPlace, Collective,
                                          AsyncStart]>;
def : Opcode<"collective-reduce", [Variadic, CallsComputations, Collective]>;
def : Opcode<"compare", [Elementwise]>;
def : Opcode<"complex", [Elementwise]>;
def : Opcode<"concatenate", [Variadic, MovesData]>;
def : Opcode<"conditional",
             [Variadic, ForwardsOperands, CallsComputations, ControlFlow]>;
def : Opcode<"constant", [IsLeaf]>;
def : Opcode<"convert", [Elementwise]>;
def : Opcode<"convolution", [Variadic]>;
def : Opcode<"copy", [CopiesData]>;
def : Opcode<"copy-done", [ForwardsOperands, AsyncDone]>;
def : Opcode<"copy-start", [ForwardsOperands, CopiesData, AsyncStart]>;
def : Opcode<"cosh", [Elementwise]>;
def : Opcode<"cosine", [Elementwise]>;
def : Opcode<"count-leading-zeros", [Elementwise]>;
def : Opcode<"custom-call",
             [Variadic, MayUpdateInPlace, CallsComputations, SideEffect]>;
def : Opcode<"divide", [Elementwise]>;
def : Opcode<"domain", [ForwardsOperands]>;
def : Opcode<"dot">;
def : Opcode<"dynamic-reshape", [Variadic, MovesData]>;
def : Opcode<"dynamic-slice", [Variadic, MovesData]>;
def : Opcode<"dynamic-update-slice", [Variadic, MayUpdateInPlace, MovesData]>;
def : Opcode<"erf", [Elementwise]>;
def : Opcode<"exponential", [Elementwise]>;
def : Opcode<"exponential-minus-one", [Elementwise]>;
def : Opcode<"fft">;
def : Opcode<"floor", [Elementwise]>;
def : Opcode<"fusion", [Variadic, MayUpdateInPlace, CallsComputations]>;
def : Opcode<"gather", [MovesData]>;
def : Opcode<"get-dimension-size">;
def : Opcode<"get-tuple-element", [ForwardsOperands]>;
def : Opcode<"imag", [Elementwise]>;
def : Opcode<"infeed", [TransfersHost, SideEffect]>;
def : Opcode<"iota", [IsLeaf]>;
def : Opcode<"is-finite", [Elementwise]>;
def : Opcode<"log", [Elementwise]>;
def : Opcode<"log-plus-one", [Elementwise]>;
def : Opcode<"logistic", [Elementwise]>;
def : Opcode<"map", [Variadic, Elementwise, CallsComputations]>;
def : Opcode<"maximum", [Elementwise]>;
def : Opcode<"minimum", [Elementwise]>;
def : Opcode<"mulhi", [Elementwise]>;
def : Opcode<"multiply", [Elementwise]>;
def : Opcode<"negate", [Elementwise]>;
def : Opcode<"not", [Elementwise]>;
def : Opcode<"opt-barrier", [ForwardsOperands]>;
def : Opcode<"or", [Elementwise]>;
def : Opcode<"outfeed", [TransfersHost, SideEffect]>;
def : Opcode<"pad", [MovesData]>;
def : Opcode<"parameter", [IsLeaf]>;
def : Opcode<"partition-id", [IsLeaf]>;
def : Opcode<"popcnt", [Elementwise]>;
def : Opcode<"power", [Elementwise]>;
def : Opcode<"ragged-all-to-all", [MayUpdateInPlace, Collective]>;
def : Opcode<"ragged-dot">;
def : Opcode<"real", [Elementwise]>;
def : Opcode<"recv", [TransfersHost, SideEffect, AsyncStart]>;
def : Opcode<"recv-done",
             [ForwardsOperands, TransfersHost, SideEffect, AsyncDone]>;
def : Opcode<"reduce", [Variadic, CallsComputations]>;
def : Opcode<"reduce-precision", [Elementwise]>;
def : Opcode<"reduce-scatter", [Variadic, CallsComputations, Collective]>;
def : Opcode<"reduce-window", [Variadic, CallsComputations]>;
def : Opcode<"remainder", [Elementwise]>;
def : Opcode<"replica-id", [IsLeaf]>;
def : Opcode<"reshape", [MovesData]>;
def : Opcode<"reverse", [MovesData]>;
def : Opcode<"rng", [Variadic, SideEffect]>;
def : Opcode<"rng-bit-generator">;
def : Opcode<"rng-get-and-update-state", [IsLeaf, SideEffect]>;
def : Opcode<"round-nearest-afz", [Elementwise]>;
def : Opcode<"round-nearest-even", [Elementwise]>;
def : Opcode<"rsqrt", [Elementwise]>;
def : Opcode<"scaled-dot">;
def : Opcode<"scan", [Variadic, CallsComputations]>;
def : Opcode<"scatter", [Variadic, MayUpdateInPlace, CallsComputations]>;
def : Opcode<"select", [Elementwise]>;
def : Opcode<"select-and-scatter", [CallsComputations]>;
def : Opcode<"send",
             [ForwardsOperands, TransfersHost, SideEffect, AsyncStart]>;
def : Opcode<"send-done", [TransfersHost, SideEffect, AsyncDone]>;
def : Opcode<"set-dimension-size", [MayUpdateInPlace, MovesData]>;
def : Opcode<"shift-left", [Elementwise]>;
def : Opcode<"shift-right-arithmetic", [Elementwise]>;
def : Opcode<"shift-right-logical", [Elementwise]>;
def : Opcode<"shuffle", [MovesData]>;
def : Opcode<"sign", [Elementwise]>;
def : Opcode<"sine", [Elementwise]>;
def : Opcode<"sinh", [Elementwise]>;
def : Opcode<"slice", [MovesData]>;
def : Opcode<"sort", [Variadic, MayUpdateInPlace, CallsComputations]>;
def : Opcode<"sqrt", [Elementwise]>;
def : Opcode<"stochastic-convert", [Elementwise]>;
def : Opcode<"subtract", [Elementwise]>;
def : Opcode<"tan", [Elementwise]>;
def : Opcode<"tanh", [Elementwise]>;
def : Opcode<"topk">;
def : Opcode<"transpose", [MovesData]>;
def : Opcode<"triangular-solve", [MayUpdateInPlace]>;
def : Opcode<"tuple", [Variadic, ForwardsOperands]>;
def : Opcode<"while", [ForwardsOperands, MayUpdateInPlace, CallsComputations,
                       ControlFlow]>;
def : Opcode<"xor", [Elementwise]>;

#endif // HLOMEM_IR_TABLES_OPCODES_TD
