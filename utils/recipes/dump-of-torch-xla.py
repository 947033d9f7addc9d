# ===- dump-of-torch-xla.py - The buffer assignment of a step --------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Runs one train step of PyTorch/XLA and dumps its buffer assignment.

Usage: dump-of-torch-xla.py FOLDER. Put your own model in place of the one here. The step
is compiled, and run once, at torch_xla.sync(); what is before it there is dumped too.
"""

import os
import sys

# torch_xla reads it when it is imported.
os.environ["XLA_FLAGS"] = f"--xla_dump_to={sys.argv[1]} --xla_dump_hlo_as_proto"

import torch
import torch_xla

device = torch_xla.device()
model = torch.nn.Sequential(
    torch.nn.Linear(1024, 4096), torch.nn.ReLU(), torch.nn.Linear(4096, 10)
).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
images = torch.zeros(256, 1024).to(device)
labels = torch.zeros(256, dtype=torch.long).to(device)
torch_xla.sync()

optimizer.zero_grad()
torch.nn.functional.cross_entropy(model(images), labels).backward()
optimizer.step()
torch_xla.sync()
