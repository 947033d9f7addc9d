# ===- workers.py - Processes that compile -----------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Processes that compile one program after another, and what ends them."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable
from typing import Any

from report import MakeError, one_line

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(HERE, "compile-program.py")
NO_JAX = 3  # exit status of compile-program.py
POLL_SECONDS = 0.5

Message = dict[str, Any]


class NoJax(MakeError):
    """The Python of the worker cannot import JAX; says why."""


class Ended(MakeError):
    """The worker ended, or was ended, before it answered."""


class Enough(Ended):
    """The worker was ended since the rest of its answer is not asked for."""


class Limits:
    def __init__(
        self, seconds: float, memory_bytes: int | None, without_code: bool = False
    ) -> None:
        self.seconds = seconds
        self.memory_bytes = memory_bytes
        # A compile ends when the buffers are assigned.
        self.without_code = without_code


class Worker:
    """compile-program.py, in a process that outlives the errors of a compile.

    A crash of the compiler, and a compile that takes too long or too much, end
    the process; who wants to go on starts another.
    """

    def __init__(
        self,
        python: list[str],
        env: dict[str, str],
        setup: Message,
        log: str,
        limits: Limits,
    ) -> None:
        self.limits = limits
        self.log = log
        with open(log, "wb") as errors:
            self.process = subprocess.Popen(
                [*python, SCRIPT],
                env=env,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )
        self.rest = b""
        self.closed = False
        try:
            self.facts = self.ask(setup)
        except BaseException:
            self.close()
            raise
        if "error" in self.facts:
            self.close()
            raise MakeError(one_line(self.facts["error"]))

    def ask(
        self, message: Message, suffices: Callable[[], bool] | None = None
    ) -> Message:
        """The answer; raises Ended if there is none, and Enough if what was written
        suffices before."""
        assert self.process.stdin and self.process.stdout
        before = os.path.getsize(self.log)
        deadline = time.monotonic() + self.limits.seconds
        try:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise self.ended(before)
        while b"\n" not in self.rest:
            if select.select([self.process.stdout], [], [], POLL_SECONDS)[0]:
                part = os.read(self.process.stdout.fileno(), 1 << 16)
                if not part:
                    raise self.ended(before)
                self.rest += part
            elif suffices and suffices():
                self.close()
                raise Enough("was ended when the buffers were assigned")
            elif time.monotonic() > deadline:
                self.close()
                raise Ended("took longer than %g seconds" % self.limits.seconds)
            elif self.too_large():
                self.close()
                raise Ended(
                    "took more than %g GiB of memory"
                    % ((self.limits.memory_bytes or 0) / 2**30)
                )
        line, self.rest = self.rest.split(b"\n", 1)
        try:
            answer: Message = json.loads(line)
        except ValueError:
            self.close()
            raise Ended(
                "gave no answer: %s" % one_line(line.decode("utf-8", "replace"))
            ) from None
        return answer

    def too_large(self) -> bool:
        if self.limits.memory_bytes is None:
            return False
        try:
            with open("/proc/%d/statm" % self.process.pid, encoding="ascii") as file:
                pages = int(file.read().split()[1])
        except (OSError, IndexError):
            return False
        return pages * os.sysconf("SC_PAGE_SIZE") > self.limits.memory_bytes

    def ended(self, before: int) -> MakeError:
        """What ended it, from the exit status and what it said last."""
        status = self.process.wait()
        self.close()
        with open(self.log, "rb") as file:
            file.seek(before)
            text = file.read().decode("utf-8", "replace")
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        last = lines[-1] if lines else "without a word"
        # A worker that has answered has found JAX: a program ended it.
        if status == NO_JAX and not hasattr(self, "facts"):
            return NoJax(last)
        if status < 0:
            # The first line of a failed check is what says something.
            fatal = [line for line in lines if line.startswith("F")]
            what = ": " + fatal[0] if fatal else ""
            return Ended("the compiler was ended by signal %d%s" % (-status, what))
        return Ended("the compiler ended with status %d: %s" % (status, last))

    def close(self) -> None:
        """Ends the process and whatever it started."""
        if self.closed:
            return
        self.closed = True
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream:
                try:
                    stream.close()
                except BrokenPipeError:
                    pass
