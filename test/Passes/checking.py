# ===- checking.py - What the checkers of passes share -----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""For scripts that compare what passes report with an independent calculation."""

import importlib.util
import json
import subprocess
import sys


def load_reference(path):
    """utils/reference.py as a module."""
    spec = importlib.util.spec_from_file_location("reference", path)
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    return module


def read_remarks(tool, passes, path, *options):
    """The remarks of these passes over a dump that is not verified."""
    command = [tool, "-no-verify", "-remarks-format=json", "-passes=" + passes]
    output = subprocess.run(
        command + [*options, path], stdout=subprocess.PIPE, check=True
    ).stdout
    return [json.loads(line) for line in output.splitlines()]


def space_number(space):
    """Of an argument that is a memory space, with a name or without."""
    return space["number"] if isinstance(space, dict) else space
