#!/usr/bin/env python3
# ===- same-assignment.py - Compares what is read of two .hlo.pb -----------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Exits 1 unless hlo_proto.py reads the same of both files, and reads something.

Usage: same-assignment.py FOLDER-OF-PROTO.PY FIRST SECOND
"""

import importlib
import sys


def main() -> int:
    sys.path.append(sys.argv[1])
    sys.dont_write_bytecode = True
    proto = importlib.import_module("dumps.hlo_proto")

    found = []
    for path in sys.argv[2:]:
        with open(path, "rb") as file:
            assignment = proto.parse(file.read())
        values = assignment.values.values()
        sizes = [
            (v.id, v.name, v.opcode, v.size, proto.unpadded_size(v)) for v in values
        ]
        found.append((sizes, assignment.allocations, assignment.traces))
    return found[0] != found[1] or not found[0][0] or not found[0][1]


if __name__ == "__main__":
    sys.exit(main())
