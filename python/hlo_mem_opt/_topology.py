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
from functools import cache
from pathlib import Path
from typing import Any

from hlo_mem_opt import _jax_private
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

_TARGETS = Path(__file__).with_name("targets")


def cpu_devices(count: int) -> list[Any]:
    """As many devices of the CPU, in a process that has none yet."""
    import jax

    if "xla_force_host_platform_device_count" not in os.environ.get("XLA_FLAGS", ""):
        jax.config.update("jax_num_cpu_devices", count)
    return list(jax.devices("cpu"))


def is_gpu(topology: str) -> bool:
    """Whether a topology is of GPUs: "h100-80gb", or "h200:1x1x8"."""
    name = topology.partition(":")[0]
    cards = sorted(path.stem for path in _TARGETS.glob("*.txtpb"))
    if name not in cards and not name.startswith(("v", "tpu")):
        raise CompileError(
            f"there is no topology '{topology}': expected a TPU, as in 'v5e:2x2', or one of "
            + ", ".join(cards)
        )
    return name in cards


def topology_devices(topology: str) -> tuple[Any, ...]:
    """The devices of a topology: "v5e:2x2", "h100-80gb" or "h200:1x1x8"."""
    if is_gpu(topology):
        _check_gpu(topology)
    else:
        _check_tpu(topology)
    return _describe(topology)


# It takes a second.
@cache
def _describe(topology: str) -> tuple[Any, ...]:
    from jax.experimental import topologies

    card, _, arrangement = topology.partition(":")
    more = {"topology_name": topology, "platform": "tpu"}
    if is_gpu(topology):
        # What XLA's compiler asks of the card (GpuTargetConfigProto).
        target = (_TARGETS / f"{card}.txtpb").read_text(encoding="utf-8")
        more = {"platform": "cuda", "topology": arrangement or "1x1x1"}
        more["target_config"] = target
    try:
        try:
            found = topologies.get_topology_desc(**more)
        except NotImplementedError:
            # jax has looked for its plugins before, and found no driver.
            _jax_private.register_cuda()
            found = topologies.get_topology_desc(**more)
        return tuple(found.devices)
    except Exception as error:  # XLA's errors have no common class.
        raise CompileError(f"topology '{topology}': {error}") from error


def _check_gpu(topology: str) -> None:
    import jax

    if not any(
        importlib.util.find_spec(f"jax_cuda{version}_plugin") for version in (12, 13)
    ):
        raise CompileError(
            f"to compile for {topology} takes jax's plugin for CUDA, which needs no GPU: "
            f"pip install 'jax[cuda13]=={jax.__version__}'"
        )
    if not glob.glob("/dev/nvidia*"):
        # Without a driver, libraries do not tell their versions.
        os.environ.setdefault("JAX_SKIP_CUDA_CONSTRAINTS_CHECK", "1")


def _check_tpu(topology: str) -> None:
    import jax

    if importlib.util.find_spec("libtpu") is None:
        raise CompileError(
            f"to compile for {topology} takes libtpu, which needs no TPU: "
            f"pip install 'jax[tpu]=={jax.__version__}'"
        )
    if not glob.glob("/dev/accel*") and not glob.glob("/dev/vfio/*"):
        for name, value in _WITHOUT_TPU.items():
            os.environ.setdefault(name, value)
