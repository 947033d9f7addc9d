#!/usr/bin/env python3
# ===- add-one.py - Makes one number of a manifest wrong -------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Adds 1 to a field of memory_analysis() of the first dump of a backend.

Usage: add-one.py MANIFEST BACKEND FIELD
"""

import json
import sys


def main() -> None:
    path, backend, field = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        manifest = json.load(file)
    for dump in manifest["dumps"]:
        if dump["backend"] == backend and dump["memory_analysis"]:
            dump["memory_analysis"][field] += 1
            break
    else:
        sys.exit("no dump of " + backend)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(manifest, file)


if __name__ == "__main__":
    main()
