# ===- frontend-attributes.py - Damages an attribute of a module ------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Writes a text over the start of the fingerprint in a HloProto.

Usage: frontend-attributes.py PROTO.gz TEXT > PROTO, with the escapes of Python
"""

import gzip
import sys

KEY = b"fingerprint_before_lhs"

with gzip.open(sys.argv[1]) as file:
    proto = file.read()
text = sys.argv[2].encode().decode("unicode_escape").encode()
# The key, then the tag and the length of the value.
start = proto.index(KEY) + len(KEY) + 2
sys.stdout.buffer.write(proto[:start] + text + proto[start + len(text) :])
