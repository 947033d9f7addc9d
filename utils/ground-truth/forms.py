#!/usr/bin/env python3
# ===- forms.py - The binary form of a dump against its text ---------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares what hlo-mem-opt makes of X.hlo.pb with the text dump beside it.

The text is XLA's own. From the proto the same text is printed, part by part, and
compared byte by byte; what a part holds in no fixed order, the users of a value, is
also compared without that order. The reports of both are compared as they are
printed. The table has a row for each device and release, or with --by-program one for
each program, which counts for each device in how many dumps nothing differs.

Exits with 1 if some allocation, live range or report differs.
"""

import argparse
import collections
import difflib
import glob
import os
import re
import subprocess
import sys
import tempfile

PROTO = re.compile(r"\.hlo\.pb(\.gz|\.zst)?$")
# `NAME-DEVICE-jaxVERSION.hlo.pb`, or a folder `DEVICE-VERSION` above it.
# As make-dumps names devices: "v5e-2x4" is a TPU with a topology.
DEVICE = r"cpu|(?:tpu7x|v\d[a-z]*)(?:-\d+(?:x\d+)+)?|[a-z]+\d+(?:-\d+gb)?"
NAMED = re.compile("-(" + DEVICE + r")-jax(\d[\d.]*?)\.hlo\.pb")
FOLDER = re.compile(r"/(cpu|tpu7x|v\d[a-z]*|[a-z]+\d+)-(\d[\d.]*)/")
SIZE = re.compile(r"-(tiny|small|large)(-.*)?$")
SOURCE = re.compile(rb"/(?!/)[\w/.-]*/(\w[\w-]*\.py)")
USES = re.compile(r" uses:\n((?:  .*\n)*)")
PARTS = ("allocations", "live-range", "values")
REPORTS = (
    # All rows: how many there is room for depends on other lines.
    "summary<top=0>",
    "peak",
    "frag",
    "alias",
    "attribute",
    "attribute<by=scope>",
    "attribute<by=opcode>",
    "liveness",
    "padding",
    "spaces",
    "thread-local",
)
# What a proto may not tell, and says so: how jax 0.7.0 and earlier list the peak, and
# when asynchronous values begin where jax 0.10 and 0.12 look alike.
MARKED = re.compile(
    r"adds up to is unknown|^ +\? .* all, as XLA prints it|unknown release of XLA",
    flags=re.MULTILINE,
)
UNKNOWN_RELEASE = re.compile("adds up to is unknown|unknown release of XLA")
OF_LIST = re.compile(r"^.*(XLA's list|as XLA prints it).*\n", flags=re.MULTILINE)
COLUMNS = (
    "programs",
    "refused",
    "allocations",
    "live-range",
    "peak list",
    "tree",
    "values",
    "values but for the order of uses",
    "reports",
    "reports equal or marked",
)
# What is equal in a dump of which --by-program says so, and what of it depends on the
# release, where the proto says that it does not tell it.
NEEDED = tuple(c for c in COLUMNS[2:] if c not in ("values", "reports"))
OF_RELEASE = ("allocations", "live-range", "peak list", "tree", COLUMNS[7])
# Earlier ones print the types of operands, which print does not.
FIRST_PRINTED = (0, 5, 3)


def find_pairs(folders: list[str]) -> list[tuple[str, str]]:
    """Every proto, with the text of its allocations."""
    pairs = []
    for folder in folders:
        for root, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                match = PROTO.search(name)
                if not match:
                    continue
                stem = os.path.join(root, name[: match.start()])
                for ending in ("", ".gz", ".zst"):
                    text = stem + "-buffer-assignment.txt" + ending
                    if os.path.exists(text):
                        pairs.append((os.path.join(root, name), text))
                        break
    return pairs


def restore_folders(proto: str, text: str, folder: str) -> str:
    """A copy of the text in which sources have the folders that the proto has.

    make-dumps takes the folders of its programs out of texts. Empty where two
    sources have one name, so that they cannot be told apart any more.
    """
    with open(proto, "rb") as file:
        found = {(m[1], m[0]) for m in SOURCE.finditer(file.read())}
    stem = re.sub(r"-buffer-assignment\.txt(\.gz|\.zst)?$", "", text)
    if not found or not text.endswith(".txt"):
        return text
    contents = {}
    for name in glob.glob(glob.escape(stem) + "[-.]*"):
        if not PROTO.search(name):
            with open(name, "rb") as file:
                contents[os.path.basename(name)] = file.read()
    full: dict[bytes, bytes] = {}
    for short, path in found:
        if any(b'"' + short + b'"' in content for content in contents.values()):
            if short in full:
                return ""
            full[short] = path
    for name, content in contents.items():
        for short, path in full.items():
            content = content.replace(b'"' + short + b'"', b'"' + path + b'"')
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
    return os.path.join(folder, os.path.basename(text))


def find_release(path: str) -> tuple[str, str]:
    """Device and release, as the names tell them."""
    match = NAMED.search(os.path.basename(path)) or FOLDER.search(os.path.abspath(path))
    return (match[1], match[2]) if match else ("?", "?")


def find_program(path: str) -> str:
    """The program of make-dumps, as the name or the folder tells it."""
    name = os.path.basename(path)
    match = NAMED.search(name)
    if match:
        return SIZE.sub("", name[: match.start()])
    return os.path.basename(os.path.dirname(os.path.abspath(path)))


class Tool:
    """The program that is tested."""

    def __init__(self, path: str) -> None:
        self._path = path

    def run(self, passes: str, file: str) -> tuple[int, str]:
        """The exit status, and what is printed, without the name of the file."""
        process = subprocess.run(
            [self._path, "-width=0", "-passes=" + passes, file],
            capture_output=True,
            check=False,
            encoding="utf-8",
            errors="surrogateescape",
        )
        text = process.stdout + (process.stderr if process.returncode else "")
        stem = re.sub(r"(-buffer-assignment\.txt|\.hlo\.pb)(\.gz|\.zst)?$", "", file)
        text = re.sub(re.escape(stem) + r"[^\s:']*", "FILE", text)
        # The format is told by the lines of a text, or by the fields of a proto.
        text = re.sub("format of [^ ]*", "format of some release", text)
        # Places in a text that a proto does not have.
        return process.returncode, re.sub(
            r"^FILE(:\d+:\d+)?: ", "", text, flags=re.MULTILINE
        )


def split_peak(text: str) -> tuple[str, str, str]:
    """The live ranges, XLA's list of its peak, and the tree behind it."""
    ranges, head, peak = text.partition("  Live ranges at ")
    listed, tree_head, tree = (head + peak).partition("  Stack trace breakdown")
    return ranges, listed, tree_head + tree


def without_order(text: str) -> str:
    """The text with the uses of each value sorted."""
    return USES.sub(lambda m: " uses:\n" + "".join(sorted(m[1].splitlines(True))), text)


def without_list(text: str) -> str:
    """The report without what it says of XLA's list, and of columns' widths."""
    return re.sub(" +", " ", OF_LIST.sub("", text))


class Comparison:
    """What is equal in one pair, and how what is not differs."""

    def __init__(self, tool: Tool, proto: str, text: str, release: str) -> None:
        self.equal: dict[str, bool] = {}
        self.differences: list[str] = []
        numbers = tuple(int(n) for n in re.findall(r"\d+", release))
        self.knows_release = not numbers or numbers >= FIRST_PRINTED
        for part in PARTS:
            wanted = tool.run(f"print<part={part}>", text)
            found = tool.run(f"print<part={part}>", proto)
            if part == "live-range":
                ranges = split_peak(wanted[1]), split_peak(found[1])
                self._note("live-range", ranges[0][0], ranges[1][0])
                self._note("peak list", ranges[0][1], ranges[1][1])
                self._note("tree", ranges[0][2], ranges[1][2])
                continue
            self._note(part, wanted[1], found[1], explains=part != "values")
            if part == "values":
                self._note(
                    COLUMNS[7], without_order(wanted[1]), without_order(found[1])
                )
        self.equal["reports"] = self.equal["reports equal or marked"] = True
        for report in REPORTS:
            wanted, found = tool.run(report, text), tool.run(report, proto)
            self.knows_release &= not UNKNOWN_RELEASE.search(found[1])
            marked = MARKED.search(found[1]) and (
                "unknown release of XLA" in found[1]
                or without_list(wanted[1]) == without_list(found[1])
            )
            self._note(report, wanted[1], found[1], explains=not marked)
            is_equal = self.equal.pop(report)
            self.equal["reports"] &= is_equal
            self.equal["reports equal or marked"] &= bool(is_equal or marked)

    def is_equal_or_marked(self) -> bool:
        """Nothing differs but what the proto says that it does not tell."""
        return all(
            self.equal[column] or (column in OF_RELEASE and not self.knows_release)
            for column in NEEDED
        )

    def _note(self, what: str, wanted: str, found: str, explains: bool = True) -> None:
        self.equal[what] = wanted == found
        if wanted == found or not explains:
            return
        lines = difflib.unified_diff(
            wanted.splitlines(), found.splitlines(), n=0, lineterm=""
        )
        first = [
            line[:160] for line in lines if not line.startswith(("---", "+++", "@@"))
        ][:2]
        self.differences.append(f"{what}: {' | '.join(first)}")


def print_table(rows: dict[tuple[str, str], collections.Counter[str]]) -> None:
    """As Markdown."""
    print("| device | jax | " + " | ".join(COLUMNS) + " |")
    print("|---|---|" + "---:|" * len(COLUMNS))
    for (device, release), row in sorted(rows.items()):
        counts = " | ".join(str(row[column]) for column in COLUMNS)
        print(f"| {device} | {release} | {counts} |")


def print_programs(programs: dict[str, dict[str, list[bool]]]) -> None:
    """A row for each program: of each device, of how many dumps nothing differs."""
    devices = sorted({device for row in programs.values() for device in row})
    print("| program | " + " | ".join(devices) + " |")
    print("|---|" + "---:|" * len(devices))
    for program, row in sorted(programs.items()):
        if not any(row.values()):
            continue
        cells = []
        for device in devices:
            found = row.get(device, [])
            equal, count = sum(found), len(found)
            cells.append(f"{equal} of {count}" if equal != count else str(count or ""))
        print(f"| {program} | " + " | ".join(cells) + " |")


def make_parser(documentation: str | None, folders: str) -> argparse.ArgumentParser:
    """A parser of --tool and of FOLDERs, of which `folders` tells what lies there."""
    parser = argparse.ArgumentParser(
        description=(documentation or "").partition("\n\n")[0]
    )
    parser.add_argument(
        "--tool", default="build/bin/hlo-mem-opt", help="the program to test"
    )
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help=folders)
    return parser


def main() -> int:
    parser = make_parser(__doc__, "where dumps lie in both forms")
    parser.add_argument(
        "--limit", type=int, default=0, help="compare so many of each row at most"
    )
    parser.add_argument(
        "--by-program",
        action="store_true",
        help="print a row for each program in place of each device and release",
    )
    parser.add_argument("--differences", action="store_true", help="list what differs")
    options = parser.parse_args()
    tool = Tool(options.tool)
    rows: dict[tuple[str, str], collections.Counter[str]] = {}
    programs: dict[str, dict[str, list[bool]]] = {}
    pairs = find_pairs(options.folders)
    if not pairs:
        print(
            "forms.py: error: no X.hlo.pb with X-buffer-assignment.txt beside it",
            file=sys.stderr,
        )
        return 1
    has_failed = False
    for proto, text in pairs:
        key = find_release(proto)
        row = rows.setdefault(key, collections.Counter())
        of_program = programs.setdefault(find_program(proto), {}).setdefault(key[0], [])
        if options.limit and row["programs"] >= options.limit:
            continue
        if tool.run("summary", proto)[0] != 0:
            row["programs"] += 1
            row["refused"] += 1
            of_program.append(False)
            has_failed = True
            continue
        with tempfile.TemporaryDirectory() as folder:
            restored = restore_folders(proto, text, folder)
            if not restored:
                continue
            row["programs"] += 1
            result = Comparison(tool, proto, restored, key[1])
        of_program.append(result.is_equal_or_marked())
        row.update([what for what, is_equal in result.equal.items() if is_equal])
        has_failed |= not all(
            result.equal[c]
            for c in ("allocations", "live-range", "reports equal or marked")
        )
        if options.differences:
            for line in result.differences:
                print(f"{proto}: {line}")
    if options.by_program:
        print_programs(programs)
    else:
        print_table(rows)
    return int(has_failed)


if __name__ == "__main__":
    sys.exit(main())
