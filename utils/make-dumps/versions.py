# ===- versions.py - Versions of JAX -----------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Versions of JAX: their order, and what each needs."""

import re

SPELLING = re.compile(r"\d+(\.\d+)+([a-z]+\d+)?")

# The first version of JAX that needs a minor version of Python 3, newest first.
PYTHONS = (("0.11", 12), ("0.7", 11), ("0.4.31", 10), ("0", 9))
# The first version of jaxlib with wheels for a minor version of Python 3.
WHEELS = (("0.7.1", 14), ("0.4.34", 13), ("0", 12))

# What jax[tpu] asks for where it asks for a nightly libtpu too, which PyPI lacks.
LIBTPU = {
    "0.4.35": "0.0.2",
    "0.4.36": "0.0.5",
    "0.4.37": "0.0.6",
    "0.4.38": "0.0.7",
    "0.5.0": "0.0.8",
}


def key(version: str) -> tuple[int, ...]:
    """Orders versions; a suffix such as rc1 does not count."""
    return tuple(int(part) for part in re.findall(r"\d+", version.split("rc")[0])[:4])


def pythons(version: str) -> range:
    """The minor versions of Python 3 that this JAX runs on."""
    lowest = next(minor for first, minor in PYTHONS if key(version) >= key(first))
    highest = next(minor for first, minor in WHEELS if key(version) >= key(first))
    return range(lowest, highest + 1)


def cuda(version: str) -> str:
    """The extra of jax with the newest CUDA."""
    return "cuda13" if key(version) >= key("0.7.2") else "cuda12"


def requirements(version: str, extra: str) -> list[str]:
    """What pip is to install; the extra is "", "tpu", "cuda12" or "cuda13"."""
    others = []
    if key(version) < key("0.4.37"):
        others.append("numpy<2.2")
    elif key(version) < key("0.8"):
        others.append("numpy<2.3")
    if key(version) < key("0.6"):
        # Pallas imports it, and does not ask for it.
        others.append("absl-py")
    if extra == "tpu" and version in LIBTPU:
        return ["jax==" + version, "libtpu==" + LIBTPU[version], *others]
    name = "jax[%s]" % extra if extra else "jax"
    return [name + "==" + version, *others]
