# ===- trace-parts.py - Events of parts of a live range --------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Writes the HloProto SOURCE to RESULT with more events in one heap trace: the value
that gets memory first is released once more, and gets memory once more, in the end.

Usage: trace-parts.py SOURCE RESULT {assignment|assignment-once|simulator}: the trace of
memory-space assignment, with the release alone, or the first one of the heap simulator.
"""

import gzip
import sys

from wire import Field, build, parse

ASSIGNMENT, TRACES, EVENTS, WHOLE_MODULE, KIND = 3, 4, 1, 2, 1


def add_events(trace: bytes, gets_memory: bool) -> bytes:
    fields = parse(trace)
    events = [value for number, _, value in fields if number == EVENTS]
    first = events[0]
    assert isinstance(first, bytes)
    # An Alloc, which is 0, has no such field.
    released: list[Field] = [(KIND, 0, 1), *parse(first)]
    more: list[Field] = [(EVENTS, 2, build(released))]
    if gets_memory:
        more.append((EVENTS, 2, first))
    return build([*fields, *more])


def main() -> None:
    source, result, which = sys.argv[1:]
    with gzip.open(source) as file:
        whole = parse(file.read())
    for place, (number, kind, value) in enumerate(whole):
        if number != ASSIGNMENT or not isinstance(value, bytes):
            continue
        parts = parse(value)
        for at, (part, of, trace) in enumerate(parts):
            if part != TRACES or not isinstance(trace, bytes):
                continue
            is_whole = any(f[0] == WHOLE_MODULE and f[2] for f in parse(trace))
            if is_whole == (which == "simulator"):
                parts[at] = (part, of, add_events(trace, not which.endswith("-once")))
                break
        else:
            raise SystemExit("no such trace")
        whole[place] = (number, kind, build(parts))
    with open(result, "wb") as file:
        file.write(build(whole))


main()
