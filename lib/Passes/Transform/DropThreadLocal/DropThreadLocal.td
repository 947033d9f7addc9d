//===- DropThreadLocal.td - The pass 'drop-thread-local' ---*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Pass/PassBase.td"

def DropThreadLocal : Pass<"drop-thread-local"> {
  let summary = "Remove thread-local allocations and their values";
  let description = [{
    Removes the allocations that are marked as thread-local, with the values in
    them, so that totals cover device memory only: such blocks are not memory of
    the device, but lie on the stack of whoever calls the computation.

    The numbers of the other allocations move up. `Total bytes used` is the sum of
    what is left; the printed peak stays, since nothing thread-local is live there.
  }];
  let isTransform = true;
}

let restsOn = [Sizes] in {

def DroppedThreadLocal : Remark<Passed,
    "thread-local allocations removed: {Allocations} with {Values} "
    "{Values:value|values}, "
    "{Size}; the total is {After}, before it was {Before}",
    [CountArg<"Allocations", "How many were removed">,
     CountArg<"Values", "How many values were in them">,
     BytesArg<"Size", "The sizes of what was removed">,
     BytesArg<"After", "The sizes of all allocations that are left">,
     BytesArg<"Before", "The sizes of all allocations before">], [{
    The allocations that are left have new numbers, and the module's total is that
    of device memory.
  }]>;

def ThreadLocalUnknown : Remark<Analysis,
    "nothing to remove: which allocations are thread-local is unknown, since the "
    "dump has no allocations", [],
    "Of a split dump another part was read alone, with `-no-sibling-files`.">;

def NoThreadLocal : Remark<Analysis,
    "nothing to remove: no allocation is thread-local", [],
    "The module stays as it is.">;

} // let restsOn
