# ===- tables.py - What is printed of all comparisons ---------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Verdicts as a table for a person, as Markdown, as JSON."""

import json
from typing import Any

from dumps.corpus import sort_key
from oracles.formulas import FORMULAS, XPROF
from oracles.verdict import SKIPPED, UNEXPLAINED, VERDICTS, Verdict

Key = tuple[str, str, str, str]
"""Backend, release of JAX, oracle, field."""

_NUMBERS = ("dumps",) + VERDICTS
_TITLES = ("backend", "jax", "oracle", "field") + _NUMBERS


class Summary:
    """Counts for each backend, release, oracle and field."""

    def __init__(self, verdicts: list[Verdict]) -> None:
        ordered = sorted(verdicts, key=lambda v: sort_key(v.dump)[:2])
        self._counts: dict[Key, dict[str, int]] = {}
        self._dumps: dict[Key, set[tuple[str, str]]] = {}
        self._names: dict[Key, set[str]] = {}
        self.unexplained = [v for v in verdicts if v.verdict == UNEXPLAINED]
        for verdict in ordered:
            dump = verdict.dump
            key = (dump.backend, dump.jax, verdict.oracle, verdict.field)
            counts = self._counts.setdefault(key, dict.fromkeys(VERDICTS, 0))
            counts[verdict.verdict] += 1
            self._dumps.setdefault(key, set()).add((dump.folder, dump.name))
            self._names.setdefault(key, set()).add(verdict.note)

    def rows(self) -> list[tuple[Key, dict[str, int], str]]:
        """A row for each key: its counts, and formulas or reasons for skipping."""
        return [
            (
                key,
                {"dumps": len(self._dumps[key]), **counts},
                "; ".join(sorted(self._names[key] - {""})),
            )
            for key, counts in self._counts.items()
        ]


def details(verdict: Verdict) -> str:
    """One difference in a line."""
    text = (
        f"{verdict.dump.name}: {verdict.oracle}, {verdict.field}: "
        f"oracle {verdict.theirs}, ours {verdict.ours}"
    )
    if isinstance(verdict.theirs, int) and isinstance(verdict.ours, int):
        text += f", difference {verdict.theirs - verdict.ours:+d}"
    return text + (f" [{verdict.note}]" if verdict.note else "")


def as_text(summary: Summary) -> str:
    rows = [
        [*key, *(str(counts[name]) for name in _NUMBERS), names]
        for key, counts, names in summary.rows()
    ]
    titles = [*_TITLES, "by"]
    widths = [max(len(row[i]) for row in [titles, *rows]) for i in range(len(titles))]
    first = len(titles) - len(_NUMBERS) - 1
    lines = []
    for row in [titles, *rows]:
        cells = [
            cell.rjust(width) if first <= i < len(titles) - 1 else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def as_json(summary: Summary) -> str:
    rows: list[dict[str, Any]] = [
        {**dict(zip(_TITLES, key)), **counts, "by": names}
        for key, counts, names in summary.rows()
    ]
    differences = [
        {
            "dump": verdict.dump.name,
            "oracle": verdict.oracle,
            "field": verdict.field,
            "theirs": verdict.theirs,
            "ours": verdict.ours,
            "formula": verdict.note,
        }
        for verdict in summary.unexplained
    ]
    return json.dumps({"rows": rows, "differences": differences}, indent=1)


def _markdown(titles: list[str], rows: list[list[str]]) -> str:
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| {} |".format(" | ".join(line)) for line in lines)


def as_markdown(summary: Summary) -> str:
    """Releases of a backend together, and no rows that only skip."""
    together: dict[tuple[str, str, str], dict[str, int]] = {}
    releases: dict[str, list[str]] = {}
    for (backend, jax, oracle, field), counts, _ in summary.rows():
        if jax not in releases.setdefault(backend, []):
            releases[backend].append(jax)
        if counts[SKIPPED] == sum(counts[name] for name in VERDICTS):
            continue
        sums = together.setdefault((oracle, field, backend), dict.fromkeys(_NUMBERS, 0))
        for name in _NUMBERS:
            sums[name] += counts[name]
    rows = [
        [*key, *(f"{counts[name]:,}" for name in _NUMBERS)]
        for key, counts in sorted(together.items())
    ]
    head = [
        "* {}: jax {}".format(name, ", ".join(found))
        for name, found in releases.items()
    ]
    table = _markdown(["oracle", "field", "backend", *_NUMBERS], rows)
    return "\n".join(head) + "\n\n" + table


def formula_table() -> str:
    """The formulas as docs/GroundTruth.md lists them."""
    rows = [
        [
            f"`{formula.name}`",
            f"`{formula.field}`",
            ", ".join(formula.backends),
            formula.statement,
        ]
        for formula in FORMULAS
    ]
    half = next(i for i, formula in enumerate(FORMULAS) if formula.oracle == XPROF)
    titles = ["formula", "field", "backends", "is"]
    return f"{_markdown(titles, rows[:half])}\n\n{_markdown(titles, rows[half:])}"
