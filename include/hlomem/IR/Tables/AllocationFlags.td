//===- AllocationFlags.td - Flags of an allocation line ----*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_TABLES_ALLOCATIONFLAGS_TD
#define HLOMEM_IR_TABLES_ALLOCATIONFLAGS_TD

include "hlomem/IR/Tables/HloBase.td"

def Parameter : AllocationFlag<"parameter",
    "Supplied by the caller, for the leaf at this ShapeIndex of this argument. "
    "Together with maybe-live-out: the argument is donated, or aliased with a "
    "result."> {
  let payload = " N[, shape |SHAPE|] at ShapeIndex {INDEX}";
}

def OutputShape : AllocationFlag<"output shape",
    "A value in it is the entry computation's root itself, leaf {}. The parts "
    "of a tuple result only have maybe-live-out."> {
  let payload = " is |SHAPE|";
}

def Constant : AllocationFlag<"constant",
    "Literal data that belongs to the executable.">;

def ThreadLocal : AllocationFlag<"thread-local",
    "Holds one value of a computation that is called for each element or "
    "thread: a reducer, a comparator, the body of a map or scatter. CPU and "
    "GPU keep it on the stack.">;

def MaybeLiveOut : AllocationFlag<"maybe-live-out",
    "Holds something that the caller may see after the run. Temporaries may "
    "use the same bytes before that.">;

def PreallocatedTemp : AllocationFlag<"preallocated-temp",
    "Temporaries, all those of one memory space in one block: exactly the "
    "allocations that are not parameters, constants, thread-local or live "
    "out.">;

#endif // HLOMEM_IR_TABLES_ALLOCATIONFLAGS_TD
