# ===- edit-assignment.py - HloProtos with odd assignments ------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Writes the HloProto SOURCE with a change: edit-assignment.py KIND SOURCE TARGET.

unknown: the assignment has a field that nobody knows. last-id: the last value has the
greatest id that a value may have; traces and what is live at peaks are left out.
"""

from __future__ import annotations

import gzip
import sys

from wire import Field, build, message, parse

GREATEST = (1 << 63) - 2


def renumber(data: bytes, path: list[int], last: int) -> bytes:
    """Replaces the number `last` of the fields with this path."""
    fields: list[Field] = []
    for number, kind, value in parse(data):
        changed = value
        if number == path[0] and isinstance(value, bytes):
            changed = renumber(value, path[1:], last)
        elif number == path[0] and value == last:
            changed = GREATEST
        fields.append((number, kind, changed))
    return build(fields)


def with_last_id(assignment: bytes) -> bytes:
    ids = [
        number
        for field, _, value in parse(assignment)
        if field == 1 and isinstance(value, bytes)
        for inner, _, number in parse(value)
        if inner == 1 and isinstance(number, int)
    ]
    kept = build([field for field in parse(assignment) if field[0] not in (4, 5)])
    for path in ([1, 1], [2, 1], [3, 9, 1]):
        kept = renumber(kept, path, max(ids))
    return kept


def main() -> None:
    kind, source, target = sys.argv[1:]
    with gzip.open(source) as file:
        whole = file.read()
    assignment = message(whole, 3)
    if kind == "unknown":
        assignment += build([(900, 0, 5)])
    else:
        assignment = with_last_id(assignment)
    kept = [field for field in parse(whole) if field[0] != 3]
    with open(target, "wb") as out:
        out.write(build([*kept, (3, 2, assignment)]))


main()
