# ===- _topology.py - Devices that are not there -----------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Devices that are not there, to compile for."""

from __future__ import annotations

import glob
import importlib.util
import os
from typing import Any

from hlo_mem_opt._errors import CompileError

# Without a TPU there is nobody to ask these.
_WITHOUT_TPU = {
    "TPU_SKIP_MDS_QUERY": "1",
    "TPU_WORKER_HOSTNAMES": "localhost",
    "TPU_ACCELERATOR_TYPE": "v5litepod-4",
    # Other processes may compile at the same time.
    "ALLOW_MULTIPLE_LIBTPU_LOAD": "1",
    "TF_CPP_MIN_LOG_LEVEL": "3",
}


def cpu_devices(count: int) -> list[Any]:
    """As many devices of the CPU, in a process that has none yet."""
    import jax

    if "xla_force_host_platform_device_count" not in os.environ.get("XLA_FLAGS", ""):
        jax.config.update("jax_num_cpu_devices", count)
    return list(jax.devices("cpu"))


def topology_devices(topology: str) -> list[Any]:
    """The devices of a topology: "v5e:2x2"."""
    import jax

    if importlib.util.find_spec("libtpu") is None:
        raise CompileError(
            f"to compile for {topology} takes libtpu, which needs no TPU: "
            f"pip install 'jax[tpu]=={jax.__version__}'"
        )
    if not glob.glob("/dev/accel*") and not glob.glob("/dev/vfio/*"):
        for name, value in _WITHOUT_TPU.items():
            os.environ.setdefault(name, value)
    from jax.experimental import topologies

    try:
        return list(topologies.get_topology_desc(topology, platform="tpu").devices)
    except Exception as error:  # XLA's errors have no common class.
        raise CompileError(f"topology '{topology}': {error}") from error
