#!/usr/bin/env python3
# ===- frameworks.py - What advise writes for each framework, compiled ------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Does what the screen says, and compiles the program again.

Usage: frameworks.py HLO_MEM_OPT, with `pip install jax[tpu] flax optax dm-haiku
equinox keras`. For each framework a train step of a few layers is compiled for a TPU
v5e that need not be present. The screen of its dump has to say what is written here, and
the program with that change has to take less memory.

Exit status: 0 if it is so for all, else 1.
"""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.update(
    JAX_PLATFORMS="cpu",
    JAX_ENABLE_COMPILATION_CACHE="false",
    TPU_SKIP_MDS_QUERY="1",
    ALLOW_MULTIPLE_LIBTPU_LOAD="1",
    TPU_WORKER_HOSTNAMES="localhost",
    TPU_ACCELERATOR_TYPE="v5litepod-4",
    KERAS_BACKEND="jax",
)

import equinox as eqx
import flax.linen as nn
import haiku as hk
import jax
import jax.numpy as jnp
import keras
import optax
from flax import nnx
from jax.experimental import topologies
from jax.sharding import SingleDeviceSharding

WIDTH, LAYERS, BATCH = 512, 6, 8192
DEVICE = topologies.get_topology_desc("v5e:2x2", platform="tpu").devices[0]
DEVICE_MEMORY = SingleDeviceSharding(DEVICE)
X = jax.ShapeDtypeStruct((BATCH, WIDTH), jnp.float32, sharding=DEVICE_MEMORY)

Loss = Callable[[Any, Any], Any]


def place(tree: Any) -> Any:
    """The arguments of a TPU that is not there."""
    return jax.tree.map(
        lambda a: jax.ShapeDtypeStruct(a.shape, a.dtype, sharding=DEVICE_MEMORY), tree
    )


def make_step(
    loss: Loss, optimizer: optax.GradientTransformation
) -> Callable[..., Any]:
    def step(params: Any, opt_state: Any, x: Any) -> Any:
        gradients = jax.grad(loss)(params, x)
        updates, opt_state = optimizer.update(gradients, opt_state, params)
        return optax.apply_updates(params, updates), opt_state

    return step


class Compiled:
    """A program, what it needs, and what its screen says."""

    def __init__(self, tool: str, step: Any, arguments: tuple[Any, ...]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            options = {"xla_dump_to": folder, "xla_dump_hlo_as_proto": True}
            compiled = step.lower(*arguments).compile(options)
            m = compiled.memory_analysis()
            self.needs = (
                m.argument_size_in_bytes
                + m.output_size_in_bytes
                - m.alias_size_in_bytes
                + m.temp_size_in_bytes
            )
            dump = max(Path(folder).glob("*after_optimizations.hlo.pb"))
            # Where the first screen has no room for a line, it names the second.
            screens = [
                subprocess.run(
                    [tool, *options, dump], check=True, capture_output=True, text=True
                )
                for options in ([], ["-passes=advise", "-format=screen"])
            ]
            self.screen = re.sub(r"\s+", " ", "".join(s.stdout for s in screens))


def train(
    tool: str, loss: Loss, params: Any, optimizer: Any = None, **options: Any
) -> Compiled:
    optimizer = optimizer or optax.adam(1e-3)
    opt_state = jax.eval_shape(optimizer.init, params)
    step = jax.jit(make_step(loss, optimizer), **options)
    return Compiled(tool, step, (place(params), place(opt_state), X))


def mean_square(y: Any) -> Any:
    return jnp.mean(y * y)


def wide(x: Any) -> Any:
    """What a layer computes between its products, which is kept for the backward pass."""
    return jnp.tanh(jnp.sin(x) * jnp.cos(x))


# One pair of functions for each framework: a model without and with the change.


def plain_jax(checkpoint: bool) -> tuple[Loss, Any]:
    def layer(w: Any, x: Any) -> Any:
        return wide(x @ w) @ w

    def loss(params: Any, x: Any) -> Any:
        for w in params:
            x = (jax.checkpoint(layer) if checkpoint else layer)(w, x)
        return mean_square(x)

    return loss, [jax.ShapeDtypeStruct((WIDTH, WIDTH), jnp.float32)] * LAYERS


def scanned_jax(checkpoint: bool) -> tuple[Loss, Any]:
    def body(x: Any, w: Any) -> Any:
        return wide(x @ w) @ w, None

    def loss(params: Any, x: Any) -> Any:
        return mean_square(
            jax.lax.scan(jax.checkpoint(body) if checkpoint else body, x, params)[0]
        )

    return loss, jax.ShapeDtypeStruct((LAYERS, WIDTH, WIDTH), jnp.float32)


class LinenLayer(nn.Module):
    @nn.compact
    def __call__(self, x: Any) -> Any:
        return nn.Dense(WIDTH)(wide(nn.Dense(WIDTH)(x)))


class LinenModel(nn.Module):
    checkpoint: bool

    @nn.compact
    def __call__(self, x: Any) -> Any:
        for _ in range(LAYERS):
            x = (nn.remat(LinenLayer) if self.checkpoint else LinenLayer)()(x)
        return x


class ScannedLayer(LinenLayer):
    @nn.compact
    def __call__(self, x: Any) -> Any:
        return nn.Dense(WIDTH)(wide(nn.Dense(WIDTH)(x))), None


class ScannedModel(nn.Module):
    checkpoint: bool

    @nn.compact
    def __call__(self, x: Any) -> Any:
        layer = (
            nn.remat(ScannedLayer, prevent_cse=False)
            if self.checkpoint
            else ScannedLayer
        )
        scan = nn.scan(layer, {"params": 0}, split_rngs={"params": True}, length=LAYERS)
        return scan()(x)[0]


def linen(checkpoint: bool, model: Any = LinenModel) -> tuple[Loss, Any]:
    made = model(checkpoint)
    params = jax.eval_shape(made.init, jax.random.key(0), X)
    return lambda params, x: mean_square(made.apply(params, x)), params


class NnxLayer(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.first = nnx.Linear(WIDTH, WIDTH, rngs=rngs)
        self.second = nnx.Linear(WIDTH, WIDTH, rngs=rngs)

    def __call__(self, x: Any) -> Any:
        return self.second(wide(self.first(x)))


class CheckpointedNnxLayer(NnxLayer):
    @nnx.remat
    def __call__(self, x: Any) -> Any:
        return NnxLayer.__call__(self, x)


class RecurrentModel(nn.Module):
    checkpoint: bool

    @nn.compact
    def __call__(self, x: Any) -> Any:
        cell = (
            nn.remat(nn.OptimizedLSTMCell) if self.checkpoint else nn.OptimizedLSTMCell
        )
        return nn.RNN(cell(WIDTH))(x.reshape(64, -1, WIDTH))


# The class of a layer is no one's to change where it is in an installed package.
PACKAGE = """
import flax.linen as nn
import jax.numpy as jnp
import keras

class PackagedLayer(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        width = x.shape[-1]
        y = nn.Dense(width)(x)
        return nn.Dense(width)(jnp.tanh(y) * jnp.exp(-y * y))

class PackagedModel(nn.Module):
    @nn.compact
    def __call__(self, x):
        for _ in range({layers}):
            x = PackagedLayer()(x, train=True)
        return x

class PackagedKerasLayer(keras.layers.Layer):
    def __init__(self, width):
        super().__init__()
        self.first, self.second = keras.layers.Dense(width), keras.layers.Dense(width)

    def build(self, shape):
        self.first.build(shape)
        self.second.build(shape)

    def compute_output_shape(self, shape):
        return shape

    def call(self, x, training=False):
        y = self.first(x)
        return self.second(jnp.tanh(y) * jnp.exp(-y * y))
"""


def import_package(folder: str) -> Any:
    """Installs a package with layers into a folder, and imports it."""
    package = Path(folder, "site-packages", "packaged")
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(PACKAGE.format(layers=LAYERS))
    sys.path.insert(0, str(package.parent))
    return importlib.import_module("packaged")


def packaged_linen(packaged: Any, checkpoint: bool) -> tuple[Loss, Any]:
    C = packaged.PackagedLayer
    if checkpoint:
        # As the screen has it.
        f = C.__call__
        C.__call__ = lambda s, x, *a, **k: nn.remat(lambda s, x: f(s, x, *a, **k))(s, x)
    return linen(checkpoint, lambda _: packaged.PackagedModel())


def packaged_keras(packaged: Any, checkpoint: bool) -> tuple[Loss, Any]:
    C = packaged.PackagedKerasLayer
    if checkpoint:
        # As the screen has it.
        f = C.call
        C.call = lambda s, x, *a, **k: jax.checkpoint(lambda x: f(s, x, *a, **k))(x)
    x = inputs = keras.Input((WIDTH,))
    for _ in range(LAYERS):
        x = C(WIDTH)(x)
    return keras_loss(keras.Model(inputs, x))


def nnx_model(checkpoint: bool) -> tuple[Loss, Any]:
    layer = CheckpointedNnxLayer if checkpoint else NnxLayer

    class Model(nnx.Module):
        def __init__(self) -> None:
            self.layers = nnx.List([layer(nnx.Rngs(0)) for _ in range(LAYERS)])

        def __call__(self, x: Any) -> Any:
            for each in self.layers:
                x = each(x)
            return x

    graph, state = nnx.split(nnx.eval_shape(Model))
    return lambda state, x: mean_square(nnx.merge(graph, state)(x)), state


def haiku(checkpoint: bool) -> tuple[Loss, Any]:
    def model(x: Any) -> Any:
        for _ in range(LAYERS):
            first, second = hk.Linear(WIDTH), hk.Linear(WIDTH)

            def layer(x: Any, first: Any = first, second: Any = second) -> Any:
                return second(wide(first(x)))

            x = (hk.remat(layer) if checkpoint else layer)(x)
        return x

    made = hk.without_apply_rng(hk.transform(model))
    params = jax.eval_shape(made.init, jax.random.key(0), X)
    return lambda params, x: mean_square(made.apply(params, x)), params


def equinox(checkpoint: bool) -> tuple[Loss, Any]:
    def make(key: Any) -> list[Any]:
        return [
            eqx.nn.Linear(WIDTH, WIDTH, key=k)
            for k in jax.random.split(key, 2 * LAYERS)
        ]

    def loss(layers: Any, x: Any) -> Any:
        for first, second in zip(layers[::2], layers[1::2], strict=True):

            def layer(x: Any, first: Any = first, second: Any = second) -> Any:
                return jax.vmap(second)(wide(jax.vmap(first)(x)))

            x = (eqx.filter_checkpoint(layer) if checkpoint else layer)(x)
        return mean_square(x)

    return loss, eqx.filter_eval_shape(make, jax.random.key(0))


def keras_model(checkpoint: bool) -> tuple[Loss, Any]:
    def make() -> Any:
        x = inputs = keras.Input((WIDTH,))
        for _ in range(LAYERS):
            x = keras.layers.Dense(WIDTH)(x)
            x = keras.layers.Activation(wide)(x)
            x = keras.layers.Dense(WIDTH)(x)
        return keras.Model(inputs, x)

    if checkpoint:
        with keras.RematScope(mode="full"):
            model = make()
    else:
        model = make()
    return keras_loss(model)


def keras_loss(model: Any) -> tuple[Loss, Any]:
    weights = [
        jax.ShapeDtypeStruct(v.shape, jnp.float32) for v in model.trainable_variables
    ]

    def loss(weights: Any, x: Any) -> Any:
        return mean_square(model.stateless_call(weights, [], x)[0])

    return loss, weights


CHECKPOINTS: dict[str, tuple[Callable[[bool], tuple[Loss, Any]], str]] = {
    "jax": (
        plain_jax,
        "jax.checkpoint(layer)(...) in place of layer(...) at frameworks.py:",
    ),
    "jax, scanned": (
        scanned_jax,
        "jax.checkpoint on the body of the loop at frameworks.py:",
    ),
    "linen": (
        linen,
        "nn.remat(LinenLayer)(...) in place of LinenLayer(...) at frameworks.py:",
    ),
    "linen, scanned": (
        lambda c: linen(c, ScannedModel),
        "nn.scan(nn.remat(Layer, prevent_cse=False), ...) at frameworks.py:",
    ),
    "linen, recurrent": (
        lambda c: linen(c, RecurrentModel),
        "nn.RNN(nn.remat(Cell)(...)) at frameworks.py:",
    ),
    "nnx": (nnx_model, "@nnx.remat on NnxLayer.__call__, called at frameworks.py:"),
    "haiku": (haiku, "hk.remat(layer)(...) in place of layer(...) at frameworks.py:"),
    "equinox": (
        equinox,
        "eqx.filter_checkpoint(layer)(...) in place of layer(...) at frameworks.py:",
    ),
    "keras": (
        keras_model,
        "keras.RematScope(mode='full') around the code that makes the model",
    ),
}


PACKAGED: dict[str, tuple[Callable[[Any, bool], tuple[Loss, Any]], str]] = {
    "linen, packaged": (
        packaged_linen,
        (
            "C = PackagedLayer, in the package packaged, which may have an option for this: "
            "f = C.__call__; C.__call__ = lambda s, x, *a, **k: "
            "nn.remat(lambda s, x: f(s, x, *a, **k))(s, x), before the model is made"
        ),
    ),
    "keras, packaged": (
        packaged_keras,
        (
            "C = YourLayer, all of a layer and not its attention: f = C.call; "
            "C.call = lambda s, x, *a, **k: jax.checkpoint(lambda x: f(s, x, *a, **k))(x), "
            "before the model is made"
        ),
    ),
}


def decode(tool: str, last: bool) -> Compiled:
    """A model that reads a prompt, and gives the logits of all tokens or of the last."""

    def prefill(params: Any, tokens: Any) -> Any:
        x = params["embedding"][tokens]
        for w in params["layers"]:
            x = x + jnp.tanh(x @ w)
        return (x[:, -1:] if last else x) @ params["embedding"].T

    params = {
        "embedding": jax.ShapeDtypeStruct((32768, WIDTH), jnp.float32),
        "layers": [jax.ShapeDtypeStruct((WIDTH, WIDTH), jnp.float32)] * LAYERS,
    }
    tokens = jax.ShapeDtypeStruct((8, 1024), jnp.int32)
    return Compiled(tool, jax.jit(prefill), (place(params), place(tokens)))


def simulate(tool: str, double: bool) -> Compiled:
    """A simulation on the CPU, in numbers of 64 or of 32 bits."""
    jax.config.update("jax_enable_x64", double)
    try:
        grid = jax.ShapeDtypeStruct(
            (1024, 1024), jnp.float64 if double else jnp.float32
        )

        def step(x: Any) -> Any:
            spectrum = jnp.fft.fft2(x)
            return x + 0.1 * jnp.fft.ifft2(spectrum * spectrum).real

        return Compiled(tool, jax.jit(step), (grid,))
    finally:
        jax.config.update("jax_enable_x64", False)


def offloaded(tool: str) -> Compiled:
    """The optimizer's state in the host's memory between steps."""
    loss, params = plain_jax(False)
    optimizer = optax.adam(1e-3)
    opt_state = jax.eval_shape(optimizer.init, params)
    on_host = DEVICE_MEMORY.with_memory_kind("pinned_host")

    def step(params: Any, opt_state: Any, x: Any) -> Any:
        opt_state = jax.device_put(opt_state, jax.memory.Space.Device)
        params, opt_state = make_step(loss, optimizer)(params, opt_state, x)
        return params, jax.device_put(opt_state, jax.memory.Space.Host)

    opt_state = jax.tree.map(
        lambda a: jax.ShapeDtypeStruct(a.shape, a.dtype, sharding=on_host), opt_state
    )
    return Compiled(tool, jax.jit(step), (place(params), opt_state, X))


def main() -> int:
    tool = sys.argv[1]
    failures = 0

    def check(name: str, before: Compiled, after: Compiled, says: str) -> None:
        nonlocal failures
        is_said, helps = says in before.screen, after.needs < before.needs
        if not (is_said and helps):
            failures += 1
        print(
            f"{name:16} {before.needs >> 20:6} MiB, then {after.needs >> 20:6}: {says}"
            + ("" if is_said else "\n  NOT SAID: " + before.screen)
            + ("" if helps else "\n  NO HELP"),
            flush=True,
        )

    for name, (make, says) in CHECKPOINTS.items():
        check(name, train(tool, *make(False)), train(tool, *make(True)), says)
    with tempfile.TemporaryDirectory() as folder:
        packaged = import_package(folder)
        for name, (make_packaged, says) in PACKAGED.items():
            before, after = (
                train(tool, *make_packaged(packaged, c)) for c in (False, True)
            )
            check(name, before, after, says)
    check(
        "last token", decode(tool, False), decode(tool, True), "x[:, -1:] in front of"
    )
    check(
        "float32",
        simulate(tool, True),
        simulate(tool, False),
        "jax.config.update('jax_enable_x64', False), or float32 where it is made",
    )
    made = plain_jax(False)
    before = train(tool, *made)
    check(
        "donated",
        before,
        train(tool, *made, donate_argnames=("params", "opt_state")),
        "donate_argnames=('params', 'opt_state')",
    )
    narrow = optax.adam(1e-3, mu_dtype=jnp.bfloat16)
    check(
        "mu_dtype",
        before,
        train(tool, *made, narrow),
        "mu_dtype=jnp.bfloat16 in optax.adamw",
    )
    check(
        "offloaded",
        before,
        offloaded(tool),
        "opt_state = jax.device_put(opt_state, jax.memory.Space.Device) first in the step; "
        "last in it, and before the first step, the same with jax.memory.Space.Host",
    )
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
