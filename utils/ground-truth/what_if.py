#!/usr/bin/env python3
# ===- what_if.py - Predicted changes against recompiles -------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares what transforms predict with programs that were compiled so.

Takes the variants of `make-dumps.py --pairs`. TRANSFORMS tells which transform of one
program makes the other of it; what none does is listed as unknown. The naive rule takes
the change of the arguments' size for that of all. "All allocations" are pairs in which
`print` after the transform prints every line of an allocation as XLA does.

`ground-truth.py --predict PAGE` writes this into PAGE, and the precisions that the
program prints into Predictions.def (docs/Measurements.md). Exits with 1 if there is no pair.
"""

from __future__ import annotations

import math
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dumps.entry import Argument, read_arguments, read_donated
from forms import make_parser
from predictions import (
    THRESHOLDS,
    Key,
    Report,
    Result,
    ask,
    get_backend,
    get_error,
    get_group,
    get_naive_error,
    make_line,
    make_precisions,
    percentile,
    print_allocations,
    print_missed,
    read,
    show,
    sum_space,
)
from variants import Change, Version, find_changes


@dataclass(frozen=True)
class Plan:
    """A transform of one program that should make another of it."""

    row: str
    """Of the table."""
    transform: str
    """In the program's table; empty if it has no line of its own there."""
    passes: str
    before: Version
    after: Version
    advice: str = ""
    """The remark of `advise` that has to give a number too: it knows better what it
    cannot follow."""


Planner = Callable[[Change, Version, Version], list[Plan]]

BITS = {"float64": 64, "float32": 32, "bfloat16": 16, "int64": 64, "int32": 32}
BITS |= {"int8": 8, "int4": 4, "float8_e4m3fn": 8, "complex64": 64}
TYPES = {"float64": "f64", "float32": "f32", "bfloat16": "bf16", "int64": "s64"}
TYPES |= {"int32": "s32", "int8": "s8", "int4": "s4", "float8_e4m3fn": "f8e4m3fn"}


def name_all(arguments: list[Argument]) -> str:
    return ",".join(argument.name for argument in arguments)


def find_differing(before: Version, after: Version) -> list[tuple[Argument, Argument]]:
    """The arguments of another type or shape, by their numbers."""
    old, new = read_arguments(read(before.path)), read_arguments(read(after.path))
    if sorted(old) != sorted(new):
        return []
    return [
        (old[n], new[n])
        for n in sorted(old)
        if (old[n].type, old[n].extents) != (new[n].type, new[n].extents)
    ]


def cast_arguments(change: Change, before: Version, after: Version) -> list[Plan]:
    """To the narrower type, as advice does. Of state alone the program has a line."""
    if BITS[after.value] > BITS[before.value]:
        before, after = after, before
    values = name_all([old for old, _ in find_differing(before, after)])
    if not values:
        return []
    passes = f"cast<values={values};to={TYPES[after.value]};unmeasured>"
    if change.argument == "state":
        return [Plan("cast state", "cast", passes, before, after)]
    return [Plan("cast arguments", "", passes, before, after)]


def cast_all(_: Change, base: Version, other: Version) -> list[Plan]:
    """Both ways. The program's table has no line of these: what a program computes in
    a wider type than that of its arguments is known only when it has narrow ones."""
    plans = []
    for before, after in ((base, other), (other, base)):
        if after.value not in TYPES:
            continue
        way = "wider" if BITS[after.value] > BITS[before.value] else "narrower"
        passes = f"cast<values=all;to={TYPES[after.value]};unmeasured>"
        plans.append(Plan("cast all to " + way, "", passes, before, after))
    return plans


def remat(change: Change, base: Version, other: Version) -> list[Plan]:
    """From the program that keeps everything to each that does not."""
    kept = [v for v in change.versions if v.value is None]
    if not kept:
        return []
    plans = []
    for after in (other, base) if kept[0] is other else (other,):
        if after is not kept[0]:
            passes = f"remat<loops=all;policy={after.value};unmeasured>"
            row = "remat " + after.value
            # A policy that keeps something has a line of its own.
            name = "remat" if after.value == "nothing_saveable" else "rematpolicy"
            plans.append(Plan(row, name, passes, kept[0], after))
    return plans


def scale(change: Change, base: Version, other: Version) -> list[Plan]:
    """Both ways: the first dimension of an argument that differs, by its name if the
    program knows it by that."""
    plans = []
    for before, after in ((base, other), (other, base)):
        found = [
            (old, number, Fraction(two, one))
            for old, new in find_differing(before, after)
            for number, (one, two) in enumerate(zip(old.extents, new.extents))
            if one != two and len(old.extents) == len(new.extents)
        ]
        if not found:
            continue
        argument, number, by = found[0]
        dimension = f"arg:{argument.path}.shape[{number}]"
        if NAMED.get(change.argument) == number:
            # A length may be one less than the argument's.
            dimension, by = change.argument, Fraction(after.value / before.value)
        passes = f"scale<dimension={dimension};by={by};unmeasured>"
        # What advice changes has a line of its own.
        name = "scalerun" if change.argument in NAMED else "scale"
        row = "scale " + change.argument
        advice = ADVICE.get(change.argument, "")
        plans.append(Plan(row, name, passes, before, after, advice))
    return plans


def drop_arguments(_: Change, base: Version, other: Version) -> list[Plan]:
    """From the program that has more arguments to that which has fewer."""
    sets = [read_arguments(read(v.path)).values() for v in (base, other)]
    before, after = (base, other) if len(sets[0]) > len(sets[1]) else (other, base)
    more, fewer = sorted(sets, key=len, reverse=True)
    kept = {argument.path for argument in fewer}
    values = name_all([a for a in more if a.path not in kept])
    if not values:
        return []
    return [Plan("drop arguments", "drop", f"drop<values={values}>", before, after)]


def resize_arguments(_: Change, base: Version, other: Version) -> list[Plan]:
    """Both ways."""
    plans = []
    for before, after in ((base, other), (other, base)):
        # One pass for all of a shape; the layout is the usual one.
        by_shape: dict[str, list[Argument]] = defaultdict(list)
        for old, new in find_differing(before, after):
            extents = ",".join(map(str, new.extents))
            order = ",".join(str(n) for n in reversed(range(len(new.extents))))
            by_shape[f"{new.type}[{extents}]{{{order}}}"].append(old)
        passes = ",".join(
            f"resize<values={name_all(old)};shape={shape};unmeasured>"
            for shape, old in by_shape.items()
        )
        if passes:
            plans.append(Plan("resize arguments", "resize", passes, before, after))
    return plans


def scale_or_resize(change: Change, base: Version, other: Version) -> list[Plan]:
    return scale(change, base, other) + resize_arguments(change, base, other)


def shard_arguments(_: Change, base: Version, other: Version) -> list[Plan]:
    """From the program with larger arguments to that with smaller ones."""
    for before, after in ((base, other), (other, base)):
        by_parts: dict[Fraction, list[Argument]] = defaultdict(list)
        for old, new in find_differing(before, after):
            by_parts[Fraction(math.prod(old.extents), math.prod(new.extents))].append(
                old
            )
        if not by_parts or min(by_parts) < 1:
            continue
        passes = ",".join(
            f"shard<values={name_all(old)};by={parts}>"
            for parts, old in by_parts.items()
        )
        return [Plan("shard arguments", "shard", passes, before, after)]
    return []


def offload_arguments(_: Change, base: Version, other: Version) -> list[Plan]:
    """From the program that has all on the device."""
    for before, after in ((base, other), (other, base)):
        old, new = read_arguments(read(before.path)), read_arguments(read(after.path))
        moved = [old[n] for n in old if n in new and old[n].space < new[n].space]
        if moved:
            passes = f"offload<values={name_all(moved)};to=host>"
            return [Plan("offload arguments", "offload", passes, before, after)]
    return []


def carry(_: Change, base: Version, other: Version) -> list[Plan]:
    """From the program whose loop takes state as xs and gives it as ys."""
    before, after = (other, base) if base.value else (base, other)
    # State that is not donated is copied once, and what that costs differs.
    is_donated = bool(read_donated(read(before.path)))
    row, name = ("carry", "carry") if is_donated else ("carry undonated", "")
    return [Plan(row, name, "carry<loops=all;unmeasured>", before, after)]


def undonate(_: Change, base: Version, other: Version) -> list[Plan]:
    """From the program that donates more."""
    for before, after in ((base, other), (other, base)):
        data = read(before.path)
        donated, left = read_donated(data), read_donated(read(after.path))
        if left < donated:
            arguments = read_arguments(data)
            values = name_all([arguments[n] for n in sorted(donated - left)])
            passes = f"undonate<values={values}>"
            return [Plan("undonate", "undonate", passes, before, after)]
    return []


# By the argument of build() that differs, of all programs or of one.
TRANSFORMS: dict[str | tuple[str, str], Planner] = {
    "batch": scale,
    "cached": resize_arguments,
    "capacity": scale,
    "carry": carry,
    "columns": scale,
    "count": scale,
    "cut": shard_arguments,
    "devices": shard_arguments,
    "donate": undonate,
    "dtype": cast_all,
    "factor": scale,
    "features": resize_arguments,
    "hidden": resize_arguments,
    "layers": scale,
    "length": scale,
    "memory": offload_arguments,
    "moments": drop_arguments,
    "pairs": scale,
    "places": scale,
    "policy": remat,
    "rank": scale_or_resize,
    "real": cast_all,
    "room": scale,
    "rows": scale,
    "state": cast_arguments,
    "state_cut": shard_arguments,
    "steps": scale,
    "tokens": scale,
    "vocabulary": resize_arguments,
    "whole": cast_arguments,
    "width": resize_arguments,
    # A cache, weights and data that are converted where they are read, or an optimizer
    # alone.
    ("bayes-nuts", "real"): cast_arguments,
    ("kv-cache", "dtype"): cast_arguments,
    ("kv-cache-loop", "dtype"): cast_arguments,
    ("mistral-generate", "dtype"): cast_arguments,
    ("optimizer", "dtype"): cast_arguments,
    ("quantized", "dtype"): cast_arguments,
    ("qwen-flash", "dtype"): cast_arguments,
}
# Names that say something else there: no size, or of what no argument tells.
RESTRUCTURED = {
    ("beam-search", "steps"),
    ("element-types", "rank"),
    ("gradient-accumulation", "dtype"),
    ("linear-algebra", "batch"),
    ("many-arguments", "length"),
    ("point-cloud", "columns"),
    ("state-space", "steps"),
    ("switch", "count"),
}
# What `scale` finds without an argument: the number of the dimension.
NAMED = {"batch": 0, "length": 1}
ADVICE = {"batch": "HalfBatch", "length": "HalfLength"}

# Of a pass whose change the one before it has made already.
SO_ALREADY = "all these values are so already"

Rows = dict[tuple[str, str], list[Result]]
Unknown = dict[tuple[str, str], Counter[str]]


def find_planner(program: str, argument: str) -> Planner | None:
    if (program, argument) in RESTRUCTURED:
        return None
    return TRANSFORMS.get((program, argument), TRANSFORMS.get(argument))


def donate_too(change: Change, plan: Plan) -> Plan | None:
    """The plan, from the program that does not donate yet."""
    start = change.undonated
    if start is None or plan.before is not change.base:
        return None
    data = read(start.path)
    donated = read_donated(read(plan.after.path)) - read_donated(data)
    if not donated:
        return None
    arguments = read_arguments(data)
    values = name_all([arguments[number] for number in sorted(donated)])
    planner = find_planner(change.program, change.argument)
    assert planner is not None
    value = Version(start.path, plan.before.value, False)
    versions = [value, plan.after]
    again = Change(change.program, change.device, change.argument, versions, None)
    for other in planner(again, value, plan.after):
        if other.before is value:
            passes = f"donate<values={values}>,{other.passes}"
            return Plan("donate and " + plan.row, "", passes, value, plan.after)
    return None


def make_plans(change: Change, planner: Planner) -> list[Plan]:
    plans = []
    for other in change.versions[1:]:
        plans += planner(change, change.base, other)
    # Of several versions the same plan may come more than once.
    plans = list(dict.fromkeys(plans))
    composed = [donate_too(change, plan) for plan in plans]
    return plans + [plan for plan in composed if plan is not None]


def predict(
    tool: str, path: str, backend: str, passes: str
) -> tuple[int, str] | str:
    """What space 0 would take and the precision, or why that is unknown."""
    after: int | None = None
    precision = ""
    unchanged = ""
    remarks, error = ask(tool, path, backend, passes)
    for remark in remarks:
        found: dict[str, Any] = remark["args"]
        if found.get("Why") == SO_ALREADY:
            unchanged = SO_ALREADY
        elif "Why" in found:
            return str(found["Why"])
        if found.get("Space") == 0 and "After" in found:
            after = int(found["After"])
            precision = found.get("Precision", "")
    if error or after is None:
        # The message without the file.
        return error.rpartition(".hlo.pb: ")[2] or unchanged or "no prediction"
    return after, precision


def is_advised(tool: str, path: str, backend: str, advice: str) -> bool:
    remarks = ask(tool, path, backend, "advise<effort=0>")[0]
    return any(r["name"] == advice and "Saves" in r["args"] for r in remarks)


def run(tool: str, backend: str, plan: Plan) -> Result | str:
    before, after = plan.before.path, plan.after.path
    if plan.advice and not is_advised(tool, before, backend, plan.advice):
        return "no advice about it"
    found = predict(tool, before, backend, plan.passes)
    if isinstance(found, str):
        return found
    old, new = read(before), read(after)
    total = sum_space(old)
    passes = plan.passes + ",print"
    return Result(
        f"{plan.before.name} to {plan.after.name.rpartition('-jax')[0]}",
        total,
        sum_space(new) - total,
        found[0] - total,
        sum_space(new, "parameter") - sum_space(old, "parameter"),
        print_allocations(tool, before, backend, passes)
        == print_allocations(tool, after, backend, "print"),
        stated=found[1],
    )


@dataclass
class Comparison:
    """Of all pairs, by the row of the table and the backend."""

    rows: Rows
    unknown: Unknown
    """How often for which reason."""
    transforms: dict[str, str]
    """Those in the program's table, by row; empty if it does not have that one."""
    restructured: Counter[tuple[str, str]]
    """Pairs that no transform makes, by argument and backend."""
    unknown_groups: Counter[Key]


def compare(tool: str, folders: list[str]) -> Comparison:
    of = Comparison(
        defaultdict(list),
        defaultdict(Counter),
        {},
        Counter(),
        Counter(),
    )
    for change in find_changes(folders):
        backend = get_backend(change.device)
        planner = find_planner(change.program, change.argument)
        plans = make_plans(change, planner) if planner else []
        if not plans:
            of.restructured[change.argument, backend] += len(change.versions) - 1
        for plan in plans:
            of.transforms[plan.row] = plan.transform
            result = run(tool, backend, plan)
            if isinstance(result, str):
                of.unknown[plan.row, backend][result] += 1
                group = get_group(change.base.name)
                of.unknown_groups[group, plan.row, backend] += 1
                continue
            of.rows[plan.row, backend].append(result)
    return of


HEADER = """\
| change | backend | pairs | unknown | to the byte | all allocations | median \
| 90th percentile | of the total | wrong sign | naive: median | 90th percentile |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
"""


def make_row(key: tuple[str, str], results: list[Result], unknown: int) -> str:
    errors = [r.error_of_total for r in results]
    return make_line(
        [
            *key,
            len(results) + unknown,
            unknown,
            sum(r.predicted == r.real for r in results),
            sum(r.is_equal for r in results),
            show(get_error(results, 0.5)) if results else "",
            show(get_error(results)) if results else "",
            show(percentile(errors, 0.9)) if results else "",
            sum(r.has_wrong_sign for r in results),
            show(get_naive_error(results, 0.5)),
            show(get_naive_error(results)),
        ]
    )


def make_table(rows: Rows, unknown: Unknown) -> str:
    return HEADER + "".join(
        make_row(key, rows.get(key, []), sum(unknown.get(key, Counter()).values()))
        for key in sorted(set(rows) | set(unknown))
    )


def sum_up(of: Comparison) -> str:
    """The table of the transforms in the program's table."""
    rows: Rows = defaultdict(list)
    unknown: Unknown = defaultdict(Counter)
    for key, results in of.rows.items():
        if of.transforms[key[0]]:
            rows[of.transforms[key[0]], key[1]] += results
    for key, reasons in of.unknown.items():
        if of.transforms[key[0]]:
            unknown[of.transforms[key[0]], key[1]] += reasons
    return make_table(rows, unknown)


def list_precisions(of: Comparison) -> str:
    """The lines of the program's table."""
    found: dict[str, dict[str, list[Result]]] = defaultdict(lambda: defaultdict(list))
    for (row, backend), results in of.rows.items():
        found[of.transforms[row]][backend] += results
    return "".join(make_precisions(name, found[name]) for name in sorted(found) if name)


def make_section(of: Comparison) -> str:
    text = SECTION + sum_up(of) + ROWS + make_table(of.rows, of.unknown) + MISSED
    for row, backend in sorted(of.rows):
        results = of.rows[row, backend]
        for r in sorted(results, key=lambda r: (-r.error, r.name)):
            if r.predicted != r.real:
                cells = [row, r.name, r.predicted, r.real, r.naive, show(r.error)]
                text += make_line(cells)
    text += UNKNOWN
    for (row, backend), reasons in sorted(of.unknown.items()):
        for why, count in sorted(reasons.items()):
            text += make_line([row, backend, count, why])
    for (argument, backend), count in sorted(of.restructured.items()):
        text += make_line([argument, backend, count, "another program"])
    return text


SECTION = f"""\
## Other changes

Pairs of programs of `utils/make-dumps` that differ in one argument of their `build()`.
The transform of one program that should make the other is compared with it. The naive
rule takes the change of the arguments for that of all. "cast arguments": those whose
type differs, to the narrower one; "cast all": `values=all`, of which the program says
nothing, since what a program computes in a wider type than its arguments' is unknown
until they are narrow. "donate and ...": both transforms, of a program that does not
donate. Wrong sign: memory would be saved where it was not, or the other way round. Of
`remat` on a TPU changes of less than {THRESHOLDS["TpuLeastOfCheckpointMiB"]} MiB are not
predicted: they count as unknown.

"""

ROWS = """
In parts, with what has no line in the program's table:

"""

MISSED = """
What was not predicted to the byte, as changes in bytes:

| change | from and to | predicted | real | naive | error |
|---|---|---:|---:|---:|---:|
"""

UNKNOWN = """
What has no prediction, by the change, or by the argument of `build()` where no transform
makes the other program:

| change | backend | pairs | why |
|---|---|---:|---|
"""


def report(tool: str, folders: list[str]) -> Report | None:
    """Prints the table, and what was not predicted to the byte; None if there is no
    pair."""
    of = compare(tool, folders)
    if not of.rows and not of.unknown:
        print("what_if.py: no pairs in", ", ".join(folders), file=sys.stderr)
        return None
    for (row, _), results in of.rows.items():
        print_missed(row + ": ", results)
    print(sum_up(of) + "\n" + make_table(of.rows, of.unknown), end="")
    section = make_section(of)
    return Report(section, list_precisions(of), of.rows, of.unknown_groups)


def main() -> int:
    parser = make_parser(__doc__, "where X.hlo.pb lie")
    arguments = parser.parse_args()
    return 0 if report(arguments.tool, arguments.folders) else 1


if __name__ == "__main__":
    sys.exit(main())
