#!/usr/bin/env python3
# ===- matrix.py - Other compilers, other Debians -----------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Builds the programs with other compilers and on other Debian releases.

Usage: matrix.py [-h] [--reference PROGRAM] [--list] [CELL...]

Each CELL (default: all) is a compiler, on this machine or in a Debian chroot, which
is made with debootstrap under ${XDG_CACHE_HOME:-~/.cache}/hlo-mem-opt/matrix.
Missing packages are installed. The programs are configured and built with LLVM
19, warnings as errors, and the default report on each dump of test/Inputs is
compared with that of the reference. Needs root.

Exit status: 0 all cells passed, 1 one failed, 2 wrong command line.
"""

import argparse
import dataclasses
import glob
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "utils", "make-dumps"))

# pylint: disable=wrong-import-position
import chroot
from report import MakeError

LLVM_DIR = "/usr/lib/llvm-19/lib/cmake/llvm"
PACKAGES = ["llvm-19-dev", "libzstd-dev", "zlib1g-dev", "ninja-build"]


@dataclasses.dataclass(frozen=True)
class Cell:
    """One way to build."""

    name: str
    compiler: str
    package: str
    # None is this machine.
    release: str | None = None
    # Debian 11 has a CMake that is too old; PyPI has newer ones.
    cmake_of_pypi: bool = False


CELLS = [
    Cell("gcc-11", "g++-11", "g++-11"),
    Cell("clang-14", "clang++-14", "clang-14"),
    Cell("bullseye-gcc-10", "g++-10", "g++-10", "bullseye", cmake_of_pypi=True),
    Cell("trixie-gcc-13", "g++-13", "g++-13", "trixie"),
    Cell("trixie-gcc-14", "g++-14", "g++-14", "trixie"),
]


def note(text: str) -> None:
    print("matrix.py: %s" % text, flush=True)


def cache_folder() -> str:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "hlo-mem-opt", "matrix")


def run(command: list[str], log: str) -> None:
    """Runs it; what it says is in the file `log`, behind what is there."""
    with open(log, "ab") as file:
        file.write(("+ %s\n" % " ".join(command)).encode())
        file.flush()
        process = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if process.returncode:
        raise MakeError("'%s' failed; see %s" % (" ".join(command[-3:]), log))


def write_sources(root: str, release: str) -> None:
    """Lets the Debian in `root` find packages."""
    sources = os.path.join(root, "etc", "apt", "sources.list")
    with open(sources, "w", encoding="utf-8") as file:
        mirror = "http://deb.debian.org/debian"
        file.write("deb %s %s main\n" % (mirror, release))
        file.write("deb %s-security %s-security main\n" % (mirror, release))


def make_debian(cell: Cell, build: str, log: str) -> list[str]:
    """What to put before a command so that it runs where the cell is."""
    if cell.release is None:
        return []
    if why := chroot.missing():
        raise MakeError(why)
    root = chroot.make(cache_folder(), cell.release, "ca-certificates")
    write_sources(root, cell.release)
    prefix = chroot.command(root, [ROOT, build])
    run([*prefix, "apt-get", "-qq", "update"], log)
    return prefix


def install(cell: Cell, prefix: list[str], log: str) -> str:
    """Installs what is missing; returns the CMake to use."""
    packages = [*PACKAGES, cell.package]
    if cell.cmake_of_pypi:
        packages += ["python3-venv"]
    else:
        packages += ["cmake"]
    query = [*prefix, "dpkg-query", "--show", *packages]
    if subprocess.run(query, capture_output=True, check=False).returncode:
        arguments = ["install", "-y", "--no-install-recommends", *packages]
        environment = ["env", "DEBIAN_FRONTEND=noninteractive"]
        run([*prefix, *environment, "apt-get", "-qq", *arguments], log)
    if not cell.cmake_of_pypi:
        return "cmake"
    folder = "/opt/cmake"
    if subprocess.run(
        [*prefix, "test", "-x", folder + "/bin/cmake"], check=False
    ).returncode:
        run([*prefix, "python3", "-m", "venv", folder], log)
        run([*prefix, folder + "/bin/pip", "install", "--quiet", "cmake"], log)
    return folder + "/bin/cmake"


def compare(prefix: list[str], build: str, reference: str) -> None:
    """An error unless both report the same on each sample."""
    dumps = sorted(glob.glob(os.path.join(ROOT, "test", "Inputs", "*.txt")))
    if not dumps:
        raise MakeError("no dumps in test/Inputs")
    for dump in dumps:
        program = os.path.join(build, "bin", "hlo-mem-opt")
        results = [
            subprocess.run(command, capture_output=True, check=False)
            for command in ([*prefix, program, dump], [reference, dump])
        ]
        if any(result.returncode for result in results):
            raise MakeError("no report on %s" % dump)
        if results[0].stdout != results[1].stdout:
            raise MakeError("the report on %s differs" % dump)


def check(cell: Cell, reference: str) -> None:
    build = os.path.join(cache_folder(), "build-" + cell.name)
    # What a cell that failed has left may be of another checkout.
    shutil.rmtree(build, ignore_errors=True)
    os.makedirs(build)
    log = build + ".log"
    open(log, "wb").close()
    prefix = make_debian(cell, build, log)
    cmake = install(cell, prefix, log)
    options = {
        "CMAKE_BUILD_TYPE": "Release",
        "CMAKE_CXX_COMPILER": cell.compiler,
        "LLVM_DIR": LLVM_DIR,
        "HLOMEM_BUILD_BENCHMARKS": "OFF",
        "HLOMEM_BUILD_TESTS": "OFF",
        "HLOMEM_WERROR": "ON",
    }
    arguments = ["-D%s=%s" % option for option in options.items()]
    run([*prefix, cmake, "-G", "Ninja", "-S", ROOT, "-B", build, *arguments], log)
    run([*prefix, cmake, "--build", build], log)
    compare(prefix, build, reference)
    # Of a cell that passed nobody wants to see more.
    shutil.rmtree(build)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="matrix.py",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    names = [cell.name for cell in CELLS]
    parser.add_argument("cells", nargs="*", metavar="CELL", help=", ".join(names))
    parser.add_argument(
        "--reference",
        metavar="PROGRAM",
        default=os.path.join(ROOT, "build", "bin", "hlo-mem-opt"),
        help="the hlo-mem-opt to compare with (default: build/bin/hlo-mem-opt)",
    )
    parser.add_argument("--list", action="store_true", help="list the cells and stop")
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join(names))
        return 0
    for name in arguments.cells:
        if name not in names:
            parser.error("no cell '%s'; the cells are %s" % (name, ", ".join(names)))
    if not os.access(arguments.reference, os.X_OK):
        parser.error("no program '%s'; build it first" % arguments.reference)

    os.makedirs(cache_folder(), exist_ok=True)
    failed = []
    for cell in CELLS:
        if arguments.cells and cell.name not in arguments.cells:
            continue
        try:
            check(cell, arguments.reference)
            note("%s: passed" % cell.name)
        except MakeError as error:
            note("%s: error: %s" % (cell.name, error))
            failed.append(cell.name)
    if failed:
        note("error: failed: %s" % ", ".join(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
