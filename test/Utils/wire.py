# ===- wire.py - The wire format of protocol buffers, for tests ------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Takes messages apart into (number, kind, value) and puts them together again."""

from __future__ import annotations

Field = tuple[int, int, "int | bytes"]

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5


def varint(number: int) -> bytes:
    out = bytearray()
    while number >= 128:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """The number at a place, and the place behind it."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def parse(data: bytes) -> list[Field]:
    fields: list[Field] = []
    at = 0
    while at < len(data):
        key, at = read_varint(data, at)
        kind = key & 7
        value: int | bytes
        if kind == VARINT:
            value, at = read_varint(data, at)
        else:
            size = {FIXED64: 8, FIXED32: 4}.get(kind, -1)
            if kind == BYTES:
                size, at = read_varint(data, at)
            value = data[at : at + size]
            at += size
        fields.append((key >> 3, kind, value))
    return fields


def build(fields: list[Field]) -> bytes:
    out = bytearray()
    for number, kind, value in fields:
        out += varint(number << 3 | kind)
        if isinstance(value, int):
            out += varint(value)
        else:
            out += varint(len(value)) * (kind == BYTES) + value
    return bytes(out)


def message(data: bytes, number: int) -> bytes:
    """What the first field of this number holds."""
    return next(
        value
        for field, _, value in parse(data)
        if field == number and isinstance(value, bytes)
    )
