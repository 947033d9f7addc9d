"""Compares the tables of dumps with the reports on them, and sums them up again.

Usage: check-tables.py TOOL SCHEMA [--pairs FOLDER...] INPUT...

An INPUT is a dump. Folders have dumps in both forms, X.hlo.pb.gz and
X-buffer-assignment.txt.gz, whose tables must also be equal: the rows have the same keys,
and what both forms tell is the same. Every
line of `jsonl` keeps the schema, rows have the keys that Tables.td gives them, links
between tables lead somewhere, and what `spaces`, `peak`, `alias` and `advise` report
follows from `allocations`, `values`, `live_ranges`, `loops` and `changes`.
"""

import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

KEYS = {
    "modules": (),
    "spaces": ("space",),
    "allocations": ("allocation",),
    "values": ("value",),
    "live_ranges": ("value",),
    "instructions": ("instruction",),
    "loops": ("instruction",),
    "uses": None,
    "parts": None,
    "changes": ("change",),
    "contents": ("value",),
}
CHANGE = ("class", "change", "precision", "saves", "needed")
TYPES = {"integer": int, "string": str, "boolean": bool, "null": type(None)}
# By text alone, less is known of what these rest on.
MAY_DIFFER = {"parts", "changes", "contents"}
# Live ranges of asynchronous collectives that are not calculated as XLA does: see
# docs/HloProto.md.
OTHER_RANGES = re.compile(r"/collectives-(tiny-)?h100-80gb-jax0\.12\.")
# Columns of `modules` that tell of the files.
OF_FILES = {"identity", "path"}
failures = []


def fail(*what):
    failures.append(" ".join(str(part) for part in what))


def run(tool, *arguments):
    done = subprocess.run(
        [tool, "-no-verify", *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode:
        fail(arguments, "exit", done.returncode, done.stderr.strip()[:200])
    return [json.loads(line) for line in done.stdout.splitlines()]


def check_schema(row, schema):
    definition = schema["$defs"].get(row["table"])
    if not definition:
        fail("no table", row["table"])
        return
    columns = definition["properties"]
    if set(row) != set(definition["required"]) or set(row) != set(columns):
        fail("columns of", row["table"], sorted(set(row) ^ set(columns)))
    for name, value in row.items():
        column = columns[name]
        types = column.get("type", "string")
        types = types if isinstance(types, list) else [types]
        if type(value) not in [TYPES[t] for t in types]:
            fail(row["table"], name, repr(value), "is no", types)
        if type(value) is int and value < column["minimum"]:
            fail(row["table"], name, "is", value)
        if value not in column.get("enum", [value]):
            fail(row["table"], name, "is", value)


def read_tables(tool, schema, path):
    """Rows by module and table."""
    modules = defaultdict(lambda: defaultdict(list))
    for row in run(tool, "-passes=jsonl", path):
        check_schema(row, schema)
        modules[row["module"]][row["table"]].append(row)
    return modules


def get_key(row, table):
    return tuple(row[name] for name in KEYS[table])


def check_keys(tables):
    for table, key in KEYS.items():
        if key is not None and len({get_key(r, table) for r in tables[table]}) != len(
            tables[table]
        ):
            fail("keys of", table)
    for table, column, target in [
        ("allocations", "space", "spaces"),
        ("values", "allocation", "allocations"),
        ("values", "instruction", "instructions"),
        ("live_ranges", "value", "values"),
        ("uses", "value", "values"),
        ("parts", "space", "spaces"),
    ]:
        known = {row[column] for row in tables[target]}
        lost = [row[column] for row in tables[table] if row[column] not in known]
        if lost:
            fail(table, "refers to", lost[:3], "of", target)


def live_bytes(slices):
    """The bytes of [begin, end) intervals, each byte once."""
    size = end = 0
    for begin, stop in sorted(slices):
        size += max(0, stop - max(begin, end))
        end = max(end, stop)
    return size


def sum_space(tables, space):
    """What `allocations`, `values` and `live_ranges` say of a memory space."""
    own = {
        a["allocation"]: a
        for a in tables["allocations"]
        if a["space"] == space and a["kind"] != "thread-local"
    }
    ranges = {r["value"]: r for r in tables["live_ranges"]}
    values = [v for v in tables["values"] if v["allocation"] in own and v["size"]]
    known = [(v, ranges[v["value"]]) for v in values if v["value"] in ranges]
    peak, at = 0, 0
    for position in sorted({r["first"] for _, r in known}):
        live = defaultdict(list)
        for v, r in known:
            if r["first"] <= position <= r["last"]:
                live[v["allocation"]].append(
                    (v["byte_offset"], v["byte_offset"] + v["size"])
                )
        size = sum(live_bytes(slices) for slices in live.values())
        if size > peak:
            peak, at = size, position
    return sum(a["size"] for a in own.values()), peak, at


def check_sums(tables):
    module = tables["modules"][0]
    for name, table in [("allocation_count", "allocations"), ("value_count", "values")]:
        if module[name] != len(tables[table]):
            fail(name, module[name], "!=", len(tables[table]))
    if module["allocated"] != sum(a["size"] for a in tables["allocations"]):
        fail("allocated", module["allocated"])
    for a in tables["allocations"]:
        count = sum(v["allocation"] == a["allocation"] for v in tables["values"])
        if count != a["value_count"]:
            fail("values of", a)
    for s in tables["spaces"]:
        allocated, peak, at = sum_space(tables, s["space"])
        if allocated != s["allocated"]:
            fail("allocated", allocated, "!=", s)
        if s["peak"] is not None and (peak, at) != (s["peak"], s["peak_position"]):
            fail("peak", peak, at, "!=", s)
        parts = sum(p["bytes"] for p in tables["parts"] if p["space"] == s["space"])
        if parts != s["allocated"]:
            fail("parts", parts, "!=", s)


def check_reports(tool, path, tables):
    spaces = {s["space"]: s for s in tables["spaces"]}
    loops = {loop["instruction"]: loop for loop in tables["loops"]}
    changes, bounds = {}, {}
    for c in tables["changes"]:
        if c["bound"] is None:
            changes[c["change"]] = {k: c[k] for k in CHANGE}
        else:
            bounds[c["change"]] = (c["bound"], c["why"])
    seen = set()
    for remark in run(tool, "-passes=spaces,peak,alias<top=0>,advise<top=0>", "-format=json", path):
        args = remark["args"]
        if remark["name"] in ("SpaceTotal", "PeakAt", "SpaceTotalUnknown"):
            space = spaces[args["Space"]]
            seen.add(remark["name"])
            for column, argument in [
                ("allocated", "Allocated"),
                ("peak", "Peak"),
                ("peak_position", "At"),
            ]:
                if argument in args and space[column] != args[argument]:
                    fail(remark["name"], argument, args[argument], "!=", space)
        elif {"Saves", "Needed", "Precision", "Change"} <= set(args):
            seen.add("advise")
            told = {k: args[k.capitalize()] for k in CHANGE}
            if changes.pop(args["Change"], None) != told:
                fail("changes", told)
        elif remark["name"] == "AdviceWithoutNumber":
            seen.add("AdviceWithoutNumber")
            if bounds.pop(args["Change"], None) != (args["AtMost"], args["Why"]):
                fail("bound", args)
        elif remark["name"] == "AdviceKeptForBackward":
            seen.add("AdviceKeptForBackward")
            told = changes.pop("CheckpointLayers", None)
            if not told or (told["precision"], told["saves"]) != ("about", args["Size"]):
                fail("layers", args, "!=", told)
        elif remark["name"] == "LoopFound":
            seen.add("LoopFound")
            loop = loops[args["Loop"]]
            if (loop["leaf_count"], loop["copied_count"]) != (
                args["Count"],
                args["Copied"],
            ):
                fail("LoopFound", args, "!=", loop)
        elif remark["name"] == "LoopCopies":
            loop = loops[args["Loop"]]
            if (loop["copy_count"], loop["copy_bytes"]) != (args["Count"], args["Size"]):
                fail("LoopCopies", args, "!=", loop)
    if changes or bounds:
        fail("changes that are not advised", changes, bounds)
    return seen


def check_forms(item, text, proto):
    for table, key in KEYS.items():
        if table in MAY_DIFFER or (table == "live_ranges" and OTHER_RANGES.search(item)):
            continue
        if key is None:
            sides = [
                sorted(tuple(sorted(r.items())) for r in side[table])
                for side in (text, proto)
            ]
            if sides[0] != sides[1]:
                fail(table, "differ in the two forms")
            continue
        rows = [{get_key(r, table): r for r in side[table]} for side in (text, proto)]
        if set(rows[0]) != set(rows[1]):
            fail(table, "rows of one form:", sorted(set(rows[0]) ^ set(rows[1]))[:3])
        for name in set(rows[0]) & set(rows[1]):
            for column, value in rows[0][name].items():
                if column in OF_FILES:
                    continue
                other = rows[1][name][column]
                if value != other and None not in (value, other):
                    fail(table, name, column, repr(value), "!=", repr(other))


def find_pairs(folder):
    for proto in sorted(Path(folder).glob("*.hlo.pb.gz")):
        text = str(proto)[: -len(".hlo.pb.gz")] + "-buffer-assignment.txt.gz"
        if Path(text).exists():
            yield [text, str(proto)]


def main():
    tool, schema_file, *inputs = sys.argv[1:]
    with open(schema_file, encoding="utf-8") as file:
        schema = json.load(file)
    if inputs[0] == "--pairs":
        items = [pair for folder in inputs[1:] for pair in find_pairs(folder)]
    else:
        items = [[path] for path in inputs]
    module_count, reports = 0, set()
    for paths in items:
        forms = []
        before = len(failures)
        for path in paths:
            ((name, tables),) = read_tables(tool, schema, path).items()
            module_count += 1
            check_keys(tables)
            check_sums(tables)
            reports |= check_reports(tool, path, tables)
            forms.append((name, tables))
        if len(forms) == 2:
            if forms[0][0] != forms[1][0]:
                fail("names", forms[0][0], forms[1][0])
            check_forms(paths[0], forms[0][1], forms[1][1])
        failures[before:] = [paths[0] + ": " + f for f in failures[before:]]
    for failure in failures[:50]:
        print(failure)
    print(
        "%d modules, %d failures; compared: %s"
        % (module_count, len(failures), ", ".join(sorted(reports)))
    )
    return bool(failures)


sys.exit(main())
