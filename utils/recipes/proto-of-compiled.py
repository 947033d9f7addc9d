# ===- proto-of-compiled.py - The HloProto of a compiled JAX function -----===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Writes the HloProto of a function that JAX has compiled for the CPU, without a dump.

Usage: proto-of-compiled.py X.cpu_after_optimizations.hlo.pb, with JAX 0.6.1 or later.
hlo-mem-opt knows by that name what it was compiled for. Put your own function and
arguments in place of train_step() and ARGUMENTS, or call hlo_proto() on what
jax.jit(f).lower(...).compile() has returned anywhere in your program.
"""

import sys
from typing import Any


def hlo_proto(compiled: Any) -> bytes:
    """The program and its buffer assignment, as XLA would dump them.

    An HloProto has the program as field 1 and the buffer assignment as field 3;
    JAX hands out each of them. ValueError where it has no assignment.
    """
    memory = compiled.memory_analysis()
    assignment = getattr(memory, "serialized_buffer_assignment_proto", b"")
    if not assignment:
        raise ValueError(
            "JAX has no buffer assignment of this executable: it takes JAX 0.6.1 or "
            "later and the CPU, or a dump (dump-of-function.py)"
        )
    modules = compiled.runtime_executable().hlo_modules()
    if len(modules) != 1:
        raise ValueError(f"expected one HLO module, found {len(modules)}")
    program = modules[0].as_serialized_hlo_module_proto()
    return message_field(1, program) + message_field(3, assignment)


def message_field(number: int, message: bytes) -> bytes:
    """A message as a field of another one, in the wire format of protobuf."""
    length_delimited = 2
    return varint(number << 3 | length_delimited) + varint(len(message)) + message


def varint(value: int) -> bytes:
    """Seven bits a byte, the lowest first; the top bit says that more follow."""
    head = bytearray()
    while value >= 0x80:
        head.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*head, value])


def main() -> None:
    import jax
    import jax.numpy as jnp

    def train_step(weights: Any, batch: Any) -> Any:
        def loss(weights: Any) -> Any:
            return jnp.mean(jnp.tanh(batch @ weights) ** 2)

        return weights - 0.1 * jax.grad(loss)(weights)

    ARGUMENTS = (
        jax.ShapeDtypeStruct((1024, 4096), jnp.float32),
        jax.ShapeDtypeStruct((256, 1024), jnp.float32),
    )
    compiled = jax.jit(train_step, donate_argnums=0).lower(*ARGUMENTS).compile()
    with open(sys.argv[1], "wb") as file:
        file.write(hlo_proto(compiled))


if __name__ == "__main__":
    main()
