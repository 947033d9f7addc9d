"""Sums the parts of dumps again, from the tables.

check-parts.py HLO-MEM-OPT INPUT...: of each module and memory space the parts add up to
what is allocated; padding is what buffers that are live at the peak have more than their
elements; results that are not yet written are free bytes of outputs; and gaps are the
other free bytes: fragmentation where most of the allocation is live, and below it those
that are live there, with that position. All but the first is not checked where some
values have no live range. Prints how many spaces were checked, and in how many all was;
exit status 1 if a sum is wrong.
"""

import collections
import itertools
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

Row = dict[str, Any]
PIPELINE = "jsonl<tables=spaces,allocations,values,live_ranges,parts>"


def read_modules(program: str, inputs: list[str]) -> Iterator[dict[str, list[Row]]]:
    """Yields the tables of each module."""
    command = [program, "-no-verify", f"-passes={PIPELINE}", *inputs]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        rows = (json.loads(line) for line in run.stdout)
        for _, of_module in itertools.groupby(rows, lambda row: row["module"]):
            tables: dict[str, list[Row]] = collections.defaultdict(list)
            for row in of_module:
                tables[row["table"]].append(row)
            yield tables


def find_buffers(values: list[Row]) -> Iterator[tuple[int, int]]:
    """Yields size and padding of each run of values that share bytes."""
    end = 0
    run: list[Row] = []
    for value in [*sorted(values, key=lambda v: v["byte_offset"]), None]:
        if run and (value is None or value["byte_offset"] >= end):
            size = end - run[0]["byte_offset"]
            logical = [v["logical"] for v in run]
            filled = size if None in logical else min(size, max(logical))
            yield size, size - filled
            run = []
        if value is not None:
            run.append(value)
            end = max(end, value["byte_offset"] + value["size"])


def find_load(values: list[Row]) -> tuple[int, int]:
    """Returns the most bytes that are live at once, and the first such position."""
    edges = {v["byte_offset"] for v in values}
    edges |= {v["byte_offset"] + v["size"] for v in values}
    borders = sorted(edges)
    number = {border: i for i, border in enumerate(borders)}
    events: dict[int, list[tuple[int, Row]]] = collections.defaultdict(list)
    for value in values:
        events[value["first"]].append((1, value))
        events[value["last"] + 1].append((-1, value))
    owners = [0] * len(borders)
    live = most = at = 0
    for position in sorted(events):
        for change, value in events[position]:
            begin, end = value["byte_offset"], value["byte_offset"] + value["size"]
            for i in range(number[begin], number[end]):
                before, owners[i] = owners[i], owners[i] + change
                if 0 in (before, owners[i]):
                    live += change * (borders[i + 1] - borders[i])
        if live > most:
            most, at = live, position
    return most, at


def check_space(space: Row, tables: dict[str, list[Row]]) -> tuple[bool, list[str]]:
    """Returns whether all could be checked, and the sums that are wrong."""
    allocations = [
        a
        for a in tables["allocations"]
        if a["space"] == space["space"] and a["kind"] != "thread-local"
    ]
    parts = [p for p in tables["parts"] if p["space"] == space["space"]]
    allocated = sum(a["size"] for a in allocations)
    checks: list[tuple[str, Any, Any]] = [
        ("allocated", space["allocated"], allocated),
        ("parts", sum(p["bytes"] for p in parts), allocated),
    ]
    values: dict[int, list[Row]] = collections.defaultdict(list)
    for value in tables["values"]:
        if value["size"] != 0:
            values[value["allocation"]].append(value)
    ranges = {r["value"]: r for r in tables["live_ranges"]}
    of_space = [v for a in allocations for v in values[a["allocation"]]]
    peak = space["peak_position"]
    is_known = bool(space["peak"]) and all(v["value"] in ranges for v in of_space)
    if is_known:
        padding = unwritten = 0
        gaps: dict[str, int] = collections.Counter()
        for allocation in allocations:
            own = [{**v, **ranges[v["value"]]} for v in values[allocation["allocation"]]]
            now = [v for v in own if v["first"] <= peak <= v["last"]]
            buffers = list(find_buffers(now))
            live = sum(size for size, _ in buffers)
            padding += sum(more for _, more in buffers)
            if live == allocation["size"]:
                continue
            if allocation["kind"] == "output":
                unwritten += allocation["size"] - live
                continue
            load, at = find_load(own)
            gaps["fragmentation" if own else "None"] += allocation["size"] - load
            is_alone = "parameter" in allocation["kind"] or len(own) == 1
            gaps["not in use" if is_alone else f"position {at}"] += load - live
        told: dict[str, int] = collections.Counter()
        for part in parts:
            if part["kind"] == "gaps":
                detail = str(part["detail"]).removeprefix("most in use at ")
                told[detail.split(",")[0].split(" or ")[0]] += part["bytes"]
        of_results = [p for p in parts if p["detail"] == "not yet written"]
        checks += [
            ("padding", sum(p["bytes"] for p in parts if p["kind"] == "padding"), padding),
            ("unwritten", sum(p["bytes"] for p in of_results), unwritten),
            ("gaps", +told, +gaps),
        ]
    return is_known, [f"{what}: {a} is not {b}" for what, a, b in checks if a != b]


def main() -> int:
    """Checks all inputs."""
    program, *inputs = sys.argv[1:]
    checked = known = wrong = 0
    for tables in read_modules(program, inputs):
        for space in tables["spaces"]:
            is_known, mistakes = check_space(space, tables)
            checked += 1
            known += is_known
            wrong += len(mistakes)
            for mistake in mistakes:
                print(f"{space['module']}: space {space['space']}: {mistake}")
    print(f"{checked} spaces checked, {known} of them at the peak")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
