# ===- wire.py - Reading the wire format of protocol buffers ---------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A reader of the wire format of protocol buffers, without any package.

Of a message it makes a table from field number to the values in their order: a
number for a varint, bytes for what has a length.
"""

from __future__ import annotations

from collections.abc import Callable


class WireError(Exception):
    """Bytes that are no message."""


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise WireError("a number ends too late or not at all")
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def _signed(value: int) -> int:
    """An int64 is written as the uint64 of the same bits."""
    return value - (1 << 64) if value >> 63 else value


class Message:
    """The fields of one message."""

    def __init__(self, data: bytes) -> None:
        self._fields: dict[int, list[int | bytes]] = {}
        at = 0
        while at < len(data):
            tag, at = _varint(data, at)
            field, kind = tag >> 3, tag & 7
            value: int | bytes
            if kind == 0:
                number, at = _varint(data, at)
                value = _signed(number)
            elif kind in (1, 2, 5):
                size = 8 if kind == 1 else 4
                if kind == 2:
                    size, at = _varint(data, at)
                if at + size > len(data):
                    raise WireError("a field ends behind the end")
                value = data[at : at + size]
                at += size
            else:
                raise WireError(f"a field of wire type {kind}")
            self._fields.setdefault(field, []).append(value)

    def has(self, field: int) -> bool:
        return field in self._fields

    def number(self, field: int) -> int:
        """A field that is 0 is not written."""
        value = self._fields.get(field, [0])[-1]
        if isinstance(value, bytes):
            raise WireError(f"field {field} is no number")
        return value

    def data(self, field: int) -> bytes:
        value = self._fields.get(field, [b""])[-1]
        if not isinstance(value, bytes):
            raise WireError(f"field {field} is a number")
        return value

    def text(self, field: int) -> str:
        return self.data(field).decode("utf-8", "replace")

    def message(self, field: int) -> Message:
        return Message(self.data(field))

    def messages(self, field: int) -> list[Message]:
        result = []
        for value in self._fields.get(field, []):
            if not isinstance(value, bytes):
                raise WireError(f"field {field} is a number")
            result.append(Message(value))
        return result

    def numbers(self, field: int) -> list[int]:
        """A repeated number, packed or not."""
        result: list[int] = []
        for value in self._fields.get(field, []):
            if isinstance(value, int):
                result.append(value)
                continue
            at = 0
            while at < len(value):
                number, at = _varint(value, at)
                result.append(_signed(number))
        return result


def write_varint(number: int) -> bytes:
    result = b""
    while number > 127:
        result += bytes([number & 127 | 128])
        number >>= 7
    return result + bytes([number])


def rewrite(data: bytes, change: Callable[[int, bytes], bytes | None]) -> bytes:
    """The message with what `change` makes of each field that has a length.

    None leaves the field out; all other fields stay as they are.
    """
    result = b""
    at = 0
    while at < len(data):
        begin = at
        tag, at = _varint(data, at)
        if tag & 7 == 2:
            size, at = _varint(data, at)
            content = change(tag >> 3, data[at : at + size])
            at += size
            if content is not None:
                result += write_varint(tag) + write_varint(len(content)) + content
            continue
        if tag & 7 == 0:
            _, at = _varint(data, at)
        else:
            at += 8 if tag & 7 == 1 else 4
        result += data[begin:at]
    return result
