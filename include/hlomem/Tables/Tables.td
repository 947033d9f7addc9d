//===- Tables.td - The tables of a module ------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a module has, as tables: the one description that exports of data read.
// Tables and columns are only ever added, at the end of the list or of the
// table. What is removed or changes its meaning raises the version. No column has
// a name that SQL reserves.
//
//===----------------------------------------------------------------------===//

include "hlomem/Tables/TablesBase.td"

/// Holds the version of the tables, the column `version` of `modules`.
def TablesVersion {
  int number = 1;
}

// An input that could not be read has a row too, of which `error` tells. New
// columns that it has no value for are optional.
def Modules : Table<"modules",
                    "A module: one buffer assignment, or an input that could "
                    "not be read",
                    [], [
  Column<NumberType, "version", "The version of the tables">,
  EnumColumn<"backend", ["unknown", "CPU", "GPU", "TPU"],
             "What the program was compiled for">,
  OptionalColumn<BytesType, "allocated",
                 "Sizes of all allocations, thread-local ones included",
                 "if the dump does not tell its allocations">,
  OptionalColumn<CountType, "allocation_count", "Allocations",
                 "if there is an `error`">,
  OptionalColumn<CountType, "value_count", "Values in allocations",
                 "if there is an `error`">,
  OptionalColumn<CountType, "position_count", "Schedule positions",
                 "if no schedule is known">,
  Column<BooleanType, "incomplete",
         "Whether parts of the dump are missing, so that sums and peaks cover "
         "only what is there">,
  OptionalColumn<TextType, "identity",
                 "A hash of the contents that were read, the backend and the "
                 "device; the numbers that XLA gives to modules do not count. "
                 "Modules with one identity have the same rows in all tables "
                 "but this one",
                 "if nothing could be read">,
  OptionalColumn<NameType, "device_kind",
                 "What it was compiled for: `v5e`, `sm_9.0`",
                 "if the dump does not tell it">,
  Column<TextType, "path", "The file that was read, as it was named">,
  Column<NameType, "release", "The release of hlo-mem-opt that read it">,
  OptionalColumn<TextType, "error", "Why it could not be read",
                 "if it was read">,
]>;

def Spaces : Table<"spaces", "A memory space with allocations or a limit",
                   ["space"], [
  Column<NumberType, "space", "The number of the memory space">,
  OptionalColumn<NameType, "name", "The backend's name for it",
                 "if there is none">,
  Column<CountType, "allocation_count",
         "Allocations, without thread-local ones">,
  Column<BytesType, "allocated",
         "Sizes of the allocations, without thread-local ones">,
  Column<BytesType, "thread_local", "Sizes of thread-local allocations">,
  OptionalColumn<BytesType, "peak",
                 "The most bytes that are live at one schedule position, each "
                 "byte counted once",
                 "if no live range is known">,
  OptionalColumn<PositionType, "peak_position",
                 "The earliest schedule position of the peak",
                 "if no live range is known">,
  OptionalColumn<BytesType, "memory_limit",
                 "The limit by `-memory-limit` or `-device`, less what is "
                 "reserved",
                 "if there is none">,
]>;

def Allocations : Table<"allocations", "A block of memory", ["allocation"], [
  Column<NumberType, "allocation", "The number of the allocation">,
  Column<NumberType, "space", "The number of its memory space">,
  EnumColumn<"kind",
             ["parameter", "donated parameter", "output", "constant",
              "thread-local", "temp"],
             "What it is for">,
  Column<BytesType, "size", "Its size">,
  OptionalColumn<NumberType, "parameter", "The number of the argument",
                 "if it holds none">,
  OptionalColumn<TextType, "parameter_index",
                 "Which part of that argument it holds: `{1,0}`, or `{}` for "
                 "the whole",
                 "if it holds none">,
  Column<CountType, "value_count", "Values in it">,
]>;

def Values : Table<"values",
                   "A value in an allocation: one part of the result of one "
                   "instruction",
                   ["value"], [
  Column<NumberType, "value", "XLA's id of the value">,
  Column<NameType, "instruction", "The instruction that defines it">,
  Column<TextType, "tuple_index",
         "Which part of the result it is: `{1,0}`, or `{}` for the whole or "
         "the index table of a tuple">,
  Column<NumberType, "allocation", "The number of its allocation">,
  Column<BytesType, "byte_offset", "Where it begins in the allocation">,
  Column<BytesType, "size", "Its size, padding included">,
  OptionalColumn<BytesType, "logical", "The bytes of its elements",
                 "if its shape does not tell them">,
  Column<NameType, "dtype", "The element type: `f32`, `tuple`">,
  Column<TextType, "shape", "The shape, with the layout">,
  Column<BooleanType, "phi", "Whether it merges others, as at a loop">,
]>;

def LiveRanges : Table<"live_ranges",
                       "A value whose live range is known", ["value"], [
  Column<NumberType, "value", "XLA's id of the value">,
  Column<PositionType, "first", "The first schedule position">,
  Column<PositionType, "last", "The last schedule position">,
  Column<BooleanType, "derived",
         "Whether the range is derived, and not the dump's own">,
]>;

def Instructions : Table<"instructions",
                         "An instruction that is scheduled or defines a value",
                         ["instruction"], [
  Column<NameType, "instruction", "Its name">,
  OptionalColumn<PositionType, "position",
                 "When it runs; the first time if that is several times",
                 "if it is not scheduled">,
  OptionalColumn<NameType, "opcode", "Its opcode", "if it is unknown">,
  OptionalColumn<TextType, "scope",
                 "Its op_name, the path of scopes in the user's program",
                 "if it has none">,
  OptionalColumn<TextType, "source", "File and line in the user's program",
                 "if they are unknown">,
]>;

def Uses : Table<"uses", "A read of a value by an operand", [], [
  Column<NumberType, "value", "XLA's id of the value">,
  Column<NameType, "instruction", "The instruction that reads">,
  Column<NumberType, "operand", "The number of the operand">,
  Column<TextType, "tuple_index",
         "Which part of the operand the value is: `{1,0}`, or `{}` for the "
         "whole">,
]>;

defvar PartKinds = [
  "parameters", "optimizer state", "inputs", "arguments", "results",
  "kept for backward", "gradients", "working memory", "constants", "padding",
  "gaps", "not named"
];

def Parts : Table<"parts",
                  "A part of what is allocated in a memory space; the parts of "
                  "a space sum to its allocated bytes",
                  [], [
  Column<NumberType, "space", "The number of the memory space">,
  EnumColumn<"kind", PartKinds, "What the bytes are for">,
  OptionalColumn<TextType, "name",
                 "The path of the argument, or the scope; numbers of layers "
                 "are `*`",
                 "if there is none">,
  OptionalColumn<TextType, "detail",
                 "The operation, or what else is known: `as bf16`",
                 "if there is none">,
  OptionalColumn<NameType, "dtype", "The element type", "for gaps">,
  OptionalColumn<TextType, "shape", "The shape, without the layout",
                 "for gaps">,
  OptionalColumn<TextType, "source",
                 "The innermost file and line of the user's own program",
                 "if they are unknown">,
  Column<CountType, "buffer_count", "Buffers">,
  Column<CountType, "layer_count", "Layers that the part is of; 1 for no layers">,
  Column<BytesType, "bytes", "Allocated bytes">,
]>;

def Loops : Table<"loops", "A `while` loop", ["instruction"], [
  Column<NameType, "instruction", "The `while` instruction">,
  OptionalColumn<PositionType, "position",
                 "When that ends, after its condition and its body",
                 "if it is not scheduled">,
  OptionalColumn<PositionType, "first", "Where its condition begins",
                 "if that is unknown">,
  OptionalColumn<PositionType, "body_first", "Where its body begins",
                 "if that is unknown">,
  OptionalColumn<CountType, "trip_count",
                 "How often the body runs each time the loop is reached",
                 "if XLA does not tell it">,
  OptionalColumn<CountType, "iterations",
                 "How often the body runs in the whole program; an upper bound "
                 "inside a conditional",
                 "if that is unknown">,
  OptionalColumn<NameType, "parent",
                 "The `while` of the innermost loop around it",
                 "if there is none">,
  OptionalColumn<NameType, "body", "The computation of the body",
                 "if the dump has no text of the loop">,
  Column<CountType, "leaf_count", "Arrays that it carries">,
  Column<CountType, "copied_count",
         "Arrays among them that change and do not stay in place">,
  Column<CountType, "copy_count", "Copies of them that each iteration makes">,
  Column<BytesType, "copy_bytes", "Sizes of these copies">,
]>;

def Changes : Table<"changes",
                    "A change of the program that may save memory, as `advise` "
                    "lists it",
                    ["change"], [
  Column<NumberType, "class",
         "1 free, 2 the same results at the cost of time or host memory, 3 "
         "other results, 4 another run">,
  Column<NameType, "change", "Its name, or several with `+`">,
  OptionalColumn<TextType, "how",
                 "What to write in the user's program, and where",
                 "for several changes together, and for most without a number">,
  Column<TextType, "precision",
         "How far to trust `saves`: `exact`, `within P %`, `at most`, `about` "
         "(an estimate that no replay confirms) or `unknown`">,
  OptionalColumn<BytesType, "saves", "What it saves of what is needed",
                 "if that is unknown">,
  OptionalColumn<BytesType, "needed", "What is needed after it",
                 "if that is unknown">,
  OptionalColumn<BytesType, "bound", "The most bytes that it may save",
                 "if `saves` is known">,
  OptionalColumn<TextType, "why", "Why its effect is unknown",
                 "if `saves` is known">,
]>;

def Contents : Table<"contents", "What a value holds, in words of the model",
                     ["value"], [
  Column<NumberType, "value", "XLA's id of the value">,
  EnumColumn<"kind", PartKinds, "What its bytes are for, as in `parts`">,
  OptionalColumn<TextType, "name", "The path of the argument, or the scope",
                 "if there is none">,
  OptionalColumn<TextType, "detail",
                 "The operation, or what else is known: `as bf16`",
                 "if there is none">,
  OptionalColumn<TextType, "source",
                 "The innermost file and line of the user's own program",
                 "if they are unknown">,
]>;
