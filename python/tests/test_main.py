# ===- test_main.py - python -m hlo_mem_opt ----------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""python -m hlo_mem_opt finds the program where pip puts it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import hlo_mem_opt as hmo
from conftest import PROGRAM


def run(package: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hlo_mem_opt", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(package), "PYTHONUSERBASE": str(package)},
        check=False,
        capture_output=True,
        text=True,
    )


def test_program_of_a_target(
    tmp_path: Path, dump: Path, program: Callable[..., str]
) -> None:
    shutil.copytree(Path(hmo.__file__).parent, tmp_path / "hlo_mem_opt")
    missing = run(tmp_path, dump)
    assert missing.returncode == 1
    assert f"no program hlo-mem-opt in {Path(sys.executable).parent}" in missing.stderr
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "hlo-mem-opt").symlink_to(PROGRAM)
    assert run(tmp_path, "-width=80", dump).stdout == program("-width=80", dump)
