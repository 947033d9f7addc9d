#!/usr/bin/env python3
# ===- expect-exit.py - The exit status of a command --------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Runs a command and fails unless it ends with the status that is expected.

Usage: expect-exit.py STATUS COMMAND [ARGUMENT...]
"""

import subprocess
import sys

status = subprocess.call(sys.argv[2:])
if status != int(sys.argv[1]):
    sys.exit("exit status %d, expected %s" % (status, sys.argv[1]))
