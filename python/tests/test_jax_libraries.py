# ===- test_jax_libraries.py - Functions of libraries on jax -------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Equinox and Flax jit functions, and lower and compile, by objects of their own."""

from collections.abc import Callable
from typing import Any

import pytest

import hlo_mem_opt as hmo
from test_jax import needs_libtpu

jax = pytest.importorskip("jax")
jnp = jax.numpy
X = jax.ShapeDtypeStruct((64, 256), jnp.float32)


def make_equinox(donate: str) -> tuple[Any, tuple[Any, ...]]:
    eqx = pytest.importorskip("equinox")

    def step(state: Any, model: Any, x: Any, *, scale: float = 1.0) -> Any:
        grad = eqx.filter_grad(lambda model: jnp.mean(jax.vmap(model)(x) ** 2))(model)
        state = jax.tree.map(lambda s, g: s + scale * g, state, grad)
        return state, eqx.apply_updates(model, state)

    model = eqx.nn.MLP(256, 256, 256, 3, key=jax.random.key(0))
    state = jax.tree.map(jnp.zeros_like, eqx.filter(model, eqx.is_inexact_array))
    return eqx.filter_jit(step, donate=donate), (state, model, jnp.zeros(X.shape))


def make_nnx(donate: tuple[int, ...]) -> tuple[Any, tuple[Any, ...]]:
    nnx = pytest.importorskip("flax.nnx")

    def step(model: Any, x: Any) -> Any:
        loss, grads = nnx.value_and_grad(lambda model: jnp.mean(model(x) ** 2))(model)
        nnx.update(
            model, jax.tree.map(lambda w, g: w - g, nnx.state(model, nnx.Param), grads)
        )
        return loss

    model = nnx.Linear(256, 256, rngs=nnx.Rngs(0))
    return nnx.jit(step, donate_argnums=donate), (model, X)


@pytest.mark.parametrize(
    ("make", "donate"),
    [
        (make_equinox, "none"),
        (make_equinox, "all"),
        (make_nnx, ()),
        (make_nnx, (0,)),
    ],
)
def test_all_forms_are_equal(make: Callable[[Any], Any], donate: Any) -> None:
    function, arguments = make(donate)
    sizes = {
        hmo.analyze(form, *given).spaces[0].allocated
        for form, given in [
            (function, arguments),
            (function.lower(*arguments), ()),
            (function.lower(*arguments).compile(), ()),
        ]
    }
    assert len(sizes) == 1


def test_what_equinox_is_told() -> None:
    function, arguments = make_equinox("none")
    report = hmo.analyze(function, *arguments)
    assert "eqx.filter_jit(..., donate='all'): 16 arrays" in str(report)
    names = {row.name for row in report.contents}
    assert {"state.layers[0].weight", "model.layers[3].bias", "x"} <= names
    # Nothing is known of the arguments of what is lowered.
    function, arguments = make_equinox("none")
    lowered = hmo.analyze(function.lower(*arguments))
    assert "eqx.filter_jit(..., donate='all'): 16 arrays" in str(lowered)
    donating, arguments = make_equinox("all")
    compiled = donating.lower(*arguments).compile().compiled
    size = sum(a.nbytes for a in jax.tree.leaves(arguments[0]))
    assert compiled.memory_analysis().alias_size_in_bytes == 2 * size


def test_what_equinox_donates_but_the_first() -> None:
    eqx = pytest.importorskip("equinox")

    @eqx.filter_jit
    def decode(weights: Any, cache: Any) -> Any:
        return cache + weights.sum()

    cache = jnp.zeros((512, 512))
    for form, given in [
        (decode, (jnp.zeros(8), cache)),
        (decode.lower(jnp.zeros(16), cache), ()),
    ]:
        report = hmo.analyze(form, *given)
        assert "donate='all-except-first'): 1 array;" in str(report)


def test_what_nnx_is_told() -> None:
    function, arguments = make_nnx(())
    report = hmo.analyze(function, *arguments)
    assert "nnx.jit(..., donate_argnames=('model',)): 2 arrays" in str(report)
    names = {row.name for row in report.contents}
    assert {"model.kernel", "model.bias", "x"} <= names


def test_modules_of_nnx_that_share_arrays() -> None:
    nnx = pytest.importorskip("flax.nnx")

    class Both(nnx.Module):  # type: ignore[misc]
        def __init__(self, first: Any) -> None:
            self.first = first
            self.second = nnx.Linear(256, 128, rngs=nnx.Rngs(1))

    first = nnx.Linear(256, 256, rngs=nnx.Rngs(0))

    @nnx.jit
    def apply(first: Any, both: Any, x: Any) -> Any:
        return both.second(first(x))

    report = hmo.analyze(apply, first, Both(first), X)
    shapes = {v.value: v.shape for v in report.values}
    named = {row.name or "": shapes[row.value] for row in report.contents}
    assert named["first.kernel"].startswith("f32[256,256]")
    # Its arrays may stand anywhere.
    assert not any(name.startswith("both.second") for name in named)


def test_equinox_with_shapes() -> None:
    eqx = pytest.importorskip("equinox")
    function, arguments = make_equinox("none")
    expected = hmo.analyze(function, *arguments).spaces[0].allocated
    shapes = eqx.filter_eval_shape(lambda: arguments)
    assert hmo.analyze(function, *shapes).spaces[0].allocated == expected


@needs_libtpu
def test_equinox_for_a_topology() -> None:
    eqx = pytest.importorskip("equinox")
    function, arguments = make_equinox("none")
    report = hmo.analyze(function, *arguments, topology="v5e:2x2")
    assert report.fits("v5e")
    # Shapes do.
    shapes = eqx.filter_eval_shape(lambda: arguments)
    again = hmo.analyze(function, *shapes, topology="v5e:2x2")
    assert again.spaces[0].allocated == report.spaces[0].allocated
