#!/usr/bin/env python3
# ===- gen_proto.py - HloProtos of any size -----------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Writes an HloProto with so many buffers, to measure how long the replay takes.

The program is one computation: products of two recent values, every third value an
addition that may be written over an operand, and one in fifty values is read again
much later, as what a forward pass keeps for the backward pass. Its temporaries lie one
after the other, which is not what XLA would do; with --replay, the remarks of
`-format=json -passes='replay<list=all>'` over that, they lie as replayed, and another
replay is exact. docs/Performance.md says how it is measured.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

F32 = 11


def varint(number: int) -> bytes:
    data = b""
    while number >= 128:
        data += bytes([number & 127 | 128])
        number >>= 7
    return data + bytes([number])


def number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def text(field: int, value: bytes | str) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(data)) + data


def packed(field: int, values: list[int]) -> bytes:
    return text(field, b"".join(map(varint, values)))


def shape(elements: int) -> bytes:
    layout = packed(1, [0])
    return number(2, F32) + packed(3, [elements]) + number(6, 0) + text(5, layout)


class Program:
    """Instructions by their ids, from 1 on: the first one is the argument."""

    def __init__(self, count: int, seed: int, kept_share: float) -> None:
        rng = random.Random(seed)
        self.sizes = [1024]
        self.operands: list[list[int]] = [[]]
        self.opcodes = ["parameter"]
        kept: list[int] = []
        for index in range(1, count):
            first = rng.randint(max(0, index - 6), index - 1)
            second = rng.randint(max(0, index - 6), index - 1)
            if index > count // 2 and kept and rng.random() < 2 * kept_share:
                second = kept.pop()
            elif rng.random() < kept_share:
                kept.append(index)
            if index % 3 == 0:
                second = first if self.sizes[first] != self.sizes[second] else second
                self.opcodes.append("add")
                self.sizes.append(self.sizes[first])
            else:
                self.opcodes.append("dot")
                self.sizes.append(rng.choice((64, 256, 1024, 4096, 16384)))
            self.operands.append([first, second])

    def write(self) -> bytes:
        instructions = []
        for index, opcode in enumerate(self.opcodes):
            data = text(1, "%s.%d" % (opcode, index)) + text(2, opcode)
            data += text(3, shape(self.sizes[index])) + number(35, index + 1)
            if self.operands[index]:
                data += packed(36, [o + 1 for o in self.operands[index]])
            else:
                data += number(9, 0)
            instructions.append(text(2, data))
        count = len(self.opcodes)
        signature = text(1, shape(self.sizes[0])) + text(2, shape(self.sizes[-1]))
        signature += text(3, "p")
        computation = text(1, "main") + b"".join(instructions)
        computation += text(4, signature) + number(5, 1) + number(6, count)
        sequence = number(1, 1) + text(2, packed(1, list(range(1, count + 1))))
        module = text(1, "generated") + text(2, "main") + text(3, computation)
        module += text(4, signature) + number(5, 1) + number(6, 1)
        return module + text(7, text(1, sequence))

    def assign(self, blocks: list[Block]) -> bytes:
        buffers = []
        for index, elements in enumerate(self.sizes):
            place = text(3, number(4, index + 1))
            buffer = number(1, index + 1) + number(2, 4 * elements) + place
            buffers.append(text(1, buffer))
        return b"".join(buffers) + b"".join(
            text(3, block.write(index, self.sizes))
            for index, block in enumerate(blocks)
        )

    def place_apart(self) -> list[Block]:
        """The temporaries one after the other."""
        temporaries = Block("temp", 0)
        for index, elements in enumerate(self.sizes[1:-1], 1):
            temporaries.places[index] = temporaries.size
            temporaries.size += 4 * elements
        argument = Block("parameter", 4 * self.sizes[0], {0: 0})
        last = len(self.sizes) - 1
        return [temporaries, Block("live-out", 4 * self.sizes[-1], {last: 0}), argument]


@dataclass
class Block:
    """An allocation, and the offsets of the buffers in it."""

    kind: str
    size: int
    places: dict[int, int] = field(default_factory=dict)

    def write(self, index: int, sizes: list[int]) -> bytes:
        data = number(1, index) + number(2, self.size)
        if self.kind.startswith("parameter"):
            data += number(5, 1) + number(6, 0)
        elif self.kind == "live-out":
            data += number(7, 1)
        for buffer, offset in self.places.items():
            size = number(3, 4 * sizes[buffer])
            assigned = number(1, buffer + 1) + number(2, offset) + size
            data += text(9, assigned + number(4, F32))
        return data


def read_remarks(path: str) -> Iterator[tuple[str, dict[str, int | str]]]:
    with open(path, encoding="utf-8") as file:
        for line in file:
            remark = json.loads(line)
            yield remark["name"], remark["args"]


def place_as_replayed(path: str) -> list[Block]:
    blocks: dict[int, Block] = {}
    for name, args in read_remarks(path):
        if name == "ReplayAllocation":
            block = Block(str(args["Kind"]), int(args["Size"]))
            blocks[int(args["Allocation"])] = block
        elif name == "ReplayValue":
            buffer = int(str(args["Value"]).rpartition(".")[2])
            blocks[int(args["Allocation"])].places[buffer] = int(args["Offset"])
    return [blocks[index] for index in sorted(blocks)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--buffers", type=int, default=100000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", type=float, default=0.02)
    parser.add_argument("--replay", metavar="REMARKS.json")
    parser.add_argument("output", metavar="X.hlo.pb")
    arguments = parser.parse_args()
    program = Program(arguments.buffers, arguments.seed, arguments.kept)
    blocks = program.place_apart()
    if arguments.replay is not None:
        blocks = place_as_replayed(arguments.replay)
    with open(arguments.output, "wb") as file:
        file.write(text(1, program.write()) + text(3, program.assign(blocks)))


if __name__ == "__main__":
    main()
