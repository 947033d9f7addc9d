# ===- hlo_proto.py - The buffer assignment in an .hlo.pb ------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""What an HloProto says of the buffer assignment: only what the oracles need."""

from __future__ import annotations

from dataclasses import dataclass

from dumps.wire import Message, WireError

ALLOC, FREE, SHARE_WITH = 0, 1, 2

# Numbers of PrimitiveType that have no elements of a fixed size.
_TUPLE, _OPAQUE, _TOKEN = 13, 14, 17
_POINTER = 8
_BITS: dict[int, int] = {
    **dict.fromkeys((1, 2, 6, 19, 20, 23, 24, 25, 28, 29), 8),  # pred, s8, u8, f8*
    **dict.fromkeys((21, 22, 26, 27, 30, 31), 8),  # s4, u4, s2, u2, s1, u1
    **dict.fromkeys((32, 33), 8),  # f4e2m1fn, f8e8m0fnu
    **dict.fromkeys((3, 7, 10, 16), 16),
    **dict.fromkeys((4, 8, 11), 32),
    **dict.fromkeys((5, 9, 12, 15), 64),
    18: 128,
}
_INTEGERS = range(1, 10)  # pred, s8 to s64, u8 to u64

_SCALAR_OPCODES = frozenset(
    [
        "add",
        "and",
        "clamp",
        "compare",
        "conditional",
        "convert",
        "copy",
        "divide",
        "maximum",
        "minimum",
        "multiply",
        "negate",
        "not",
        "or",
        "parameter",
        "remainder",
        "select",
        "shift-left",
        "shift-right-arithmetic",
        "shift-right-logical",
        "subtract",
        "while",
        "xor",
    ]
)
"""What TPUs compute without memory, on what has one element, and where it goes."""


@dataclass(frozen=True)
class Value:
    """A LogicalBufferProto."""

    id: int
    name: str
    opcode: str
    index: tuple[int, ...]
    size: int
    """Padded, of the value itself; its slice may be larger."""
    color: int
    shape: Message | None
    """None where the instruction is not in the module."""


@dataclass(frozen=True)
class Slice:
    offset: int
    size: int


@dataclass(frozen=True)
class Allocation:
    index: int
    size: int
    color: int
    parameter: bool
    live_out: bool
    thread_local: bool
    constant: bool
    is_tuple: bool
    slices: dict[int, Slice]
    """By the number of the value."""

    @property
    def indefinite(self) -> bool:
        """Live all the time for XLA's peaks: all but temporaries."""
        return self.parameter or self.live_out or self.constant

    @property
    def temp(self) -> bool:
        return not self.indefinite and not self.thread_local


@dataclass(frozen=True)
class Event:
    kind: int
    value: int
    shared_with: int


@dataclass(frozen=True)
class Trace:
    """What a heap simulator did, in its order."""

    whole_module: bool
    events: list[Event]


@dataclass(frozen=True)
class Assignment:
    values: dict[int, Value]
    allocations: list[Allocation]
    traces: list[Trace]

    def allocation_of(self) -> dict[int, Allocation]:
        return {value: a for a in self.allocations for value in a.slices}


def _subshape(shape: Message, index: tuple[int, ...]) -> Message:
    for number in index:
        elements = shape.messages(4)
        if number >= len(elements):
            raise WireError("a value of an element that its shape has not")
        shape = elements[number]
    return shape


def unpadded_size(value: Value) -> int:
    """Elements times their bytes of the part of the shape that XLA and XProf take.

    They apply the last number of the value's index to the whole shape. A tuple is its
    index table.
    """
    if value.shape is None:
        return value.size
    elements = len(value.shape.messages(4))
    last = tuple(number for number in value.index[-1:] if number < elements)
    return _unpadded(_subshape(value.shape, last), value.size)


def _unpadded(shape: Message, unknown: int) -> int:
    kind = shape.number(2)
    if kind == _TUPLE:
        return _POINTER * len(shape.messages(4))
    if kind == _OPAQUE:
        return _POINTER
    if kind == _TOKEN:
        return 0
    if kind not in _BITS:
        return unknown
    bits = _BITS[kind]
    if shape.has(5):
        bits = shape.message(5).number(7) or bits  # Layout.element_size_in_bits
    for bound in shape.numbers(3):
        bits *= bound
    return -(-bits // 8)


def in_register(value: Value) -> bool:
    """Whether a TPU's scalar unit computes it, so that it needs no memory."""
    if value.shape is None or value.opcode not in _SCALAR_OPCODES:
        return False
    shape = _subshape(value.shape, value.index)
    elements = 1
    for bound in shape.numbers(3):
        elements *= bound
    return shape.number(2) in _INTEGERS and elements <= 1


def parse(data: bytes) -> Assignment | None:
    """The buffer assignment of an HloProto, or None if it has none.

    Raises WireError.
    """
    proto = Message(data)
    if not proto.has(3):
        return None
    instructions = {
        instruction.number(35): instruction
        for computation in proto.message(1).messages(3)
        for instruction in computation.messages(2)
    }
    assignment = proto.message(3)
    values = {}
    for buffer in assignment.messages(1):
        place = buffer.message(3)
        found = instructions.get(place.number(4))
        value = Value(
            id=buffer.number(1),
            name=found.text(1) if found else place.text(2),
            opcode=found.text(2) if found else "",
            index=tuple(place.numbers(3)),
            size=buffer.number(2),
            color=buffer.number(4),
            shape=found.message(3) if found else None,
        )
        values[value.id] = value
    allocations = [
        Allocation(
            index=entry.number(1),
            size=entry.number(2),
            color=entry.number(8),
            parameter=bool(entry.number(5)),
            live_out=bool(entry.number(7)),
            thread_local=bool(entry.number(3)),
            constant=bool(entry.number(12)),
            is_tuple=bool(entry.number(11)),
            slices={
                part.number(1): Slice(part.number(2), part.number(3))
                for part in entry.messages(9)
            },
        )
        for entry in assignment.messages(3)
    ]
    traces = [
        Trace(
            whole_module=bool(entry.number(2)),
            events=[
                Event(event.number(1), event.number(2), event.number(5))
                for event in entry.messages(1)
            ],
        )
        for entry in assignment.messages(4)
    ]
    return Assignment(values, allocations, traces)
