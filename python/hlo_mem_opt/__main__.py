# ===- __main__.py - Runs the program that the package brings ----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Runs the program that the package brings: python -m hlo_mem_opt DUMP."""

import os
import site
import sys
import sysconfig
from pathlib import Path

NAME = "hlo-mem-opt"


def places() -> list[Path]:
    """Where pip puts programs: of this environment, of the user, of --prefix, --target."""
    package = Path(__file__).absolute().parent
    found = [
        Path(sysconfig.get_path("scripts")),
        Path(site.getuserbase()) / "bin",
        package.parent / "bin",
        *(parent / "bin" for parent in package.parents[2:4]),
    ]
    return list(dict.fromkeys(found))


def main() -> None:
    for place in places():
        program = place / NAME
        if program.is_file():
            os.execv(program, [NAME, *sys.argv[1:]])
    looked = ", ".join(str(place) for place in places())
    sys.exit(f"hlo_mem_opt: error: no program {NAME} in {looked}")


if __name__ == "__main__":
    main()
