# ===- make-profiles.py - Profiles as none is committed ---------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Writes profiles with the program of the HloProto SOURCE to FOLDER."""

import gzip
import importlib
import os
import sys

from wire import build, parse, varint

broken = importlib.import_module("make-broken")

PROGRAM_STAT = 4
# More than a signed number of 32 bits holds.
LARGE = 5 << 29


def stat_name(number: int, name: bytes) -> bytes:
    return build([(1, 0, number), (2, 2, build([(1, 0, number), (2, 2, name)]))])


def event(number: int, proto: bytes) -> bytes:
    stat = build([(1, 0, PROGRAM_STAT), (6, 2, proto)])
    value = build([(1, 0, number), (2, 2, b"whatever"), (5, 2, stat)])
    return build([(1, 0, number), (2, 2, value)])


def plane(protos: list[bytes], first: int = 7) -> bytes:
    events = [(4, 2, event(at + first, proto)) for at, proto in enumerate(protos)]
    return build(
        [
            (2, 2, b"/host:metadata"),
            *events,
            (5, 2, stat_name(PROGRAM_STAT, b"Hlo Proto")),
        ]
    )


def profile(protos: list[bytes], first: int = 7) -> bytes:
    return build([(1, 2, plane(protos, first)), (4, 2, b"host")])


def write_large(path: str, proto: bytes) -> None:
    """With a hole where the events of a long run would be."""
    lines = varint(3 << 3 | 2) + varint(LARGE)
    name = build([(2, 2, b"/host:CPU")])
    with open(path, "wb") as file:
        size = len(name) + len(lines) + LARGE
        file.write(varint(1 << 3 | 2) + varint(size) + name + lines)
        file.seek(LARGE, os.SEEK_CUR)
        file.write(profile([proto]))


def main() -> None:
    source, folder = sys.argv[1:]
    with gzip.open(source) as file:
        whole = file.read()
    alone = build([field for field in parse(whole) if field[0] == 1])
    faulty = broken.edit(whole, [3, 1, 3], broken.replace(4, broken.MISSING_ID))
    profiles = {
        "two": profile([whole, whole]),
        "large-numbers": profile([whole, whole], (1 << 64) - 2),
        "none": build([(1, 2, build([(2, 2, b"/host:CPU")]))]),
        "alone": profile([alone]),
        "some": profile([alone, whole]),
        "faulty": profile([whole, faulty]),
        "cut": profile([whole, whole])[: len(whole) * 3 // 2],
    }
    for name, data in profiles.items():
        with open(os.path.join(folder, name + ".xplane.pb"), "wb") as file:
            file.write(data)
    write_large(os.path.join(folder, "large.xplane.pb"), whole)


main()
