# ===- facts.py - All that is known of one dump ---------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""What formulas compute with: hlo-mem-opt's numbers, and the .hlo.pb's."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

from dumps import hlo_proto as proto
from dumps.corpus import Dump
from dumps.tool import Numbers
from oracles import replay


@dataclass(frozen=True)
class ProtoFacts:
    """The buffer assignment of an .hlo.pb, with sums that several formulas need."""

    assignment: proto.Assignment

    def size(self, value: int) -> int:
        return self.assignment.values[value].size

    def unpadded(self, value: int) -> int:
        return proto.unpadded_size(self.assignment.values[value])

    @functools.cached_property
    def allocation_of(self) -> dict[int, proto.Allocation]:
        return self.assignment.allocation_of()

    def slice_size(self, value: int) -> int:
        """The size of the whole buffer that a value lies in."""
        return self.allocation_of[value].slices[value].size

    def largest(self, allocation: proto.Allocation) -> int | None:
        """The first of the largest values of an allocation."""
        sized = [value for value in sorted(allocation.slices) if self.size(value) > 0]
        return max(sized, key=self.size, default=None)

    @functools.cached_property
    def held(self) -> list[int]:
        """One value of each allocation that is live all the time."""
        found = (self.largest(a) for a in self.assignment.allocations if a.indefinite)
        return [value for value in found if value is not None]

    def traced_peak(self, size: Callable[[int], int]) -> int:
        """XLA's ComputePeakMemory over all spaces, with sizes of one's choice."""
        heap = replay.RootedHeap(size)
        for value in self.held:
            heap.hold(value)
        peak = heap.live
        for trace in self.assignment.traces:
            for event in trace.events:
                heap.step(event)
                peak = max(peak, heap.live)
        return peak

    def traces_of(self, allocation: proto.Allocation) -> list[proto.Trace]:
        """The traces that made an allocation: their values lie in it.

        The index that a trace itself has is stale in most releases.
        """
        return [
            trace
            for trace in self.assignment.traces
            if any(event.value in allocation.slices for event in trace.events)
        ]

    def simulated(self, allocation: proto.Allocation) -> set[int]:
        """The values of an allocation that a heap simulator placed."""
        return {
            event.value
            for trace in self.traces_of(allocation)
            for event in trace.events
            if event.value in allocation.slices
        }


@dataclass(frozen=True)
class Facts:
    dump: Dump
    numbers: Numbers
    proto: ProtoFacts | None
    """None where there is no .hlo.pb, or none with a buffer assignment."""
