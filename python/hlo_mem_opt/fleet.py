# ===- fleet.py - Records of many dumps --------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Records of many dumps, made on any concurrent.futures.Executor.

import hlo_mem_opt as hmo
done = hmo.fleet.analyze("s3://bucket/dumps", records="records")
done.records.ask("limits")
"""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
import queue
import re
import signal
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent import futures
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Any

from hlo_mem_opt import _core
from hlo_mem_opt._errors import HloMemError
from hlo_mem_opt._fleet_plan import Plan, Unit
from hlo_mem_opt._fleet_records import VERSION, Records
from hlo_mem_opt._fleet_worker import (
    Answer,
    Reading,
    dump_row,
    failure_row,
    read_chunk,
    split_lines,
)
from hlo_mem_opt._report import read_limit

__all__ = ["Records", "Summary", "adopt", "analyze", "labels_of", "local_processes"]

# Gets how many dumps of how many are done, and in about how many seconds all will be.
Progress = Callable[[int, int, float], object]
Resolver = Callable[[str], Mapping[str, str]]
Chunk = tuple[Unit, ...]
Engine = Executor | Callable[[], Executor]
RELEASE = _core.__version__
# So many failures in a row are not of dumps, but of the engine.
_MOST_FAILURES = 32
# What no other try changes.
_HOPELESS = (ImportError, AttributeError, TypeError, pickle.PicklingError)


def local_processes(workers: int | None = None) -> Executor:
    """Processes of this machine, as many as it has cores."""
    return futures.ProcessPoolExecutor(
        workers,
        # A fork would copy the threads and locks of this process.
        mp_context=multiprocessing.get_context("spawn"),
        # Ctrl-C is for the process that collects.
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    )


class _Writer:
    """The file of one run, in which a program stands in front of its modules."""

    def __init__(self, records: Records, reading: Reading, plan: Plan) -> None:
        records.folder.mkdir(parents=True, exist_ok=True)
        self._plan = plan
        run = {"table": "run", "records": VERSION, "release": RELEASE}
        limit = ",".join(reading.memory_limit) or None
        self._header = dump_row(run | {"device": reading.device, "memory_limit": limit})
        self._load(records)
        self._path = records.folder / f"{uuid.uuid4().hex}.jsonl"
        self._file = open(self._path, "xb")  # noqa: SIM115 - close() does
        self._file.write(self._header.encode())
        self._file.flush()
        self.count = 0

    def _load(self, records: Records) -> None:
        """Finds out what other runs have recorded as a whole."""
        of_program: str | None = None
        for record in records.rows():
            if record["table"] == "run":
                if record != json.loads(self._header) | {"release": record["release"]}:
                    raise HloMemError(
                        f"the records are for device {record['device']} and memory_limit "
                        f"{record['memory_limit']}: choose another folder"
                    )
            elif record["table"] != "modules":
                of_program = record["identity"]
            elif record["identity"] is not None and record["release"] == RELEASE:
                if of_program == record["identity"]:
                    self._plan.set_reported(record["identity"])
                self._plan.set_done(record)

    def write(self, answer: Answer, units: Sequence[Unit]) -> int:
        """Writes what is new, and returns how many of the dumps could not be read."""
        text = []
        failed = set()
        for place, identity, line in answer.modules:
            if '"error":null' not in line or identity is None:
                failed.add(place)
            elif identity not in answer.programs:
                self._plan.want(identity, units[place])
            elif self._plan.set_reported(identity):
                text.append(answer.programs[identity])
            text.append(line)
        # It counts before it is written: after that no interrupt may remove the file.
        self.count += len(answer.modules)
        self._file.write("".join(text).encode())
        self._file.flush()
        return len(failed)

    def close(self) -> None:
        self._file.close()
        if self.count == 0:
            self._path.unlink()


@contextmanager
def _interrupts_deferred() -> Iterator[None]:
    """Delays Ctrl-C: a lock of an executor that it left locked would block its threads."""
    before = signal.getsignal(signal.SIGINT)
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or not callable(before):
        yield
        return
    came: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            before(*came[0])


class _Engine:
    """An executor with a bounded number of chunks in work, and what has to be tried again."""

    def __init__(self, executor: Engine, reading: Reading) -> None:
        self._is_ours = not isinstance(executor, Executor)
        self._make = executor if callable(executor) else lambda: executor
        self._executor = self._make()
        self.reading = reading
        # Of chunks that were alone, in a row.
        self._failures = 0
        # What a worker has ended with; one at a time, so that only it is to blame.
        self._suspects: deque[Chunk] = deque()
        self._pending: dict[Future[Answer], Chunk] = {}
        # Waiting here holds no lock that the executor needs.
        self._done: queue.SimpleQueue[Future[Answer]] = queue.SimpleQueue()

    def run(
        self, chunks: Iterator[Chunk], backlog: int
    ) -> Iterator[tuple[Chunk, Answer]]:
        while True:
            while len(self._pending) < backlog and (chunk := next(chunks, None)):
                self._submit(chunk)
            if is_alone := not self._pending:
                if not self._suspects:
                    return
                self._submit(self._suspects.popleft())
            future = self._done.get()
            chunk = self._pending.pop(future)
            try:
                answer = future.result()
            except _HOPELESS:
                raise
            except Exception as error:  # noqa: BLE001 - an engine may raise anything
                yield from self._fail(chunk, error, is_alone)
            else:
                self._failures = 0
                yield chunk, answer

    def _submit(self, chunk: Chunk) -> None:
        with _interrupts_deferred():
            try:
                future = self._executor.submit(read_chunk, chunk, self.reading)
            except BrokenExecutor:
                if not self._is_ours:
                    raise
                self._executor.shutdown(wait=False)
                self._executor = self._make()
                future = self._executor.submit(read_chunk, chunk, self.reading)
            self._pending[future] = chunk
            future.add_done_callback(self._done.put)

    def _fail(
        self, chunk: Chunk, error: Exception, is_alone: bool
    ) -> Iterator[tuple[Chunk, Answer]]:
        if isinstance(error, BrokenExecutor) and not self._is_ours:
            raise error
        self._failures += is_alone
        if self._failures > _MOST_FAILURES:
            raise error
        if not is_alone:
            self._suspects.append(chunk)
        elif middle := len(chunk) // 2:
            self._suspects += [chunk[:middle], chunk[middle:]]
        else:
            why = f"the worker that read it ended: {type(error).__name__}: {error}"
            row = failure_row(chunk[0], why.partition("\n")[0])
            yield chunk, Answer([(0, None, row)], {})

    def close(self) -> None:
        is_done = not self._pending
        with _interrupts_deferred():
            for future in self._pending:
                future.cancel()
            if self._is_ours:
                self._executor.shutdown(wait=is_done, cancel_futures=True)


def _chunks(
    units: Iterable[Unit], resolver: Resolver | None, count: int, size: int
) -> Iterator[Chunk]:
    chunk: list[Unit] = []
    held = 0
    for unit in units:
        if resolver is not None:
            unit = unit._replace(labels=dict(resolver(unit.dump)))
        if chunk and (len(chunk) == count or held + unit.size > size):
            yield tuple(chunk)
            chunk, held = [], 0
        chunk.append(unit)
        held += unit.size
    if chunk:
        yield tuple(chunk)


@dataclass(frozen=True)
class Summary:
    """What a run has done."""

    records: Records
    # Dumps: of all that there are, those that were read now, and those that failed.
    total: int
    read: int
    failed: int


def labels_of(pattern: str) -> Resolver:
    """A resolver: what the named groups of a regular expression find in a path."""
    expression = re.compile(pattern)

    def resolve(path: str) -> Mapping[str, str]:
        found = expression.search(path)
        return {k: v for k, v in found.groupdict().items() if v} if found else {}

    return resolve


def analyze(
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    records: str | os.PathLike[str],
    executor: Engine | None = None,
    resolver: Resolver | None = None,
    device: str | None = None,
    memory_limit: str | None = None,
    max_bytes: int = 1 << 32,
    storage_options: Mapping[str, Any] | None = None,
    chunk: int = 64,
    backlog: int = 32,
    progress: Progress | None = None,
) -> Summary:
    """Reads all dumps in files, folders and URLs of fsspec, and records what they need.

    `records` is a folder, in which a run continues what others have begun: what is
    recorded there of the same content and release is not read again. `executor` is any
    Executor; a function that makes one is called again where its processes have ended.
    `resolver` returns labels of the path of a dump: host, job, step. `device` and
    `memory_limit` are as for `analyze`. A dump that cannot be read is a record with an
    `error`. `chunk` dumps go to a worker at a time, and `backlog` chunks are underway.
    """
    many = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    reading = Reading(
        device=device,
        memory_limit=read_limit(memory_limit),
        max_bytes=max_bytes,
        storage=storage_options or {},
    )
    folder = Records(Path(records))
    done = failed = 0
    start = time.monotonic()
    with ExitStack() as stack:
        plan = stack.enter_context(closing(Plan()))
        for path in many:
            plan.add(os.fspath(path), reading.storage)
        writer = stack.enter_context(closing(_Writer(folder, reading, plan)))
        total = plan.count()
        left = sum(1 for _ in plan.units())
        engine = _Engine(executor or local_processes, reading)
        stack.enter_context(closing(engine))
        chunks = _chunks(plan.units(), resolver, chunk, 1 << 26)
        for units, answer in engine.run(chunks, backlog):
            failed += writer.write(answer, units)
            done += len(units)
            if progress is not None:
                elapsed = time.monotonic() - start
                progress(done, left, elapsed / done * (left - done))
        # Rows that a worker held for reported by an answer that was lost.
        engine.reading = replace(reading, run="")
        chunks = _chunks(plan.lacking(), resolver, chunk, 1 << 26)
        for units, answer in engine.run(chunks, backlog):
            writer.write(answer, units)
    return Summary(folder, total, done, failed)


def adopt(
    stream: Iterable[str],
    *,
    records: str | os.PathLike[str],
    resolver: Resolver | None = None,
    device: str | None = None,
    memory_limit: str | None = None,
) -> int:
    """Records what the program alone has written: the pass `jsonl` with the tables that
    PASSES names. Returns the number of modules."""
    reading = Reading(device=device, memory_limit=read_limit(memory_limit))
    units: list[Unit] = []

    def identify_unit(row: dict[str, Any]) -> tuple[int, Unit]:
        if row["release"] != RELEASE:
            raise HloMemError(
                f"the stream is of release {row['release']}, and this is {RELEASE}: "
                "write it again with this release"
            )
        unit = plan.add_file(row["path"])
        labels = dict(resolver(unit.dump)) if resolver else {}
        units.append(unit._replace(labels=labels))
        row["path"] = f"{units[-1].folder}/{os.path.basename(row['path'])}"
        return len(units) - 1, units[-1]

    with closing(Plan()) as plan:
        with closing(_Writer(Records(Path(records)), reading, plan)) as writer:
            writer.write(split_lines("".join(stream), identify_unit), units)
        return writer.count
