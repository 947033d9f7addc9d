# ===- training.py - The parts of a training step -----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The parts of a training step: checkpoints, optimizers, sums of gradients."""

import jax
import jax.numpy as jnp


def checkpointed(function, policy):
    """The function under a policy of jax.checkpoint_policies; None: as it is."""
    if policy is None:
        return function
    return jax.checkpoint(function, policy=getattr(jax.checkpoint_policies, policy))


def like(shapes, dtype):
    """Arrays of the same shapes and places in another type."""
    return {
        k: jax.ShapeDtypeStruct(v.shape, dtype, sharding=v.sharding)
        for k, v in shapes.items()
    }


def adam_state(weights, dtype="float32"):
    """Weights, their two moments in another type, and the number of the step."""
    moments = like(weights, dtype)
    return weights, moments, moments, jax.ShapeDtypeStruct((), jnp.float32)


def adam(state, gradient):
    """The next state; whatever its types are, the arithmetic is in float32."""
    weights, first, second, step = state
    step = step + 1
    rate = 1e-3 * jnp.sqrt(1 - 0.99**step) / (1 - 0.9**step)

    def wide(v):
        return v.astype(jnp.float32)

    def update(w, m, v, g):
        m_new = 0.9 * wide(m) + 0.1 * wide(g)
        v_new = 0.99 * wide(v) + 0.01 * wide(g) ** 2
        w_new = wide(w) - rate * m_new / (jnp.sqrt(v_new) + 1e-8)
        return w_new.astype(w.dtype), m_new.astype(m.dtype), v_new.astype(v.dtype)

    new = {
        k: update(w, first[k], second[k], gradient[k]) for k, w in weights.items()
    }
    return tuple({k: v[i] for k, v in new.items()} for i in range(3)) + (step,)


def adam_step(loss, state, *inputs):
    """One step: the next state and the loss."""
    value, gradient = jax.value_and_grad(loss)(state[0], *inputs)
    return adam(state, gradient), value


def sgd(weights, gradient, rate=1e-2):
    """The next weights."""
    return jax.tree_util.tree_map(
        lambda w, g: (w - rate * g.astype(w.dtype)).astype(w.dtype), weights, gradient
    )


def summed_gradient(loss, weights, batch, parts, dtype="float32"):
    """The gradient of a batch, a part of it at a time, summed in a type."""
    cut = batch.reshape((parts, batch.shape[0] // parts) + batch.shape[1:])

    def add(total, gradient):
        return jax.tree_util.tree_map(
            lambda t, g: t + g.astype(t.dtype), total, gradient
        )

    def step(total, part):
        gradient = jax.grad(loss)(weights, part)
        return add(total, gradient), None

    zeros = jax.tree_util.tree_map(lambda w: jnp.zeros(w.shape, dtype), weights)
    return jax.lax.scan(step, zeros, cut)[0]


def optax_step(optimizer, loss, state, *inputs):
    """One step with an optimizer of Optax: the next state and the loss."""
    weights, moments = state
    value, gradient = jax.value_and_grad(loss)(weights, *inputs)
    updates, moments = optimizer.update(gradient, moments, weights)
    weights = jax.tree_util.tree_map(
        lambda w, u: (w + u).astype(w.dtype), weights, updates
    )
    return (weights, moments), value


def optax_state(optimizer, weights):
    """The shapes of what optax_step takes and gives back."""
    return weights, jax.eval_shape(optimizer.init, weights)
