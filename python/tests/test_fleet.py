# ===- test_fleet.py - Records of many dumps on any engine -------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Records are the same whatever engine makes them, and whatever ends meanwhile.

HLOMEM_FLEET_ENGINES lists the engines, which utils/fleet.sh has: local, dask, ray.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

import hlo_mem_opt as hmo
from conftest import PROGRAM
from fleet_dumps import make_dumps
from hlo_mem_opt import _fleet_cli, fleet
from hlo_mem_opt._fleet_worker import PASSES

pytest.importorskip("duckdb")

ENGINES = os.environ.get("HLOMEM_FLEET_ENGINES", "local").split(",")
COUNT = int(os.environ.get("HLOMEM_FLEET_COUNT", "300"))
# How often each test of an engine runs, with the same processes.
TIMES = int(os.environ.get("HLOMEM_FLEET_TIMES", "1"))
BROKEN = COUNT // 100
LABELS = r"/(?P<day>[0-9-]{10})/(?P<host>[^/]+)/[^/]*$"
MakeExecutor = Callable[[], Executor]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "engine" in metafunc.fixturenames and TIMES > 1:
        metafunc.fixturenames.append("turn")
        metafunc.parametrize("turn", range(TIMES))


class Engine:
    """Two processes of an engine, by their process ids."""

    def __init__(
        self, executor: Executor | MakeExecutor, pids: Callable[[], list[int]]
    ) -> None:
        self.executor = executor
        self.pids = pids


class Serial(Executor):
    """Runs everything at once, in this process."""

    def submit(
        self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any
    ) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def local() -> Iterator[Engine]:
    made: list[Any] = []

    def make() -> Executor:
        made.append(fleet.local_processes(2))
        return made[-1]

    yield Engine(make, lambda: list(made[-1]._processes))


def dask() -> Iterator[Engine]:
    import dask
    from distributed import Client, LocalCluster

    # A cluster of one machine gives up a worker that is not there 15 seconds after it was
    # lost, also where it has come back meanwhile and was killed again, as here.
    dask.config.set({"distributed.deploy.lost-worker-timeout": "1h"})
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        Client(cluster) as client,
    ):
        yield Engine(
            client.get_executor(retries=2),
            lambda: list(client.run(os.getpid).values()),
        )


def ray() -> Iterator[Engine]:
    import ray

    from hlo_mem_opt._fleet_ray import RayExecutor

    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False)

    yield Engine(RayExecutor(num_cpus=1), ray_pids)
    ray.shutdown()


def ray_pids() -> list[int]:
    """Our processes that run tasks; between two of them one is called idle."""
    import psutil

    ours = psutil.Process().children(recursive=True)
    return [
        process.pid
        for name in ("ray::_call", "ray::IDLE")
        for process in ours
        if process.name().startswith(name)
    ]


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    yield from {"local": local, "dask": dask, "ray": ray}[request.param]()


@pytest.fixture(scope="module")
def dumps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fleet") / "dumps"
    make_dumps(folder, COUNT)
    return folder


@pytest.fixture(scope="module")
def expected(dumps: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The records of all dumps in one piece, by one process."""
    folder = tmp_path_factory.mktemp("expected")
    analyze(dumps, folder / "records", Serial(), chunk=COUNT)
    return merged(folder / "records")


def analyze(paths: Any, records: Path, executor: Any, **options: Any) -> fleet.Summary:
    options = {"resolver": fleet.labels_of(LABELS), "chunk": 16, **options}
    return fleet.analyze(paths, records=records, executor=executor, **options)


def merged(records: Path) -> bytes:
    output = records.parent / "merged.jsonl"
    fleet.Records(records).merge(output)
    return output.read_bytes()


def rows(text: bytes, table: str) -> list[dict[str, Any]]:
    found = map(json.loads, text.splitlines())
    return [row for row in found if row["table"] == table]


def test_records_are_what_the_program_says(dumps: Path, expected: bytes) -> None:
    done = subprocess.run(
        [PROGRAM, f"-passes={PASSES}", dumps], capture_output=True, check=False
    )
    told = [row for row in map(json.loads, done.stdout.splitlines())]
    modules = {row["path"]: row for row in told if row["table"] == "modules"}
    recorded = {row["path"]: row for row in rows(expected, "modules")}
    assert set(modules) == set(recorded)
    assert len(modules) == COUNT
    for path, row in recorded.items():
        for column, value in modules[path].items():
            if column == "module":
                assert value.endswith(row[column])
            else:
                assert value == row[column], column
    # Of each program the rows are there once.
    by_module: dict[str, list[Any]] = {}
    for row in told:
        by_module.setdefault(row["module"], []).append(row)
    identities = {
        row["module"]: row["identity"] for row in told if row["table"] == "modules"
    }
    assert len(set(identities.values())) < COUNT * 3 // 4
    for table in ("spaces", "parts", "changes"):
        of_programs: dict[str, list[Any]] = {}
        for row in rows(expected, table):
            identity = row.pop("identity")
            row.pop("release")
            of_programs.setdefault(identity, []).append(row)
        for module, of_module in by_module.items():
            wanted = [
                {k: v for k, v in row.items() if k != "module"}
                for row in of_module
                if row["table"] == table
            ]
            found = of_programs.get(identities[module], [])
            assert sorted(map(str, wanted)) == sorted(map(str, found))


def test_same_records(
    dumps: Path, expected: bytes, engine: Engine, tmp_path: Path
) -> None:
    told: list[tuple[int, int, float]] = []
    done = analyze(
        dumps,
        tmp_path / "records",
        engine.executor,
        progress=lambda *now: told.append(now),
    )
    assert (done.total, done.read, done.failed) == (COUNT, COUNT, BROKEN)
    assert merged(tmp_path / "records") == expected
    assert told[-1] == (COUNT, COUNT, 0)
    assert [now[0] for now in told] == sorted({now[0] for now in told})


def test_killed_worker(
    dumps: Path, expected: bytes, engine: Engine, tmp_path: Path
) -> None:
    killed: list[int] = []

    def kill(done: int, total: int, _left: float) -> None:
        if not killed and done < total // 2:
            for pid in engine.pids()[:1]:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    done = analyze(dumps, tmp_path / "records", engine.executor, progress=kill, chunk=4)
    assert killed
    assert (done.read, done.failed) == (COUNT, BROKEN)
    assert merged(tmp_path / "records") == expected


def test_any_split(
    dumps: Path, expected: bytes, engine: Engine, tmp_path: Path
) -> None:
    """The union of parts, with what several of them have, is the whole."""
    files = sorted(dumps.rglob("*.pb"))
    for part in (files[::3], files[50:120], [*files[1::3], *files[2::3]]):
        analyze(part, tmp_path / str(len(part)), engine.executor)
        for path in (tmp_path / str(len(part))).iterdir():
            (tmp_path / "records").mkdir(exist_ok=True)
            shutil.move(path, tmp_path / "records")
    assert merged(tmp_path / "records") == expected


def test_resumes(dumps: Path, expected: bytes, engine: Engine, tmp_path: Path) -> None:
    """After an interrupt in the middle, and a line of which only a part was written."""

    def interrupt(done: int, total: int, _left: float) -> None:
        if done > total // 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        analyze(dumps, tmp_path / "records", engine.executor, progress=interrupt)
    (path,) = (tmp_path / "records").iterdir()
    text = path.read_bytes()
    path.write_bytes(text[: len(text) * 9 // 10])
    done = analyze(dumps, tmp_path / "records", engine.executor)
    assert 0 < done.read < COUNT * 3 // 4
    assert merged(tmp_path / "records") == expected
    done = analyze(dumps, tmp_path / "records", engine.executor)
    assert done.read == 0
    assert len(list((tmp_path / "records").iterdir())) == 2


def test_two_writers(
    dumps: Path, expected: bytes, engine: Engine, tmp_path: Path
) -> None:
    """Two runs at once, into one folder."""
    code = (
        "import sys\nfrom hlo_mem_opt import fleet\n"
        "if __name__ == '__main__':\n"
        "    fleet.analyze(sys.argv[1], records=sys.argv[2], chunk=8,\n"
        f"        resolver=fleet.labels_of({LABELS!r}))\n"
    )
    (tmp_path / "other.py").write_text(code)
    other = subprocess.Popen(
        [sys.executable, tmp_path / "other.py", dumps, tmp_path / "records"]
    )
    analyze(dumps, tmp_path / "records", engine.executor)
    assert other.wait() == 0
    assert merged(tmp_path / "records") == expected


def test_object_store(
    dumps: Path, expected: bytes, engine: Engine, tmp_path: Path, store: str
) -> None:
    """From a server that speaks S3; from workers that are other processes."""
    done = analyze(
        f"s3://{store}/dumps",
        tmp_path / "records",
        engine.executor,
        storage_options=STORE,
    )
    assert (done.total, done.read, done.failed) == (COUNT, COUNT, BROKEN)
    url = f"s3://{store}/dumps"

    def local_names(text: bytes) -> list[dict[str, Any]]:
        found = rows(text.replace(str(dumps).encode(), url.encode()), "modules")
        for row in found:
            del row["state"], row["modified"], row["compile_seconds"]
        return sorted(found, key=lambda row: str(row["path"]))

    text = merged(tmp_path / "records")
    assert local_names(text) == local_names(expected)
    for table in ("spaces", "parts", "changes"):
        assert rows(text, table) == rows(expected, table)
    assert (
        analyze(url, tmp_path / "records", engine.executor, storage_options=STORE).read
        == 0
    )


STORE = {"endpoint_url": "", "key": "key", "secret": "secret"}


@pytest.fixture(scope="module")
def store(dumps: Path) -> Iterator[str]:
    """The bucket of a server that has the dumps."""
    if "HLOMEM_FLEET_ENGINES" not in os.environ:
        pytest.importorskip("moto")
    import s3fs
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    _, port = server.get_host_and_port()
    STORE["endpoint_url"] = f"http://127.0.0.1:{port}"
    fs = s3fs.S3FileSystem(**STORE)
    fs.mkdir("fleet")
    fs.put(str(dumps), "fleet/dumps", recursive=True)
    yield "fleet"
    server.stop()


@pytest.mark.skipif("ray" not in ENGINES, reason="is of Ray")
def test_two_hosts(dumps: Path, expected: bytes, tmp_path: Path) -> None:
    """Two hosts of Ray: here network namespaces, which take root."""
    script = Path(__file__).with_name("two_hosts.sh")
    done = subprocess.run(
        [script, sys.executable, dumps, tmp_path / "records", LABELS],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["10.77.0.1", "10.77.0.2"]
    assert merged(tmp_path / "records") == expected


def test_questions(dumps: Path, expected: bytes, tmp_path: Path) -> None:
    """What SQL finds is what adding up the records gives."""
    done = analyze(dumps, tmp_path / "records", Serial(), memory_limit="1GiB")
    modules = {
        row["path"]: row for row in rows(expected, "modules") if row["error"] is None
    }
    needed: Counter[str] = Counter()
    for row in rows(expected, "spaces"):
        if row["space"] == 0:
            needed[row["identity"]] += row["allocated"]
    copies = Counter(row["identity"] for row in modules.values())

    answer = done.records.ask("limits").fetchall()
    lefts = sorted((1 << 30) - needed[row["identity"]] for row in modules.values())
    shown = [left for *_, left, count in answer for _ in range(count)]
    assert shown == lefts[: len(shown)]

    answer = done.records.ask("duplicates").fetchall()
    assert [row[1] for row in answer] == sorted(copies.values(), reverse=True)[
        : len(answer)
    ]

    of_part: Counter[tuple[str, str | None]] = Counter()
    for row in rows(expected, "parts"):
        if row["space"] == 0:
            of_part[row["kind"], row["name"]] += row["bytes"] * copies[row["identity"]]
    answer = done.records.ask("parts").fetchall()
    assert [row[2] for row in answer] == [
        n for _, n in of_part.most_common(len(answer))
    ]
    assert all(of_part[row[0], row[1]] == row[2] for row in answer)

    saved: Counter[str] = Counter()
    for row in rows(expected, "changes"):
        saved[row["change"]] += (row["saves"] or 0) * copies[row["identity"]]
    answer = {row[0]: row[2] for row in done.records.ask("changes").fetchall()}
    assert answer == {k: v for k, v in saved.items() if k in answer}
    assert max(answer.values()) == max(saved.values())

    on_host: dict[str, dict[str, int]] = {}
    for row in modules.values():
        on_host.setdefault(row["labels"]["host"], {})[row["identity"]] = needed[
            row["identity"]
        ]
    answer = {row[0]: row[1:4] for row in done.records.ask("residents").fetchall()}
    assert answer == {
        host: (len(of), max(of.values()), sum(of.values()))
        for host, of in on_host.items()
    }

    days = sorted({row["labels"]["day"] for row in modules.values()})
    answer = done.records.ask("since").fetchall()
    assert len(days) == 2
    for family, _, before, after, _ in answer:
        sizes: dict[str, set[int]] = {day: set() for day in days}
        for row in modules.values():
            name = row["module"].split(".")[1]
            if re.sub(r"_[0-9]+$", "", name) == family:
                sizes[row["labels"]["day"]].add(needed[row["identity"]])
        assert before is None or before in sizes[days[0]]
        assert after is None or after in sizes[days[1]]

    answer = done.records.ask("errors").fetchall()
    assert sum(row[1] for row in answer) == BROKEN
    # Neither a path nor a place in it tells errors apart.
    assert not any("/" in row[0] or row[0].startswith(":") for row in answer)
    with pytest.raises(hmo.HloMemError, match="no question 'limit'"):
        done.records.ask("limit")

    done.records.write_parquet(tmp_path / "parquet")
    parquet = pytest.importorskip("pyarrow.parquet")
    assert (
        parquet.read_table(tmp_path / "parquet" / "modules.parquet").num_rows == COUNT
    )
    found = parquet.read_table(tmp_path / "parquet" / "parts.parquet")
    assert sum(found["bytes"].to_pylist()) == sum(
        row["bytes"] for row in rows(expected, "parts")
    )


def test_program(
    dumps: Path, expected: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same by hlo-mem-fleet, and by hlo-mem-opt alone."""
    records, output = str(tmp_path / "records"), tmp_path / "merged.jsonl"
    read = [
        "read",
        str(dumps),
        "-o",
        records,
        "--engine",
        "local:2",
        "--labels",
        LABELS,
    ]
    assert _fleet_cli.main(read) == 1
    assert (
        f"{COUNT} dumps: {COUNT} read now, {BROKEN} of them" in capsys.readouterr().out
    )
    assert _fleet_cli.main(read) == 0
    assert f"{COUNT} were recorded before" in capsys.readouterr().out
    assert _fleet_cli.main(["merge", records, "-o", str(output)]) == 0
    assert output.read_bytes() == expected
    for question in (
        "limits",
        "duplicates",
        "parts",
        "changes",
        "residents",
        "since",
        "errors",
    ):
        assert _fleet_cli.main([question, records]) == 0
        assert capsys.readouterr().out

    streams = []
    for host in sorted(dumps.glob("*/*")):
        stream = tmp_path / f"{host.parent.name}-{host.name}.jsonl"
        with open(stream, "wb") as file:
            subprocess.run(
                [PROGRAM, f"-passes={PASSES}", host],
                stdout=file, stderr=subprocess.DEVNULL, check=False,
            )  # fmt: skip
        streams.append(str(stream))
    alone = str(tmp_path / "alone")
    assert _fleet_cli.main(["adopt", *streams, "-o", alone, "--labels", LABELS]) == 0
    assert merged(Path(alone)) == expected
