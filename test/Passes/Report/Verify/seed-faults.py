# ===- seed-faults.py - How many faults verify finds -----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Seeds faults into sound dumps, 25 kinds in texts and 21 in HloProtos, and counts those
that are seen: that a rule of verify finds, or that make the reader refuse the dump.

Each fault changes one fact so that the dump contradicts itself. That it does so follows
from the definitions, by the numbers of utils/reference.py and XLA's own live ranges: the
program is not asked. A place where the change could be sound is no place for that kind.

Usage: seed-faults.py HLO-MEM-OPT FOLDER PLACES STEP INPUT...

Seeds up to PLACES faults of each kind into each dump, or every STEPth one, the same ones
in every run. Mutants are written to FOLDER. The exit status is 1 if a dump as it is is not
sound, if fewer than 99.9 % are seen, if no tolerance of docs/Verifier.md excuses one that
is not, or if HLO-MEM-OPT gives no verdict on a dump.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import proto_faults
import text_faults
from placed_values import read
from proto_faults import ProtoDump
from text_faults import PARTS, TextDump

WANTED = 0.999
# Inputs of one process.
BATCH = 400

KINDS: dict[str, list[Callable[[Any], Iterator[Any]]]] = {
    "text": text_faults.KINDS,
    "proto": proto_faults.KINDS,
}


def word_of(kind: Callable[[Any], Iterator[Any]]) -> str:
    return kind.__name__.replace("_", "-")


SOUND, FOUND, REFUSED = "sound", "found", "refused"
# What a line of verify says of which file.
VERDICTS = {
    SOUND: re.compile(r"(.*?)(?::\d+:\d+)?: remark: sound, rules checked"),
    FOUND: re.compile(r"(.*?)(?::\d+:\d+)?: (?:error|warning): .*\[verify: [\w-]+\]$"),
    REFUSED: re.compile(r"[\w-]+: error: '(.*?)': |(.*?):\d+:\d+: error: "),
}


def stem_of(path: str) -> str:
    """What all files of a dump begin with."""
    for suffix in (".hlo.pb", *PARTS, ".txt"):
        if path.endswith(suffix):
            return path.removesuffix(suffix)
    return path


def verify(tool: str, paths: list[str]) -> dict[str, str]:
    """The verdict on each."""
    said: dict[str, set[str]] = {stem_of(path): set() for path in paths}
    for at in range(0, len(paths), BATCH):
        run = subprocess.run(
            [tool, "-width=0", "-passes=verify", *paths[at : at + BATCH]],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        output = run.stdout.decode("utf-8", "replace")
        if run.returncode not in (0, 1, 3):
            sys.exit(output + "verify ended with the status %d" % run.returncode)
        for line in output.splitlines():
            for verdict, form in VERDICTS.items():
                if m := form.match(line):
                    said.get(stem_of(m[m.lastindex]), set()).add(verdict)
                    break
    for path in paths:
        if len(said[stem_of(path)]) != 1:
            sys.exit("no single verdict on %s: %s" % (path, said[stem_of(path)]))
    return {path: said[stem_of(path)].pop() for path in paths}


def dumps(inputs: list[str]) -> Iterator[Any]:
    for path in inputs:
        name = path.removesuffix(".gz")
        if name.endswith(".hlo.pb"):
            yield ProtoDump(path)
        elif name.endswith(PARTS[0]) or (
            name.endswith(".txt") and read(path).startswith(b"BufferAssignment:")
        ):
            yield TextDump(path)


def main() -> int:
    tool, folder, places, step, *inputs = sys.argv[1:]
    plain, seeded, excuses = [], {}, {}
    for d in list(dumps(inputs))[:: int(step)]:
        form = "text" if isinstance(d, TextDump) else "proto"
        # A text and a proto of one name would be read as the same dump.
        into = os.path.join(folder, form)
        os.makedirs(into, exist_ok=True)
        plain.append(d.write(into, "plain-" + d.name, {}))
        for kind in KINDS[form]:
            word = word_of(kind)
            random.seed(zlib.crc32((d.name + word).encode()))
            edits = list(kind(d))
            for number, edit in enumerate(
                random.sample(edits, min(int(places), len(edits)))
            ):
                path = d.write(into, "%s-%s-%d" % (word, d.name, number), edit)
                seeded[path] = (form, word)
                if isinstance(d, TextDump):
                    excuses[path] = d.excuse(edit)
    verdicts = verify(tool, plain)
    unsound = [path for path in plain if verdicts[path] != SOUND]
    verdicts = verify(tool, list(seeded))
    missed = sorted(path for path in seeded if verdicts[path] == SOUND)

    of_kind = Counter((*seeded[path], verdict) for path, verdict in verdicts.items())
    excused = Counter(seeded[path] for path in missed if excuses.get(path))
    line = "%-5s  %-18s  %6s  %6s  %7s  %7s"
    print(line % ("form", "kind", "seeded", FOUND, REFUSED, "excused"))
    for form, kinds in KINDS.items():
        for key in [(form, word_of(kind)) for kind in kinds]:
            counts = [of_kind[(*key, v)] for v in (FOUND, REFUSED, SOUND)]
            print(line % (*key, sum(counts), *counts[:2], excused[key]))
    for path in unsound:
        print("not sound as it is: " + path)
    for path in missed:
        print("not seen: %s (%s)" % (path, excuses.get(path) or "no tolerance"))
    share = 1 - len(missed) / max(len(seeded), 1)
    all_of = Counter(verdicts.values())
    print(
        "%d dumps, %d kinds, %d seeded, %d found, %d refused, %.2f %% seen"
        % (
            len(plain),
            len(set(seeded.values())),
            len(seeded),
            all_of[FOUND],
            all_of[REFUSED],
            100 * share,
        )
    )
    bad = unsound or share < WANTED or not all(excuses.get(path) for path in missed)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
