#!/usr/bin/env python3
# ===- fleet.py - What records of many dumps take ----------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Measures what records of many dumps take: time of the processor for each dump, beside
that of hlo-mem-opt alone on one core, and the memory of the process that collects.

Usage: fleet.py BUILD [--picture FILE.svg] [--folder FOLDER] COUNT...

Makes COUNT dumps for each COUNT, 30 % of which are duplicates and 1 % broken, in FOLDER
(default: a temporary one), and reads them with two processes. The smallest ones are also
read by the program.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
READ = """
import json, resource, sys
from hlo_mem_opt import fleet

if __name__ == "__main__":
    done = fleet.analyze(
        sys.argv[1], records=sys.argv[2], executor=lambda: fleet.local_processes(2)
    )
    own = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps([done.read, own.ru_utime + own.ru_stime, own.ru_maxrss]))
"""


def run(command: list[str], **options: object) -> tuple[str, float, float]:
    """What a command prints, and the seconds of processors and clock."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.stdout, used, time.monotonic() - start


def measure(build: Path, folder: Path, count: int) -> tuple[float, float, int]:
    """Milliseconds of processors for each dump, those of them that collect, and KiB."""
    dumps = folder / f"dumps-{count}"
    if not dumps.exists():
        maker = ROOT / "python" / "tests" / "fleet_dumps.py"
        subprocess.run([sys.executable, maker, dumps, str(count)], check=True)
    script = folder / "read.py"
    script.write_text(READ, encoding="utf-8")
    records = tempfile.mkdtemp(dir=folder)
    printed, used, wall = run([sys.executable, str(script), str(dumps), records])
    read, own, memory = json.loads(printed)
    assert read == count
    print(
        f"{count:7,} dumps: {1e3 * used / count:.3f} ms each, of which "
        f"{1e3 * own / count:.3f} to collect; {memory / 1024:.1f} MiB to collect; "
        f"{wall:.0f} s",
        flush=True,
    )
    return 1e3 * used / count, 1e3 * own / count, memory


def draw(rows: list[tuple[int, float, float, int]], alone: float, file: str) -> None:
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "fleet"
    from matplotlib import pyplot as plt

    counts = [row[0] for row in rows]
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3), layout="constrained")
    left.semilogx(counts, [row[1] for row in rows], "o-", label="two processes")
    left.axhline(alone, linestyle="--", color="gray", label="hlo-mem-opt -j1")
    left.set(xlabel="dumps", ylabel="ms of processor for each", ylim=(0, None))
    left.legend()
    right.semilogx(counts, [row[3] / 1024 for row in rows], "o-")
    right.set(xlabel="dumps", ylabel="MiB of the collecting process", ylim=(0, None))
    figure.savefig(file, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("counts", type=int, nargs="+")
    parser.add_argument("--picture")
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    os.environ["PYTHONPATH"] = str(build / "python")
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or Path(temporary)
        rows = [(n, *measure(build, folder, n)) for n in arguments.counts]
        passes = "-passes=jsonl<tables=modules,spaces,parts,changes>"
        least = min(arguments.counts)
        program = str(build / "bin" / "hlo-mem-opt")
        _, used, _ = run([program, "-j1", passes, str(folder / f"dumps-{least}")])
        alone = 1e3 * used / least
        print(f"{least:7,} dumps: {alone:.3f} ms each by hlo-mem-opt -j1")
        if arguments.picture:
            draw(rows, alone, arguments.picture)


if __name__ == "__main__":
    main()
