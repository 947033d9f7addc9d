# ===- make-large.py - Protos that are large in one way --------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Writes an HloProto of KIND and SIZE to FILE: make-large.py KIND SIZE FILE."""

import sys
from collections.abc import Callable

from wire import varint

TUPLE, F32, PRED = 13, 11, 1


def number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def content(field: int, value: bytes | bytearray | str) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(data)) + data


def packed(field: int, values: list[int]) -> bytes:
    return content(field, b"".join(map(varint, values)))


def array(kind: int = F32) -> bytes:
    return number(2, kind) + (packed(3, [8]) if kind == F32 else b"")


def tuple_of(parts: list[bytes]) -> bytes:
    return number(2, TUPLE) + b"".join(content(4, part) for part in parts)


class Program:
    """Computations, the entry last, and a value for each leaf that is told."""

    def __init__(self) -> None:
        self.computations = bytearray()
        self.sequences = bytearray()
        self.values: list[tuple[int, list[int], int]] = []
        self.aliases = bytearray()
        self.next = 1
        self.count = 0
        self.inside: list[bytes] = []
        self.ids: list[int] = []

    def add(
        self,
        opcode: str,
        shape: bytes,
        operands: list[int] | None = None,
        called: list[int] | None = None,
        rest: bytes = b"",
    ) -> int:
        made = self.next
        self.next += 1
        message = content(1, f"i{made}") + content(2, opcode) + content(3, shape)
        message += number(35, made)
        if operands:
            message += packed(36, operands)
        if called:
            message += packed(38, called)
        self.inside.append(content(2, message + rest))
        self.ids.append(made)
        return made

    def define(self, instruction: int, index: list[int], size: int = 32) -> None:
        self.values.append((instruction, index, size))

    def end(self) -> int:
        """Ends the computation, whose root was added last, and returns its id."""
        self.count += 1
        message = content(1, f"c{self.count}") + b"".join(self.inside)
        message += number(5, self.count) + number(6, self.ids[-1])
        self.computations += content(3, message)
        order = content(2, packed(1, self.ids))
        self.sequences += content(1, number(1, self.count) + order)
        self.inside, self.ids = [], []
        return self.count

    def write(self, path: str) -> None:
        module = content(1, "m") + self.computations + number(6, self.count)
        module += content(7, self.sequences)
        if self.aliases:
            module += content(8, self.aliases)
        assignment, assigned, end = b"", [], 0
        parts = []
        for place, (instruction, index, size) in enumerate(self.values, 1):
            where = number(4, instruction) + (packed(3, index) if index else b"")
            value = number(1, place) + number(2, size) + content(3, where)
            parts.append(content(1, value))
            slot = number(1, place) + number(2, end) + number(3, size)
            assigned.append(content(9, slot))
            end += size
        assignment = b"".join(parts)
        assignment += content(3, number(2, end) + b"".join(assigned))
        with open(path, "wb") as file:
            file.write(content(1, module) + content(3, assignment))


def parameter(p: Program, shape: bytes) -> int:
    return p.add("parameter", shape)


def leaves(p: Program, size: int) -> None:
    """An argument that is a tuple in a tuple."""
    whole = tuple_of([tuple_of([array()] * size), array()])
    root = parameter(p, whole)
    for element in range(size):
        p.define(root, [0, element])
    p.end()


def aliases(p: Program, size: int) -> None:
    """Every leaf of the argument becomes one of the result."""
    root = parameter(p, tuple_of([array()] * size))
    for element in range(size):
        p.define(root, [element])
        pair = packed(1, [element]) + packed(3, [element])
        p.aliases += content(1, pair)
    p.end()


def calls(p: Program, size: int) -> None:
    """One computation that all call."""
    one = p.add("negate", array(), [parameter(p, array())])
    p.define(one, [])
    callee = p.end()
    at = parameter(p, array())
    p.define(at, [])
    for _ in range(size):
        at = p.add("call", array(), [at], [callee])
    p.end()


def chain(p: Program, size: int) -> None:
    """Computations that each call the one before."""
    p.define(p.add("negate", array(), [parameter(p, array())]), [])
    callee = p.end()
    for _ in range(size):
        p.add("call", array(), [parameter(p, array())], [callee])
        callee = p.end()


def loops(p: Program, size: int) -> None:
    """Loops in loops."""
    at = parameter(p, array())
    p.define(p.add("negate", array(), [at]), [])
    body = p.end()
    for _ in range(size):
        parameter(p, array())
        p.add("constant", array(PRED))
        condition = p.end()
        loop = p.add("while", array(), [parameter(p, array())], [body, condition])
        p.define(loop, [])
        body = p.end()


def operands(p: Program, size: int) -> None:
    """A tuple of all that is computed."""
    made = [parameter(p, array())]
    p.define(made[0], [])
    for _ in range(size):
        made.append(p.add("negate", array(), [made[0]]))
        p.define(made[-1], [])
    root = p.add("tuple", tuple_of([array()] * len(made)), made)
    p.define(root, [], 8 * len(made))
    p.end()


def updates(p: Program, size: int) -> None:
    """Asynchronous operations that wait for one done each after many updates."""
    for _ in range(4):
        p.define(p.add("negate", array(), [parameter(p, array())]), [])
        callee = p.end()
    at = parameter(p, array())
    p.define(at, [])
    running = tuple_of([tuple_of([array()]), array()])
    at = p.add("async-start", running, [at], [callee])
    for _ in range(size):
        at = p.add("async-update", running, [at], [callee])
    p.add("async-done", array(), [at], [callee])
    p.end()


def control(p: Program, size: int) -> None:
    """An instruction that runs after all others."""
    at = parameter(p, array())
    p.define(at, [])
    before = [p.add("negate", array(), [at]) for _ in range(size)]
    p.define(before[0], [])
    last = p.add("negate", array(), [at], rest=packed(37, before))
    p.define(last, [])
    p.end()


def nested(p: Program, size: int) -> None:
    """A tuple in a tuple in a tuple, for which a shape is nested too deep."""
    shape = array()
    heads = []
    length = len(shape)
    for _ in range(size):
        head = number(2, TUPLE) + varint(4 << 3 | 2) + varint(length)
        heads.append(head)
        length += len(head)
    root = parameter(p, b"".join(reversed(heads)) + shape)
    p.define(root, [])
    p.end()


KINDS: dict[str, Callable[[Program, int], None]] = {
    made.__name__: made
    for made in (
        leaves, aliases, calls, chain, loops, operands, updates, control, nested
    )
}  # fmt: skip


def main() -> None:
    kind, size, path = sys.argv[1:]
    program = Program()
    KINDS[kind](program, int(size))
    program.write(path)


main()
