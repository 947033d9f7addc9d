# ===- bayes-nuts.py - A sampler of NumPyro ------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The sampler NUTS of NumPyro 0.22.0 on a logistic regression, one step of some chains.

The data are read in each of an unknown number of steps; the state is small.
"""

import functools

import jax
import jax.numpy as jnp
import numpyro
from numpyro import distributions, infer

from lib import sizes

REQUIRES = ["numpyro==0.22.0"]
JAX = "0.10.2"
SIZES = {
    "tiny": dict(rows=64, columns=8, chains=2),
    "small": dict(rows=1048576, columns=256, chains=8),
}
VARIANTS = {
    "donated": {"donate": True},
    "rows-half": {"rows": 0.5},
    "real-bf16": {"real": "bfloat16"},
}


def build(size, donate=False, rows=1, real="float32"):
    of = sizes.scaled(SIZES[size], rows=rows)

    def model(features, labels):
        shape = (features.shape[1],)
        weights = numpyro.sample(
            "weights", distributions.Normal(0, 1).expand(shape).to_event(1)
        )
        logits = features @ weights.astype(features.dtype)
        numpyro.sample("labels", distributions.Bernoulli(logits=logits), obs=labels)

    kernel = infer.NUTS(model, step_size=0.1, adapt_step_size=False)
    features = jax.ShapeDtypeStruct((of["rows"], of["columns"]), real)
    labels = jax.ShapeDtypeStruct((of["rows"],), jnp.int32)

    def start(keys, *data):
        # One more step than the chains are warmed up, which no adaption needs.
        return jax.vmap(lambda key: kernel.init(key, 1, None, data, {}))(keys)

    keys = jax.ShapeDtypeStruct((of["chains"], 2), jnp.uint32)
    state = jax.eval_shape(start, keys, features, labels)

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def bayes_nuts(state, *data):
        return jax.vmap(lambda state: kernel.sample(state, data, {}))(state)

    return bayes_nuts, (state, features, labels)
