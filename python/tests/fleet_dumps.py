# ===- fleet_dumps.py - Many dumps of a few ----------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Many dumps, made by varying those of the repository: other programs have another name,
and duplicates another number of the module, as another process writes it. 30 % are
duplicates and 1 % is broken.

Usage: fleet_dumps.py FOLDER COUNT [PROGRAMS]

PROGRAMS is how many different ones there are; without it, 70 % of COUNT.
"""

from __future__ import annotations

import gzip
import random
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test" / "Utils"))

import wire

_HLO_MODULE, _NAME, _ID = 1, 1, 5
_PER_HOST = 500


def sources() -> list[list[Any]]:
    folder = ROOT / "test" / "Inputs" / "proto"
    return [
        wire.parse(gzip.decompress(path.read_bytes()))
        for path in sorted(folder.glob("*.hlo.pb.gz"))
        if "-jax0.4" not in path.name
    ]


def vary(proto: list[Any], program: int, number: int) -> tuple[str, bytes]:
    """The name and the dump of a program under a number of the module."""
    built = []
    name = ""
    for field, kind, value in proto:
        if field == _HLO_MODULE:
            module = []
            for inner in wire.parse(value):
                if inner[0] == _NAME:
                    name = f"{inner[2].decode()}_{program}"
                    inner = (_NAME, wire.BYTES, name.encode())
                elif inner[0] == _ID:
                    inner = (_ID, wire.VARINT, number)
                module.append(inner)
            value = wire.build(module)
        built.append((field, kind, value))
    return name, wire.build(built)


def make_dumps(folder: Path, count: int, programs: int | None = None) -> None:
    protos = sources()
    chance = random.Random(count)
    programs = programs or count * 7 // 10
    for i in range(count):
        # Each program once, then again in any order.
        program = i if i < programs else chance.randrange(programs)
        name, data = vary(protos[program % len(protos)], program, i + 1)
        if i % 100 == 99:
            data = data[: len(data) // 2]
        host = folder / f"2026-11-{20 + i % 2}" / f"host-{i // _PER_HOST}"
        if i % _PER_HOST < 2:
            host.mkdir(parents=True, exist_ok=True)
        file = f"module_{i + 1:04}.{name}.after_optimizations.hlo.pb"
        (host / file).write_bytes(data)


if __name__ == "__main__":
    make_dumps(Path(sys.argv[1]), *map(int, sys.argv[2:]))
