# ===- formulas.py - What the numbers of each oracle are made of ----------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The formulas: one for each number of each oracle.

A formula gives the number that the oracle prints, to the byte. Where that is not
what its name says, `meaning` is what it says, so that a difference between both
is the oracle's, and explained. docs/GroundTruth.md lists this table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dumps import hlo_proto as proto
from oracles import replay
from oracles.facts import Facts, ProtoFacts

MEMORY_ANALYSIS = "memory_analysis()"
XPROF = "XProf"

Number = Callable[[Facts, int], "int | None"]
"""Of the facts and a memory space; None where something is missing."""

ALL = ("cpu", "gpu", "tpu")


@dataclass(frozen=True)
class Formula:
    name: str
    oracle: str
    field: str
    backends: tuple[str, ...]
    statement: str
    compute: Number
    meaning: Number | None = None
    """What the field is called after, where the formula is something else."""


# --- Sums of hlo-mem-opt's numbers --------------------------------------------

_ARGUMENTS = ("parameter", "donated parameter")
_RESULTS = ("output", "donated parameter")
_DONATED = ("donated parameter",)
_TEMPS = ("temp",)
_INDEFINITE = ("parameter", "donated parameter", "output", "constant")


def _device(*kinds: str) -> Number:
    return lambda facts, _: facts.numbers.sum_of(*kinds, host=False)


def _host(*kinds: str) -> Number:
    return lambda facts, _: facts.numbers.sum_of(*kinds, host=True)


def _unprinted(facts: Facts, space: int) -> int | None:
    """What a field means of which hlo-mem-opt prints no number."""
    return None


def _since(release: tuple[int, ...], number: Number) -> Number:
    """0 where an older release of JAX compiled."""

    def compute(facts: Facts, space: int) -> int | None:
        return number(facts, space) if facts.dump.release >= release else 0

    return compute


def _before(release: tuple[int, ...], old: Number, new: Number) -> Number:
    """What an older release of JAX than that gives, and what newer ones do."""

    def compute(facts: Facts, space: int) -> int | None:
        return (old if facts.dump.release < release else new)(facts, space)

    return compute


def _of_space(*kinds: str) -> Number:
    """The bytes of some kinds in one memory space."""
    return lambda facts, space: sum(
        facts.numbers.kinds.get((space, kind), 0) for kind in kinds
    )


def _thread_local(facts: Facts, space: int) -> int:
    return sum(
        allocation.size
        for allocation in facts.numbers.allocations
        if allocation.thread_local and allocation.color == space
    )


def _with_thread_local(number: Number) -> Number:
    def compute(facts: Facts, space: int) -> int | None:
        found = number(facts, space)
        return None if found is None else found + _thread_local(facts, space)

    return compute


def _allocated(facts: Facts, space: int) -> int:
    return facts.numbers.allocated.get(space, 0)


def _peak(facts: Facts, space: int) -> int:
    return facts.numbers.peak.get(space, 0)


# --- Replays of the traces ----------------------------------------------------


def _of_proto(compute: Callable[[ProtoFacts, int], int]) -> Number:
    def number(facts: Facts, space: int) -> int | None:
        return None if facts.proto is None else compute(facts.proto, space)

    return number


def _held_bytes(facts: ProtoFacts, _: int) -> int:
    return sum(facts.size(value) for value in facts.held)


def _traced_peak(facts: ProtoFacts, _: int) -> int:
    return facts.traced_peak(facts.size)


def _unpadded_peak(facts: ProtoFacts, _: int) -> int:
    return facts.traced_peak(facts.unpadded)


_HBM_ALIGNMENT = 16384


def _tpu_temp(facts: ProtoFacts, _: int) -> int:
    """Temporaries of space 0 and what they leave unused, or nothing at all."""
    temps = [a for a in facts.assignment.allocations if a.temp and a.color == 0]
    simulated = {value for a in temps for value in facts.simulated(a)}
    if all(proto.in_register(facts.assignment.values[value]) for value in simulated):
        return 0
    used = 0
    for allocation in temps:
        placed = facts.simulated(allocation)
        tables = {
            part.offset: part.size
            for value, part in allocation.slices.items()
            if value not in placed
        }
        used += sum(tables.values())
        for trace in facts.traces_of(allocation):
            used += replay.peak_buffer_bytes(
                (e for e in trace.events if e.value in allocation.slices),
                facts.slice_size,
            )
    size = sum(a.size for a in temps)
    rounded = -(-size // _HBM_ALIGNMENT) * _HBM_ALIGNMENT
    return rounded + (rounded - used)


def _xprof_trace(facts: ProtoFacts, space: int) -> proto.Trace | None:
    """The trace that XProf takes for a memory space."""
    by_allocation = {}
    for trace in facts.assignment.traces:
        if trace.events:
            allocation = facts.allocation_of.get(trace.events[0].value)
            if allocation is not None:
                by_allocation[allocation.index] = trace
    for allocation in facts.assignment.allocations:
        found = by_allocation.get(allocation.index)
        if found is not None and allocation.temp and allocation.color == space:
            return found
    best: proto.Trace | None = None
    most = 0
    for trace in facts.assignment.traces:
        count = sum(
            1
            for event in trace.events
            if facts.assignment.values[event.value].color == space
        )
        if count > most:
            best, most = trace, count
    return best


def _xprof_peaks(facts: ProtoFacts, space: int) -> tuple[int, int]:
    trace = _xprof_trace(facts, space)
    values = facts.assignment.values
    peak = unpadded = 0
    if trace is not None:
        peak, unpadded = replay.xprof_peak(
            trace,
            facts.size,
            lambda value: proto.unpadded_size(values[value]),
        )
    held = sum(
        allocation.size
        for allocation in facts.assignment.allocations
        if allocation.indefinite and allocation.color == space
    )
    return peak + held, unpadded + held


def _xprof_peak(facts: ProtoFacts, space: int) -> int:
    return _xprof_peaks(facts, space)[0]


def _xprof_unpadded(facts: ProtoFacts, space: int) -> int:
    return _xprof_peaks(facts, space)[1]


def _xprof_non_reusable(facts: ProtoFacts, space: int) -> int:
    return sum(
        allocation.size
        for allocation in facts.assignment.allocations
        if allocation.color == space
        and (allocation.thread_local or allocation.is_tuple)
    )


# --- The table ----------------------------------------------------------------


def _formulas() -> list[Formula]:
    analysis: list[Formula] = []

    def add(
        name: str,
        field: str,
        backends: tuple[str, ...],
        statement: str,
        compute: Number,
        meaning: Number | None = None,
    ) -> None:
        analysis.append(
            Formula(name, MEMORY_ANALYSIS, field, backends, statement, compute, meaning)
        )

    host = "the same of the host's memory (space 5)"
    add(
        "arguments",
        "argument_size_in_bytes",
        ALL,
        "parameters, donated or not, outside the host's memory",
        _device(*_ARGUMENTS),
    )
    add(
        "results",
        "output_size_in_bytes",
        ALL,
        "outputs and donated parameters, outside the host's memory",
        _device(*_RESULTS),
    )
    add(
        "donated",
        "alias_size_in_bytes",
        ALL,
        "donated parameters, outside the host's memory",
        _device(*_DONATED),
    )
    add(
        "temporaries",
        "temp_size_in_bytes",
        ("cpu", "gpu"),
        "temporaries, outside the host's memory",
        _device(*_TEMPS),
    )
    add(
        "temporaries-and-unused",
        "temp_size_in_bytes",
        ("tpu",),
        "R + (R − U): R is the temporaries of space 0, rounded up to 16,384; U is "
        "what XLA's peak_buffers name of them, that is each tuple index table and "
        "what the trace holds at its maximum. 0 where the trace of space 0 holds "
        "nothing but integers of one element that scalar instructions compute: they "
        "live in registers, and no block is requested",
        _of_proto(_tpu_temp),
        _of_space(*_TEMPS),
    )
    for name, kinds in (
        ("argument", _ARGUMENTS),
        ("output", _RESULTS),
        ("alias", _DONATED),
    ):
        field = f"host_{name}_size_in_bytes"
        add("host-" + name, field, ("cpu", "gpu"), host, _host(*kinds))
        add(
            f"host-{name}-since-0.6.2",
            field,
            ("tpu",),
            host + "; 0 before JAX 0.6.2, whose libtpu is the first to tell",
            _since((0, 6, 2), _host(*kinds)),
            _host(*kinds),
        )
    add("host-temp", "host_temp_size_in_bytes", ALL, host, _host(*_TEMPS))
    add(
        "held",
        "peak_memory_in_bytes",
        ("cpu",),
        "parameters, outputs and constants, the largest value of each allocation; "
        "the temporaries are missing, but in JAX 0.7.0 and 0.7.1, which count the traces",
        _before((0, 7, 2), _of_proto(_traced_peak), _of_proto(_held_bytes)),
        _peak,
    )
    add(
        "held-and-traces",
        "peak_memory_in_bytes",
        ("gpu", "tpu"),
        "parameters, outputs and constants all the time, and the traces of all "
        "memory spaces, one after the other",
        _of_proto(_traced_peak),
        _peak,
    )
    add(
        "allocated",
        "total_allocation_bytes",
        ("cpu", "gpu"),
        "all allocations of space 0, without thread-local ones; with them in JAX 0.11",
        _before((0, 12), _with_thread_local(_allocated), _allocated),
        _allocated,
    )
    add(
        "allocated-with-thread-local",
        "total_allocation_bytes",
        ("tpu",),
        "all allocations of space 0, thread-local ones too",
        _with_thread_local(_allocated),
        _allocated,
    )
    add(
        "indefinite",
        "indefinite_allocations",
        ("cpu", "gpu"),
        "parameters, outputs and constants of space 0; in JAX 0.11 thread-local "
        "allocations too",
        _before(
            (0, 12),
            _with_thread_local(_of_space(*_INDEFINITE)),
            _of_space(*_INDEFINITE),
        ),
        _of_space(*_INDEFINITE),
    )
    add(
        "indefinite-with-thread-local",
        "indefinite_allocations",
        ("tpu",),
        "parameters, outputs, constants and thread-local allocations of space 0",
        _with_thread_local(_of_space(*_INDEFINITE)),
        _of_space(*_INDEFINITE),
    )
    add(
        "held-unpadded",
        "peak_unpadded_heap_bytes",
        ("cpu",),
        "the same as peak_memory_in_bytes: nothing is padded",
        _of_proto(_held_bytes),
        _peak,
    )
    add(
        "held-and-traces-unpadded",
        "peak_unpadded_heap_bytes",
        ("gpu", "tpu"),
        "the same as peak_memory_in_bytes, with each value's elements times their "
        "bytes, and 8 for each element of a tuple; of an index of several numbers only "
        "the last is applied to the shape; the most at any time, which need not be the "
        "time of the other peak",
        _of_proto(_unpadded_peak),
        _unprinted,
    )
    viewer = [
        Formula(
            "xprof-total",
            XPROF,
            "totalBufferAllocationMib",
            ALL,
            "all allocations of the space, without thread-local ones",
            _allocated,
        ),
        Formula(
            "xprof-indefinite",
            XPROF,
            "indefiniteBufferAllocationMib",
            ALL,
            "parameters, outputs and constants of the space",
            _of_space(*_INDEFINITE),
        ),
        Formula(
            "xprof-arguments",
            XPROF,
            "entryComputationParametersMib",
            ALL,
            "parameters of the space, donated or not",
            _of_space(*_ARGUMENTS),
        ),
        Formula(
            "xprof-results",
            XPROF,
            "maybeLiveOutMib",
            ALL,
            "outputs and donated parameters of the space",
            _of_space(*_RESULTS),
        ),
        Formula(
            "xprof-non-reusable",
            XPROF,
            "nonReusableMib",
            ALL,
            "thread-local allocations and those that began as a tuple index table",
            _of_proto(_xprof_non_reusable),
        ),
        Formula(
            "xprof-peak",
            XPROF,
            "peakHeapMib",
            ALL,
            "parameters, outputs and constants of the space all the time, and the "
            "trace of the space, where each ALLOC adds and what a value shares is "
            "never forgotten",
            _of_proto(_xprof_peak),
            _peak,
        ),
        Formula(
            "xprof-unpadded",
            XPROF,
            "peakUnpaddedHeapMib",
            ALL,
            "the same, with what the trace holds at that peak unpadded; of an index of "
            "several numbers only the last is applied to the shape",
            _of_proto(_xprof_unpadded),
            _unprinted,
        ),
    ]
    return analysis + viewer


FORMULAS = _formulas()

NOT_IN_A_DUMP = {
    "generated_code_size_in_bytes": "code is not part of a buffer assignment",
    "host_generated_code_size_in_bytes": "code is not part of a buffer assignment",
}


def find(oracle: str, field: str, backend: str) -> Formula | None:
    for formula in FORMULAS:
        named = (formula.oracle, formula.field) == (oracle, field)
        if named and backend in formula.backends:
            return formula
    return None
