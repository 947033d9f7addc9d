"""Compares what follows from derived live ranges with what follows from those
that XLA printed.

Usage: compare-derived.py TOOL DUMP...

Takes the live ranges and the peak list out of each DUMP, which leaves the
schedule, and runs `TOOL -passes='peak<top=0>,frag<top=0>'` on both. Apart from
places in the text, and from what is said of ranges and XLA's list, the outputs
must be the same.
"""

import os
import re
import subprocess
import sys
import tempfile

LIVE_RANGES = re.compile(r"^  BufferLiveRange:\n(    .*\n)*", re.MULTILINE)
PEAK = re.compile(r"^(  Live ranges at \d+ \(peak\):\n)(?:    .*\n|  Stack.*\n)*", re.M)
PLACE = re.compile(r"^\S+: remark: ", re.MULTILINE)
DERIVED = re.compile(r"^.*the dump prints no live ranges: derived .*\n", re.MULTILINE)
PRINTED_PEAK = re.compile(r"^.*XLA's.*\n", re.MULTILINE)


def report(tool, path):
    command = [tool, "-no-verify", "-width=0", "-passes=peak<top=0>,frag<top=0>", path]
    return subprocess.run(
        command, stdout=subprocess.PIPE, check=True, universal_newlines=True
    ).stdout


def main():
    tool, *dumps = sys.argv[1:]
    failures = 0
    for path in dumps:
        with open(path, encoding="utf-8") as file:
            dump = file.read()
        stripped = LIVE_RANGES.sub("  BufferLiveRange:\n", dump)
        stripped = PEAK.sub(r"\1", stripped)
        if stripped == dump:
            sys.exit(f"{path}: has no live ranges")
        with tempfile.TemporaryDirectory() as folder:
            # The backend is inferred from the file's name.
            copy = os.path.join(folder, os.path.basename(path))
            with open(copy, "w", encoding="utf-8") as file:
                file.write(stripped)
            derived = report(tool, copy)
        if len(DERIVED.findall(derived)) != 2:
            print(f"{path}: the ranges are not said to be derived")
            failures += 1
        outputs = [
            PRINTED_PEAK.sub("", PLACE.sub("", DERIVED.sub("", output)))
            for output in (report(tool, path), derived)
        ]
        if outputs[0] != outputs[1]:
            print(f"{path}: differs\n--- printed\n{outputs[0]}--- derived\n{outputs[1]}")
            failures += 1
    print(f"{len(dumps)} dumps, {failures} differ")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
