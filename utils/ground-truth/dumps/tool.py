# ===- tool.py - What hlo-mem-opt says of a dump --------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Runs hlo-mem-opt over one dump and keeps the numbers that it prints."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass, field
from typing import Any

from dumps.corpus import ALLOCATIONS, LIVE_RANGE, VALUES, Dump

SECONDS = 600
"""The longest that one run may take."""

# Nothing is searched or cut short: only facts are asked for.
_PASSES = "spaces<top=1>,frag<all;effort=0;top=1>,peak<top=1>,reconcile"
_PARTS = (
    (ALLOCATIONS, "print<part=allocations>"),
    (VALUES, "print<part=values>"),
    (LIVE_RANGE, "print<part=live-range>"),
)


class ToolError(Exception):
    """A program that cannot be run at all."""


@dataclass(frozen=True)
class Slice:
    value: int
    name: str
    offset: int
    size: int


@dataclass
class Allocation:
    """An allocation, read from the text that hlo-mem-opt wrote."""

    index: int
    size: int
    color: int
    flags: list[str]
    slices: list[Slice] = field(default_factory=list)
    load: int | None = None
    """The most bytes in use at a time; None for a thread-local one."""

    @property
    def thread_local(self) -> bool:
        return "thread-local" in self.flags

    @property
    def parameter(self) -> bool:
        return any(flag.startswith("parameter ") for flag in self.flags)

    @property
    def live_out(self) -> bool:
        return "maybe-live-out" in self.flags

    @property
    def constant(self) -> bool:
        return "constant" in self.flags

    @property
    def temp(self) -> bool:
        return "preallocated-temp" in self.flags


@dataclass
class Reconciled:
    """What the pass 'reconcile' says that other tools show."""

    numbers: dict[str, int] = field(default_factory=dict)
    unknown: dict[str, str] = field(default_factory=dict)
    """Why there is no number."""
    wrong: list[str] = field(default_factory=list)
    """Numbers of which the parts do not add up to the difference."""
    printed: dict[str, int] = field(default_factory=dict)
    """What the dump prints of itself, by the same names."""


@dataclass
class Numbers:
    """What the reports and the written text say of one dump."""

    kinds: dict[tuple[int, str], int]
    """Bytes by memory space and kind, without the thread-local ones."""
    allocated: dict[int, int]
    peak: dict[int, int]
    allocations: list[Allocation]
    ranges: dict[str, tuple[int, int]]
    reconciled: Reconciled

    def sum_of(self, *kinds: str, host: bool) -> int:
        """Bytes of some kinds in host memory, or in all the rest."""
        return sum(
            size
            for (space, kind), size in self.kinds.items()
            if kind in kinds and (space == HOST) == host
        )


HOST = 5
"""The colour of the host's memory."""


@dataclass
class Reading:
    """How reading a dump and writing it back went."""

    complaints: list[str]
    findings: int
    verify_status: int
    differing: list[str]
    """Files that were not written back byte for byte."""
    numbers: Numbers | None
    """None where the reports could not be made."""


_HEAD = re.compile(r"allocation (\d+): (?:0x[0-9a-f]+, )?size (\d+)(.*):$")
_VALUE = re.compile(r" value: <(\d+) (.*?)> \(size=(\d+),offset=(\d+)\): ")
_TOTAL = re.compile(r"^Total bytes used: (\d+)", re.MULTILINE)
_PEAK = re.compile(r"^ +Live ranges at \d+ \(peak\):\n", re.MULTILINE)
_LISTED = re.compile(r"^ +\S+: (\d+) bytes\b", re.MULTILINE)
_RANGE = re.compile(r"    (\S+\{[\d,]*\}):(\d+)-(\d+)$")


def _flags(text: str) -> list[str]:
    """The attributes of an allocation; shapes, between bars, have commas too."""
    return re.sub(r"\|[^|]*\|", "||", text).strip(", ").split(", ")


def parse_allocations(text: str) -> list[Allocation]:
    result: list[Allocation] = []
    for line in text.split("\n"):
        head = _HEAD.match(line)
        if head:
            flags = _flags(head[3])
            colors = [int(f[6:]) for f in flags if f.startswith("color ")]
            color = colors[0] if colors else 0
            result.append(Allocation(int(head[1]), int(head[2]), color, flags))
            continue
        value = _VALUE.match(line)
        if value and result:
            name = re.sub(r"(?: \(phi\))?(?: @\d+)?$", "", value[2])
            part = Slice(int(value[1]), name, int(value[4]), int(value[3]))
            result[-1].slices.append(part)
        elif line.startswith("Used values:"):
            break
    return result


def _parse_ranges(text: str) -> dict[str, tuple[int, int]]:
    found = (_RANGE.match(line) for line in text.split("\n"))
    return {m[1]: (int(m[2]), int(m[3])) for m in found if m}


def _reconciled(remarks: list[dict[str, Any]], text: str) -> Reconciled:
    found = Reconciled()
    rest: dict[str, int] = {}
    for remark in remarks:
        name, args = remark["name"], remark["args"]
        number = args.get("Number", "")
        if name == "ReconcileNumber":
            found.numbers[number] = args["Theirs"]
            if args.get("Ours") is not None:
                rest[number] = args["Theirs"] - args["Ours"]
        elif name == "ReconcilePart":
            rest[number] += args["Size"] if args["Way"] == "less" else -args["Size"]
        elif name == "ReconcileUnknown":
            found.unknown[number] = args["Why"]
        elif name == "ReconcileUnexplained":
            rest[number] = 1
    found.wrong = [number for number, left in rest.items() if left != 0]
    total = _TOTAL.search(text)
    if total:
        found.printed["Total bytes used"] = int(total[1])
    if _PEAK.search(text):
        listed = _PEAK.split(text, maxsplit=1)[1].split("\n\n")[0]
        found.printed["Live ranges (peak)"] = sum(map(int, _LISTED.findall(listed)))
    return found


class Tool:
    """hlo-mem-opt, found at a path."""

    def __init__(self, path: str) -> None:
        self._path = path

    def _run(self, dump: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        command = [self._path, *arguments, dump]
        try:
            return subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            limit = f"no answer within {SECONDS} seconds"
            return subprocess.CompletedProcess(command, 1, b"", limit.encode())
        except OSError as error:
            raise ToolError(f"{self._path}: {error.strerror}") from error

    def _write_back(self, dump: Dump, path: str) -> tuple[list[str], str]:
        """The files that differ, and the text that was written."""
        differing = []
        text = ""
        parts = _PARTS if dump.split else ((ALLOCATIONS, "print<part=all>"),)
        for ending, passes in parts:
            original = dump.path(ending)
            if original is None:
                continue
            written = self._run(path, "-no-verify", "-passes=" + passes)
            with open(original, "rb") as file:
                same = file.read() == written.stdout
            if written.returncode != 0 or not same:
                differing.append(ending)
            text += written.stdout.decode("utf-8", "replace")
        return differing, text

    def read(self, dump: Dump) -> Reading:
        path = dump.path(ALLOCATIONS)
        assert path is not None
        complaints: list[str] = []
        default = self._run(path)
        if default.returncode != 0:
            complaints.append(f"exit status {default.returncode}")
        complaints += [
            line
            for line in default.stderr.decode("utf-8", "replace").splitlines()
            if "warning:" in line or "error:" in line
        ]
        verify = self._run(path, "-passes=verify<max=0>", "-format=json")
        findings = sum(1 for r in _remarks(verify.stdout) if r["kind"] == "Failure")
        differing, text = self._write_back(dump, path)
        report = self._run(
            path,
            "-no-verify",
            "-backend=" + dump.backend,
            "-passes=" + _PASSES,
            "-format=json",
        )
        numbers = None
        if report.returncode == 0:
            numbers = _numbers(_remarks(report.stdout), text)
        return Reading(complaints, findings, verify.returncode, differing, numbers)


def _remarks(output: bytes) -> list[dict[str, Any]]:
    lines = output.decode("utf-8", "replace").split("\n")
    return [json.loads(line) for line in lines if line.startswith("{")]


def _numbers(remarks: list[dict[str, Any]], text: str) -> Numbers:
    kinds: dict[tuple[int, str], int] = {}
    allocated: dict[int, int] = {}
    peak: dict[int, int] = {}
    loads: dict[int, int] = {}
    space = 0
    for remark in remarks:
        name, args = remark["name"], remark["args"]
        if name == "SpaceTotal":
            space = args["Space"]
            allocated[space] = args["Allocated"]
            peak[space] = args["Peak"]
        elif name == "SpaceKind":
            # Blocks of different pages are of different kinds.
            kind = space, args["Kind"].split(", page ")[0]
            kinds[kind] = kinds.get(kind, 0) + args["Size"]
        elif name == "ArenaFragmentation":
            loads[args["Allocation"]] = args["Load"]
    allocations = parse_allocations(text)
    for allocation in allocations:
        allocation.load = loads.get(allocation.index)
    return Numbers(
        kinds,
        allocated,
        peak,
        allocations,
        _parse_ranges(text),
        _reconciled(remarks, text),
    )
