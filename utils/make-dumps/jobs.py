# ===- jobs.py - What is compiled, and what for ------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""What is compiled, and what for."""

from __future__ import annotations

from typing import Any, NamedTuple

import catalog
from devices import Device
from environments import Environment


class Job(NamedTuple):
    """One compile, but for what it is compiled for."""

    program: catalog.Program
    size: str
    variant: str

    @property
    def name(self) -> str:
        variant = [] if self.variant == catalog.BASE else [self.variant]
        return "-".join([self.program.name, self.size, *variant])


class Target(NamedTuple):
    """What is compiled for: a device by name, or what JAX finds here."""

    environment: Environment
    device: Device | None
    backend: str | None  # None: JAX decides

    @property
    def name(self) -> str:
        """The target in a message."""
        if not self.device:
            return self.environment.python
        device = self.device.name
        if self.device.topology:
            device += ":" + self.device.topology
        return "%s, %s" % (device, self.environment.name)

    @property
    def makes_devices(self) -> bool:
        """Whether it has as many devices as a process is told to make."""
        if self.device:
            return self.device.backend == "cpu"
        return self.backend in (None, "cpu")

    def setup(self) -> dict[str, Any]:
        """The first message to a worker."""
        if not self.device:
            return {"backend": None, "topology": None, "target": None}
        topology = self.device.topology
        if self.device.backend == "tpu":
            topology = "%s:%s" % (self.device.name, topology)
        return {
            "backend": self.device.backend,
            "device": self.device.name,
            "topology": topology,
            "target": self.device.target,
        }


def join_flags(*flags: str | None) -> str:
    return " ".join(flag for flag in flags if flag)


def variables(target: Target, flags: str, devices: int) -> dict[str, str]:
    """The environment of a process that compiles for that many devices."""
    # A program found in JAX's cache would not be compiled, hence not dumped.
    # Constants are to stay in the program, not to become arguments.
    result = dict(
        target.environment.variables(),
        JAX_ENABLE_COMPILATION_CACHE="false",
        JAX_USE_SIMPLIFIED_JAXPR_CONSTANTS="false",
        PYTHONDONTWRITEBYTECODE="1",
    )
    if target.device or target.backend == "cpu":
        # Another backend is taken as JAX finds it: naming "gpu" here would
        # insist on every kind of GPU.
        result["JAX_PLATFORMS"] = "cpu"
    if target.device and target.device.backend == "tpu":
        # libtpu is to look for no TPU, on this machine or in the network.
        result.update(
            TPU_SKIP_MDS_QUERY="1",
            ALLOW_MULTIPLE_LIBTPU_LOAD="1",
            TPU_WORKER_HOSTNAMES="localhost",
            TPU_ACCELERATOR_TYPE="v5litepod-4",
        )
    # XLA ends the process at a flag that it does not know, and only the TPU's
    # compiler knows its own. Where a flag stands twice, the last one counts.
    tpu = [flag for flag in flags.split() if flag.startswith("--xla_tpu_")]
    others = [flag for flag in flags.split() if flag not in tpu]
    if target.makes_devices and devices > 1:
        others.insert(0, "--xla_force_host_platform_device_count=%d" % devices)
    backend = target.device.backend if target.device else target.backend
    if backend not in ("tpu", None):
        tpu = []
    for name, added in (("XLA_FLAGS", others), ("LIBTPU_INIT_ARGS", tpu)):
        text = join_flags(result.get(name), *added)
        if text:
            result[name] = text
    return result
