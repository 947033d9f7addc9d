# ===- entry.py - The arguments of a program -------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The arguments of the program in an HloProto, read without the tool."""

from __future__ import annotations

from dataclasses import dataclass

from dumps.wire import Message

# Numbers of PrimitiveType, and the bits of what can be cast.
TYPES = {
    2: "s8",
    3: "s16",
    4: "s32",
    5: "s64",
    10: "f16",
    11: "f32",
    12: "f64",
    15: "c64",
    16: "bf16",
    18: "c128",
    20: "f8e4m3fn",
    21: "s4",
}


@dataclass(frozen=True)
class Argument:
    """A parameter of the entry computation."""

    number: int
    name: str
    """Of the instruction."""
    path: str
    """Its op_name, such as `state[0]['w1']`; empty if there is none."""
    type: str
    """Of its elements; empty where it is no number, or a tuple."""
    extents: tuple[int, ...]
    space: int
    """The memory space of its layout."""


def read_arguments(data: bytes) -> dict[int, Argument]:
    """By their numbers."""
    module = Message(data).message(1)
    entry = module.number(6)
    arguments = {}
    for computation in module.messages(3):
        if computation.number(5) != entry:
            continue
        for instruction in computation.messages(2):
            if instruction.text(2) != "parameter":
                continue
            number, shape = instruction.number(9), instruction.message(3)
            arguments[number] = Argument(
                number,
                instruction.text(1),
                instruction.message(7).text(2),
                TYPES.get(shape.number(2), ""),
                tuple(shape.numbers(3)),
                shape.message(5).number(8),
            )
    return arguments


def read_donated(data: bytes) -> set[int]:
    """The numbers of the parameters that are aliased, or given away."""
    module = Message(data).message(1)
    numbers = set()
    for field, number in ((8, 2), (18, 1)):
        for table in module.messages(field):
            numbers |= {entry.number(number) for entry in table.messages(1)}
    return numbers
