# ===- compare-traces.py - Heap traces by another reader -------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares heap-trace with utils/ground-truth, which reads traces by itself.

usage: compare-traces.py TOOL GROUND_TRUTH DUMP... Each DUMP is a .hlo.pb.gz; where the
text of the same dump lies beside it, that is read too, and must give the same.
"""

import gzip
import json
import subprocess
import sys
from pathlib import Path

TOOL, GROUND_TRUTH = sys.argv[1:3]
sys.path.insert(0, GROUND_TRUTH)

from dumps import hlo_proto
from oracles import replay

Summary = list[tuple[int, int, int, int, int, int]]


def expected(path: Path) -> Summary:
    assignment = hlo_proto.parse(gzip.decompress(path.read_bytes()))
    assert assignment is not None
    home = assignment.allocation_of()
    result: Summary = []
    for number, trace in enumerate(assignment.traces):
        if not trace.events:
            continue

        def size(value: int) -> int:
            return assignment.values[value].size

        sizes = replay.group_sizes(trace, size)
        heap = replay.RootedHeap(sizes.__getitem__)
        peak = at = 0
        for place, event in enumerate(trace.events):
            heap.step(event)
            if heap.live > peak:
                peak, at = heap.live, place
        assert peak == replay.live_peak(trace, size)
        (block,) = {home[event.value].index for event in trace.events}
        slices = [home[e.value].slices[e.value] for e in trace.events]
        packed = max(s.offset + s.size for s in slices) - min(s.offset for s in slices)
        result.append((number, block, peak, at, packed, len(trace.events)))
    return result


def reported(path: Path) -> Summary:
    command = [
        TOOL,
        "-passes=heap-trace<top=0>",
        "-format=json",
        "-no-verify",
        str(path),
    ]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    result: Summary = []
    listed = 0
    unlisted: dict[int, int] = {}
    for line in output.splitlines():
        remark = json.loads(line)
        arguments, name = remark["args"], remark["name"]
        if name in ("HeapTraceOfArena", "HeapTraceOfAssignment"):
            keys = ("Trace", "Allocation", "Peak", "Event", "Packed")
            trace, block, peak, at, packed = (int(arguments[key]) for key in keys)
            listed = peak
        elif name == "HeapTraceEvents":
            kinds = [int(arguments[key]) for key in ("Allocs", "Shares", "Frees")]
            result.append((trace, block, peak, at, packed, sum(kinds)))
        elif name == "HeapTraceBuffer":
            listed -= int(arguments["Size"])
            assert listed >= 0, f"{path}: more is listed than the peak has"
            # Rows add up to the peak of their trace.
            unlisted[len(result)] = listed
    assert not any(unlisted.values()), f"{path}: not all of a peak is listed"
    return result


def main() -> None:
    traces = 0
    for path in map(Path, sys.argv[3:]):
        want = expected(path)
        traces += len(want)
        forms = [path]
        stem = path.name.removesuffix(".hlo.pb.gz")
        forms += path.parent.glob(stem + "-buffer-assignment.txt.gz")
        for form in forms:
            got = reported(form)
            if got != want:
                print(f"{form.name}: expected {want}, found {got}")
    print(f"{traces} traces compared")


main()
