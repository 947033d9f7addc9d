# ===- _worker.py - A process that compiles one program ----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compiles one program in a process of its own, which is ended as soon as the buffer
assignment is on disk.

Usage: python -m hlo_mem_opt._worker TOPOLOGY DUMP, with a pickled job on the standard
input. TOPOLOGY is empty for the CPU.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> int:
    parent = int(sys.argv[3])
    # The thread that started this process waits for it.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL))
    if os.getppid() != parent:
        return 1
    topology, dump = sys.argv[1:3]
    from hlo_mem_opt import _jax_private
    from hlo_mem_opt._topology import cpu_devices, topology_devices

    job = pickle.load(sys.stdin.buffer)
    try:
        count = max(job.devices) + 1
        devices = topology_devices(topology) if topology else tuple(cpu_devices(count))
        _jax_private.compile_job(job, devices, dump)
    except Exception as error:  # noqa: BLE001 - whatever XLA raises is told
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    status = main()
    sys.stderr.flush()
    # Threads of XLA have nothing to finish.
    os._exit(status)
