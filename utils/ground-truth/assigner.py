#!/usr/bin/env python3
# ===- assigner.py - XLA's assignment against its replay -------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares the assignment in X.hlo.pb with what `-passes=replay` makes of its program.

The assignment is read here, not by the tool: an allocation is equal if its number,
size, memory space and kind are, and with them the offset and size of every value.
The table has a row for each device and release. With --text the tool has only the text
files beside X.hlo.pb, the program among them.

Exits with 1 if some allocation differs or a file cannot be replayed.
"""

from __future__ import annotations

import collections
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

from dumps import hlo_proto
from forms import PROTO, find_release, make_parser

TPU = re.compile(r"tpu|v\d")
COLUMNS = ("dumps", "exact", "equal totals", "allocations", "equal allocations")


@dataclass
class Block:
    """An allocation, by what is compared."""

    size: int
    space: int
    kind: str
    values: dict[str, tuple[int, int]] = field(default_factory=dict)


def name_value(value: hlo_proto.Value) -> str:
    """As the tool calls it: with an index where the instruction has a tuple."""
    return "%s{%s}" % (value.name, ",".join(map(str, value.index)))


def name_kind(block: hlo_proto.Allocation) -> str:
    words = [
        word
        for word, applies in (
            ("parameter", block.parameter),
            ("constant", block.constant),
            ("thread-local", block.thread_local),
            ("live-out", block.live_out),
        )
        if applies
    ]
    return ", ".join(words) or "temporary"


def read_recorded(data: bytes) -> list[Block]:
    """The allocations of an HloProto."""
    assignment = hlo_proto.parse(data)
    if assignment is None:
        return []
    blocks = []
    for allocation in sorted(assignment.allocations, key=lambda a: a.index):
        block = Block(allocation.size, allocation.color, name_kind(allocation))
        for number, slice_ in allocation.slices.items():
            name = name_value(assignment.values[number])
            block.values[name] = (slice_.offset, slice_.size)
        blocks.append(block)
    return blocks


def link_texts(path: str, folder: str) -> str:
    """Links the text files beside an HloProto to the folder, and names the dump there."""
    home, stem = os.path.split(os.path.abspath(PROTO.sub("", path)))
    text = re.compile(
        re.escape(stem) + r"(-buffer-assignment.*|-live-range)?\.txt(\.gz)?"
    )
    for name in sorted(os.listdir(home)):
        if text.fullmatch(name):
            os.symlink(os.path.join(home, name), os.path.join(folder, name))
    return folder


def read_replayed(tool: str, path: str, backend: str) -> tuple[list[Block], str]:
    """The allocations of the replay, or why there are none."""
    command = [tool, "-format=json", "-passes=replay<list=all>", "-no-verify"]
    command += ["-backend=" + backend, path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return [], done.stderr.strip() or "exit status %d" % done.returncode
    blocks: list[Block] = []
    for line in done.stdout.splitlines() + done.stderr.splitlines():
        if not line.startswith("{"):
            continue
        remark = json.loads(line)
        found = remark["args"]
        if remark["name"] in ("ReplayNotApplicable", "ReplayArenasOnly"):
            return [], found["Why"]
        if remark["name"] == "ReplayAllocation":
            kind = re.sub(r"^parameter \d+ \{[\d,]*\}", "parameter", found["Kind"])
            blocks.append(Block(found["Size"], found["Space"], kind))
        elif remark["name"] == "ReplayValue" and blocks:
            name = found["Value"] + ("" if found["Value"].endswith("}") else "{}")
            values = blocks[found["Allocation"]].values
            values[name] = (found["Offset"], found["Size"])
    return blocks, ""


def sum_blocks(blocks: list[Block]) -> int:
    return sum(b.size for b in blocks if "thread-local" not in b.kind)


def find_protos(folders: list[str]) -> list[str]:
    found = []
    for folder in folders:
        for root, _, names in sorted(os.walk(folder)):
            found += [os.path.join(root, n) for n in sorted(names) if PROTO.search(n)]
    return found


def compare(tool: str, path: str, is_text: bool, row: collections.Counter[str]) -> bool:
    device = find_release(path)[0]
    backend = "cpu" if device == "cpu" else "tpu" if TPU.match(device) else "gpu"
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rb") as file:
        recorded = read_recorded(file.read())
    if not recorded:
        return True
    with tempfile.TemporaryDirectory() as folder:
        dump = link_texts(path, folder) if is_text else path
        replayed, problem = read_replayed(tool, dump, backend)
    equal = sum(a == b for a, b in zip(recorded, replayed))
    is_exact = equal == len(recorded) == len(replayed)
    row["dumps"] += 1
    row["exact"] += is_exact
    row["equal totals"] += sum_blocks(recorded) == sum_blocks(replayed)
    row["allocations"] += len(recorded)
    row["equal allocations"] += equal
    if not is_exact:
        why = problem or "%d of %d allocations" % (equal, len(recorded))
        print("%s: %s" % (path, why), file=sys.stderr)
    return is_exact


def print_table(
    rows: dict[tuple[str, str], collections.Counter[str]],
    columns: tuple[str, ...] = COLUMNS,
) -> None:
    """A row for each device and release, and their sum."""
    print("| device | jax | %s |" % " | ".join(columns))
    print("|---|---|%s" % ("---:|" * len(columns)))
    whole: collections.Counter[str] = collections.Counter()
    for (device, release), row in sorted(rows.items()):
        cells = " | ".join(str(row[c]) for c in columns)
        print("| %s | %s | %s |" % (device, release, cells))
        whole.update(row)
    print("| all | | %s |" % " | ".join(str(whole[c]) for c in columns))


def main() -> int:
    parser = make_parser(__doc__, "where X.hlo.pb lie")
    parser.add_argument(
        "--text", action="store_true", help="replay the text files beside X.hlo.pb"
    )
    arguments = parser.parse_args()
    rows: dict[tuple[str, str], collections.Counter[str]] = collections.defaultdict(
        collections.Counter
    )
    protos = find_protos(arguments.folders)
    if not protos:
        parser.error("no X.hlo.pb in %s" % ", ".join(arguments.folders))
    is_exact = True
    for path in protos:
        is_exact &= compare(
            arguments.tool, path, arguments.text, rows[find_release(path)]
        )
    print_table({key: row for key, row in rows.items() if row["dumps"]})
    return 0 if is_exact else 1


if __name__ == "__main__":
    sys.exit(main())
