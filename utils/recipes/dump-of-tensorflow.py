# ===- dump-of-tensorflow.py - The buffer assignment of a tf.function ------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compiles a train step of TensorFlow for the CPU and dumps its buffer assignment.

Usage: dump-of-tensorflow.py FOLDER. Put your own model in place of the one here. Only
functions with jit_compile=True are compiled by XLA; nothing is trained.
"""

import os
import sys

# TensorFlow reads it when it is imported.
os.environ["XLA_FLAGS"] = f"--xla_dump_to={sys.argv[1]} --xla_dump_hlo_as_proto"

import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.Input((1024,)),
        tf.keras.layers.Dense(4096, activation="relu"),
        tf.keras.layers.Dense(10),
    ]
)
optimizer = tf.keras.optimizers.Adam()
optimizer.build(model.trainable_variables)
loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@tf.function(jit_compile=True)
def train_step(images, labels):
    with tf.GradientTape() as tape:
        loss = loss_of(labels, model(images, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


arguments = tf.zeros((256, 1024)), tf.zeros((256,), tf.int32)
compile_for = train_step.experimental_get_compiler_ir(*arguments)
compile_for(stage="optimized_hlo", platform_name="CPU")
