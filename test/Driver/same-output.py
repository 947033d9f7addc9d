#!/usr/bin/env python3
# ===- same-output.py - Compares what pipelines print -------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Fails unless all pipelines print the same of a dump, and something.

Usage: same-output.py HLO-MEM-OPT DUMP PIPELINE...
"""

import re
import subprocess
import sys

tool, dump, *pipelines = sys.argv[1:]
outputs = [
    subprocess.run(
        [tool, "-passes=" + pipeline, dump],
        stdout=subprocess.PIPE,
        check=True,
        encoding="utf-8",
    ).stdout
    for pipeline in pipelines
]
# Hints repeat the pipeline.
texts = {re.sub(r"-passes='[^']*'", "", output) for output in outputs}
if "" in texts or len(texts) != 1:
    sys.exit("different outputs of " + " and ".join(pipelines))
