# ===- conftest.py - What tests share ----------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""What tests share: dumps of the repository, and the program that the numbers are compared
with."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest_plugins = ["pytester"]

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("HLO_MEM_OPT", str(ROOT / "build" / "bin" / "hlo-mem-opt"))

DUMPS = sorted(
    [
        *(ROOT / "test" / "Inputs").glob("*.txt"),
        *(ROOT / "test" / "Inputs" / "proto").glob("*v5e*.hlo.pb.gz"),
        *(ROOT / "test" / "Inputs" / "proto").glob("*cpu-jax0.12*.hlo.pb.gz"),
    ]
)


@pytest.fixture(autouse=True)
def no_passes_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hlo_mem_opt._passes._known", {})


@pytest.fixture
def program() -> Callable[..., str]:
    """Runs hlo-mem-opt and returns what it prints."""

    def run(*arguments: object) -> str:
        # utils/sanitize.sh preloads what the program has itself.
        environment = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
        done = subprocess.run(
            [PROGRAM, *map(str, arguments)],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout

    return run


@pytest.fixture
def program_rows(
    program: Callable[..., str],
) -> Callable[[object], list[dict[str, Any]]]:
    """All rows of all tables of a dump, as the program exports them."""
    return lambda dump: [
        json.loads(line)
        for line in program("-emit=jsonl", "-o", "-", dump).splitlines()
    ]


@pytest.fixture
def dump() -> Path:
    return ROOT / "test" / "Inputs" / "cpu-while-2025.txt"


@pytest.fixture
def tpu_dump() -> Path:
    return (
        ROOT / "test" / "Inputs" / "proto" / "donation-refused-v5e-jax0.10.2.hlo.pb.gz"
    )
