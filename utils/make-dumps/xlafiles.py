# ===- xlafiles.py - What XLA wrote ------------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Of all that XLA dumps: the files of one module, and their text for keeping."""

import glob
import os
import re
import tempfile
import time
from re import Match

from report import MakeError

HERE = os.path.dirname(os.path.abspath(__file__))
DUMP = "-buffer-assignment.txt"
# Of the files of an assignment XLA writes it last.
REPORT = "-memory-usage-report.txt"
PROTO = ".hlo.pb"
# What belongs to one module, with the HLO text and proto of the final assignment.
SUFFIXES = (
    DUMP,
    "-buffer-assignment-values.txt",
    "-live-range.txt",
    REPORT,
    "-memory-usage-report.pb",
    ".txt",
    PROTO,
)


def siblings(base: str) -> list[tuple[str, str]]:
    """(ending, path) of the files of the module that a path without ending names."""
    paths = [(suffix, base + suffix) for suffix in SUFFIXES]
    return [(suffix, path) for suffix, path in paths if os.path.isfile(path)]


def pick_module(folder: str, function: str, only_named: bool = False) -> str:
    """The path, without ending, of the dump of a function's module.

    JAX compiles small modules beside the program's (for conversions, or while
    a GPU's kernels are tuned), so the name decides; where XLA left it out, or
    where several bear it, the largest dump does; with only_named, none without it.
    """
    pattern = os.path.join(glob.escape(folder), "**", "*" + DUMP)
    bases = [path[: -len(DUMP)] for path in glob.glob(pattern, recursive=True)]
    if not bases:
        raise MakeError("XLA wrote no buffer assignment")
    named = re.compile(r"(.*\.)?module_\d+\.jit_%s(\.|$)" % re.escape(function))
    candidates = [b for b in bases if named.match(os.path.basename(b))]
    if only_named and not candidates:
        raise MakeError("XLA wrote no buffer assignment of %s" % function)
    candidates = candidates or bases
    return max(
        sorted(candidates),
        key=lambda base: sum(os.path.getsize(path) for _, path in siblings(base)),
    )


class Assigned:
    """Whether XLA has written all about the assignment of a function's module.

    What follows it, the code, is most of the time of a compile for a TPU.
    """

    SETTLED_SECONDS = 4

    def __init__(self, folder: str, function: str) -> None:
        self.folder = folder
        self.function = function
        self.seen: list[tuple[str, int]] = []
        self.since = time.monotonic()

    def __call__(self) -> bool:
        """To be asked again and again: that files stay as they are tells it."""
        try:
            base = pick_module(self.folder, self.function, only_named=True)
        except MakeError:
            return False
        seen = [(path, os.path.getsize(path)) for _, path in siblings(base)]
        if seen != self.seen or not os.path.exists(base + REPORT):
            self.seen = seen
            self.since = time.monotonic()
        return time.monotonic() - self.since > self.SETTLED_SECONDS


# A quoted string with escapes, after what tells that it is a path.
SOURCE_FILE = re.compile(rb'(\bsource_file=")((?:[^"\\]|\\.)*)(?=")')
# The table at the top of newer HLO text, which source positions refer to.
FILE_NAMES = re.compile(rb'^FileNames\n(?:\d+ "(?:[^"\\]|\\.)*"\n)+', re.MULTILINE)
FILE_NAME = re.compile(rb'^(\d+ ")((?:[^"\\]|\\.)*)(?=")', re.MULTILINE)
ABSOLUTE = re.compile(rb"/|[A-Za-z]:(?:/|\\\\)")


def without_folder(match: Match[bytes]) -> bytes:
    path = match.group(2)
    if ABSOLUTE.match(path):
        # A backslash of the path is written as two.
        path = re.split(rb"/|\\\\", path)[-1]
    return match.group(1) + path


def trim(text: bytes) -> bytes:
    """The text with the last part alone of each absolute path of a source file.

    Nothing but what stands between these quotes changes, and one path becomes
    the same name in every file, so that siblings still agree.
    """
    text = SOURCE_FILE.sub(without_folder, text)
    return FILE_NAMES.sub(
        lambda table: FILE_NAME.sub(without_folder, table.group(0)), text
    )


def local_folders() -> list[bytes]:
    folders = {HERE, tempfile.gettempdir(), os.path.expanduser("~")}
    return [os.fsencode(folder) + b"/" for folder in sorted(folders) if len(folder) > 5]
