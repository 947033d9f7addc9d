# ===- _tables.py - The rows of tables; made by generate.py ------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The rows of the tables of docs/Tables.md. Made by python/generate.py."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from hlo_mem_opt._table import Table

RowT = TypeVar("RowT", bound=NamedTuple)


class Module(NamedTuple):
    """A module: one buffer assignment, or an input that could not be read."""

    # The name of the module
    module: str
    # The version of the tables
    version: int
    # What the program was compiled for
    backend: str
    # Sizes of all allocations, thread-local ones included; empty if the dump does
    # not tell its allocations
    allocated: int | None
    # Allocations; empty if there is an `error`
    allocation_count: int | None
    # Values in allocations; empty if there is an `error`
    value_count: int | None
    # Schedule positions; empty if no schedule is known
    position_count: int | None
    # Whether parts of the dump are missing, so that sums and peaks cover only what
    # is there
    incomplete: bool
    # A hash of the contents that were read, the backend and the device; the numbers
    # that XLA gives to modules do not count. Modules with one identity have the
    # same rows in all tables but this one; empty if nothing could be read
    identity: str | None
    # What it was compiled for: `v5e`, `sm_9.0`; empty if the dump does not tell it
    device_kind: str | None
    # The file that was read, as it was named
    path: str
    # The release of hlo-mem-opt that read it
    release: str
    # Why it could not be read; empty if it was read
    error: str | None


class Space(NamedTuple):
    """A memory space with allocations or a limit."""

    # The name of the module
    module: str
    # The number of the memory space
    space: int
    # The backend's name for it; empty if there is none
    name: str | None
    # Allocations, without thread-local ones
    allocation_count: int
    # Sizes of the allocations, without thread-local ones
    allocated: int | None
    # Sizes of thread-local allocations
    thread_local: int | None
    # The most bytes that are live at one schedule position, each byte counted once;
    # empty if no live range is known
    peak: int | None
    # The earliest schedule position of the peak; empty if no live range is known
    peak_position: int | None
    # The limit by `-memory-limit` or `-device`, less what is reserved; empty if
    # there is none
    memory_limit: int | None


class Allocation(NamedTuple):
    """A block of memory."""

    # The name of the module
    module: str
    # The number of the allocation
    allocation: int
    # The number of its memory space
    space: int
    # What it is for
    kind: str
    # Its size
    size: int | None
    # The number of the argument; empty if it holds none
    parameter: int | None
    # Which part of that argument it holds: `{1,0}`, or `{}` for the whole; empty if
    # it holds none
    parameter_index: str | None
    # Values in it
    value_count: int


class Value(NamedTuple):
    """A value in an allocation: one part of the result of one instruction."""

    # The name of the module
    module: str
    # XLA's id of the value
    value: int
    # The instruction that defines it
    instruction: str
    # Which part of the result it is: `{1,0}`, or `{}` for the whole or the index
    # table of a tuple
    tuple_index: str
    # The number of its allocation
    allocation: int
    # Where it begins in the allocation
    byte_offset: int | None
    # Its size, padding included
    size: int | None
    # The bytes of its elements; empty if its shape does not tell them
    logical: int | None
    # The element type: `f32`, `tuple`
    dtype: str
    # The shape, with the layout
    shape: str
    # Whether it merges others, as at a loop
    phi: bool


class LiveRange(NamedTuple):
    """A value whose live range is known."""

    # The name of the module
    module: str
    # XLA's id of the value
    value: int
    # The first schedule position
    first: int
    # The last schedule position
    last: int
    # Whether the range is derived, and not the dump's own
    derived: bool


class Instruction(NamedTuple):
    """An instruction that is scheduled or defines a value."""

    # The name of the module
    module: str
    # Its name
    instruction: str
    # When it runs; the first time if that is several times; empty if it is not
    # scheduled
    position: int | None
    # Its opcode; empty if it is unknown
    opcode: str | None
    # Its op_name, the path of scopes in the user's program; empty if it has none
    scope: str | None
    # File and line in the user's program; empty if they are unknown
    source: str | None


class Use(NamedTuple):
    """A read of a value by an operand."""

    # The name of the module
    module: str
    # XLA's id of the value
    value: int
    # The instruction that reads
    instruction: str
    # The number of the operand
    operand: int
    # Which part of the operand the value is: `{1,0}`, or `{}` for the whole
    tuple_index: str


class Part(NamedTuple):
    """A part of what is allocated in a memory space; the parts of a space sum to its allocated bytes."""

    # The name of the module
    module: str
    # The number of the memory space
    space: int
    # What the bytes are for
    kind: str
    # The path of the argument, or the scope; numbers of layers are `*`; empty if
    # there is none
    name: str | None
    # The operation, or what else is known: `as bf16`; empty if there is none
    detail: str | None
    # The element type; empty for gaps
    dtype: str | None
    # The shape, without the layout; empty for gaps
    shape: str | None
    # The innermost file and line of the user's own program; empty if they are
    # unknown
    source: str | None
    # Buffers
    buffer_count: int
    # Layers that the part is of; 1 for no layers
    layer_count: int
    # Allocated bytes
    bytes: int | None


class Loop(NamedTuple):
    """A `while` loop."""

    # The name of the module
    module: str
    # The `while` instruction
    instruction: str
    # When that ends, after its condition and its body; empty if it is not scheduled
    position: int | None
    # Where its condition begins; empty if that is unknown
    first: int | None
    # Where its body begins; empty if that is unknown
    body_first: int | None
    # How often the body runs each time the loop is reached; empty if XLA does not
    # tell it
    trip_count: int | None
    # How often the body runs in the whole program; an upper bound inside a
    # conditional; empty if that is unknown
    iterations: int | None
    # The `while` of the innermost loop around it; empty if there is none
    parent: str | None
    # The computation of the body; empty if the dump has no text of the loop
    body: str | None
    # Arrays that it carries
    leaf_count: int
    # Arrays among them that change and do not stay in place
    copied_count: int
    # Copies of them that each iteration makes
    copy_count: int
    # Sizes of these copies
    copy_bytes: int | None


class Change(NamedTuple):
    """A change of the program that may save memory, as `advise` lists it."""

    # The name of the module
    module: str
    # 1 free, 2 the same results at the cost of time or host memory, 3 other
    # results, 4 another run
    class_: int
    # Its name, or several with `+`
    change: str
    # What to write in the user's program, and where; empty for several changes
    # together, and for most without a number
    how: str | None
    # How far to trust `saves`: `exact`, `within P %`, `at most`, `about` (an
    # estimate that no replay confirms) or `unknown`
    precision: str
    # What it saves of what is needed; empty if that is unknown
    saves: int | None
    # What is needed after it; empty if that is unknown
    needed: int | None
    # The most bytes that it may save; empty if `saves` is known
    bound: int | None
    # Why its effect is unknown; empty if `saves` is known
    why: str | None


class Content(NamedTuple):
    """What a value holds, in words of the model."""

    # The name of the module
    module: str
    # XLA's id of the value
    value: int
    # What its bytes are for, as in `parts`
    kind: str
    # The path of the argument, or the scope; empty if there is none
    name: str | None
    # The operation, or what else is known: `as bf16`; empty if there is none
    detail: str | None
    # The innermost file and line of the user's own program; empty if they are
    # unknown
    source: str | None


ROWS: dict[str, Callable[..., Any]] = {
    "modules": Module,
    "spaces": Space,
    "allocations": Allocation,
    "values": Value,
    "live_ranges": LiveRange,
    "instructions": Instruction,
    "uses": Use,
    "parts": Part,
    "loops": Loop,
    "changes": Change,
    "contents": Content,
}


class TableProperties:
    """Tables by name."""

    def _table(self, name: str, make_row: Callable[..., RowT]) -> Table[RowT]:
        raise NotImplementedError

    @property
    def modules(self) -> Table[Module]:
        return self._table("modules", Module)

    @property
    def spaces(self) -> Table[Space]:
        return self._table("spaces", Space)

    @property
    def allocations(self) -> Table[Allocation]:
        return self._table("allocations", Allocation)

    @property
    def values(self) -> Table[Value]:
        return self._table("values", Value)

    @property
    def live_ranges(self) -> Table[LiveRange]:
        return self._table("live_ranges", LiveRange)

    @property
    def instructions(self) -> Table[Instruction]:
        return self._table("instructions", Instruction)

    @property
    def uses(self) -> Table[Use]:
        return self._table("uses", Use)

    @property
    def parts(self) -> Table[Part]:
        return self._table("parts", Part)

    @property
    def loops(self) -> Table[Loop]:
        return self._table("loops", Loop)

    @property
    def changes(self) -> Table[Change]:
        return self._table("changes", Change)

    @property
    def contents(self) -> Table[Content]:
        return self._table("contents", Content)
