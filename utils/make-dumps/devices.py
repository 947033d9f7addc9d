# ===- devices.py - What XLA compiles for ------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The devices that can be compiled for without being there."""

from __future__ import annotations

import glob
import os
import re
from typing import NamedTuple

from report import MakeError

# The Python package compiles for them too.
TARGETS = os.path.join(
    os.path.dirname(os.path.abspath(__file__)),
    *("..", "..", "python", "hlo_mem_opt", "targets"),
)

# The smallest topology of several chips that libtpu accepts for a TPU.
TPUS = {
    "v2": "2x2",
    "v3": "2x2",
    "v4": "2x2x1",
    "v4-megacore": "2x2x1",
    "v5e": "2x2",
    "v5p": "2x2x1",
    "v6e": "2x2",
    "tpu7x": "2x2x1",
}
# Partitions, hosts, GPUs.
GPU_TOPOLOGY = "1x1x4"
# The compiler of CUDA 13 has no code for cards before compute capability 7.5.
CUDA12 = {"v100-16gb"}
# XLA's compiler runs without a GPU's driver from here on.
FIRST_JAX_FOR_GPU = "0.9.2"


class Device(NamedTuple):
    """A device as --device names it."""

    name: str
    backend: str  # cpu, tpu or gpu
    topology: str | None
    label: str  # what stands for it in names of files

    @property
    def target(self) -> str | None:
        """The GpuTargetConfigProto of a GPU, as text."""
        if self.backend != "gpu":
            return None
        with open(targets()[self.name], encoding="utf-8") as file:
            return file.read()


def targets() -> dict[str, str]:
    """The file of each GPU."""
    paths = sorted(glob.glob(os.path.join(glob.escape(TARGETS), "*.txtpb")))
    return {os.path.splitext(os.path.basename(path))[0]: path for path in paths}


def parse(text: str) -> Device:
    """The device of NAME or NAME:TOPOLOGY."""
    name, colon, topology = text.partition(":")
    if name == "cpu" and not colon:
        return Device("cpu", "cpu", None, "cpu")
    if name in TPUS:
        backend, usual = "tpu", TPUS[name]
    elif name in targets():
        backend, usual = "gpu", GPU_TOPOLOGY
    elif name == "cpu":
        raise MakeError("device '%s': a CPU has no topology" % text)
    else:
        known = ", ".join(["cpu", *TPUS, *targets()])
        raise MakeError("no device '%s'; there are: %s" % (name, known))
    if not colon or topology == usual:
        return Device(name, backend, usual, name)
    if not re.fullmatch(r"\d+(x\d+)+", topology):
        raise MakeError(
            "device '%s': a topology is written like %s:%s" % (text, name, usual)
        )
    return Device(name, backend, topology, name + "-" + topology)
