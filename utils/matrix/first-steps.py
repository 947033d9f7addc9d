#!/usr/bin/env python3
# ===- first-steps.py - How long the first steps take -------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Times the scripts that a new contributor runs, on a bare Debian 12.

Makes a chroot with debootstrap, clones the last commit into it, and runs there
utils/quickstart.sh, utils/check.sh and .ci/run one after another, or those that --steps
names. Prints the wall time and the processor time of each, which include installing
packages. Needs root. The output of the scripts is in
${XDG_CACHE_HOME:-~/.cache}/hlo-mem-opt/matrix/first-steps.log.

Exit status: 0 all passed, 1 one failed, 2 wrong command line.
"""

import argparse
import os
import resource
import shutil
import sys
import time

import matrix
from matrix import chroot
from report import MakeError

STEPS = {
    "quickstart": "utils/quickstart.sh",
    "check": "utils/check.sh",
    "ci": ".ci/run",
}


def measure(prefix: list[str], script: str, log: str) -> str:
    """What it took: "2 min 10 s (4 min 13 s of processor time)"."""

    def processor() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    def show(seconds: float) -> str:
        return "%d min %02d s" % divmod(round(seconds), 60)

    wall, spent = time.monotonic(), processor()
    matrix.run([*prefix, "sh", "-c", "cd /hlo-mem-opt && exec " + script], log)
    return "%s (%s of processor time)" % (
        show(time.monotonic() - wall),
        show(processor() - spent),
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="first-steps.py",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument(
        "--steps",
        default=",".join(STEPS),
        metavar="A,B",
        help="which of %s, in this order (default: all)" % ", ".join(STEPS),
    )
    steps = parser.parse_args().steps.split(",")
    if unknown := [step for step in steps if step not in STEPS]:
        parser.error("no step '%s'; there are %s" % (unknown[0], ", ".join(STEPS)))
    cache = matrix.cache_folder()
    os.makedirs(cache, exist_ok=True)
    log = os.path.join(cache, "first-steps.log")
    root = os.path.join(cache, "first-steps")
    open(log, "wb").close()
    try:
        if why := chroot.missing():
            raise MakeError(why)
        debian = chroot.make(cache, "bookworm", "ca-certificates,git,python3")
        shutil.rmtree(root, ignore_errors=True)
        matrix.run(["cp", "-a", debian, root], log)
        matrix.write_sources(root, "bookworm")
        clone = os.path.join(root, "hlo-mem-opt")
        matrix.run(["git", "clone", "--quiet", matrix.ROOT, clone], log)
        prefix = chroot.command(root, [])
        for step in steps:
            took = measure(prefix, STEPS[step], log)
            print("%s: %s" % (STEPS[step], took), flush=True)
    except MakeError as error:
        print("first-steps.py: error: %s" % error, file=sys.stderr)
        return 1
    shutil.rmtree(root)
    return 0


if __name__ == "__main__":
    sys.exit(main())
