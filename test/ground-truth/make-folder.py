#!/usr/bin/env python3
# ===- make-folder.py - Five dumps as make-dumps.py leaves them ------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Writes a folder of dumps for choose-samples.py.

Usage: make-folder.py FOLDER
"""

import json
import os
import sys

PLAIN = """BufferAssignment:
allocation 0: size 8, parameter 0, shape |f32[2]| at ShapeIndex {}:
 value: <0 a @0> (size=8,offset=0): f32[2]{0}
"""
LOOP = """BufferAssignment:
allocation 0: size 16, maybe-live-out:
 value: <0 t{} @0> (size=16,offset=0): (f32[2], f32[2])
Used values:
<1 p (phi) @0>
"""


def field(number: int, content: bytes) -> bytes:
    return bytes([number << 3 | 2, len(content)]) + content


def proto() -> bytes:
    """One value of one instruction, which a file of the machine made."""
    shape = b"\x10\x0b" + field(3, b"\x02")
    source = field(7, field(3, b"/home/me/model.py"))
    instruction = field(1, b"a") + field(3, shape) + source + b"\x98\x02\x07"
    computation = field(1, b"main") + field(2, instruction)
    place = b"\x20\x07"
    buffer = b"\x08\x05\x10\x08" + field(3, place)
    part = b"\x08\x05\x18\x08"
    allocation = b"\x10\x08\x28\x01" + field(9, part)
    assignment = field(1, buffer) + field(3, allocation)
    return field(1, field(1, b"jit_a") + field(3, computation)) + field(3, assignment)


def main() -> None:
    folder = sys.argv[1]
    os.makedirs(folder)
    texts = {"plain": PLAIN, "again": PLAIN, "loop": LOOP, "other-release": PLAIN}
    texts["kernel"] = LOOP + 'custom_call_target="x", code="loc(/home/me/model.py:1)"'
    dumps = []
    for name, text in texts.items():
        files = {name + "-buffer-assignment.txt": text.encode()}
        if name == "again":
            # Larger, so that 'plain' is the cheaper of the two.
            files[name + ".txt"] = bytes(range(32, 127)) * 2
        if name == "other-release":
            files[name + ".hlo.pb"] = proto()
        for path, content in files.items():
            with open(os.path.join(folder, path), "wb") as file:
                file.write(content)
        dumps.append(
            {
                "name": name,
                "backend": "cpu",
                "date": "2026-01-01T00:00:00+00:00",
                "device": "cpu",
                "error": None,
                "files": list(files),
                "jax": "0.9.2" if name == "other-release" else "0.10.2",
                "memory_analysis": {"argument_size_in_bytes": 8},
            }
        )
    with open(os.path.join(folder, "manifest.json"), "w", encoding="utf-8") as file:
        json.dump({"dumps": dumps}, file)


if __name__ == "__main__":
    main()
