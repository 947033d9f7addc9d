# ===- checking.py - What the checkers of passes share -----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""For scripts that compare what passes report with an independent calculation."""

import importlib.util
import json
import re
import subprocess
import sys
from collections import defaultdict


def load_reference(path):
    """utils/reference.py as a module."""
    spec = importlib.util.spec_from_file_location("reference", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read_remarks(tool, passes, *paths):
    """The remarks of these passes over dumps that are not verified."""
    command = [tool, "-no-verify", "-format=json", "-passes=" + passes, *paths]
    output = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    return [json.loads(line) for line in output.splitlines()]


class RemarkChecker:
    """Compares the remarks on one dump with what a subclass calculates in run()."""

    def __init__(self, reference, dump, remarks):
        self.r = reference
        self.d = dump
        self.remarks = remarks
        self.problems = []
        self.checked = 0

    def equal(self, what, ours, theirs):
        self.checked += 1
        if ours != theirs:
            self.problems.append("%s: %s, not %s" % (what, ours, theirs))

    def rows(self, name):
        return [r["args"] for r in self.remarks if r["name"] == name]


def check_dumps(make_checker, passes):
    """Runs a checker over each dump of the command line HLO-MEM-OPT REFERENCE.PY DUMP...

    make_checker takes the reference, its Dump, the text and the remarks of the passes.
    Returns the exit status.
    """
    tool, reference, *paths = sys.argv[1:]
    reference = load_reference(reference)
    checked = bad = 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        dump = reference.Dump(text)
        checker = make_checker(reference, dump, text, read_remarks(tool, passes, path))
        checker.run()
        checked += checker.checked
        for problem in checker.problems:
            print("%s: %s" % (path, problem[:300]))
            bad += 1
    print("%d dumps, %d facts, %d wrong" % (len(paths), checked, bad))
    return 1 if bad or not checked else 0


def compare_dumps(reference, paths, differences):
    """Prints what `differences` yields for each path; returns the exit status.

    What the reference does not read is left out.
    """
    differing = skipped = 0
    for path in paths:
        try:
            found = list(differences(path))
        except reference.DumpError:
            skipped += 1
            continue
        differing += bool(found)
        for text in found:
            print("differs: %s: %s" % (path, text))
    print("%d dumps, %d not read, %d differ" % (len(paths), skipped, differing))
    return 1 if differing else 0


def space_number(space):
    """Of an argument that is a memory space, with a name or without."""
    return space["number"] if isinstance(space, dict) else space


NAMED = r"([A-Za-z_][\w.-]*)(?: (\{[0-9,]*\}))?"


class Facts:
    """Positions, uses and texts by value id."""

    def __init__(self, text, values):
        self.positions = defaultdict(list)
        self.uses = defaultdict(list)
        self.texts = {}
        self.at_position = {}
        value, section = None, None
        for line in text.split("\n"):
            header = re.match(r"<(\d+) [^>]*>$", line)
            if header:
                value = int(header.group(1))
            elif line in (" positions:", " uses:"):
                section = self.positions if line == " positions:" else self.uses
                section[value] = []
            elif line.startswith(" from instruction:"):
                self.texts[value] = line.split(":", 1)[1].strip().lstrip("%")
                value = None
            elif line.startswith("  ") and value is not None:
                if match := re.match("  " + NAMED, line):
                    section[value].append((match.group(1), match.group(2) or "{}"))
        for v in values:
            for position in self.positions[v.id]:
                self.at_position[position] = v


WHILE = re.compile(r"(\S+) = .* while\((?:.*%)?(\S+)\), ")


def carried_leaves(facts, dump):
    """Of each loop and each index of its tuple, the values that have one slice.

    They are told by their slices: a parameter or a tuple that is scheduled
    between the initial value of the loop and the loop itself is one of the loop
    if all parts of it lie where those of the loop's result do.
    """
    slice_of = lambda v: (v.allocation.index, v.offset)  # noqa: E731
    time = {name: t for t, name in enumerate(dump.schedule)}
    parts = defaultdict(dict)
    for (instruction, index), v in facts.at_position.items():
        parts[instruction][index] = v
    for name, values in parts.items():
        whole = values.get("{}")
        match = WHILE.match(facts.texts.get(whole.id, "")) if whole else None
        if not match or match.group(1) != name or len(values) < 2:
            continue
        begin = match.group(2)
        if name not in time or begin not in time:
            continue
        slices = {index: slice_of(v) for index, v in values.items()}
        same = [
            other
            for other, found in parts.items()
            if time[begin] <= time.get(other, -1) <= time[name]
            and {index: slice_of(v) for index, v in found.items()} == slices
        ]
        for index in values:
            yield name + index, [parts[other][index] for other in same]
