# ===- change-opcode.py - Makes an instruction another one --------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Gives the instructions of a HloProto with this name another opcode.

Usage: change-opcode.py PROTO.gz NAME OPCODE > PROTO
"""

from __future__ import annotations

import gzip
import sys

from wire import BYTES, build, parse

NAME, OPCODE = 1, 2


def change(message: bytes, path: list[int], name: bytes, opcode: bytes) -> bytes:
    """In the messages with this path of field numbers."""
    fields = parse(message)
    if not path and (NAME, BYTES, name) not in fields:
        return message
    for at, (number, kind, value) in enumerate(fields):
        if not path and number == OPCODE:
            fields[at] = (number, kind, opcode)
        elif path and number == path[0] and isinstance(value, bytes):
            fields[at] = (number, kind, change(value, path[1:], name, opcode))
    return build(fields)


def main() -> None:
    proto, name, opcode = sys.argv[1:]
    with gzip.open(proto) as file:
        changed = change(file.read(), [1, 3, 2], name.encode(), opcode.encode())
    sys.stdout.buffer.write(changed)


if __name__ == "__main__":
    main()
