#!/usr/bin/env python3
# ===- check-fatal-errors.py - Checks what may end the process -----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Checks that the libraries end their host nowhere but where they are known to.

Usage: check-fatal-errors.py [ROOT]

Looks in lib/ and include/ of ROOT, the repository, for calls that end the process and
for code that is said to be unreachable. ALLOWED has all but an llvm_unreachable() behind
a switch over an enumeration: the compiler sees to it that each of its values has a case.

Exit status: 0, or 1 if one is not in ALLOWED, or something there is gone.
"""

import re
import sys
from pathlib import Path

# What a module promises, whatever it is made of; readers check it first, with errors.
BROKEN_MODULE = "whoever builds a module broke what ModuleBuilder says of it"
BROKEN_EDIT = "a pass made an edit that AssignmentEdit says cannot be"
# For each file and word: how often it is there, and why no input gets there.
ALLOWED = {
    ("include/hlomem/Pass/OneFilePass.h", "cantFail"): (
        1,
        "options that have been parsed once",
    ),
    ("lib/Analysis/AnalysisManager.cpp", "report_fatal_error"): (
        1,
        "analyses ask for each other, each time that they run",
    ),
    ("lib/Driver/Driver.cpp", "cantFail"): (2, "pipelines that stand there"),
    ("lib/Dump/Reader/DumpMaterializer.cpp", "llvm_unreachable"): (
        2,
        "asked of Value::isComputed() alone, which no value of a dump is",
    ),
    ("lib/IR/AssignmentEdit.cpp", "require"): (4, BROKEN_EDIT),
    ("lib/IR/ModuleBuilder.cpp", "require"): (8, BROKEN_MODULE),
    ("lib/IR/ModuleEdits.cpp", "require"): (16, BROKEN_EDIT),
    ("lib/IR/Require.h", "report_fatal_error"): (1, "what require() does"),
    ("lib/IR/Require.h", "require"): (1, "its definition"),
    ("lib/Packing/ProblemCsv.cpp", "llvm_unreachable"): (
        1,
        "faults of a buffer alone, which its line was refused for",
    ),
    ("lib/Pass/PassManager.cpp", "report_fatal_error"): (
        1,
        "a pass reports from a thread of its own, which breaks what it reports to",
    ),
    ("lib/Pass/PipelineParser.cpp", "cantFail"): (
        1,
        "an alias, whose text was parsed when it was registered",
    ),
    ("lib/Passes/Report/Alias/AliasArguments.cpp", "llvm_unreachable"): (
        1,
        "why a result does not have its memory is asked only where that is so",
    ),
    ("lib/Support/Compression.cpp", "report_bad_alloc_error"): (
        1,
        "zlib lacks 256 KiB, as any text beside it may lack its memory",
    ),
}

ENDS = re.compile(
    r"(?<![\w.>])(report_fatal_error|report_bad_alloc_error|reportFatal\w+|_?exit|_Exit"
    r"|quick_exit|abort|terminate|__builtin_trap|LLVM_BUILTIN_TRAP|llvm_unreachable"
    r"|cantFail|require)\s*\("
)


def is_behind_switch(lines: list[str], at: int) -> bool:
    """Whether the code before this line is a switch that names each value."""
    indent = re.match(" *", lines[at])[0]
    if lines[at - 1] != indent + "}":
        return False
    for line in reversed(lines[: at - 1]):
        if line.startswith((indent + "switch (", indent + "default:")):
            return line.startswith(indent + "switch (")
        # Cases, and the ends of those with a block, stand as far to the left.
        if re.match(rf"{indent}(?!case |}}$)\S|(?!{indent})\S", line):
            return False
    return False


def main() -> int:
    root = Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).resolve().parents[2]
    found: dict[tuple[str, str], list[int]] = {}
    for path in sorted(root.glob("lib/**/*")) + sorted(root.glob("include/**/*")):
        if path.suffix not in {".cpp", ".def", ".h", ".td"}:
            continue
        lines = re.sub("//.*", "", path.read_text(encoding="utf-8")).splitlines()
        for at, line in enumerate(lines):
            for word in ENDS.findall(line):
                if word != "llvm_unreachable" or not is_behind_switch(lines, at):
                    key = (path.relative_to(root).as_posix(), word)
                    found.setdefault(key, []).append(at + 1)
    wrong = False
    for (path, word), places in sorted(found.items()):
        count, why = ALLOWED.get((path, word), (0, ""))
        if len(places) > count:
            wrong = True
            known = f", of which {count} may: {why}" if count else ""
            print(
                f"{path}:{places[-1]}: {word}() ends the process of whoever links the "
                f"library: return an Error; {len(places)} of them are here{known}"
            )
    for (path, word), (count, _) in sorted(ALLOWED.items()):
        if count > len(found.get((path, word), [])):
            wrong = True
            print(f"{path}: fewer than {count} of {word}(): correct ALLOWED")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
