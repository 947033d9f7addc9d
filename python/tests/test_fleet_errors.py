# ===- test_fleet_errors.py - Dumps and records that are wrong ---------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""What is wrong with a dump is a record, and what is wrong with records is an error. Nothing
is lost, and nothing is there twice."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, ClassVar

import pytest

import hlo_mem_opt as hmo
from conftest import ROOT
from fleet_dumps import make_dumps
from hlo_mem_opt import _fleet_cli, fleet
from test_fleet import Serial, merged

GOOD = ROOT / "test" / "Inputs" / "cpu-while-2025.txt"


def read(paths: Any, records: Path, **options: Any) -> dict[str, dict[str, Any]]:
    """The records of modules, by path."""
    options = {"executor": Serial(), **options}
    fleet.analyze(paths, records=records, **options)
    rows = [json.loads(line) for line in merged(records).splitlines()]
    found = [row for row in rows if row["table"] == "modules"]
    assert len({row["path"] for row in found}) == len(found)
    return {row["path"]: row for row in found}


def errors(paths: Any, records: Path, **options: Any) -> dict[str, str | None]:
    return {
        os.path.basename(path): row["error"]
        for path, row in read(paths, records, **options).items()
    }


def test_broken_dumps(tmp_path: Path) -> None:
    dumps = tmp_path / "dumps"
    dumps.mkdir()
    for name, data in {
        "good": GOOD.read_bytes(),
        "empty": b"",
        "half": GOOD.read_bytes()[:3000],
        "noise": os.urandom(5000),
        "cut": b"\x1f\x8b\x08",
    }.items():
        (dumps / f"{name}-buffer-assignment.txt").write_bytes(data)
    (dumps / "no.hlo.pb").symlink_to("nothing")
    (dumps / "huge.hlo.pb").touch()
    os.truncate(dumps / "huge.hlo.pb", 10 << 30)
    (dumps / "notes.json").write_text("{}")
    (dumps / "back").symlink_to(dumps)
    found = errors(dumps, tmp_path / "records")
    assert found.pop("good-buffer-assignment.txt") is None
    for name, why in {
        "empty-buffer-assignment.txt": "empty",
        "half-buffer-assignment.txt": ":50:81: error: expected",
        "noise-buffer-assignment.txt": "error",
        "cut-buffer-assignment.txt": "",
        "no.hlo.pb": "No such file",
        "huge": "10737418240 bytes are more than 4294967296",
    }.items():
        error = found.pop(name)
        assert error is not None
        assert why in error
        assert "/hlo-mem-opt.tmp" not in error
    assert not found
    # What could be read is not read again; what could not, may be there now.
    again = fleet.analyze(dumps, records=tmp_path / "records", executor=Serial())
    assert (again.total, again.read, again.failed) == (7, 3, 3)
    (dumps / "no.hlo.pb").unlink()
    shutil.copy(GOOD, dumps / "no.hlo.pb")
    assert errors(dumps, tmp_path / "records")["no.hlo.pb"] is None


def test_half_of_a_dump_twice(tmp_path: Path) -> None:
    """Of a dump with two modules, two runs were killed after the first."""
    profile = ROOT / "test/Inputs/proto/profile-cpu-jax0.12.0.1.xplane.pb.gz"
    records = tmp_path / "records"
    assert fleet.analyze(profile, records=records, executor=Serial()).read == 1
    whole = merged(records)
    (path,) = records.iterdir()
    lines = path.read_text().splitlines(keepends=True)
    modules = [i for i, line in enumerate(lines) if '"table":"modules"' in line]
    assert len(modules) == 2
    for i in range(2):
        (records / f"{i}.jsonl").write_text("".join(lines[: modules[0] + 1]))
    path.unlink()
    assert fleet.analyze(profile, records=records, executor=Serial()).read == 1
    assert merged(records) == whole
    assert fleet.analyze(profile, records=records, executor=Serial()).read == 0


def test_strange_names(tmp_path: Path) -> None:
    names = [b"a b", b"new\nline", b"\xff\xfe", b'quote" \\ {}', "ü🙂".encode(), b"-x"]
    names.append(b',"version":7,"module":"')
    folder = os.fsencode(tmp_path / "dumps ")
    os.mkdir(folder)
    for name in names:
        shutil.copy(GOOD, os.path.join(folder, name + b"-buffer-assignment.txt"))
    records = tmp_path / "bob's [1] * records"
    for _ in range(2):
        found = errors(os.fsdecode(folder), records)
        wanted = {name.decode("utf-8", "backslashreplace") for name in names}
        assert set(found) == {f"{name}-buffer-assignment.txt" for name in wanted}
        assert set(found.values()) == {None}
    pytest.importorskip("duckdb")
    answer = fleet.Records(records).ask("duplicates").fetchall()
    assert [row[1] for row in answer] == [len(names)]


def test_stream_that_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noise = tmp_path / "noise"
    noise.write_bytes(b"\xff\xfe")
    status = _fleet_cli.main(["adopt", str(noise), "-o", str(tmp_path / "records")])
    assert status == 1
    assert capsys.readouterr().err.startswith("hlo-mem-fleet: error: ")
    assert not list((tmp_path / "records").glob("*.jsonl"))


def test_executor_that_cannot_be_made(tmp_path: Path) -> None:
    def make() -> Serial:
        raise OSError("no cluster")

    with pytest.raises(OSError, match="no cluster"):
        fleet.analyze(GOOD, records=tmp_path / "records", executor=make)
    assert not list((tmp_path / "records").glob("*.jsonl"))


def test_changing_file(tmp_path: Path) -> None:
    """Between listing and reading: whatever it was, its rows are not recorded."""
    dumps = tmp_path / "dumps"
    dumps.mkdir()
    path = dumps / "a-buffer-assignment.txt"
    shutil.copy(GOOD, path)

    def change(dump: str) -> dict[str, str]:
        path.write_bytes(path.read_bytes() + b"\n")
        return {}

    found = errors(dumps, tmp_path / "records", resolver=change)
    assert found == {"a": "it has changed while it was read"}
    assert errors(dumps, tmp_path / "records") == {path.name: None}


def test_program_before_its_assignment(tmp_path: Path) -> None:
    (tmp_path / "dumps").mkdir()
    shutil.copy(
        ROOT / "test" / "Inputs" / "proto" / "live-cpu-jax0.12.0.1.hlo_module.pb.gz",
        tmp_path / "dumps" / "module_0001.jit_f.before_optimizations.hlo.pb.gz",
    )
    (error,) = errors(tmp_path / "dumps", tmp_path / "records").values()
    assert error is not None


def test_no_dumps(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        fleet.analyze(tmp_path / "nowhere", records=tmp_path / "records")
    done = fleet.analyze(tmp_path, records=tmp_path / "records", executor=Serial())
    assert (done.total, done.read, done.failed) == (0, 0, 0)
    assert not done.records.files()
    pytest.importorskip("duckdb")
    with pytest.raises(hmo.HloMemError, match="no records"):
        done.records.ask("limits")


def test_other_records(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    records = tmp_path / "records"
    read(GOOD, records)
    with pytest.raises(
        hmo.HloMemError, match="are for device None and memory_limit None"
    ):
        fleet.analyze(GOOD, records=records, executor=Serial(), device="v5e")
    (path,) = records.iterdir()
    text = path.read_text()
    # A later release adds columns and tables, which this one skips.
    later = text.replace(
        '{"table":"modules",', '{"table":"modules","more":[1,{"a":2}],'
    )
    path.write_text(later + '{"table":"news","identity":"x","news":1}\n')
    assert read(GOOD, records)
    assert len(fleet.Records(records).ask("parts").fetchall()) > 1
    # An earlier one lacks some.
    path.write_text(text.replace('"compile_seconds":null,', ""))
    assert len(fleet.Records(records).ask("parts").fetchall()) > 1
    path.write_text(text.replace('"records":1', '"records":2'))
    for run in (
        lambda: fleet.Records(records).ask("parts"),
        lambda: fleet.Records(records).merge(tmp_path / "out"),
        lambda: fleet.analyze(GOOD, records=records, executor=Serial()),
    ):
        with pytest.raises(
            hmo.HloMemError, match="of version 2, and this release reads 1"
        ):
            run()
    path.write_text(text + '{"some":"text"}\n')
    with pytest.raises(hmo.HloMemError, match="no record"):
        fleet.Records(records).merge(tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_damaged_records(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    records = tmp_path / "records"
    read(GOOD, records)
    (path,) = records.iterdir()
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    output = tmp_path / "all.jsonl"
    for damaged in (
        lines[1].replace(b'":', b'"', 1),
        b"\0" * 20 + b"\n",
        b'{"table":"\xff"}\n',
        lines[1].rstrip() + lines[1],
    ):
        path.write_bytes(lines[0] + damaged + b"".join(lines[2:]))
        with pytest.raises(hmo.HloMemError, match="1 lines of no record"):
            fleet.Records(records).merge(output)
        assert not output.exists()
    # The last line of a run that was killed is none, and neither is an empty file.
    path.write_bytes(whole + lines[1][:20])
    (records / "killed.jsonl").touch()
    assert fleet.Records(records).merge(output) > 0


class Deadly(ProcessPoolExecutor):
    """Its processes end as soon as they get a certain dump."""

    def __init__(self) -> None:
        super().__init__(2, mp_context=multiprocessing.get_context("spawn"))

    def submit(
        self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any
    ) -> Future[Any]:
        return super().submit(read_or_die, fn, *args, **kwargs)


def read_or_die(fn: Callable[..., Any], units: Sequence[Any], *args: Any) -> Any:
    if any("deadly" in unit.stem for unit in units):
        os.kill(os.getpid(), signal.SIGKILL)
    return fn(units, *args)


def test_deadly_dump(tmp_path: Path) -> None:
    """Only the dump that ends workers has an error."""
    dumps = tmp_path / "dumps"
    dumps.mkdir()
    for name in (*"abcdefg", "deadly"):
        shutil.copy(GOOD, dumps / f"{name}-buffer-assignment.txt")
    found = errors(dumps, tmp_path / "records", executor=Deadly, chunk=4)
    assert len(found) == 8
    error = found.pop("deadly")
    assert error is not None
    assert error.startswith("the worker that read it ended")
    assert set(found.values()) == {None}
    with pytest.raises(BrokenProcessPool), Deadly() as pool:
        fleet.analyze(dumps, records=tmp_path / "other", executor=pool)


def test_dead_engine(tmp_path: Path) -> None:
    """An engine that has died is no fault of the dumps, and the next one goes on."""

    class Dead(Serial):
        calls = 0

        def submit(
            self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any
        ) -> Future[Any]:
            self.calls += 1
            future: Future[Any] = Future()
            if self.calls > 3:
                future.set_exception(ConnectionError("the cluster has gone"))
            else:
                future.set_result(fn(*args, **kwargs))
            return future

    make_dumps(tmp_path / "dumps", 60)
    with pytest.raises(ConnectionError):
        fleet.analyze(
            tmp_path / "dumps", records=tmp_path / "records", executor=Dead(), chunk=1
        )
    done = fleet.analyze(
        tmp_path / "dumps", records=tmp_path / "records", executor=Serial()
    )
    assert (done.total, done.read, done.failed) == (60, 57, 0)


def test_hopeless_engine(tmp_path: Path) -> None:
    """An environment that lacks something is no fault of the dumps."""

    class Lacking(Serial):
        def submit(
            self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any
        ) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(ModuleNotFoundError("No module named 'hlo_mem_opt'"))
            return future

    with pytest.raises(ModuleNotFoundError):
        fleet.analyze(GOOD, records=tmp_path / "records", executor=Lacking())
    assert not list((tmp_path / "records").iterdir())


def test_interrupt(tmp_path: Path) -> None:
    """Ctrl-C in the middle: a status of its own, and the same command goes on."""
    make_dumps(tmp_path / "dumps", 400)
    records = tmp_path / "records"
    command = [
        sys.executable,
        "-m",
        "hlo_mem_opt._fleet_cli",
        "read",
        str(tmp_path / "dumps"),
    ]
    command += ["-o", str(records), "--engine", "local:1"]
    run = subprocess.Popen(
        # What a shell has put into the background ignores it.
        ["env", "--default-signal=INT", *command],
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    # A module comes after the rows of its program, and counts where it was read.
    written = fleet.Records(records).rows(b'{"table":"modules",')
    while all(module["error"] is not None for module in written):
        written = fleet.Records(records).rows(b'{"table":"modules",')
        time.sleep(0.01)
    # As a terminal does, to all processes.
    os.killpg(run.pid, signal.SIGINT)
    _, messages = run.communicate()
    assert run.returncode == 130
    assert messages == b"hlo-mem-fleet: interrupted; the same command goes on\n"
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "400 dumps: " in done.stdout
    assert ": 400 read now" not in done.stdout
    fleet.analyze(tmp_path / "dumps", records=tmp_path / "whole", executor=Serial())
    assert merged(records) == merged(tmp_path / "whole")


def test_interrupt_within_an_executor(tmp_path: Path) -> None:
    """What an executor does with its locks is done before an interrupt counts."""
    whole = []

    class Interrupted(Serial):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            signal.raise_signal(signal.SIGINT)
            future = super().submit(fn, *args, **kwargs)
            whole.append("submit")
            return future

    # What a shell has put into the background ignores it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            fleet.analyze(GOOD, records=tmp_path / "records", executor=Interrupted())
    finally:
        now = signal.signal(signal.SIGINT, before)
    assert whole == ["submit"]
    assert now is signal.default_int_handler


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["limits", "{}/nowhere"], "no records in"),
        (["read", "{}/nowhere", "-o", "{}/r"], "nowhere"),
        (["read", "{}", "-o", "{}/r", "--engine", "spark"], "no engine 'spark'"),
        (["adopt", "{}/nowhere", "-o", "{}/r"], "nowhere"),
        (["limit", "{}"], "invalid choice"),
    ],
)
def test_wrong_commands(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("duckdb")
    given = [argument.format(tmp_path) for argument in arguments]
    try:
        status = _fleet_cli.main(given)
    except SystemExit as end:
        status = end.code  # type: ignore[assignment]
    assert status == 1
    assert message in capsys.readouterr().err


def test_failing_store(tmp_path: Path) -> None:
    """A store that fails now and then is asked again; what stays away has an error, and is
    read by the next run."""
    if "HLOMEM_FLEET_ENGINES" not in os.environ:
        pytest.importorskip("fsspec")
    import fsspec

    class Flaky(fsspec.AbstractFileSystem):  # type: ignore[misc]
        protocol = "flaky"
        asked: ClassVar[dict[str, int]] = {}
        is_down = True

        def ls(self, path: str, detail: bool = True, **kwargs: Any) -> list[Any]:
            if path != "dumps":
                return [{"name": "dumps", "type": "directory", "size": 0}]
            return [
                {"name": f"dumps/{name}-buffer-assignment.txt", "type": "file",
                 "size": GOOD.stat().st_size}
                for name in ("a", "b", "down")
            ]  # fmt: skip

        def cat_file(self, path: str, *args: Any, **kwargs: Any) -> bytes:
            self.asked[path] = count = self.asked.get(path, 0) + 1
            if ("down" in path and self.is_down) or count % 2:
                raise TimeoutError("no answer")
            return GOOD.read_bytes()

    fsspec.register_implementation("flaky", Flaky, clobber=True)
    found = errors("flaky://dumps", tmp_path / "records")
    assert found.pop("down") == "TimeoutError: no answer"
    assert set(found.values()) == {None}
    Flaky.is_down = False
    done = fleet.analyze(
        "flaky://dumps", records=tmp_path / "records", executor=Serial()
    )
    assert (done.read, done.failed) == (1, 0)

    class Broken(Flaky):
        protocol = "broken"

        def ls(self, path: str, *args: Any, **kwargs: Any) -> list[Any]:
            raise PermissionError(path)

    fsspec.register_implementation("broken", Broken, clobber=True)
    with pytest.raises(PermissionError):
        fleet.analyze("broken://dumps", records=tmp_path / "records", executor=Serial())


def test_many_names(tmp_path: Path) -> None:
    """A listing takes no memory that grows with it: here names without dumps."""
    from hlo_mem_opt._fleet_plan import File, Plan

    plan = Plan()
    for i in range(20_000):
        plan._insert(f"/dumps/{i % 100}", File(f"m{i}.hlo.pb", i, "1", -1), True)
    assert plan.count() == 20_000
    before = memory()
    for i in range(60_000):
        plan._insert(f"/dumps/{i % 100}", File(f"n{i}.hlo.pb", i, "1", -1), True)
    assert plan.count() == 80_000
    assert sum(1 for _ in plan.units()) == 80_000
    assert memory() < before + (8 << 20)
    plan.close()


def memory() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
