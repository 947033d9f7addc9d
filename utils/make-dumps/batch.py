# ===- batch.py - Programs compiled in a row ---------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Programs that one process after another compiles for one target."""

from __future__ import annotations

import contextlib
import datetime
import os
import re
import shutil
from collections.abc import Iterator
from typing import Any

import versions
import xlafiles
from jobs import Job, Target, join_flags, variables
from report import MakeError, note, one_line
from session import Session
from workers import SCRIPT, Ended, Enough, NoJax, Worker

Message = dict[str, Any]

# As much of a compiler's message as the manifest keeps.
ERROR_CHARACTERS = 4000


class Batch:
    """Jobs that need alike processes: one target, one number of devices."""

    def __init__(
        self, session: Session, target: Target, devices: int, scratch: str
    ) -> None:
        self.session = session
        self.target = target
        self.devices = devices
        self.scratch = scratch
        self.worker: Worker | None = None
        self.facts: Message = {}

    def compile_all(self, jobs: list[Job]) -> None:
        try:
            for index, job in enumerate(jobs):
                if not self.worker:
                    try:
                        self.worker = self.start(jobs)
                    except MakeError as error:
                        if not self.target.device:
                            # There is nothing else to go on with.
                            raise
                        self.session.fail(error, len(jobs) - index)
                        return
                    self.facts = self.worker.facts
                    self.session.results.make_folder()
                self.compile_one(job, self.worker)
        finally:
            if self.worker:
                self.worker.close()

    def start(self, jobs: list[Job]) -> Worker:
        """A process that can compile; an error if there is no such JAX or device."""
        environment = self.target.environment
        programs = {os.path.abspath(j.program.folder) for j in jobs}
        folders = [os.path.dirname(SCRIPT), self.scratch, *sorted(programs)]
        try:
            worker = Worker(
                environment.command(folders),
                variables(self.target, self.session.flags, self.devices),
                self.target.setup(),
                os.path.join(self.scratch, "log"),
                self.session.limits,
            )
        except NoJax as error:
            raise MakeError(
                "JAX cannot be imported by %s (%s); install it with\n"
                "  %s -m pip install jax\n"
                "or, for a GPU or a TPU, with jax[cuda12] or jax[tpu] in place of jax"
                % (environment.python, error, environment.python)
            )
        except MakeError as error:
            raise MakeError("%s: %s" % (self.target.name, error))
        backend = self.target.backend
        if backend not in (None, worker.facts["backend"]):
            worker.close()
            raise MakeError(
                "JAX compiles for the %s here, not for a %s; the variable "
                "JAX_PLATFORMS and the packages installed decide"
                % (worker.facts["backend"], backend)
            )
        return worker

    def compile_one(self, job: Job, worker: Worker) -> None:
        """Makes one dump, and says so; an error is said and counted."""
        device = self.target.device
        label = device.label if device else self.facts["backend"]
        version = re.sub(r"[^A-Za-z0-9.]", "_", self.facts["jax"])
        name = "%s-%s-jax%s" % (job.name, label, version)
        reason = self.unsupported(job)
        if reason:
            print("%s: skipped: %s" % (name, reason), flush=True)
            return
        try:
            with self.dump_folder(name) as folder:
                answer = self.ask(job, folder, worker)
                if "skipped" in answer:
                    print("%s: skipped: %s" % (name, answer["skipped"]), flush=True)
                else:
                    self.keep(job, name, folder, answer)
        except OSError as error:
            self.session.fail("%s: %s" % (name, error))

    @contextlib.contextmanager
    def dump_folder(self, name: str) -> Iterator[str]:
        """An empty folder for XLA to dump into, copied whole if that is asked."""
        folder = os.path.join(self.scratch, "xla")
        os.mkdir(folder)
        try:
            yield folder
            if self.session.keep_all and os.listdir(folder):
                self.session.results.keep_all(name, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def unsupported(self, job: Job) -> str | None:
        """Why a job is not for this JAX or for so few devices."""
        if versions.key(self.facts["jax"]) < versions.key(job.program.jax):
            return "needs jax %s" % job.program.jax
        if self.facts["devices"] < job.program.devices:
            return "needs %d devices, there are %d" % (
                job.program.devices,
                self.facts["devices"],
            )
        return None

    def ask(self, job: Job, folder: str, worker: Worker) -> Message:
        """The worker's answer; without one, what ended the worker."""
        options: dict[str, Any] = {
            "xla_dump_to": folder,
            "xla_dump_hlo_as_text": True,
        }
        if self.session.results.proto:
            options["xla_dump_hlo_as_proto"] = True
        if self.target.device and self.target.device.backend == "gpu":
            # There is no GPU to try kernels on.
            options["xla_gpu_autotune_level"] = 0
        message = {
            "folder": os.path.abspath(job.program.folder),
            "program": os.path.abspath(job.program.path),
            "size": job.size,
            "arguments": job.program.variants.get(job.variant, {}),
            "options": options,
        }
        suffices = None
        if self.session.limits.without_code:
            suffices = xlafiles.Assigned(folder, job.program.function)
        try:
            return worker.ask(message, suffices)
        except Ended as error:
            worker.close()
            self.worker = None
            is_enough = isinstance(error, Enough)
            return {"error": None if is_enough else str(error), "wall_seconds": None}

    def keep(self, job: Job, name: str, folder: str, answer: Message) -> None:
        """Keeps what XLA wrote, and why it did not compile, and tells of both."""
        error: str | None = answer.get("error")
        base: str | None = None
        try:
            base = xlafiles.pick_module(folder, job.program.function)
            if self.facts["backend"] != "cpu" and ".cpu_after_opt" in base:
                # Nothing said where the arguments are, or it named another device.
                error = error or (
                    "it compiled for the CPU instead of the %s: its arguments are "
                    "not on the target's devices" % self.facts["backend"]
                )
                base = None
        except MakeError as nothing:
            error = error or str(nothing)
        now = datetime.datetime.now(datetime.timezone.utc)
        flags = variables(self.target, self.session.flags, self.devices)
        device = self.target.device
        entry = dict(
            self.facts,
            device=device.name if device else self.facts["backend"],
            topology=device.topology if device else None,
            program=job.program.name,
            shows=job.program.summary,
            size=job.size,
            variant=job.variant,
            module=os.path.basename(base) if base else None,
            date=now.isoformat(timespec="seconds"),
            xla_flags=join_flags(flags.get("XLA_FLAGS")),
            libtpu_init_args=join_flags(flags.get("LIBTPU_INIT_ARGS")),
            wall_seconds=answer["wall_seconds"],
            memory_analysis=answer.get("memory_analysis"),
            error=error[:ERROR_CHARACTERS] if error else None,
        )
        files, leaks = self.session.results.add(name, base, entry)
        for file, path in leaks:
            note("warning", "%s still names %s" % (file, path))
        if error:
            kept = " (%d files kept)" % len(files) if files else ""
            self.session.fail("%s: %s%s" % (name, one_line(error), kept))
        else:
            print("%s: %d files" % (name, len(files)), flush=True)
