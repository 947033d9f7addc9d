//===- LivenessOfValue.td - Remarks on one value -----------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Of the pass 'liveness', whose file includes this one.

def ValueExplained : Remark<Analysis,
    "{Value}: live {Range} ({How}), length {Length}, {Size}; bytes x positions: {Area}; "
    "{Kind}, allocation {Allocation} at {Offset}",
    [ValueArg<"Value">,
     RangeArg<"Range">,
     StringArg<"How", "\"printed\" or \"derived\"">,
     CountArg<"Length", "Times of the schedule in the range">,
     BytesArg<"Size", "With padding">,
     BytesArg<"Area", "Size times length">,
     StringArg<"Kind", "What its allocation is for">,
     CountArg<"Allocation", "Its number">,
     CountArg<"Offset", "Where it begins there">],
    "The headline of all that the option `value` reports.">;

def ValueRangeUnknown : Remark<Analysis,
    "{Value}: {Size}; it is unknown when it is live{Why}; {Kind}, allocation "
    "{Allocation} at {Offset}",
    [ValueArg<"Value">,
     BytesArg<"Size", "With padding">,
     StringArg<"Why">,
     StringArg<"Kind", "What its allocation is for">,
     CountArg<"Allocation", "Its number">,
     CountArg<"Offset", "Where it begins there">],
    "With the option `value`, of a value that has no live range.">;

def ValuePart : Note<Analysis,
    "{Part}{What}",
    [StringArg<"Part", "What it is for: docs/Parts.md">,
     StringArg<"What", "Its path or scope, operation and line">],
    "The part that the value with the option `value` is in.">;

def ValuePartReason : Note<Analysis,
    "{Reason}",
    [StringArg<"Reason", "A fact of the program">],
    "Why the value with the option `value` is in its part.">;

def ValueBegins : Note<Analysis,
    "begins at {At} ({Instruction}): {Why}",
    [TimeArg<"At">,
     InstructionArg<"Instruction", "What runs then">,
     StringArg<"Why">],
    "Why the value with the option `value` begins when it does.">;

def ValueEnds : Note<Analysis,
    "ends at {At} ({Instruction}): {Why}",
    [TimeArg<"At">,
     StringArg<"Instruction", "What runs then; \"end of program\"">,
     StringArg<"Why">],
    "Why the value with the option `value` ends when it does.">;

def ValueForwarded : Note<Analysis,
    "stands also at {Positions}",
    [StringArg<"Positions", "Without the definition, in the order of the dump">],
    "Further positions of the value: instructions that forward it.">;

def ValueReadsUnknown : Note<Analysis,
    "who reads it is unknown: the dump does not show it all", [], [{
    The dump has no uses for it, or an instruction that is not scheduled is among
    them.
  }]>;

def ValueRead : Row<Analysis,
    [TimeColumn<"At", "time", "When that counts">,
     InstructionColumn<"Reader", "reader">,
     StringColumn<"Operand", "as", "Which operand, or \"forwards it\"">,
     CountColumn<"Gap", "gap before", "Times since anybody touched the value">,
     StringColumn<"Opcode", "opcode">], [{
    An instruction that reads the value with the option `value`, in the order of
    time.
  }]>;

def ValueKept : Note<Analysis,
    "for {Count} schedule positions, since {Since}, {Reader}{What} alone keeps it "
    "alive{Way}",
    [CountArg<"Count", "From the read before to the last one">,
     TimeArg<"Since", "The read before, or where the value begins">,
     InstructionArg<"Reader", "Who reads it last">,
     StringArg<"What", "Its origin and its place in the user's program">,
     StringArg<"Way", "The operand that has the value at a further position">], [{
    The last instruction that reads the value with the option `value`, where it does so
    more than one position after all others.
  }]>;

def ValueSharesBytes : Remark<Analysis,
    "other values with bytes of its slice: {Count}; {Before} before it, {Same} at the "
    "same time, {After} after it, {Unknown} at unknown times",
    [CountArg<"Count", "Values that share a byte with it">,
     CountArg<"Before", "Those that end before it begins">,
     CountArg<"Same", "Those that are live with it">,
     CountArg<"After", "Those that begin after it ends">,
     CountArg<"Unknown", "Those without a live range">], [{
    The headline of ValueSharesBytesRow. Values that hand over to each other are
    live at one common time.
  }]>;

def ValueSharesBytesRow : Row<Analysis,
    [OptionalRangeColumn<"Range", "live">,
     ValueColumn<"Value", "value">,
     BytesColumn<"Size", "size", "With padding">,
     BytesColumn<"Shared", "shared", "Bytes of both">,
     StringColumn<"When", "when", "Before, with or after it">,
     StringColumn<"Link", "joined by",
                  "Of one in the same buffer why it has the slice">], [{
    A value that has bytes of the same slice, in the order of time. Of many those
    nearest in time are listed.
  }]> {
  let dropFirst = ["Shared", "Link"];
}
