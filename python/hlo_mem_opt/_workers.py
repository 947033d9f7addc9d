# ===- _workers.py - Processes that compile, seen from outside ----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Processes that compile one program each, and one that waits for the next."""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from hlo_mem_opt._jax_private import Job


class Worker:
    """A process that waits for a program, and compiles it (_worker.py)."""

    def __init__(self, topology: str) -> None:
        self._made_for = _conditions(topology)
        # It has no name, so that nothing is left of it.
        self._messages = tempfile.TemporaryFile()  # noqa: SIM115 - end() closes it
        command = [sys.executable, "-m", "hlo_mem_opt._worker", topology]
        self._process = subprocess.Popen(
            [*command, str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=self._messages,
            env=_environment(),
            start_new_session=True,
        )

    def is_usable(self, topology: str) -> bool:
        return self._made_for == _conditions(topology) and self.status() is None

    def send(self, job: Job, folder: str) -> None:
        """Has the program compiled, with XLA's dumps in the folder `dump` of `folder`."""
        with open(os.path.join(folder, "job"), "wb") as file:
            pickle.dump(job, file)
        assert self._process.stdin is not None
        # One that has ended says why. So little never has to wait.
        with suppress(BrokenPipeError), self._process.stdin as stream:
            stream.write(os.fsencode(folder))

    def status(self) -> int | None:
        """The exit status; None while it runs."""
        return self._process.poll()

    def messages(self) -> bytes:
        self._messages.seek(0)
        return self._messages.read()

    def end(self) -> None:
        if self._made_for[-1] != os.getpid():
            # It is that of the process from which this one was forked.
            return
        self._process.kill()
        self._process.wait()
        with suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        self._messages.close()


def _environment() -> dict[str, str]:
    environment = {**os.environ, "JAX_ENABLE_COMPILATION_CACHE": "false"}
    environment.update(JAX_PLATFORMS="cpu", ALLOW_MULTIPLE_LIBTPU_LOAD="1")
    # Its package may be found by a path that only this process has.
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    return environment


def _conditions(topology: str) -> tuple[str, dict[str, str], int]:
    """What a worker depends on."""
    return topology, _environment(), os.getpid()


_lock = threading.Lock()
_spare: Worker | None = None
# The topology of the last program.
_last: str | None = None


@contextmanager
def take_worker(topology: str) -> Iterator[Worker]:
    """A worker for one program. After a second program in a row for a topology, another
    worker is started, which saves the next program the start of jax."""
    global _spare, _last
    with _lock:
        worker, _spare = _spare, None
        is_second, _last = _last == topology, topology
    if worker is not None and not worker.is_usable(topology):
        worker.end()
        worker = None
    if worker is None:
        worker = Worker(topology)
    try:
        yield worker
    finally:
        worker.end()
    if is_second:
        with _lock:
            if _spare is None:
                _spare = Worker(topology)


@atexit.register
def end_spare() -> None:
    """Ends the worker that waits."""
    global _spare
    with _lock:
        worker, _spare = _spare, None
    if worker is not None:
        worker.end()
