# ===- check-devices.py - Devices.td and make-dumps tell the same -----------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares the devices of a generated page with those of make-dumps.

Usage: check-devices.py ROOT, with the page of -gen-hlo-docs on the standard input

The names must be the same; of a GPU the memory and
the compute capability must be those of its target.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
sys.path.insert(0, str(root / "utils/make-dumps"))
import devices  # noqa: E402

ROW = re.compile(r"\| `([\w-]+)` \| [^|]+ \| (\w+) \| ?([\d.]*) ?\| (\d+) \| .*\|")


def field(text: str, name: str) -> str:
    found = re.search(r"\b%s: *(\d+)" % name, text)
    return found.group(1) if found else "0"


page = sys.stdin.read().partition("## Devices")[2]
rows = [row.groups() for row in map(ROW.fullmatch, page.splitlines()) if row]
names = [row[0] for row in rows]
problems = []
known = {*devices.TPUS, *devices.targets()}
if set(names) != known or len(set(names)) != len(names):
    problems.append("the names are not those of make-dumps: " + ", ".join(names))
for name, backend, capability, memory in rows:
    if name not in known:
        continue
    device = devices.parse(name)
    if device.backend != backend.lower():
        problems.append("%s is a %s" % (name, device.backend))
    target = device.target
    if target is None:
        continue
    version = re.search(r"cuda_compute_capability *{([^}]*)}", target)
    assert version
    numbers = [field(version.group(1), part) for part in ("major", "minor")]
    if capability != ".".join(numbers):
        problems.append("%s has compute capability %s" % (name, ".".join(numbers)))
    if memory != field(target, "device_memory_size"):
        problems.append(
            "%s has %s bytes" % (name, field(target, "device_memory_size"))
        )
for problem in problems:
    print(problem)
print("%d devices" % len(rows))
sys.exit(1 if problems or not rows else 0)
