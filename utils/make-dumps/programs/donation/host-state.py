# ===- host-state.py - Moments in the host's memory ---------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A training step whose moments wait in the host's memory until the update.

All at once they are on the device again for it; the variant `by-layer` fetches
those of one layer at a time.
"""

import functools

import jax
import jax.numpy as jnp

from lib import meshes, training

# Older releases know nothing of the memories of a device that is not there.
JAX = "0.5.3"
SIZES = {
    "tiny": dict(layers=2, width=64, batch=8),
    "small": dict(layers=4, width=256, batch=64),
    "large": dict(layers=24, width=4096, batch=4096),
}
VARIANTS = {
    "on-device": {"memory": "device"},
    "by-layer": {"by_layer": True},
    "not-donated": {"donate": False},
    "state-bf16": {"state": "bfloat16"},
}


def unsupported(target):
    if "pinned_host" not in target.memories:
        return "no memory space of the host beside the device's"
    return None


def build(
    size, target, memory="pinned_host", by_layer=False, donate=True, state="float32"
):
    config = SIZES[size]
    layers, width = config["layers"], config["width"]
    mesh = target.mesh((1,), ("x",))
    weights = {"w": meshes.array(mesh, (layers, width, width), "float32")}
    moments = meshes.array(mesh, (layers, width, width), state, memory=memory)
    step = meshes.array(mesh, (), "float32")
    device = meshes.array(mesh, (), state, memory="device").sharding

    def loss(weights, x):
        def layer(x, weight):
            return jnp.tanh(x @ weight), None

        x, _ = jax.lax.scan(layer, x, weights["w"])
        return (x * x).mean()

    def update(weight, first, second, step, gradient):
        here = [{"w": jax.device_put(v, device)} for v in (first, second)]
        new = training.adam(({"w": weight}, *here, step), {"w": gradient})
        there = [jax.device_put(v["w"], moments.sharding) for v in new[1:3]]
        return (new[0]["w"], *there)

    def host_state(state, x):
        weights, first, second, step = state
        gradient = jax.grad(loss)(weights, x)["w"]
        arrays = weights["w"], first, second
        if by_layer:

            def one(_, inputs):
                weight, first, second, gradient = inputs
                return None, update(weight, first, second, step, gradient)

            arrays = jax.lax.scan(one, None, (*arrays, gradient))[1]
        else:
            arrays = update(*arrays, step, gradient)
        return {"w": arrays[0]}, arrays[1], arrays[2], step + 1

    state = (weights, moments, moments, step)
    places = jax.tree_util.tree_map(lambda v: v.sharding, state)
    donated = (0,) if donate else ()
    function = functools.partial(jax.jit, donate_argnums=donated)
    return function(host_state, out_shardings=places), (
        state,
        meshes.array(mesh, (config["batch"], width), "float32"),
    )
