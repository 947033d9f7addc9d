# ===- test_fleet_docs.py - The commands of docs/Fleet.md --------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The commands of docs/Fleet.md run, and its SQL is that of hlo-mem-fleet."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from conftest import PROGRAM, ROOT
from fleet_dumps import make_dumps
from hlo_mem_opt import fleet

pytest.importorskip("duckdb")
from hlo_mem_opt._fleet_records import QUESTIONS

PAGE = (ROOT / "docs" / "Fleet.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+) ?(\w*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
ENGINES = os.environ.get("HLOMEM_FLEET_ENGINES", "").split(",")
COUNT = 60


def block(kind: str, name: str = "") -> str:
    (text,) = [text for k, n, text in BLOCKS if (k, n) == (kind, name)]
    return str(text)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Has the dumps, and the programs on the path."""
    programs = tmp_path / "bin"
    programs.mkdir()
    script = f'#!/bin/sh\nexec {sys.executable} -m hlo_mem_opt._fleet_cli "$@"\n'
    (programs / "hlo-mem-fleet").write_text(script)
    (programs / "hlo-mem-fleet").chmod(0o755)
    (programs / "hlo-mem-opt").symlink_to(PROGRAM)
    (tmp_path / "utils").symlink_to(ROOT / "utils")
    places = [programs, Path(sys.executable).parent, os.environ["PATH"]]
    monkeypatch.setenv("PATH", os.pathsep.join(map(str, places)))
    monkeypatch.chdir(tmp_path)
    make_dumps(tmp_path / "dumps", COUNT)
    return tmp_path


@pytest.fixture
def bucket(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that speaks S3, and has the dumps."""
    if "HLOMEM_FLEET_ENGINES" not in os.environ:
        pytest.importorskip("moto")
    import s3fs
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    _, port = server.get_host_and_port()
    for name, value in {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "secret",
    }.items():
        monkeypatch.setenv(name, value)
    fs = s3fs.S3FileSystem()
    # The server keeps what tests before have put there.
    if not fs.exists("bucket/dumps"):
        fs.mkdir("bucket")
        fs.put(str(folder / "dumps"), "bucket/dumps", recursive=True)


def run(text: str) -> None:
    """Runs a script. What it leaves in the background ends with it."""
    script = subprocess.Popen(["bash", "-euc", text], start_new_session=True)
    try:
        assert script.wait(timeout=120) == 0
    finally:
        with suppress(ProcessLookupError):
            os.killpg(script.pid, signal.SIGTERM)


@pytest.mark.parametrize("engine", ["local", "dask", "ray"])
@pytest.mark.usefixtures("bucket")
def test_engines(engine: str, folder: Path) -> None:
    if "HLOMEM_FLEET_ENGINES" not in os.environ:
        pytest.importorskip(
            {"local": "s3fs", "dask": "distributed", "ray": "ray"}[engine]
        )
    run(block("sh", engine))
    assert fleet.Records(folder / "records").merge(folder / "merged") == COUNT


def test_parallel(folder: Path) -> None:
    if "HLOMEM_FLEET_ENGINES" not in os.environ:
        pytest.importorskip("moto")
    run(block("sh", "parallel"))
    assert fleet.Records(folder / "records").merge(folder / "merged") == COUNT
    # As tasks of a Slurm array, whose numbers need not begin with 0.
    for task in range(5, 8):
        subprocess.run(
            ["utils/recipes/fleet-share.sh", "list", "array"],
            env={**os.environ, "SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_MIN": "5",
                 "SLURM_ARRAY_TASK_COUNT": "3"},
            check=True,
        )  # fmt: skip
    run("hlo-mem-fleet adopt array/*.jsonl -o again")
    assert fleet.Records(folder / "again").merge(folder / "other") == COUNT
    assert (folder / "merged").read_bytes() == (folder / "other").read_bytes()


def test_shares_that_are_wrong(folder: Path) -> None:
    script = "utils/recipes/fleet-share.sh"
    for arguments in (["list"], ["nowhere", "out", "0", "1"], ["list", "out"]):
        done = subprocess.run(
            [script, *arguments], capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert done.stderr
    (folder / "list").write_text("nowhere\n")
    subprocess.run([script, "list", "out", "0", "1"], check=True)
    assert "No such file" in (folder / "out" / "0.jsonl").read_text()


def test_python(folder: Path) -> None:
    code = folder / "fleet.py"
    code.write_text(block("python"))
    done = subprocess.run(
        [sys.executable, code], capture_output=True, text=True, check=True
    )
    assert f"{COUNT} dumps read, 0 failed" in done.stdout


def test_sql(folder: Path) -> None:
    """Each question is shown as it is, and finds the same in Parquet."""
    import duckdb

    run(block("sh", "sql"))
    records = fleet.Records(folder / "records")
    assert {name for kind, name, _ in BLOCKS if kind == "sql"} == {"views", *QUESTIONS}
    with duckdb.connect() as db:
        db.execute(block("sql", "views"))
        for name, (_, sql) in QUESTIONS.items():
            assert block("sql", name).strip().removesuffix(";") == sql
            assert db.sql(sql).fetchall() == records.ask(name).fetchall()
