# ===- placed_values.py - What both forms of a dump say -------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Values and their places, as texts and HloProtos have them, for seed-faults.py."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Iterator
from typing import Any

from checking import load_reference

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "..")
reference: Any = load_reference(os.path.join(ROOT, "utils", "reference.py"))


def read(path: str) -> bytes:
    with open(path, "rb") as file:
        data = file.read()
    return gzip.decompress(data) if path.endswith(".gz") else data


class Placed:
    """A value in an allocation."""

    def __init__(self, allocation: Any, id: int, offset: int, size: int) -> None:
        self.allocation = allocation
        self.id, self.offset, self.size = id, offset, size
        self.range: tuple[int, int] | None = None
        self.shape = ""


def instants(a: Placed, b: Placed) -> int:
    """How many schedule positions both are live at."""
    if not a.range or not b.range:
        return 0
    return min(a.range[1], b.range[1]) - max(a.range[0], b.range[0]) + 1


def share(offset: int, size: int, other: Placed) -> bool:
    return max(offset, other.offset) < min(offset + size, other.offset + other.size)


def meetings(values: list[Placed], touching: bool) -> Iterator[tuple[Placed, int]]:
    """Of one allocation, values and the offsets at which they would share bytes with
    another one: while both are live, or at one schedule position and not from the same
    byte on."""
    for v in values:
        for w in values:
            if v is w or not v.size or not w.size or share(v.offset, v.size, w):
                continue
            common = instants(v, w)
            offset = min(w.offset, v.allocation.size - v.size)
            if touching and common == 1:
                offset += 1 if offset == w.offset else 0
                if offset + v.size <= v.allocation.size and share(offset, v.size, w):
                    yield v, offset
            elif not touching and common > 1 and share(offset, v.size, w):
                yield v, offset


def own_size(shape: str, is_tpu: bool) -> int | None:
    """The bytes of a value of this shape; None where they are up to the backend."""
    array = reference.parse_array(shape)
    if not array or "SC(" in shape or "<=" in shape or "M(" in shape:
        return None
    if is_tpu:
        space = re.search(r"S\((\d+)\)", shape)
        flags = space and int(space.group(1)) in (2, 8, 10)
        return None if flags else reference.tiled_size(shape)
    return reference.logical_size(shape)
