# ===- matrix.py - All programs for all targets ------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Every program for every device with every JAX, whatever of it fails."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Iterator

import versions
from batch import Batch
from devices import CUDA12, FIRST_JAX_FOR_GPU, Device, parse
from environments import THIS_PYTHON, Environment, Environments
from jobs import Job, Target
from report import MakeError
from session import Session


def compile_absent(
    session: Session,
    jobs: list[Job],
    names: list[str],
    jaxes: list[str],
    environments: Environments,
) -> None:
    """All jobs for each device by name, with each JAX or that of this Python."""
    versions_or_here: list[str | None] = [*jaxes] or [None]
    count = len(jobs) * len(versions_or_here)
    devices = []
    for name in names:
        try:
            devices.append(parse(name))
        except MakeError as error:
            session.total += count
            session.fail(error, count)
    groups: dict[tuple[str, ...], list[Job]] = {}
    for job in jobs:
        groups.setdefault(job.program.requires, []).append(job)
    for version in versions_or_here:
        for device in devices:
            for requires, group in groups.items():
                try:
                    environment = environment_for(
                        version, device, requires, environments
                    )
                except (MakeError, OSError) as error:
                    session.total += len(group)
                    session.fail("jax %s: %s" % (version, error), len(group))
                    continue
                compile_all(session, group, Target(environment, device, None))


def compile_all(session: Session, jobs: list[Job], target: Target) -> None:
    """All jobs for a target; those that need alike processes share them."""
    session.total += len(jobs)
    groups: dict[int, list[Job]] = {}
    for job in jobs:
        devices = job.program.devices if target.makes_devices else 1
        groups.setdefault(devices, []).append(job)
    for devices, group in groups.items():
        with scratch_folder() as scratch:
            Batch(session, target, devices, scratch).compile_all(group)


def environment_for(
    version: str | None,
    device: Device,
    requires: tuple[str, ...],
    environments: Environments,
) -> Environment:
    if version is None:
        return THIS_PYTHON
    extra = ""
    if device.backend == "tpu":
        extra = "tpu"
    elif device.backend == "gpu":
        if versions.key(version) < versions.key(FIRST_JAX_FOR_GPU):
            raise MakeError(
                "compiles for a GPU only where there is one; take %s or newer for %s"
                % (FIRST_JAX_FOR_GPU, device.name)
            )
        extra = "cuda12" if device.name in CUDA12 else versions.cuda(version)
    return environments.get(version, extra, requires)


@contextlib.contextmanager
def scratch_folder() -> Iterator[str]:
    folder = tempfile.mkdtemp(prefix="make-dumps-")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
